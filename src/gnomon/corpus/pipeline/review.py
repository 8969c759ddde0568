"""The page on which a person decides: each item with its pictures, what may be corrected, keep or drop with a reason.

The page needs no server: it keeps what was decided in the browser, and saves it as lines of decisions for `gnomon corpus decide`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from gnomon.corpus.pipeline.deciding import Decision, Question, editable_leaves
from gnomon.corpus.pipeline.errors import PipelineError
from gnomon.corpus.pipeline.item import Item, leaves
from gnomon.corpus.pipeline.pictures import pictures_of
from gnomon.corpus.pipeline.running import Waiting
from gnomon.corpus.pipeline.sheets import sheet_csv, sheet_jsonl
from gnomon.corpus.pipeline.stage import Context, PersonParams
from gnomon.pages import render

_LONG = 60
"""Characters from which on a text gets a box of several lines."""


class Field(NamedTuple):
    """A text that may be corrected."""

    path: str
    label: str
    text: str
    is_long: bool


class Card(NamedTuple):
    """An item on a page."""

    id: str
    pictures: tuple[str, ...]
    shown: tuple[tuple[str, str], ...]
    edit: tuple[Field, ...]
    said: tuple[str, ...]
    """What others said, where somebody has to settle it."""


def sheet_for(waiting: Waiting, ending: str, by: str = "") -> str:
    """Return what waits as a sheet.

    Args:
        waiting: the stage and what is not settled.
        ending: ``.csv``, ``.jsonl``, or ``.html`` for the page.
        by: for whom; empty for everybody.

    Raises:
        PipelineError: for another ending, and where nothing waits for this person.
    """
    params = PersonParams.model_validate(waiting.place.spec.params)
    asked = [question for question in waiting.questions if not by or question.waits_for(by)]
    if not asked:
        raise PipelineError(f"stage {waiting.place.spec.name}: nothing waits for {by}")
    name = waiting.place.spec.name
    if ending == ".csv":
        return sheet_csv(name, asked, params, by)
    if ending == ".jsonl":
        return sheet_jsonl(name, asked, params, by)
    if ending != ".html":
        raise PipelineError(f"expected a sheet that ends in .csv, .jsonl or .html, got {ending or 'no ending'}")
    context = Context(waiting.place.pipeline, 0)
    cards = [card_of(each, params, pictures_of(each.item, context, params.pictures)) for each in asked]
    return render("review.html.jinja", title=params.ask, stage=name, by=by, cards=cards, reasons=params.reasons)


def card_of(question: Question, params: PersonParams, pictures: Sequence[str]) -> Card:
    """Return an item as a person sees it.

    Args:
        question: the item with what was said about it, which is shown only where somebody has to settle it.
        params: of the stage.
        pictures: of the item, as ``data:`` URIs.
    """
    item = question.item
    shown = [(path, _text(value)) for name in params.show for path, value in leaves(item.data.get(name), name)]
    edit = [(path, _text(value)) for path, value in editable_leaves(item, params) if isinstance(value, str)]
    said = question.said if question.state == "differs" else ()
    return Card(
        id=item.id,
        pictures=tuple(pictures),
        shown=tuple((_label(item.data, path), text) for path, text in shown if text and path not in dict(edit)),
        edit=tuple(Field(path, _label(item.data, path), text, len(text) > _LONG) for path, text in edit),
        said=tuple(_said(each, item) for each in said),
    )


def _said(decision: Decision, item: Item) -> str:
    """Return a decision in one line, with its corrections: they may be what people differ in."""
    corrected = (f"{_label(item.data, path)}: {value}" for path, value in decision.changes.items())
    told = " · ".join(filter(None, (decision.reason, decision.comment, *corrected)))
    return f"{decision.by}: {decision.verdict}" + (f" · {told}" if told else "")


def _label(value: Any, path: str) -> str:  # noqa: ANN401 - plain JSON
    """Return a path in words; an entry of a list is called what it says of itself, such as the name of a criterion."""
    words = []
    for part in path.split("."):
        is_entry = isinstance(value, list)
        value = value[int(part)] if is_entry else value[part]
        named = value.get("id") or value.get("type") if is_entry and isinstance(value, dict) else None
        words.append(str(named or (int(part) + 1 if is_entry else part)))
    return " › ".join(words).replace("_", " ")


def _text(value: Any) -> str:  # noqa: ANN401 - plain JSON
    return "" if value is None else str(value)
