"""The loop of a tutor with a student, a few lines over `Session.step`, and how a conversation ended."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from gnomon.dialogue import Dialogue, Outcome, StudentTurn
from gnomon.geometry import Solution
from gnomon.problem import Question
from gnomon.session.step import Session
from gnomon.student import Beliefs, Student, StudentContext
from gnomon.tutor import proof_reader_of, reader_of

Respond = Callable[[Dialogue], Awaitable[StudentTurn | None]]
"""Answers the last tutor turn of a dialogue, which it sees as `Dialogue.for_student`; None ends the conversation."""


async def run_session(
    session: Session,
    start: Dialogue,
    respond: Respond,
    *,
    on_step: Callable[[Dialogue], None] | None = None,
) -> Dialogue:
    """Run a conversation until the tutor says farewell, the student leaves or the turns are used up.

    Args:
        session: the problem and its tutor.
        start: the dialogue to go on with; its attempt is the student's work so far.
        respond: gives the student's turns.
        on_step: called with the dialogue as it stands, at the start and after every turn, so that what was said can be kept.

    Returns:
        The dialogue with its outcome. Its turns have no times: the same seed gives the same dialogue.
    """
    keep = on_step or (lambda _: None)
    dialogue = start
    keep(dialogue)
    while len(dialogue.tutor_turns()) < session.most_tutor_turns:
        turn = await session.step(dialogue)
        dialogue = dialogue.with_turn(turn)
        keep(dialogue)
        answer = None if turn.subact == "Farewell" else await respond(dialogue.for_student())
        if answer is None:
            break
        dialogue = dialogue.with_turn(answer)
        keep(dialogue)
    return ended(dialogue, session.solution)


def ended(dialogue: Dialogue, solution: Solution) -> Dialogue:
    """Return the dialogue with its outcome."""
    return dialogue.model_copy(update={"outcome": outcome_of(dialogue, solution)})


def outcome_of(dialogue: Dialogue, solution: Solution) -> Outcome:
    """Say how a conversation ended: the student's right answer, with or without a Revealing turn before it."""
    proving, reader = proof_reader_of(solution), reader_of(solution.problem, solution)
    if proving is not None:
        is_solved = proving.is_proved(proving.stand(dialogue))
    else:
        is_solved = reader is not None and reader.diagnose(dialogue).is_solved
    if not is_solved:
        return "not_solved"
    return "solved_told" if any(turn.subact == "Revealing" for turn in dialogue.tutor_turns()) else "solved_untold"


@dataclass
class SimulatedResponse:
    """A simulated student as a `Respond`: keeps its beliefs from turn to turn."""

    student: Student
    question: Question
    beliefs: Beliefs

    async def __call__(self, dialogue: Dialogue) -> StudentTurn:
        """Answer, and remember what the student believes now."""
        reply = await self.student.reply(StudentContext(self.question, dialogue, self.beliefs))
        self.beliefs = reply.beliefs
        return reply.turn
