"""One name for each element of a keypoint, so that ``Dashed line BA`` and ``Segment AB`` are seen to be the same.

Names that our figures know (points, lines, angles with three points, arcs, circles, triangles, polygons) become `Element`
names. All others (``Angle 30°``, ``Point (0, 7)``, ``Right angle mark 1``) are compared as text, case and spaces ignored. A ray
keeps the order of its points.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from gnomon.figure import Element, ElementKind, ElementNameError, parse_element, split_points
from gnomon.judge.table import table

__all__ = ["canonical_name"]


def canonical_name(name: str) -> str:
    """Return the canonical form of an element's name.

    >>> canonical_name("Dashed line BA"), canonical_name("∠CBA"), canonical_name("Right angle mark 1")
    ('line:AB', 'angle:ABC', 'rightanglemark1')
    """
    plain = " ".join(unicodedata.normalize("NFKC", name).split()).strip(" .,;:")
    try:
        return str(parse_element(plain))
    except ElementNameError:
        return _spoken(plain)


def _spoken(name: str) -> str:
    found = _spoken_pattern().fullmatch(name)
    if not found:
        return name.casefold().replace(" ", "")
    kind, rest = _kinds()[found["word"].lower()], found["rest"]
    try:
        return str(Element.of(kind, *split_points(rest))) if rest.isupper() else _text(kind, rest)
    except ElementNameError:
        return _text(kind, rest)


def _text(kind: str, rest: str) -> str:
    """Name what has no points of its own, such as line l or angle 30°."""
    return f"{kind}:{rest.casefold().replace(' ', '')}"


@cache
def _kinds() -> dict[str, ElementKind]:
    return {word: kind for kind, words in table()["element_words"].items() for word in words}


@cache
def _spoken_pattern() -> re.Pattern[str]:
    words = "|".join(re.escape(word) for word in sorted(_kinds(), key=len, reverse=True))
    adjectives = "|".join(table()["element_adjectives"])
    return re.compile(rf"(?:(?:{adjectives}) )*(?P<word>{words}) ?(?P<rest>\S.*)", re.IGNORECASE)
