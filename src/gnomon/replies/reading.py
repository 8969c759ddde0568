"""What a parser gives: the value, what could not be read of it, and what was noticed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

Status = Literal["ok", "partial", "unparseable"]

FLAGS = (
    "act_subact_mismatch",
    "label_repaired",
    "missing_answer",
    "missing_rationale",
    "several_objects",
    "several_ratings",
    "truncated",
    "unclosed_tag",
)
"""Every flag there is."""

MAX_BYTES = 65_536
"""Text longer than this in UTF-8 is not read at all: no reply to our prompts comes near it, and reading time stays bounded."""

_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Reading:
    """One reading of one text."""

    status: Status
    """``ok``: every field was read. ``partial``: some were. ``unparseable``: none was, and ``value`` is None."""
    value: Any = None  # plain JSON
    """What was read; an invalid field is None."""
    repaired: bool = False
    """Whether the text needed a repair that keeps its meaning; False where nothing was read."""
    invalid_fields: tuple[str, ...] = ()
    """Fields that are missing or not valid, such as ``subact``, ``highlights.lines``, ``0.description``; in the value's order."""
    flags: tuple[str, ...] = ()
    """What else was noticed, sorted; each is one of `FLAGS`."""


class Field(NamedTuple):
    """One field of a value."""

    value: Any  # plain JSON
    """What was read; None where nothing was."""
    invalid: tuple[str, ...] = ()
    """``""`` where the field itself is invalid; else its invalid parts, such as ``.lines``."""
    repaired: bool = False
    """Whether reading it needed a repair."""

    @property
    def holds_something(self) -> bool:
        """Whether anything in it is valid."""
        parts = self.value.values() if isinstance(self.value, dict) else (self.value,)
        return any(part is not None for part in parts)


INVALID = Field(None, ("",))
"""A field that is missing or not valid."""


def unparseable(*flags: str) -> Reading:
    """Return the reading of a text in which nothing was valid."""
    return Reading("unparseable", flags=tuple(sorted(set(flags))))


def reading_of(fields: Mapping[str, Field], *, repaired: bool = False, flags: tuple[str, ...] = ()) -> Reading:
    """Put the fields of one object together.

    Args:
        fields: by name, in the order of the value.
        repaired: whether the text around the fields needed a repair.
        flags: what was noticed.

    Returns:
        ``unparseable``, with the flags, where no field holds anything.
    """
    if not any(field.holds_something for field in fields.values()):
        return unparseable(*flags)
    invalid = tuple(name + part for name, field in fields.items() for part in field.invalid)
    return Reading(
        "partial" if invalid else "ok",
        {name: field.value for name, field in fields.items()},
        repaired or any(field.repaired for field in fields.values()),
        invalid,
        tuple(sorted(set(flags))),
    )


def bounded(text: str) -> str | None:
    """Return ``text`` without outer space and byte order mark; None where it is longer than `MAX_BYTES` in UTF-8.

    A lone surrogate, which no file can hold, becomes U+FFFD as it would on decoding; that is no repair.
    """
    if len(text) > MAX_BYTES or len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        return None
    return without_surrogates(text).strip().removeprefix("\ufeff").lstrip()


def without_surrogates(text: str) -> str:
    """Return ``text`` with surrogate pairs joined and lone surrogates as U+FFFD."""
    if _SURROGATE.search(text) is None:
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
