"""GeoDial's dialogues as a table holds them, one record a dialogue, made rows of JSON again.

``gnomon corpus export --to hf`` writes such tables (`gnomon.corpus.exchange.hugging_face` has the columns): a table has every
field in every record, what has no column of its own stands as JSON under ``more``, and ``diagram`` is there to look at only.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

OF_PROBLEM = ("text", "images", "choices", "answer", "solution")
"""Columns that belong to the problem of a dialogue."""
_Row = dict[str, Any]


def is_record(data: Mapping[str, Any]) -> bool:
    """Whether a row is a record of such a table: its problem is an id and stands beside its text."""
    return isinstance(data.get("problem"), str) and isinstance(data.get("turns"), list) and "text" in data


def row_of_record(record: Mapping[str, Any], picture: Callable[[Any], str] = str) -> _Row:
    """Return the row that a record was made of.

    Args:
        record: of the table; fields without a value may be there as None.
        picture: makes the name of a picture of what an image column holds.

    Raises:
        KeyError, TypeError, AttributeError, ValueError: for a record of other columns.
    """
    filled: _Row = _filled(record)
    more = json.loads(filled.pop("more", "{}"))
    filled.pop("diagram", None)
    turns = [_turn(turn, picture) for turn in filled.pop("turns")]
    problem = {"id": filled.pop("problem"), **{name: filled.pop(name) for name in OF_PROBLEM if name in filled}}
    if "images" in problem:
        problem["images"] = [picture(each) for each in problem["images"]]
    filled |= {"problem": problem | more.pop("problem", {}), "turns": turns, **more}
    return filled


def _turn(record: _Row, picture: Callable[[Any], str]) -> _Row:
    turn: _Row = dict(record)
    more: _Row = json.loads(turn.pop("more", "{}"))
    beside = turn.pop("annotation", {}) | more.pop("annotation", {})
    for holder, name in ((turn, "highlights"), (beside, "read")):
        if name in holder:
            holder[name] = _gathered(holder[name])
    if "image" in turn:
        turn["image"] = picture(turn["image"])
    elif "image" in beside:
        turn["image"] = beside.pop("image")
    if "proposals" in turn:
        turn["proposals"] = {each["origin"]: each["text"] for each in turn["proposals"]}
    return turn | ({"annotation": beside} if beside else {}) | more


def _gathered(highlights: _Row) -> _Row:
    """Leave out what is empty, as a row does."""
    pens = {pen: {kind: names for kind, names in kinds.items() if names} for pen, kinds in highlights.items()}
    return {pen: kinds for pen, kinds in pens.items() if kinds}


def _filled(value: Any) -> Any:  # noqa: ANN401  # whatever a column holds
    """Leave out what a record does not have: a table has every field in every row."""
    if isinstance(value, Mapping):
        return {name: _filled(each) for name, each in value.items() if each is not None}
    return [_filled(each) for each in value] if isinstance(value, list) else value
