"""The problems of printed figures that are formalised by hand: the file, and the script on a few of them."""

import json

import pytest

from benchmarks.formalised import NOT_EXPRESSIBLE, PROVED, entries, judged
from gnomon.problem.entry import ProblemEntry
from tests.every import every

ENTRIES = {entry["id"]: entry for entry in entries()}
FORMAL = [entry for entry in ENTRIES.values() if entry.get("status") != NOT_EXPRESSIBLE]


def test_at_least_fifty_problems_of_the_data_are_formalised(data_folder):
    path = data_folder / "math_figures" / "problems.json"
    if not path.is_file():
        pytest.skip(f"needs {path}")
    assert len(FORMAL) >= 50
    assert list(ENTRIES) == list(json.loads(path.read_text("utf-8")))


def test_what_is_not_expressible_says_why_and_all_else_is_a_problem():
    assert all(":" in entry["reason"] for entry in ENTRIES.values() if "reason" in entry)
    assert [entry["id"] for entry in ENTRIES.values() if "status" in entry and set(entry) != {"id", "status", "reason"}] == []
    for entry in FORMAL:
        ProblemEntry.model_validate({key: value for key, value in entry.items() if key not in {"asks", "line", "reason"}})


@pytest.mark.slow
@every([("m1718", r"\frac13"), ("m1803", r"\frac35"), ("m2005", "3"), ("m3873", "108")])
def test_an_easy_one_is_proved_with_the_answer_of_the_data(name, key):
    assert judged(ENTRIES[name], key).status == PROVED


@pytest.mark.slow
def test_another_answer_of_the_data_is_a_wrong_one():
    found = judged(ENTRIES["m3873"], "109")
    assert (found.status, found.told) == ("wrong", "108.0 for 109 of the data")


@pytest.mark.slow
def test_what_one_line_more_would_prove_is_said():
    found = judged(ENTRIES["m2031"], "22^\\circ")
    assert (found.status, found.helped) == ("no proof", "one line drawn")
