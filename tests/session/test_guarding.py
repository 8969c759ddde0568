"""The guard around a tutor: regenerate, replace, record; Revealing only where the policy allows it."""

import asyncio

import pytest

from gnomon.dialogue import Dialogue, StudentTurn, TurnRecord, TutorTurn, violations
from gnomon.geometry import solution_of
from gnomon.problem import bank
from gnomon.session import GuardedTutor, reveal_after_concept
from gnomon.tutor import TutorContext, said_turn

PROBLEM = bank()["hourglass-cglxz"]
START = Dialogue(problem=PROBLEM.id, attempt="GX = 12")
LEAK = TutorTurn(act="Focus", subact="Guide", utterance="So GX is 15, is it not?")
FINE = TutorTurn(act="Focus", subact="Guide", utterance="Which triangles are similar?")
REVEALING = TutorTurn(act="Telling", subact="Revealing", utterance="Here it is: GX is 15.", record=TurnRecord(step=1))
CONCEPT = TutorTurn(act="Telling", subact="ExplainConcept", utterance="Matching sides keep their ratio.")


class Drafts:
    """A tutor that gives these drafts one after the other and keeps the contexts it has seen."""

    name = "drafts"

    def __init__(self, *drafts):
        self.drafts, self.contexts = drafts, []

    async def reply(self, context):
        self.contexts.append(context)
        return said_turn(self.drafts[min(len(self.contexts), len(self.drafts)) - 1])


def guarded(tutor, context, **policy):
    """Return the turn that the guard gives."""
    return asyncio.run(GuardedTutor(tutor, **policy).reply(context)).turn


@pytest.fixture(scope="module")
def context():
    return TutorContext(PROBLEM, START, solution_of(PROBLEM))


@pytest.fixture(scope="module")
def context_after_concept(context):
    dialogue = START.with_turn(CONCEPT).with_turn(StudentTurn(utterance="I do not get it"))
    return TutorContext(PROBLEM, dialogue, context.solution)


def test_a_turn_that_leaks_nothing_passes(context):
    turn = guarded(Drafts(FINE), context)
    assert turn.utterance == FINE.utterance
    assert turn.record.guard == ()
    assert turn.record.seconds is not None


def test_a_leak_is_regenerated_and_the_tutor_is_told_why(context):
    tutor = Drafts(LEAK, FINE)
    turn = guarded(tutor, context)
    assert turn.utterance == FINE.utterance
    assert [len(seen.rejected) for seen in tutor.contexts] == [0, 1]
    assert turn.record.guard == tutor.contexts[1].rejected


def test_the_record_names_the_words_that_were_stopped(context):
    assert "15" in guarded(Drafts(LEAK, FINE), context).record.guard[0]


def test_after_three_leaks_a_safe_turn_takes_the_place(context):
    tutor = Drafts(LEAK, LEAK, LEAK, FINE)
    turn = guarded(tutor, context)
    assert len(tutor.contexts) == 3
    assert (turn.record.rung, len(turn.record.guard)) == ("safe", 3)
    assert "15" not in turn.utterance
    assert violations(turn, START) == []


def test_revealing_is_refused_before_a_concept_was_explained(context):
    turn = guarded(Drafts(REVEALING, REVEALING, FINE), context)
    assert turn.utterance == FINE.utterance
    assert turn.record.guard == ("Revealing is not allowed here",) * 2


def test_revealing_passes_after_a_concept_was_explained_in_vain(context_after_concept):
    turn = guarded(Drafts(REVEALING), context_after_concept)
    assert (turn.subact, turn.record.guard) == ("Revealing", ())


def test_revealing_is_refused_where_the_policy_never_allows_it(context_after_concept):
    turn = guarded(Drafts(REVEALING, FINE), context_after_concept, may_reveal=lambda _: False)
    assert turn.utterance == FINE.utterance


def test_a_leak_is_stopped_after_a_concept_too(context_after_concept):
    assert guarded(Drafts(LEAK, FINE), context_after_concept).utterance == FINE.utterance


def test_revealing_an_earlier_step_does_not_tell_the_answer(context_after_concept):
    early = REVEALING.model_copy(update={"record": TurnRecord(step=0)})
    assert guarded(Drafts(early, FINE), context_after_concept).utterance == FINE.utterance


def test_the_answer_that_the_student_has_said_may_be_confirmed(context):
    dialogue = START.with_turn(FINE).with_turn(StudentTurn(utterance="GX = 15"))
    turn = guarded(Drafts(LEAK), TutorContext(PROBLEM, dialogue, context.solution))
    assert turn.utterance == LEAK.utterance


@pytest.mark.parametrize(("turns", "allowed"), [((), False), ((FINE,), False), ((CONCEPT,), True), ((CONCEPT, FINE), False)])
def test_the_default_policy_asks_for_a_concept_just_before(turns, allowed):
    assert reveal_after_concept(START.model_copy(update={"turns": turns})) is allowed
