"""The scripts that measure diagnosis, the reading of messages, and Geometry3K, each on very little."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from benchmarks import diagnosis, geometry3k, messages
from benchmarks.reporting import Share, percentile

ENTRY = {"id": "m", "group": "claim", "problem": "pythagoras-xyz", "asked": None, "verdict": "right", "reads": "claim"}


def entry(message: str, **more: Any) -> dict[str, Any]:
    return {**ENTRY, "message": message, **more}


@pytest.mark.slow
def test_an_injected_error_is_compared_with_the_one_found() -> None:
    figures = diagnosis.measure(diagnosis.examine_all(seed=0, limit=1, jobs=1))
    assert figures["attempts"] == 3 * len(figures["by_misconception"])
    assert figures["located"].count > 0
    assert figures["false_alarms"].count == 0


def test_an_idea_elsewhere_does_not_count_as_named() -> None:
    case = diagnosis.Case("p", "angle_sum_360", False, 0, 2, 0, 1, "angle_sum_360", False, "")
    assert not case.is_located
    assert not case.is_named


def test_a_right_claim_is_read_with_its_verdict() -> None:
    read = messages.read_entry(entry("XZ = 15", claims=[{"quantity": "line:XZ", "value": 15}]))
    assert read.is_read
    assert not read.is_wrong_verdict


def test_a_verdict_where_the_file_has_none_is_a_wrong_verdict() -> None:
    read = messages.read_entry(entry("XZ = 15", verdict="none", reads="offtopic"))
    assert read.is_wrong_verdict
    assert not read.is_read


def test_a_claim_about_another_quantity_is_not_read() -> None:
    assert not messages.read_entry(entry("XZ = 15", claims=[{"quantity": "line:XY", "value": 15}])).is_read


def test_taking_right_for_rounded_is_a_missed_note_only() -> None:
    read = messages.read_entry(entry("XZ = 15", verdict="right_rounded"))
    assert read.is_missed_note
    assert not read.is_wrong_verdict


def test_any_first_part_of_the_ids_is_spread_evenly() -> None:
    ids = [str(number) for number in range(40)]
    order = list(geometry3k.spread(ids, wanted=5))
    assert order[:10] == ["0", "4", "8", "12", "16", "20", "24", "28", "32", "36"]
    assert sorted(order, key=int) == ids


def test_a_problem_without_a_misconception_has_no_share_in_the_dialogues() -> None:
    rows = [
        geometry3k.Row("1", "solved", 5.0, 1, 0, "legs_added", "solved_untold", "solved_untold", (0.01,)),
        geometry3k.Row("2", "solved", 7.0),
        geometry3k.Row("3", "exception", error="ValueError"),
    ]
    found = geometry3k.measure(rows, {"1": 5.04, "2": 8.0})
    assert found["right_untold"] == Share(1, 1)
    assert found["with_misconception"] == Share(1, 2)
    assert found["precision"] == Share(1, 2)
    assert len(found["exceptions"]) == 1


@pytest.mark.slow
def test_a_textbook_problem_is_solved_and_taught(data_folder: Path) -> None:
    if not (data_folder / "geometry3k").is_dir():
        pytest.skip(f"needs {data_folder / 'geometry3k'}")
    rows = geometry3k.examine_all(seed=0, wanted=1, jobs=1)
    assert rows[-1].status in {"solved", "exception"}
    assert rows[-1].error == ""


def test_a_percentile_is_one_of_the_values() -> None:
    assert percentile([3.0, 1.0, 2.0, 4.0], 50) == 2.0
    assert percentile([3.0, 1.0, 2.0, 4.0], 95) == 4.0
    assert percentile([], 95) is None


def test_a_share_has_an_interval_around_it() -> None:
    low, high = Share(9, 10).interval() or (1.0, 0.0)
    assert low < 0.9 < high
    assert Share(0, 0).interval() is None
