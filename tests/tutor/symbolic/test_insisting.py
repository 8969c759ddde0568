"""A wrong value that comes back is one claim, whatever words stand around it; and what the tutor does with who holds on to it."""

import asyncio
from functools import cache

import pytest

from gnomon.dialogue import Dialogue, StudentTurn, TurnRecord, TutorTurn
from gnomon.geometry import solution_of
from gnomon.problem import bank
from gnomon.session import GuardedTutor, Session
from gnomon.tutor import Diagnostician, SymbolicTutor, Truth
from gnomon.tutor.symbolic.insisting import is_said_in
from tests.every import every

SUM = "triangle-sum-klm"
VAGUE = {"look", "relate", "self_correct", "pull_back", "strategy", "smaller"}


@cache
def _reader(problem_id):
    solution = solution_of(bank()[problem_id])
    return Diagnostician(solution.problem, solution.proof, solution.deduction)


def _diagnose(problem_id, *messages, rung="strategy"):
    dialogue = Dialogue(problem=problem_id, attempt="")
    for message in messages:
        turn = TutorTurn(act="Focus", subact="SeekStrategy", utterance="And then?", record=TurnRecord(rung=rung))
        dialogue = dialogue.with_turn(turn).with_turn(StudentTurn(utterance=message))
    return _reader(problem_id).diagnose(dialogue)


def _talk(problem_id, attempt, messages):
    session = Session(solution_of(bank()[problem_id]), GuardedTutor(SymbolicTutor(seed=0)), most_tutor_turns=99)
    dialogue = Dialogue(problem=problem_id, attempt=attempt)
    dialogue = dialogue.with_turn(asyncio.run(session.step(dialogue)))
    for message in messages:
        dialogue = dialogue.with_turn(StudentTurn(utterance=message))
        dialogue = dialogue.with_turn(asyncio.run(session.step(dialogue)))
    return dialogue.tutor_turns()[1:]


@every(["no way its 60", "but look it is 60, i dont see it", "60??", "which makes 60", "wait what, 60 comes out again"])
def test_a_wrong_value_said_again_is_the_same_claim(words):
    last = _diagnose(SUM, "KML = 60", words).exchanges[-1]
    assert [claim.truth for claim in last.claims] == [Truth.WRONG]
    assert last.is_repeated
    assert not last.withheld


@every(
    [
        "then what is wrong with 60?",
        "i have 60 min left",
        "my brother got 60",
        "i dont think its 60",
        "then not 60",
        "a number times itself that makes 60",
    ]
)
def test_a_number_that_is_asked_about_or_of_something_else_is_not_said_again(words):
    assert not any(claim.truth is Truth.WRONG for claim in _diagnose(SUM, "KML = 60", words).exchanges[-1].claims)


def test_to_hold_on_to_one_value_is_no_search_and_three_values_are():
    assert _diagnose(SUM, "60", "still 60", "60??", "no its 60", "57").is_solved
    assert not _diagnose(SUM, "60", "61", "62", "57").is_solved


def test_a_number_after_a_plea_counts_once_a_theorem_was_told():
    assert not _diagnose(SUM, "60", "just tell me the answer", "KML = 57").is_solved
    assert _diagnose(SUM, "60", "just tell me the answer", "KML = 57", rung="concept").is_solved


@every(
    [
        ("I know that the base is the height, so x = 4", "but the base is the height", True),
        ("the base is the height", "so in my head the base is the height, i guess", True),
        ("so x = 4", "so x = 4", False),  # numbers are no idea
        ("the base is the height", "the base is the longest side", False),
    ]
)
def test_an_idea_is_known_again_by_its_words(idea, text, known):
    assert is_said_in(idea, text) is known


def test_an_idea_said_again_takes_its_step_up_unless_the_same_message_puts_it_right():
    idea = "the two angles on one side are always equal"
    first = f"NCV = 68 because {idea}"
    assert _diagnose("parallel-apex-bcnvw", first, f"i thought {idea}, but NCV = 112").step == 1
    back = _diagnose("parallel-apex-bcnvw", first, "NCV = 112", f"but {idea}, so 68")
    assert back.step == 0
    assert not back.shown


def test_a_wrong_value_is_put_into_the_own_equation_then_that_is_taken_by_pieces():
    turns = _talk(SUM, "52 + 71 + KML = 180, so KML = 67", ["67", "67", "123", "67", "67", "67"])
    assert [turn.record.rung for turn in turns[:3]] == ["check", "piece", "number"]
    assert turns[2].feedback == "positive"  # the piece that was asked for
    rungs = [turn.record.rung for turn in turns]
    assert (rungs.count("check"), rungs.count("piece")) == (2, 2)


def test_after_a_theorem_is_told_help_uses_it_before_it_turns_vague():
    rungs = [turn.record.rung for turn in _talk(SUM, "KML = 52 + 71 = 123", ["KML = 52 + 71"] * 12)]
    told = next(at for at, rung in enumerate(rungs) if rung in {"concept", "concept_here"})
    assert not VAGUE & {*rungs[told + 1 : told + 3]}
    assert "contrast" in rungs


def test_a_quotation_does_not_run_over_two_lines():
    (turn,) = _talk(SUM, "", ["KML = 60\nits 60"])
    assert "KML = 60 its 60" not in turn.utterance


@pytest.mark.slow
def test_a_power_that_is_not_worked_out_is_no_answer():
    found = _diagnose("square-area-cubs", "area of CUBS = 7.07²")
    assert not found.is_solved
    assert found.exchanges[-1].claims[0].truth.is_right
    assert _diagnose("square-area-cubs", "area of CUBS = 7.07² = 49.98").is_solved
