"""School notation of the truth files, read by itself: nothing of the grammar of words is used."""

from __future__ import annotations


def literal_of_school(text: str, *, goal: bool = False) -> list[str]:
    """Return the literals of one statement, or of what is asked."""
    raise NotImplementedError
