"""One step of a session: the student's message in, the tutor's turn out. It keeps nothing but what it was opened with.

Terminal, simulation, web app, endpoint and arena all call it; what was said is theirs to keep, in a `Dialogue`.
"""

from __future__ import annotations

from dataclasses import dataclass

from gnomon.dialogue import Dialogue, StudentTurn, TutorTurn
from gnomon.geometry import Solution
from gnomon.tutor import Tutor, TutorContext, TutorReply

MOST_TUTOR_TURNS = 20
"""Simulated conversations end after 3 to 14; who is still stuck after 20 needs a person."""


class UnreadableReplyError(ValueError):
    """A model's reply is no turn; the message says why. A guarded tutor never gives one: it asks again."""

    def __init__(self, reply: TutorReply) -> None:
        super().__init__(reply.failure)
        self.reply = reply


@dataclass(frozen=True)
class Session:
    """A problem and the tutor who talks about it; one session may serve any number of dialogues at once.

    Args:
        solution: the engine's solution, with the problem; `gnomon.geometry.solved` gives it.
        tutor: gives the turns; wrap it in `GuardedTutor` to guard them.
        most_tutor_turns: limit; the last turn is announced to the tutor.
    """

    solution: Solution
    tutor: Tutor
    most_tutor_turns: int = MOST_TUTOR_TURNS

    async def step(self, dialogue: Dialogue, message: str | None = None) -> TutorTurn:
        """Return the tutor's next turn.

        Args:
            dialogue: what was said so far, with the student's attempt.
            message: what the student says to it now; None where the dialogue holds it already, or where the tutor begins.

        Raises:
            UnreadableReplyError: when an unguarded model's reply is no turn.
            ModelError: when a model cannot be asked.
            NoProofError: when the tutor needs a proof and the solution has none.
        """
        if message is not None:
            dialogue = dialogue.with_turn(StudentTurn(utterance=message))
        is_last = len(dialogue.tutor_turns()) >= self.most_tutor_turns - 1
        reply = await self.tutor.reply(TutorContext(self.solution.problem, dialogue, self.solution, is_last=is_last))
        if reply.turn is None:
            raise UnreadableReplyError(reply)
        return reply.turn
