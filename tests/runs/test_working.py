"""A pass does what is missing, keeps every row as it ends, and stops where nothing but failures comes."""

import asyncio

import pytest

from gnomon.models import note_calls
from gnomon.runs import ENOUGH_FAILED, AllFailedError
from tests.runs.conftest import ONE_CALL, Row


def texts(run):
    return [row.text for row in run.rows()]


def test_rows_end_in_any_order_and_stand_in_that_of_the_jobs(run):
    async def shortest_first(word):
        await asyncio.sleep(0.001 * len(word.id))
        return Row(id=word.id, text=word.id)

    assert run(["three", "two", "a"], width=3, work=shortest_first) == 3
    assert texts(run) == ["three", "two", "a"]


def test_the_same_run_again_asks_nothing(run):
    run("abc")
    before = run.files.rows.read_bytes()
    assert run("abc") == 0
    assert run.asked == ["a", "b", "c"]
    assert run.files.rows.read_bytes() == before


def test_progress_counts_the_rows_there_and_moves_with_each_row(run):
    run("ab")
    run.told.clear()
    run("abcd")
    assert [progress.done for progress in run.told] == [2, 3, 4]


def test_rows_that_failed_are_asked_again_after_those_never_tried(run):
    run.broken = {"a"}
    run("ab")
    run.broken = set()
    assert run("abc") == 2
    assert run.asked == ["a", "b", "c", "a"]
    assert texts(run) == ["A", "B", "C"]


def test_what_a_failed_row_cost_is_kept_with_the_row_that_takes_its_place(run):
    run.broken = {"a"}
    run("ab")
    run.broken = set()
    run("ab")
    assert [row.calls["speaker"].usage.requests for row in run.rows()] == [2, 1]


def test_a_pass_whose_first_rows_all_fail_stops_with_the_reason(run):
    run.broken = set("abcdefgh")
    with pytest.raises(AllFailedError, match=f"the first {ENOUGH_FAILED} rows failed.*cannot say"):
        run("abcdefgh")
    assert len(run.asked) == ENOUGH_FAILED


def test_fewer_rows_that_all_fail_are_told_at_the_end(run):
    run.broken = {"a", "b"}
    with pytest.raises(AllFailedError, match="all 2 rows failed"):
        run("ab")


def test_one_row_that_can_be_had_keeps_a_run_going(run):
    run.broken = set("bcdefgh")
    assert run("abcdefgh") == 8
    assert [row.error is None for row in run.rows()] == [True] + 7 * [False]


def test_after_a_stop_other_rows_come_first(run):
    run.broken = set("abcde")
    with pytest.raises(AllFailedError):
        run("abcdefg")
    run("abcdefg")
    assert run.asked[5:7] == ["f", "g"]
    assert [row.id for row in run.rows()] == list("abcdefg")


def test_what_was_spent_on_a_row_that_was_stopped_is_counted_with_it(run):
    async def stopped(word):
        note_calls("speaker", ONE_CALL)
        if word.id == "b":
            raise KeyboardInterrupt
        return Row(id=word.id, text=word.id)

    with pytest.raises(KeyboardInterrupt):
        run("ab", work=stopped)
    assert [row.id for row in run.rows()] == ["a"]
    run("ab")
    assert [row.calls["speaker"].usage.requests for row in run.rows()] == [1, 2]
    assert run.files.rows.read_text().count("\n") == 2


def test_a_single_row_that_fails_is_told_in_the_singular(run):
    run.broken = {"a"}
    with pytest.raises(AllFailedError, match="stopped: the only row failed with: "):
        run("a")
