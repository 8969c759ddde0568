"""The comparison of the engine with an earlier revision, on outcomes made by hand and on one form."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import engine_speed
from benchmarks.engine_checks.problems import read_json
from benchmarks.engine_speed import Outcome, Pair

FASTER = Pair("1", Outcome("solved", 70.0, 0.4, 0.8), Outcome("solved", 70.0, 0.1, 0.4))
SLOWER = Pair("2", Outcome("solved", 5.0, 0.1, 0.1), Outcome("solved", 5.5, 0.2, 0.2))
LOST = Pair("3", Outcome("solved", 5.0, 9.0, 9.0), Outcome("no_proof", None, 0.1, 0.1))


def test_times_are_of_the_forms_that_both_solve() -> None:
    found = engine_speed.measure([FASTER, SLOWER, LOST])
    assert found["solved by both"] == 2
    assert found["processor, total"] == {
        "earlier": pytest.approx(500),
        "present": pytest.approx(300),
        "ratio": pytest.approx(0.6),
    }
    assert found["wall, 90th percentile"]["present"] == pytest.approx(400)


def test_outcomes_and_answers_that_differ_are_listed() -> None:
    found = engine_speed.measure([FASTER, SLOWER, LOST])
    assert found["differ"] == [["2", "solved 5", "solved 5.5"], ["3", "solved 5", "no_proof"]]


def test_without_a_form_that_both_solve_there_is_nothing_to_compare(capsys: pytest.CaptureFixture[str]) -> None:
    engine_speed.print_report("abc", engine_speed.measure([LOST]))
    assert "nothing to compare" in capsys.readouterr().out


@pytest.mark.slow
def test_an_engine_in_a_process_of_its_own_solves_a_form(data_folder: Path, repository: Path) -> None:
    forms = read_json(data_folder / "geometry3k" / "forms_0000_2400.json")
    (pair,) = engine_speed.compare({"2172": forms["2172"]}, repository / "src", repository / "src")
    assert pair.are_solved
    assert not pair.differ
    assert pair.present.processor > 0
