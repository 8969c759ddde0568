"""Plain words of parts in the words that the reader of statements knows: "the way round" as "the circumference"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gnomon.packaged import packaged_yaml

_NAMED: list[tuple[str, str]] = packaged_yaml(__package__, "plain_words.yaml")["named"]

_ANY = re.compile(r"^an? (\w+)(?: (?:of|in) (?:that|this|the|our) (?:circle|triangle|figure|picture|drawing))?$")
"""One of several parts that are equal: ``a diameter of that circle``."""


def in_known_words(subject: str, *, has_circle: bool) -> Iterator[str]:
    """Yield what a question may be about in known words, then as it is written.

    Args:
        subject: words of a part.
        has_circle: whether the figure has a circle; without one nothing is its circumference.
    """
    known = _ANY.sub(r"the \1", re.sub(r"^(?:you|us|me) ", "", subject))
    for pattern, name in _NAMED:
        if "circumference" not in name or has_circle:
            known = re.sub(pattern, name, known, flags=re.IGNORECASE)
    yield known
    if known != subject:
        yield subject


__all__ = ["in_known_words"]
