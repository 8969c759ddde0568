"""Visual keypoints: what a solution's picture adds to the problem's, each an element with a description (MathExplain 3.1, Fig. 8).

The grammar of elements: points (named or by coordinates), lines, angles (by name, vertex or size), regions, and symbols (right angle,
parallel, equal length, equal angle, length label, numbered where there are several).
"""

from __future__ import annotations

import re
from typing import Literal

from pydantic import BaseModel, ConfigDict

__all__ = ["KeypointKind", "VisualKeypoint", "canonical_keypoint", "keypoint_kind"]

KeypointKind = Literal["point", "line", "angle", "region", "symbol"]

_LETTER = r"[A-Za-z][0-9'′]*"
_COORDINATES = r"\(\s*[^(),]+\s*,\s*[^(),]+\s*\)"
_GRAMMAR: tuple[tuple[KeypointKind, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(pattern, re.IGNORECASE))  # type: ignore[misc]  # the kinds below are those of the type
    for kind, pattern in (
        ("point", rf"point\s+(?:{_LETTER}|{_COORDINATES}|{_LETTER}\s*{_COORDINATES})"),
        ("line", rf"(?:[a-z-]+\s+){{0,2}}line(?:\s+segment)?\s+(?:(?:{_LETTER}\s*){{1,2}}|[xy]\s*=.+)"),
        ("angle", rf"angle\s+(?:(?:{_LETTER}){{1,3}}|θ|α|β|γ|\d+(?:\.\d+)?\s*(?:°|degrees?)?)"),
        ("region", r"region\s+\S+"),
        ("symbol", r"(?:(?:right angle|parallel|equal length|equal angle) mark|length label)(?:\s+\d+)?"),
    )
)
_ORDER_FREE = re.compile(rf"(?P<head>.*\bline(?:\s+segment)?\s+|angle\s+)(?P<points>(?:{_LETTER}){{2,3}})", re.IGNORECASE)
_POINT = re.compile(_LETTER)


class VisualKeypoint(BaseModel):
    """One keypoint, as written."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    element: str
    """What is drawn, such as ``Dotted line AB``, ``Point (0,7)`` or ``Right angle mark 2``."""
    description: str
    """What it is for."""


def keypoint_kind(element: str) -> KeypointKind | None:
    """Return the kind of an element such as ``Point (0,7)``, ``Dotted line AB`` or ``Right angle mark 2``.

    Returns:
        None for a name outside the grammar, such as ``Chain rule``.
    """
    wanted = element.strip()
    return next((kind for kind, pattern in _GRAMMAR if pattern.fullmatch(wanted)), None)


def canonical_keypoint(element: str) -> str:
    """Return one text for equal elements: small head, single spaces, ``BA`` as ``AB``, ``CBA`` as ``ABC``."""
    plain = " ".join(element.split())
    found = _ORDER_FREE.fullmatch(plain)
    if found is None:
        head, space, name = plain.rpartition(" ")
        return f"{head.lower()}{space}{name}" if keypoint_kind(plain) not in {"symbol", None} else plain.lower()
    points = _POINT.findall(found["points"])
    return found["head"].lower() + "".join(min(points, points[::-1]))
