"""What a tutor hears in one message of a learner: the moves, the judgements on them, and the turn that answers.

Where both sides of the dialogue before it are given, the tutor's turns are used as they were said, whoever said them. Where only
the learner's messages are, the tutor's turns between are composed with seed 0, so that rows are independent of each other and of
any server.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from gnomon.dialogue import Dialogue, StudentTurn, Turn, TutorTurn
from gnomon.geometry import Solution
from gnomon.session.guarding import GuardedTutor
from gnomon.session.step import Session
from gnomon.session.transcripts import Said, turns_before
from gnomon.tutor import Ear, Judged, Judgement, SymbolicTutor
from gnomon.tutor.symbolic.readers import require_reader


class Heard(NamedTuple):
    """One message as the tutor took it."""

    judged: Judged
    turn: TutorTurn
    """The guarded tutor's answer."""
    finds_answer: bool = False
    """Whether the tutor takes the answer as found by this message, also where only the dialogue before it tells so."""

    @property
    def solved(self) -> bool:
        """Whether the final answer was given, and it holds."""
        return self.judged.solved or self.finds_answer

    @property
    def by_reader(self) -> bool:
        """Whether the moves are those that a model heard."""
        return self.turn.record is not None and bool(self.turn.record.heard)

    @property
    def unheard(self) -> tuple[str, ...]:
        """What of a model's reading does not count, one reason each."""
        return self.turn.record.unheard if self.turn.record is not None else ()

    def as_json(self) -> dict[str, Any]:
        """Return what ``gnomon listen`` writes of a row: ``verdict``, ``solved``, ``way``, ``moves``, ``turn``, ``unheard``."""
        judged = self.judged
        of_move = {id(judgement.move): judgement for judgement in judged.judgements}
        moves = [
            {"kind": move.kind.value, "words": move.words, **_judged_json(of_move.get(id(move)))} for move in judged.message.moves
        ]
        return {
            "verdict": judged.verdict,
            "solved": self.solved,
            "way": judged.way,
            "moves": moves,
            "turn": self.turn.turn_json(),
            **({"unheard": list(self.unheard)} if self.unheard else {}),
        }


async def listen(solution: Solution, message: str, before: Sequence[Said] = (), *, ear: Ear | None = None) -> Heard:
    """Return what the symbolic tutor hears in ``message`` and answers.

    Args:
        solution: of the problem.
        message: the learner's.
        before: the learner's earlier messages, or what both sides said (see `turns_before`), oldest first.
        ear: reads what is told in words; None: the grammar alone.

    Raises:
        TranscriptError: when ``before`` is in no known form.
        NoProofError: when the engine does not solve the problem.
    """
    session = Session(solution, GuardedTutor(SymbolicTutor(seed=0, ear=ear)))
    dialogue = await _dialogue(session, turns_before(before), message)
    reader = await require_reader(solution.problem, solution)
    turn = await session.step(dialogue)
    diagnosis = reader.diagnose(dialogue.with_turn(turn))  # the turn's record holds what the ear has heard
    assert diagnosis.last is not None  # the message is the last one
    return Heard(diagnosis.last, turn, diagnosis.exchanges[-1].finds_answer)


async def _dialogue(session: Session, before: Sequence[Turn], message: str) -> Dialogue:
    """Return the dialogue up to a message; what the tutor says in it is made only where nothing of it is given."""
    dialogue = Dialogue(problem=session.solution.problem.id)
    is_given = any(isinstance(turn, TutorTurn) for turn in before)
    for turn in (*before, StudentTurn(utterance=message)):
        if not is_given:
            dialogue = dialogue.with_turn(await session.step(dialogue))
        dialogue = dialogue.with_turn(turn)
    return dialogue


def _judged_json(judgement: Judgement | None) -> dict[str, Any]:
    if judgement is None:
        return {}
    misconception = judgement.misconception
    return {
        "truth": judgement.truth.value,
        "arithmetic": None if judgement.arithmetic is None else judgement.arithmetic.value,
        "way": judgement.way,
        "quantity": None if judgement.quantity is None else str(judgement.quantity),
        "value": judgement.value,
        "misconception": None if misconception is None else misconception.id,
        "is_answer": judgement.is_answer,
    }
