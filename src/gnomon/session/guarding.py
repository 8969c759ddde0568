"""Guarding a tutor's turns: regenerate on a leak, at most twice, then say something safe; everything is recorded.

Policy on Revealing: it is honoured only where the session allows it, by default after ExplainConcept failed on the same
step. Then the step in play may be told; later steps and, unless the step is the last, the answer stay guarded.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from gnomon.dialogue import Dialogue, TurnRecord, TutorTurn
from gnomon.geometry import Proof
from gnomon.tutor import Tutor, TutorContext, TutorReply, breach_of, first_safe, language_of, said_turn, words_in

RevealPolicy = Callable[[Dialogue], bool]


def reveal_after_concept(dialogue: Dialogue) -> bool:
    """Allow Revealing when the tutor's last turn explained the concept and the student still had to answer it."""
    turns = dialogue.tutor_turns()
    return bool(turns) and turns[-1].subact == "ExplainConcept"


@dataclass(frozen=True)
class GuardedTutor:
    """A tutor whose turns pass the answer guard: the default of a session, in benchmarks a row of its own."""

    tutor: Tutor
    may_reveal: RevealPolicy = reveal_after_concept

    @property
    def name(self) -> str:
        """``guarded:`` and the tutor's name."""
        return f"guarded:{self.tutor.name}"

    async def reply(self, context: TutorContext) -> TutorReply:
        """Return the next turn, safe by the guard, with the usage of all its drafts; there always is one.

        Where the guard let the last draft pass, the text is the tutor's own; else it is the JSON of the safe turn. The turn's
        record holds what was stopped (``guard``), a model's replies that were no turn, each a draft too (``unread``), and the
        seconds it took. Errors as the tutor's.
        """
        start = time.perf_counter()
        context = replace(context, may_reveal=self.may_reveal(context.dialogue))
        tried = await first_safe(
            lambda refused: self.tutor.reply(replace(context, rejected=refused)),
            lambda draft: draft.failure if draft.turn is None else breach_of(draft.turn, context),
        )
        last = tried.drafts[-1]
        turn = last.turn if tried.passed and last.turn is not None else _safe_turn(context)
        whys = list(zip(tried.drafts, tried.refused, strict=False))
        noted = {
            "guard": tuple(why for draft, why in whys if draft.turn is not None),
            "unread": tuple(why for draft, why in whys if draft.turn is None),
            "seconds": round(time.perf_counter() - start, 5),  # to 10 microseconds: less is the clock's noise
        }
        turn = turn.model_copy(update={"record": (turn.record or TurnRecord()).model_copy(update=noted)})
        usage = sum((draft.usage for draft in tried.drafts[:-1]), last.usage)
        seconds = sum(draft.seconds for draft in tried.drafts)
        if tried.passed:
            return replace(last, turn=turn, usage=usage, seconds=seconds)
        return said_turn(turn, usage=usage, seconds=seconds)


def _proof(context: TutorContext) -> Proof | None:
    return context.solution.proof if context.solution else None


def _safe_turn(context: TutorContext) -> TutorTurn:
    """Ask about the goal without a word about its value."""
    proof = _proof(context)
    words = words_in(language_of(context.dialogue))
    thing = words.quantity(proof.goal) if proof else words.name("problem")
    said = words.book.templates("safe")
    # Turns alternate, so half their number counts the tutor's: safe turns in a row differ.
    text = said[len(context.dialogue.turns) // 2 % len(said)].format(thing=thing)
    return TutorTurn(act="Probing", subact="AskForExplanation", utterance=text, record=TurnRecord(rung="safe"))
