"""Facts of a draft, each with where it comes from."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple


class Origin(NamedTuple):
    """Where a fact was read."""

    kind: Literal["drawn", "label", "mark", "text"]
    words: str
    """For a reader: the label with its part, or the words of the text."""

    def __str__(self) -> str:
        return f"the words {self.words!r}" if self.kind == "text" else f"the {self.kind} {self.words}"


class DraftFact(NamedTuple):
    """A statement in the language of the problem files."""

    literal: str
    origin: Origin

    def as_json(self) -> dict[str, str]:
        """Return it as files hold it."""
        return {"literal": self.literal, "source": str(self.origin)}


def distinct(facts: Iterable[DraftFact]) -> tuple[DraftFact, ...]:
    """Return each statement once, from where it was read first."""
    return tuple({fact.literal: fact for fact in reversed(list(facts))}.values())[::-1]
