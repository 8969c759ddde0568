"""The guard around tutors that ask a model: replies that are no turn, usage, whole sessions."""

import asyncio
import json
from itertools import count

import pytest

from gnomon.dialogue import Dialogue, violations
from gnomon.geometry import solution_of, solve
from gnomon.models import FakeModel
from gnomon.problem import bank
from gnomon.session import GuardedTutor, choose_misconception, simulate
from gnomon.tutor import ModelTutor, TutorContext

PROBLEM = bank()["hourglass-cglxz"]


def turn(utterance, **changes):
    return json.dumps({
        "act": "Focus", "subact": "Guide", "feedback": "none", "utterance": utterance,
        "highlights": {"lines": [], "angles": [], "arcs": [], "labels": []},
    } | changes)  # fmt: skip


FINE = turn("Which triangles are similar?")
LEAK = turn("So GX is 15, is it not?")
NOTHING = "I would ask about the triangles."


def scripted(*replies):
    number = count()
    return ModelTutor(FakeModel(lambda _, __: replies[min(next(number), len(replies) - 1)]))


@pytest.fixture(scope="module")
def context():
    return TutorContext(PROBLEM, Dialogue(problem=PROBLEM.id, attempt="GX = 12"), solution_of(PROBLEM))


def reply_of(context, tutor):
    """Return what the guard gives."""
    return asyncio.run(GuardedTutor(tutor).reply(context))


@pytest.mark.parametrize(
    ("replies", "stopped", "unread", "is_safe"),
    [
        ((FINE,), 0, 0, False),
        ((LEAK, FINE), 1, 0, False),
        ((NOTHING, FINE), 0, 1, False),
        ((LEAK, NOTHING, FINE), 1, 1, False),
        ((LEAK,), 3, 0, True),
        ((NOTHING,), 0, 3, True),
        ((NOTHING, LEAK, NOTHING), 1, 2, True),
    ],
)
def test_leaks_and_unreadable_replies_are_tried_again_twice_and_counted_apart(replies, stopped, unread, is_safe, context):
    given = reply_of(context, scripted(*replies)).turn
    assert (len(given.record.guard), len(given.record.unread)) == (stopped, unread)
    assert (given.record.rung == "safe") == is_safe
    assert "15" not in given.utterance
    if is_safe:
        assert violations(given, context.dialogue) == []


def test_the_model_is_told_why_it_is_asked_again(context):
    tutor = scripted(LEAK, NOTHING, FINE)
    reply_of(context, tutor)
    texts = [request.messages[-1].text for request in tutor.model.requests]
    assert [text.count("\n- ") for text in texts] == [0, 1, 2]
    assert "So GX is 15" in texts[1] or "'15'" in texts[1] or "15" in texts[1]
    assert "could not be read" in texts[2]


def test_the_raw_reply_stays_where_the_guard_lets_it_pass_and_all_drafts_are_paid_for(context):
    passed = reply_of(context, scripted(LEAK, FINE))
    assert passed.text == FINE
    assert passed.usage.requests == 2
    replaced = reply_of(context, scripted(LEAK))
    assert json.loads(replaced.text) == replaced.turn.turn_json()
    assert replaced.usage.requests == 3


def test_a_value_of_a_later_step_is_a_leak_where_the_engine_knows_the_step():
    problem = bank()["two-isosceles-hlxy"]
    context = TutorContext(problem, Dialogue(problem=problem.id), solve(problem))
    later = turn("Angle HYX is 70 degrees, so go on from there.")
    guarded = reply_of(context, scripted(later))
    assert guarded.turn.record.rung == "safe"
    assert "past the step" in guarded.turn.record.guard[0]


@pytest.mark.slow
def test_a_whole_session_with_a_model_that_never_speaks_sense_stays_safe():
    solution = solution_of(PROBLEM)
    belief = choose_misconception(solution, None, 1)
    tutor = scripted(NOTHING)
    held = simulate(solution, belief, tutor=GuardedTutor(tutor), tutor_name=tutor.name, most_tutor_turns=3)
    dialogue = asyncio.run(held)
    assert [given.record.rung for given in dialogue.tutor_turns()] == ["safe"] * 3
    assert [len(given.record.unread) for given in dialogue.tutor_turns()] == [3] * 3
    assert len(tutor.model.requests) == 9
    assert dialogue.tutor == "model:fake"


def test_the_guarded_tutor_has_a_name_of_its_own():
    assert GuardedTutor(scripted(FINE)).name == "guarded:model:fake"
