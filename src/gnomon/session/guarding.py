"""Guarding a tutor's turns: regenerate on a leak, at most twice, then say something safe; everything is recorded.

Policy on Revealing: it is honoured only where the session allows it, by default after ExplainConcept failed on the same
step. Then the step in play may be told; later steps and, unless the step is the last, the answer stay guarded.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from dataclasses import dataclass, replace
from typing import NamedTuple

from gnomon.dialogue import Dialogue, Phrasebook, TurnRecord, TutorTurn
from gnomon.figure import Highlights
from gnomon.geometry import Proof
from gnomon.tutor import AsyncTutor, ModelTurn, StepScope, Tutor, TutorContext, UnreadableReplyError, check, describe, said_turn

_TRIES = 3
RevealPolicy = Callable[[Dialogue], bool]


def reveal_after_concept(dialogue: Dialogue) -> bool:
    """Allow Revealing when the tutor's last turn explained the concept and the student still had to answer it."""
    turns = dialogue.tutor_turns()
    return bool(turns) and turns[-1].subact == "ExplainConcept"


class _Draft(NamedTuple):
    """What a tutor came up with."""

    turn: TutorTurn | None
    failure: str = ""
    """Why there is no turn."""


@dataclass(frozen=True)
class GuardedTutor:
    """A tutor whose turns pass the answer guard."""

    tutor: Tutor
    may_reveal: RevealPolicy = reveal_after_concept

    def reply(self, context: TutorContext) -> TutorTurn:
        """Return the next turn, safe by the guard; its record holds what was stopped and the seconds it took.

        A model's reply that is no turn counts as a try as well; the record says so in ``unread``.
        """
        guarding = _guarding(context, self.may_reveal)
        asked = next(guarding)
        while True:
            try:
                asked = guarding.send(self._draft(asked))
            except StopIteration as done:
                turn: TutorTurn = done.value
                return turn

    def _draft(self, context: TutorContext) -> _Draft:
        try:
            return _Draft(self.tutor.reply(context))
        except UnreadableReplyError as error:
            return _Draft(None, str(error))


@dataclass(frozen=True)
class AsyncGuardedTutor:
    """The same around an `AsyncTutor`: a row of its own in benchmarks, beside the raw tutor's."""

    tutor: AsyncTutor
    may_reveal: RevealPolicy = reveal_after_concept

    @property
    def name(self) -> str:
        """``guarded:`` and the tutor's name."""
        return f"guarded:{self.tutor.name}"

    async def reply(self, context: TutorContext) -> ModelTurn:
        """Return the next turn with the usage of all its drafts.

        Where the guard let the last draft pass, the text is the model's own; else it is the JSON of the safe turn. The
        interventions are ``turn.record.guard`` and ``turn.record.unread``.

        Raises:
            ModelError: when the model cannot be asked.
        """
        guarding = _guarding(context, self.may_reveal)
        asked = next(guarding)
        drafts: list[ModelTurn] = []
        while True:
            drafts.append(await self.tutor.reply(asked))
            try:
                asked = guarding.send(_Draft(drafts[-1].turn, drafts[-1].failure))
            except StopIteration as done:
                return _outcome(drafts, done.value)


def _outcome(drafts: list[ModelTurn], turn: TutorTurn) -> ModelTurn:
    last = drafts[-1]
    usage = sum((draft.usage for draft in drafts[:-1]), last.usage)
    seconds = sum(draft.seconds for draft in drafts)
    if last.turn is not None and last.turn.turn_json() == turn.turn_json():
        return replace(last, turn=turn, usage=usage, seconds=seconds)
    return said_turn(turn, usage=usage, seconds=seconds)


def _guarding(context: TutorContext, may_reveal: RevealPolicy) -> Generator[TutorContext, _Draft, TutorTurn]:
    """Ask for drafts by yielding their contexts until one is safe or the tries are used up; who waits for what is not said."""
    start = time.perf_counter()
    context = replace(context, may_reveal=may_reveal(context.dialogue))
    stopped: list[str] = []
    unread: list[str] = []
    for _ in range(_TRIES):
        draft = yield replace(context, rejected=(*stopped, *unread))
        if draft.turn is None:
            unread.append(draft.failure)
            continue
        reason = _breach(draft.turn, context)
        if reason is None:
            return _recorded(draft.turn, stopped, unread, time.perf_counter() - start)
        stopped.append(reason)
    return _recorded(_safe_turn(context), stopped, unread, time.perf_counter() - start)


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
    if proof is not None:
        return proof.answer.number
    return context.problem.answer if context.problem.answer is not None else context.problem.exact


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


def _recorded(turn: TutorTurn, stopped: list[str], unread: list[str], seconds: float) -> TutorTurn:
    record = turn.record or TurnRecord()
    noted = {"guard": tuple(stopped), "unread": tuple(unread), "seconds": round(seconds, 5)}
    return turn.model_copy(update={"record": record.model_copy(update=noted)})
