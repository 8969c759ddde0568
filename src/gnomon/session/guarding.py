"""Guarding a tutor's turns: regenerate on a leak, at most twice, then say something safe; everything is recorded.

Policy on Revealing: it is honoured only where the session allows it, by default after ExplainConcept failed on the same
step. Then the step in play may be told; later steps and, unless the step is the last, the answer stay guarded.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from gnomon.dialogue import Dialogue, Phrasebook, TurnRecord, TutorTurn
from gnomon.figure import Highlights
from gnomon.geometry import Proof
from gnomon.tutor import StepScope, Tutor, TutorContext, check, describe

__all__ = ["GuardedTutor", "reveal_after_concept"]

_TRIES = 3
RevealPolicy = Callable[[Dialogue], bool]


def reveal_after_concept(dialogue: Dialogue) -> bool:
    """Allow Revealing when the tutor's last turn explained the concept and the student still had to answer it."""
    turns = dialogue.tutor_turns()
    return bool(turns) and turns[-1].subact == "ExplainConcept"


@dataclass(frozen=True)
class GuardedTutor:
    """A tutor whose turns pass the answer guard."""

    tutor: Tutor
    may_reveal: RevealPolicy = reveal_after_concept

    def reply(self, context: TutorContext) -> TutorTurn:
        """Return the next turn, safe by the guard; its record holds what was stopped and the seconds it took."""
        start = time.perf_counter()
        context = replace(context, may_reveal=self.may_reveal(context.dialogue))
        stopped: list[str] = []
        turn = None
        for _ in range(_TRIES):
            draft = self.tutor.reply(replace(context, rejected=tuple(stopped)))
            reason = _breach(draft, context)
            if reason is None:
                turn = draft
                break
            stopped.append(reason)
        return _recorded(turn or _safe_turn(context), tuple(stopped), time.perf_counter() - start)


def _breach(turn: TutorTurn, context: TutorContext) -> str | None:
    if turn.subact == "Revealing" and not context.may_reveal:
        return "Revealing is not allowed here"
    said = [context.dialogue.attempt, *(student.utterance for student in context.dialogue.student_turns())]
    answer = _final_answer(context)
    scope = _scope(turn, context)
    if turn.subact == "Revealing" and scope is not None and _is_last_step(turn, context):
        return None
    leak = check(turn.utterance, context.problem, answer, said_by_student=said, step=scope).leak
    return None if leak is None else f"{leak.words!r}: {leak.reason}"


def _final_answer(context: TutorContext) -> float | str | None:
    proof = context.solution.proof if context.solution else None
    return proof.answer.number if proof else context.problem.answer


def _is_last_step(turn: TutorTurn, context: TutorContext) -> bool:
    proof = context.solution.proof if context.solution else None
    return proof is not None and turn.record is not None and turn.record.step == len(proof.steps) - 1


def _scope(turn: TutorTurn, context: TutorContext) -> StepScope | None:
    proof = context.solution.proof if context.solution else None
    if proof is None or turn.record is None or turn.record.step is None:
        return None
    first = turn.record.step + (1 if turn.subact == "Revealing" else 0)
    return StepScope(protected=_values_from(proof, first), allowed=tuple(value.number for value in proof.given_values.values()))


def _values_from(proof: Proof, first: int) -> tuple[float, ...]:
    return tuple(found.value.number for step in proof.steps[first:] for found in step.solved)


def _safe_turn(context: TutorContext) -> TutorTurn:
    """Ask about the goal without a word about its value."""
    proof = context.solution.proof if context.solution else None
    thing = describe(proof.goal) if proof else "the problem"
    book = Phrasebook.load("gnomon.session", "phrases.yaml")
    said = book.templates("safe")
    words = said[len(context.dialogue.turns) // 2 % len(said)].format(thing=thing)
    return TutorTurn(
        act="Probing", subact="AskForExplanation", highlights=Highlights(), utterance=words, record=TurnRecord(rung="safe")
    )


def _recorded(turn: TutorTurn, stopped: tuple[str, ...], seconds: float) -> TutorTurn:
    record = turn.record or TurnRecord()
    return turn.model_copy(update={"record": record.model_copy(update={"guard": stopped, "seconds": round(seconds, 5)})})
