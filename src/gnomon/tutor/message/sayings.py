"""What learners say of all figures, right and wrong (``sayings.yaml``): whoever hears a message says which one it is.

A theorem of the engine is about parts of a figure; these are about words, methods and numbers as such: an altitude is a height,
an area grows by the square of the factor. Whether one holds is known beforehand, and no model is asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from gnomon.packaged import packaged_yaml


class Saying(NamedTuple):
    """A sentence that is true or false of all figures of its kind."""

    id: str
    says: str
    """In English."""
    holds: bool
    rules: tuple[str, ...] = ()
    """Ids of the engine's rules that say so; of a false one, those that say what is right."""
    instead: str = ""
    """Of a false one: what is right."""


@cache
def sayings() -> Mapping[str, Saying]:
    """Return the sayings by their ids, in the order of the table."""
    table: list[dict[str, Any]] = packaged_yaml(__package__, "sayings.yaml")
    rows = (Saying(**{**row, "rules": tuple(row.get("rules", ()))}) for row in table)
    return {row.id: row for row in rows}
