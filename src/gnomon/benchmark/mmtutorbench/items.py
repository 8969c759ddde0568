"""What MMTutorBench asks: one turn of one key step, and replies that a dataset brings with it.

Fields of the dataset that its own format does not have, read where they are there: ``source``, the problem or video that
several key steps are from; ``problem``, a formal description as `gnomon.problem.load_problem` finds it; ``replies``, recorded
replies of people or products, each ``{"tutor", "text", "human_total"}``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from gnomon.benchmark.benchmark import Item
from gnomon.benchmark.sources import recorded_replies
from gnomon.datasets import KeyStepItem, KeyStepReference, RubricCriterion
from gnomon.models import Image


class RecordedReply(BaseModel):
    """A reply that the dataset holds: of a person, or of a product that cannot be asked here (MMTutorBench, Table 4)."""

    model_config = ConfigDict(frozen=True)

    tutor: str
    text: str
    human_total: float | None = Field(default=None, ge=0, le=6)
    """What experts gave it in all, 0 to 6; None where nobody graded it."""


@dataclass(frozen=True)
class KeyStepTurn:
    """One thing to answer."""

    number: int
    """1, or 2 and 3 for later turns."""
    query: str | None
    """What the student asks at this turn; at the first one only a variant with queries shows it."""
    reference: KeyStepReference
    criteria: tuple[RubricCriterion, ...]
    task: str = ""
    """What the rubric of this turn is about."""
    type: str = ""
    """Of a later turn: Progressive, Exploratory or Introspective."""
    recorded: RecordedReply | None = None
    """The reply to grade, where the dataset brings it."""
    texts: tuple[str, ...] = ()
    pictures: tuple[str, ...] = ()
    """File names."""
    source: KeyStepItem = field(kw_only=True, repr=False)  # holds paths: what is shown stands above


def written(reference: KeyStepReference) -> str:
    """Return a reference in the form that tutors are asked for."""
    return (
        f"[Insight Discovery]: {reference.insight_discovery}\n"
        f"[Operation Formulation]: {reference.operation_formulation}\n"
        f"[Operation Execution]: {reference.operation_execution}"
    )


def first_turns(sources: Sequence[KeyStepItem], *, recorded: bool = False) -> list[Item]:
    """Return one item a key step; with ``recorded``, one item a recorded reply.

    Raises:
        ResultsError: when a recorded reply cannot be read.
    """
    if not recorded:
        return [_item(turn_of(source, 1)) for source in sources]
    return [_item(turn_of(source, 1, reply)) for source in sources for reply in _recorded(source)]


def later_turns(sources: Sequence[KeyStepItem]) -> list[Item]:
    """Return one item for each later turn of each key step."""
    turns = [turn_of(source, number) for source in sources for number in _later(source)]
    return [_item(turn) for turn in turns]


def turn_of(source: KeyStepItem, number: int, recorded: RecordedReply | None = None) -> KeyStepTurn:
    """Return one turn of a key step."""
    asked = source if number == 1 else _later(source)[number]
    return KeyStepTurn(
        number=number,
        query=asked.query,
        reference=asked.reference,
        criteria=asked.criteria,
        task=asked.task,
        type=getattr(asked, "type", ""),
        recorded=recorded,
        texts=source.texts,
        pictures=tuple(Path(path).name for path in source.all_images),
        source=source,
    )


def turns_before(turn: KeyStepTurn) -> list[KeyStepTurn]:
    """Return the turns before one, the first turn first."""
    numbers = [1, *_later(turn.source)]
    return [turn_of(turn.source, number) for number in numbers if number < turn.number]


def pictures(turn: KeyStepTurn) -> tuple[Image, ...]:
    """Read the pictures, the current one last.

    Raises:
        OSError: when one cannot be read.
        ValueError: when one is no picture.
    """
    return tuple(Image.read(Path(path)) for path in turn.source.all_images)


def _later(source: KeyStepItem) -> dict[int, Any]:
    """Return the later turns by number, in order; of two with one number the first."""
    found: dict[int, Any] = {}
    for follow_up in sorted(source.follow_ups, key=lambda each: each.turn):
        found.setdefault(follow_up.turn, follow_up)
    return found


def _recorded(source: KeyStepItem) -> list[RecordedReply]:
    form = "{tutor, text, human_total from 0 to 6}"
    return recorded_replies(source.id, source.extra.get("replies", []), RecordedReply, form)


def _item(turn: KeyStepTurn) -> Item:
    source = turn.source
    groups = {
        "domain": source.domain_group,
        "subject": source.domain,
        "difficulty": source.level,
        "score": str(source.difficulty),
        "tutor": turn.recorded.tutor if turn.recorded else "",
        "turn": "" if turn.number == 1 else str(turn.number),
        "type": turn.type,
    }
    name = source.id if turn.number == 1 else f"{source.id}/turn-{turn.number}"
    return Item(
        id=f"{name}/{turn.recorded.tutor}" if turn.recorded else name,
        cluster=str(source.extra.get("source") or source.id),
        text="\n\n".join(part for part in (*source.texts[-1:], turn.query or "") if part) or source.task or source.id,
        groups={key: value for key, value in groups.items() if value},
        content=turn,
    )
