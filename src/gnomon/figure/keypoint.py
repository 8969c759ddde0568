"""Visual keypoints: what a solution's picture adds to the problem's, element and description (MathExplain 3.1, Fig. 8).

The grammar of elements: points (named or by coordinates), lines (with up to two words before, such as ``Dotted``), angles (by
name, vertex or size), regions, and symbols (right angle, parallel, equal length, equal angle, length label, numbered where
there are several). What the figure shows otherwise (rays, curves, circles) has no name in it, and neither has what is not
drawn (``Chain rule``). Whether the points exist is the figure's business.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from pydantic import BaseModel, ConfigDict

KeypointKind = Literal["point", "line", "angle", "region", "symbol"]

_LONGEST = 200  # characters; longer text is a sentence, not a name
_POINT = r"[A-Za-z](?:_?[0-9₀-₉]+)?['′]*"
_GREEK = r"[Α-Ωα-ω](?:_?[0-9₀-₉]+)?"
# One coordinate may hold brackets of its own, as f(a) does.
_COORDINATE = r"(?:[^(),]|\([^()]*\))++"
_COORDINATES = rf"\({_COORDINATE}(?:,{_COORDINATE}){{1,2}}\)"
_SIZE = r"[0-9]+(?:\.[0-9]+)?(?: ?°| degrees?)?"
_SYMBOL = r"(?:(?:right[ -]angle|parallel|equal[ -]length|equal[ -]angle|length[ -]label) mark|length[ -]label)"
_GRAMMAR: dict[KeypointKind, re.Pattern[str]] = {
    kind: re.compile(pattern, re.IGNORECASE)  # type: ignore[misc]  # the kinds below are those of the type
    for kind, pattern in {
        "point": rf"point (?:{_POINT}|{_COORDINATES}|{_POINT} ?{_COORDINATES})",
        "line": rf"(?:[a-z-]+ ){{0,2}}line(?: segment)? (?:{_POINT} ?(?:{_POINT})?|[xy] ?=.+)",
        "angle": rf"angle (?:(?:{_POINT}){{1,3}}|{_GREEK}|{_SIZE})",
        "region": r"region \S+",
        "symbol": rf"{_SYMBOL}(?: [0-9]+)?",
    }.items()
}
_ORDER_FREE = re.compile(rf"(?P<head>.*\bline(?: segment)? |angle )(?P<points>(?:{_POINT} ?){{2,3}})", re.IGNORECASE)
_EQUATION = re.compile(r"(?P<head>.*\bline(?: segment)? )(?P<name>[xy] ?=.+)", re.IGNORECASE)
_ANGLE_SIZE = re.compile(r"angle (?P<number>[0-9.]+)(?: ?°| degrees?)?", re.IGNORECASE)


class VisualKeypoint(BaseModel):
    """One keypoint, as written."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    element: str
    """What is drawn, such as ``Dotted line AB``, ``Point (0,7)`` or ``Right angle mark 2``."""
    description: str
    """What it is for."""


def keypoint_kind(element: str) -> KeypointKind | None:
    """Return the kind of an element such as ``Point (0,7)``, ``Dotted line AB`` or ``Right angle mark 2``.

    Args:
        element: the name; case and runs of space do not matter, a hyphen may join the words of a mark
            (``Right-angle mark``), a mark's number may be missing.

    Returns:
        None for a name outside the grammar, such as ``Chain rule``, ``Ray AB`` or the empty text, and for more than 200
        characters.
    """
    if len(element) > _LONGEST:
        return None
    wanted = " ".join(element.split())
    return next((kind for kind, pattern in _GRAMMAR.items() if pattern.fullmatch(wanted)), None)


def canonical_keypoint(element: str) -> str:
    """Return one text for equal elements, to find an element that is named twice.

    The words are small, spaces single and ``BA`` is ``AB``; ``CBA`` is ``ABC``, ``(0, 7)`` is ``(0,7)``, ``Angle 30`` is
    ``angle 30°`` and ``Right-angle mark`` is ``right angle mark``. Letters of points keep their case. ``Dotted line AB`` and
    ``Line AB`` stay two. A name outside the grammar is put in small letters.
    """
    plain = " ".join(element.split())
    kind = keypoint_kind(plain)
    if kind in {"symbol", None}:
        return plain.lower() if kind is None else plain.lower().replace("-", " ").replace("label mark", "label")
    if size := _ANGLE_SIZE.fullmatch(plain):
        return f"angle {size['number']}°"
    if equation := _EQUATION.fullmatch(plain):
        return equation["head"].lower() + equation["name"].replace(" ", "")
    if found := _ORDER_FREE.fullmatch(plain):
        points = re.findall(_POINT, found["points"])
        return found["head"].lower() + "".join(min(points, points[::-1]))
    head, _, name = plain.partition(" ") if kind != "line" else plain.rpartition(" ")
    return f"{head.lower()} {name.replace(' ', '')}"


class KeypointElement(NamedTuple):
    """The name of an element, taken apart; what it does not have is empty."""

    kind: KeypointKind
    words: str
    """Before the name, in small letters: ``dotted line``, ``point``, ``right angle mark``."""
    points: tuple[str, ...] = ()
    """Of ``Point A``, ``Line AB``, ``Angle ABC``; one letter may also be the name of a line or of a size."""
    coordinates: tuple[str, ...] = ()
    """Of a point, as written."""
    text: str = ""
    """Equation of a line, size of an angle, name of a region, number of a mark."""


def keypoint_element(element: str) -> KeypointElement | None:
    """Take an element's name apart; None for a name outside the grammar (`keypoint_kind`)."""
    kind, plain = keypoint_kind(element), " ".join(element.split())
    if kind is None:
        return None
    if kind == "symbol":
        words, number = re.fullmatch(r"(.*?)(?: ([0-9]+))?", plain).groups(default="")  # type: ignore[union-attr]  # fits any text
        return KeypointElement(kind, words.lower().replace("-", " ").replace("label mark", "label"), text=number)
    if kind == "point":
        name, bracket, inside = plain[len("point ") :].partition("(")
        # Commas inside brackets, as of f(a, b), part nothing.
        inner = re.findall(_COORDINATE, inside[:-1]) if bracket else []
        return KeypointElement(kind, kind, tuple(re.findall(_POINT, name)), tuple(part.strip() for part in inner))
    if kind == "line" and (equation := _EQUATION.fullmatch(plain)):
        return KeypointElement(kind, equation["head"].strip().lower(), text=equation["name"])
    if kind == "line" and (line := re.fullmatch(rf"(.*\bline(?: segment)?) ((?:{_POINT} ?){{1,2}})", plain, re.IGNORECASE)):
        return KeypointElement(kind, line[1].lower(), tuple(re.findall(_POINT, line[2])))
    words, _, name = plain.partition(" ")
    if kind == "angle" and re.fullmatch(rf"(?:{_POINT}){{1,3}}", name):
        return KeypointElement(kind, words.lower(), tuple(re.findall(_POINT, name)), text=name)
    return KeypointElement(kind, words.lower(), text=name)
