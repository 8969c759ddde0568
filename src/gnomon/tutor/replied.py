"""What tutors give back: the raw reply, which benchmarks grade, and what could be read in it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import NamedTuple

from gnomon.dialogue import TurnRecord, TutorTurn
from gnomon.figure import VisualKeypoint
from gnomon.models import Usage
from gnomon.replies import Reading, said_in
from gnomon.tutor.asking import ModelReply

_NO_USAGE = Usage()


@dataclass(frozen=True)
class TutorReply:
    """What a `Tutor` gives: a turn, and how it came about."""

    text: str
    """The raw reply, word for word; the JSON of the turn where no model wrote it."""
    reading: Reading
    """What was read in it: status, value, repairs, invalid fields, flags."""
    turn: TutorTurn | None
    """The turn; None unless every field of it could be read."""
    usage: Usage = _NO_USAGE
    seconds: float = 0.0
    flags: tuple[str, ...] = ()
    """Those of the reading, and what the tutor adds."""
    has_notes: bool = False
    """Whether the model had the engine's private notes."""

    @property
    def failure(self) -> str:
        """Why there is no turn, as a clause for a person or a model; empty when there is one."""
        if self.turn is not None:
            return ""
        fields = ", ".join(self.reading.invalid_fields)
        why = f"invalid: {fields}" if fields else "no JSON object of a turn was found"
        return f"the reply could not be read as a turn ({why})"


def read_turn(
    reply: ModelReply,
    reading: Reading,
    *,
    step: int | None = None,
    has_notes: bool = False,
    needs_highlights: bool = True,
) -> TutorReply:
    """Make the turn of a reading.

    Args:
        reply: the raw reply.
        reading: of its text.
        step: the proof step in play, for the guard; None when it is not known.
        has_notes: whether the model had private notes.
        needs_highlights: False where the model was asked for none: the turn then has none, whatever the reading says.
    """
    turn = _turn(reading, step, needs_highlights=needs_highlights)
    flags = (*reading.flags, *(("cut_at_limit",) if reply.is_cut else ()))
    return TutorReply(reply.text, reading, turn, reply.usage, reply.seconds, flags, has_notes)


def _turn(reading: Reading, step: int | None, *, needs_highlights: bool) -> TutorTurn | None:
    value, invalid = reading.value, reading.invalid_fields
    if value is not None and not needs_highlights:
        value = {key: part for key, part in value.items() if not key.startswith("highlights")}
        invalid = tuple(name for name in invalid if not name.startswith("highlights"))
    if value is None or invalid:
        return None
    record = TurnRecord(step=step) if step is not None else None
    return TutorTurn.model_validate({**value, "record": record})


def said_turn(turn: TutorTurn, *, usage: Usage = _NO_USAGE, seconds: float = 0.0, flags: tuple[str, ...] = ()) -> TutorReply:
    """Return a turn that no model wrote as if one had: its text is the JSON of the turn."""
    value = turn.turn_json()
    reading = Reading(status="ok", value=value)
    return TutorReply(json.dumps(value, ensure_ascii=False), reading, turn, usage, seconds, flags)


class KeyStepReply(NamedTuple):
    """An answer in three parts (MMTutorBench 3.2)."""

    text: str
    """The raw reply, word for word."""
    insight: str | None
    """Insight Discovery; None where the reply has no such part, or has it twice."""
    formulation: str | None
    """Operation Formulation."""
    execution: str | None
    """Operation Execution."""
    usage: Usage = _NO_USAGE
    seconds: float = 0.0

    @property
    def said(self) -> str:
        """The reply without thinking: what the student gets, and a judge."""
        return said_in(self.text)

    @property
    def missing(self) -> tuple[str, ...]:
        """Names of the parts that could not be read."""
        return tuple(name for name in ("insight", "formulation", "execution") if getattr(self, name) is None)


class KeypointReply(NamedTuple):
    """Keypoints that were named (MathExplain 5.1)."""

    text: str
    """The raw reply; where it is prose, a parsing model reads it (`gnomon.judge`)."""
    keypoints: tuple[VisualKeypoint, ...] | None
    """Those that were read whole; None when the text is no list of keypoints, while an empty list is an answer."""
    reading: Reading | None = None
    """What was read in the text, with the fields that are not valid; None where no model wrote it."""
    usage: Usage = _NO_USAGE
    seconds: float = 0.0

    @property
    def said(self) -> str:
        """The reply without thinking."""
        return said_in(self.text)


class ExplanationReply(NamedTuple):
    """An explanation, or the answer that one arrives at."""

    text: str
    """The raw reply, word for word."""
    usage: Usage = _NO_USAGE
    seconds: float = 0.0

    @property
    def said(self) -> str:
        """The reply without thinking: what the student gets, and a judge."""
        return said_in(self.text)
