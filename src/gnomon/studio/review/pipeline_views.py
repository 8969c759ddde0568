"""What the pages of pipelines' items show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from gnomon.corpus.pipeline import PersonParams, Question, agreement
from gnomon.corpus.pipeline.review import card_of
from gnomon.store import Account, PipelineDecision, PipelineItem, PipelineStage, deciding_name
from gnomon.studio.review.pairs import is_pairs
from gnomon.studio.review.pipelines import may_decide, questions_of
from gnomon.studio.studio import Studio

_MOST_ROWS = 500
"""Of a stage on one page; nobody decides more in a day."""


class AskedItem(NamedTuple):
    """An item as one person is asked about it."""

    stage: PipelineStage
    row: PipelineItem
    question: Question
    person: str
    """By which name they decide."""


class ItemRow(NamedTuple):
    """An item in a list."""

    id: str
    name: str
    state: str
    is_waiting: bool
    """For who asks."""


def asked_item(stage: PipelineStage, row: PipelineItem, decisions: Sequence[PipelineDecision], account: Account) -> AskedItem:
    """Return an item as an account is asked about it, given all decisions of the stage."""
    (question,) = questions_of(stage, [row], decisions)
    return AskedItem(stage, row, question, deciding_name(account, decisions))


def draft_place(item_id: str) -> str:
    """Return where the draft of a decision stands."""
    return f"pipelines/{item_id}"


async def stages_view(studio: Studio, account: Account) -> dict[str, object]:
    """Return what the page of all stages shows."""
    stages = [stage for stage in await studio.store.pipelines.stages() if not is_pairs(stage)]
    return {"stages": [await stage_view(studio, stage, account) for stage in stages]}


async def stage_view(studio: Studio, stage: PipelineStage, account: Account) -> dict[str, object]:
    """Return what the page of a stage shows: what waits for an account, what it may change, how far all is."""
    items, decisions = await studio.store.pipelines.items(stage.id), await studio.store.pipelines.decisions(stage.id)
    asked, person = questions_of(stage, items, decisions), deciding_name(account, decisions)
    standing = [(row, question) for row, question in zip(items, asked, strict=True) if row.waits and stage.closed is None]
    rows = [
        ItemRow(row.id, row.name, _in_words(question, person), question.waits_for(person))
        for row, question in standing
        if may_decide(question, person)
    ]
    rows.sort(key=lambda row: not row.is_waiting)
    states = Counter(question.state for _, question in standing)
    waiting = [row for row in rows if row.is_waiting]
    return {
        "stage": stage,
        "ask": PersonParams.model_validate(stage.params).ask,
        "rows": rows[:_MOST_ROWS],
        "more": max(0, len(rows) - _MOST_ROWS),
        "first": waiting[0].id if waiting else "",
        "waiting": len(waiting),
        "counts": {"items": len(standing), **{name: states[name] for name in ("open", "differs", "settled")}},
        "agreement": agreement(question.said for question in asked),
    }


def item_view(asked: AskedItem) -> dict[str, object]:
    """Return what the page of an item shows."""
    params, question = PersonParams.model_validate(asked.stage.params), asked.question
    own = next((each for each in question.said if each.by == asked.person), None)
    is_asked = asked.row.waits and asked.stage.closed is None and may_decide(question, asked.person)
    changes = own.changes if own is not None else {}
    card = card_of(question, params, asked.row.pictures)
    return {
        "stage": asked.stage,
        "ask": params.ask,
        "item": asked.row,
        # What two said whom this one is to settle; to those two nothing of each other.
        "card": card if own is None else card._replace(said=()),
        "texts": {field.path: changes.get(field.path, field.text) for field in card.edit},
        "reasons": params.reasons,
        "own": own,
        "is_asked": is_asked,
        "settles": question.state == "differs" and own is None,
        "place": draft_place(asked.row.id),
    }


def _in_words(question: Question, person: str) -> str:
    if not question.waits_for(person):
        return "decided by you"
    return "to settle" if question.state == "differs" else "new"
