"""One step: a message in, a turn out, and nothing kept in between."""

import asyncio

import pytest

from gnomon.dialogue import Dialogue, StudentTurn, TutorTurn
from gnomon.geometry import solution_of, solve
from gnomon.models import FakeModel
from gnomon.problem import Problem, bank
from gnomon.session import GuardedTutor, Session, UnreadableReplyError
from gnomon.tutor import ModelTutor, NoProofError, SymbolicTutor, said_turn

PROBLEM = bank()["hourglass-cglxz"]
HELLO = TutorTurn(act="Generic", subact="Introduce", utterance="Tell me.")
START = Dialogue(problem=PROBLEM.id, attempt="GX = 12", turns=(HELLO,))


@pytest.fixture(scope="module")
def solution():
    return solution_of(PROBLEM)


def step(session, dialogue, message=None):
    return asyncio.run(session.step(dialogue, message)).model_copy(update={"record": None})


def test_a_message_counts_as_if_the_dialogue_held_it(solution):
    session = Session(solution, GuardedTutor(SymbolicTutor(seed=2)))
    said = "The sides differ by 2, so GX = 12."
    assert step(session, START, said) == step(session, START.with_turn(StudentTurn(utterance=said)))
    assert step(session, START, said) != step(session, START, "Similar triangles: 6/GX = 4/10, so GX = 15.")


def test_the_same_step_gives_the_same_turn_whatever_was_asked_before(solution):
    session = Session(solution, GuardedTutor(SymbolicTutor(seed=2)))
    first = step(session, START, "idk")
    for message in ("just tell me", "GX = 12", "GX = 15"):
        step(session, START, message)
    assert (
        step(session, START, "idk") == first == step(Session(solve(PROBLEM), GuardedTutor(SymbolicTutor(seed=2))), START, "idk")
    )


def test_many_dialogues_step_at_once_on_one_session(solution):
    session = Session(solution, GuardedTutor(SymbolicTutor()))
    messages = [f"GX = {number}" for number in range(4)]

    async def together():
        return await asyncio.gather(*(session.step(START, message) for message in messages))

    found = [turn.model_copy(update={"record": None}) for turn in asyncio.run(together())]
    assert found == [step(session, START, message) for message in messages]


def test_a_step_that_waits_for_a_model_lets_another_go_on(solution):
    class Waiting:
        name = "waiting"

        async def reply(self, context):
            if context.dialogue.attempt == "first":
                await other_has_spoken.wait()
            else:
                other_has_spoken.set()
            return said_turn(HELLO)

    other_has_spoken = asyncio.Event()
    session = Session(solution, Waiting())

    async def together():
        await asyncio.gather(*(session.step(Dialogue(problem="p", attempt=attempt)) for attempt in ("first", "second")))

    asyncio.run(together())


def test_the_last_turn_is_known_by_the_dialogue_alone(solution):
    seen = []

    class Watching:
        name = "watching"

        async def reply(self, context):
            seen.append(context.is_last)
            return said_turn(HELLO)

    session = Session(solution, Watching(), most_tutor_turns=3)
    for turns in ((), (HELLO,), (HELLO, HELLO), (HELLO, HELLO, HELLO)):
        step(session, START.model_copy(update={"turns": turns}))
    assert seen == [False, False, True, True]


def test_a_reply_that_is_no_turn_is_an_error_with_the_reply(solution):
    with pytest.raises(UnreadableReplyError, match="could not be read as a turn") as caught:
        step(Session(solution, ModelTutor(FakeModel("hm"))), START)
    assert caught.value.reply.text == "hm"


def test_the_symbolic_tutor_needs_a_proof():
    unsolved = solve(Problem(id="bare", question=PROBLEM.question))
    with pytest.raises(NoProofError, match="no formal description"):
        step(Session(unsolved, SymbolicTutor()), START)
