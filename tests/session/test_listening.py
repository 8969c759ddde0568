"""What the tutor hears in one message: read, judged, answered."""

import asyncio

import pytest

from gnomon.geometry import solution_of
from gnomon.problem import bank
from gnomon.session import listen


def _heard(problem_id, message, before=()):
    return asyncio.run(listen(solution_of(bank()[problem_id]), message, before))


def test_a_message_comes_back_with_its_moves_its_verdict_and_an_answer():
    heard = _heard("triangle-sum-klm", "so 180 - 123 = 57", ["52+71=123"]).as_json()
    assert (heard["verdict"], heard["solved"], heard["way"]) == ("right", True, "goal")
    assert [move["kind"] for move in heard["moves"]] == ["equation"]
    assert heard["turn"]["utterance"]


def test_rows_are_independent_of_each_other():
    first = _heard("pythagoras-leg-def", "13-5=8").as_json()
    _heard("pythagoras-leg-def", "EF = 12")
    assert _heard("pythagoras-leg-def", "13-5=8").as_json() == first


def test_what_the_tutor_takes_for_the_answer_counts_as_solved():
    before = ["left part 6*10 = 60", "FH = 10-3 = 7"]
    heard = _heard("l-shape-stage-dfhjln", "9*7=63 and 60+63=123", before)
    assert heard.as_json()["solved"]
    assert "You have found the area" in heard.turn.utterance
    assert not _heard("l-shape-stage-dfhjln", "and now?", [*before, "9*7=63 and 60+63=123"]).as_json()["solved"]


def test_a_sum_whose_result_is_said_of_another_part_is_not_the_answer():
    heard = _heard("corresponding-linear-adejmpqx", "180-57=123 so PDQ is 123")
    assert (heard.judged.verdict, heard.solved) == ("mixed", False)
    assert _heard("corresponding-linear-adejmpqx", "180-57=123").solved


@pytest.mark.slow
def test_a_message_of_a_megabyte_is_read_as_far_as_anyone_would():
    heard = _heard("triangle-sum-klm", "57 " * 350_000).as_json()
    assert heard["verdict"] == "none"
    assert not heard["solved"]
    assert "\n" not in heard["turn"]["utterance"]
