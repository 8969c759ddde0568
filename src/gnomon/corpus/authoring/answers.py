"""What models are asked with, and reading the JSON objects that they answer with; what is not there is never guessed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gnomon.corpus.pipeline import Context, Item, Reply, Unreadable
from gnomon.judge.reading import read_object, text_in
from gnomon.models import Image, ResponseSchema, object_schema
from gnomon.replies import squeezed_name

PARTS = ("insight_discovery", "operation_formulation", "operation_execution")
"""Of a reference (MMTutorBench 3.2)."""
CRITERIA = (*PARTS, "solution_scope_control")
"""That are written for each problem (3.3)."""
_CONDITIONS = ("criterion", "condition_for_1", "condition_for_0")


def schema_of(name: str, **fields: object) -> ResponseSchema:
    """Return the schema of an object with these fields; a type stands for ``{"type": ...}``."""
    properties = {field: {"type": kind} if isinstance(kind, str) else kind for field, kind in fields.items()}
    return ResponseSchema(name=name, json_schema=object_schema(properties))


def criteria_schema() -> dict[str, Any]:
    """Return the schema of four criteria by name."""
    one = object_schema({name: {"type": "string"} for name in _CONDITIONS})
    return object_schema(dict.fromkeys(CRITERIA, one))


def images_of(item: Item, context: Context, *fields: str) -> tuple[Image, ...]:
    """Return the pictures that fields of an item name, in order."""
    named = (item.data.get(field) for field in fields)
    paths = [path for value in named for path in ([value] if isinstance(value, str) else value or ())]
    return tuple(Image.read(context.path(path)) for path in paths)


def object_in(replies: Sequence[Reply]) -> Mapping[str, Any] | Unreadable:
    """Return the members of the object that the first reply holds, by squeezed key."""
    found = read_object(replies[0].text).value
    return Unreadable("no JSON object") if found is None else found


def texts_in(found: Mapping[str, Any], names: Sequence[str]) -> dict[str, str] | Unreadable:
    """Return the texts under these keys; unreadable where one is missing or empty."""
    texts = {name: (text_in(found, name) or "").strip() for name in names}
    missing = [name for name, text in texts.items() if not text]
    return Unreadable(f"no {missing[0]}") if missing else texts


def criteria_in(found: Mapping[str, Any]) -> list[dict[str, str]] | Unreadable:
    """Return the four criteria in the paper's order; unreadable where a condition is missing, or the two are one."""
    criteria = []
    for name in CRITERIA:
        written = found.get(squeezed_name(name), found.get(name))
        if not isinstance(written, dict):
            return Unreadable(f"no {name}")
        one = texts_in({squeezed_name(key): value for key, value in written.items()}, _CONDITIONS)
        if isinstance(one, Unreadable):
            return Unreadable(f"{name}: {one.detail}")
        if one["condition_for_1"] == one["condition_for_0"]:
            return Unreadable(f"{name}: one condition for 1 and for 0")
        criteria.append({"id": name, **one})
    return criteria
