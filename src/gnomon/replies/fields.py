"""Reading the fields of one object: keys, names of a closed set, marks, texts, and keys that stand twice."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Mapping, Sequence
from typing import Any, NamedTuple

from gnomon.replies.lenient import JsonValue, Members
from gnomon.replies.reading import INVALID, Field

Reader = Callable[[JsonValue], Field]

_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]*+)(?:\.0++)?+")


def squeezed_name(name: str) -> str:
    """Return ``name`` in small letters without space and underscore: ``ask_length`` and ``Ask Length`` are one."""
    return "".join(name.lower().replace("_", " ").split())


def _squeezed_key(key: str) -> str:
    return squeezed_name(key.replace("-", " "))


def by_key(members: Members) -> Mapping[str, list[tuple[str, JsonValue]]]:
    """Group members by key, case, space, underscore and hyphen aside; each with the key as written."""
    found: dict[str, list[tuple[str, JsonValue]]] = {}
    for key, value in members.pairs:
        found.setdefault(_squeezed_key(key), []).append((key, value))
    return found


def read_field(members: Mapping[str, list[tuple[str, JsonValue]]], name: str, read: Reader) -> Field | None:
    """Read the field ``name`` of an object that `by_key` has grouped.

    Returns:
        None where it is missing. A field that stands twice is invalid unless both are read alike.
    """
    written = members.get(_squeezed_key(name))
    if not written:
        return None
    fields = [read(value) for _, value in written]
    first = fields[0]
    if any((other.value, other.invalid) != (first.value, first.invalid) for other in fields):
        return INVALID
    repaired = len(fields) > 1 or written[0][0] != name or first.repaired
    return first._replace(repaired=repaired and first.holds_something)


def read_text(value: JsonValue) -> Field:
    """Read a text; the empty one is valid."""
    return Field(value) if isinstance(value, str) else INVALID


class Rows(NamedTuple):
    """A list of objects whose fields are texts."""

    values: list[dict[str, Any]]
    """A field that is missing or no text is None."""
    repaired: bool
    invalid: tuple[str, ...]
    """Those fields, named ``0.words``."""


def read_rows(members: Mapping[str, list[tuple[str, JsonValue]]], name: str, fields: Sequence[str]) -> Rows | None:
    """Read the field ``name`` of an object that `by_key` has grouped, a list; None where it is missing or none."""
    found = read_field(members, name, lambda value: Field(value) if isinstance(value, list) else INVALID)
    if found is None or found.value is None:
        return None
    rows = []
    for entry in found.value:
        grouped = by_key(entry) if isinstance(entry, Members) else {}
        rows.append({field: (read_field(grouped, field, read_text) or INVALID).value for field in fields})
    invalid = tuple(f"{place}.{field}" for place, row in enumerate(rows) for field, value in row.items() if value is None)
    return Rows(rows, found.repaired, invalid)


def read_choice(value: JsonValue, choices: Mapping[str, str]) -> Field:
    """Read one of ``choices``: names by their squeezed form (`squeezed_name`)."""
    if not isinstance(value, str):
        return INVALID
    name = choices.get(squeezed_name(value))
    return INVALID if name is None else Field(name, repaired=name != value)


def read_integer(value: JsonValue, allowed: Container[int]) -> Field:
    """Read an integer of ``allowed``.

    ``"1"``, ``1.0`` and ``true`` (1) are repaired; ``0.5`` and what is outside ``allowed`` are invalid.
    """
    if not isinstance(value, int | float | str):
        return INVALID
    number = _integer_of(value)
    if number is None or number not in allowed:
        return INVALID
    return Field(number, repaired=type(value) is not int)


def _integer_of(value: float | str) -> int | None:
    if isinstance(value, str):
        text = value.strip()
        # Marks and ratings have one digit: ten characters leave room for "5.0000".
        return int(text.partition(".")[0]) if len(text) < 10 and _INTEGER.fullmatch(text) else None
    return int(value) if value in {*range(10)} else None
