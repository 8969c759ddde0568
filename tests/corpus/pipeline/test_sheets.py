"""Filled sheets are read as people fill them in."""

import pytest

from gnomon.corpus.pipeline import Item, PersonParams, PipelineError, Provenance
from gnomon.corpus.pipeline.sheets import read_decisions
from tests.every import every

ITEM = Item(id="a", data={}, provenance=Provenance(source="made up"))


@pytest.fixture
def settles(tmp_path):
    """Return a function that reads a sheet with one decision, and says whether it settles."""

    def read(cell: str) -> bool:
        sheet = tmp_path / "sheet.csv"
        sheet.write_text(f"stage,id,verdict,by,settles\nlook,a,keep,Ada,{cell}\n")
        (decision,) = read_decisions(sheet, {"a": ITEM}, PersonParams(ask="?"), "look", ["look"])
        return decision.settles

    return read


@every(["true", "TRUE", "yes", "Yes ", "1", "y"])
def test_a_decision_settles_in_any_word_for_yes(cell, settles):
    assert settles(cell)


@every(["", "false", "FALSE", "no", "0"])
def test_a_decision_settles_nothing_in_any_word_for_no(cell, settles):
    assert not settles(cell)


def test_a_word_that_is_neither_is_refused_with_its_line(settles):
    with pytest.raises(PipelineError, match=r"line 2: settles: .*'perhaps'"):
        settles("perhaps")
