"""What the description of a keypoint names: points, segments, angles, polygons, a value, and how a new point is made.

Points are capitals, as in school English; what stands in other words is not understood, and then nothing is drawn.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from gnomon.algebra import ExpressionError, read_algebra
from gnomon.packaged import packaged_yaml

_POINT = r"[A-Z](?:_?[0-9₀-₉]+)?['′]*"
_NOISE = (
    r"(?:(?i:the|line|lines|segment|segments|side|sides|base|chord|diameter|hypotenuse|ray|straight|extension|extensions|extended|of"
    r"|point|vertex|triangle) )*"
)
_HOLES = {
    "P": rf"{_NOISE}({_POINT})(?![A-Za-z])",
    "S": rf"{_NOISE}((?:{_POINT}){{2}})(?![A-Za-z])",
    "T": rf"{_NOISE}((?:{_POINT}){{3}})(?![A-Za-z])",
    "N": r"([0-9]+(?:\.[0-9]+)?)",
}
_ALONE = rf"(?<![A-Za-z])((?:{_POINT}){{%s}})(?![A-Za-z])"
_DISTANCE = re.compile(rf"\bbetween (?:points? )?({_POINT}) and ({_POINT})(?![A-Za-z])")
_ANGLE_WORDS = re.compile(r"(?i:\bangles?|∠)\s*$")
_MOST_POINTS = 8
"""Of a polygon's name."""
_VALUE = re.compile(
    r"(?:=|\b(?:is|are|as|measures?|measuring|length|size|label(?:led|ed)?(?: as| with)?|value|with))"
    r"(?: (?:a|an|of|the|its|length|size|angle|is|label|as|with|equal to|measure|value))*"
    r"[ :]+['\"]?(?P<value>[0-9a-z√π(][0-9a-z√π()+\-−*/^²³. ]*?)"
    r"(?P<unit> ?(?:°|degrees?\b|cm\b|mm\b|km\b|m\b|units?\b))?['\"]?(?=[.,;:]?(?:\s+[a-z]{2,}|\s*$|\s*[,;]))"
)


class Construction(NamedTuple):
    """A way of saying where a new point is."""

    construct: str
    """A name of `planar.CONSTRUCT`."""
    pattern: re.Pattern[str]
    takes: tuple[str, ...]
    """What its parts are: P, S, T, N, or ``known``."""
    example: str
    alone: bool
    """Whether it counts only where no further segment is named."""


class Said(NamedTuple):
    """A construction found in a description."""

    construct: str
    parts: tuple[tuple[str, ...] | float | None, ...]
    """Points of each part, a number, or None for the known end of the line."""


@cache
def constructions() -> tuple[Construction, ...]:
    """Return the table of constructions."""
    rows = packaged_yaml(__package__, "constructions.yaml")
    return tuple(
        Construction(row["construct"], _compiled(row["says"]), tuple(row["takes"]), row["example"], row.get("alone", False))
        for row in rows
    )


def _compiled(says: str) -> re.Pattern[str]:
    pieces = re.split(r"\{([PSTN])\}", says)
    # Words in any case, points in capitals: at every second place stands the kind of a hole.
    return re.compile("".join(_HOLES[piece] if place % 2 else f"(?i:{piece})" for place, piece in enumerate(pieces)))


def denies(description: str) -> bool:
    """Whether a description says what is not so: its names would then be drawn as if it were."""
    return re.search(r"(?i)\b(?:not|never|neither|nor|no longer)\b|n['’]t\b", description) is not None


def said_constructions(description: str) -> Iterator[Said]:
    """Yield every construction that a description names."""
    text = " ".join(description.split())
    taken: list[tuple[int, int]] = []
    for row in constructions():
        for found in row.pattern.finditer(text):
            if any(found.start() < end and start < found.end() for start, end in taken):
                continue
            taken.append(found.span())
            if row.alone and len(said_segments(text)) > 1:
                continue
            groups = iter(found.groups())
            yield Said(row.construct, tuple(_part(kind, groups) for kind in row.takes))


def _part(kind: str, groups: Iterator[str]) -> tuple[str, ...] | float | None:
    if kind == "known":
        return None
    return float(next(groups)) if kind == "N" else points_of(next(groups))


def points_of(name: str) -> tuple[str, ...]:
    """Return the points that a name runs together."""
    return tuple(re.findall(_POINT, name))


def said_segments(description: str) -> list[tuple[str, ...]]:
    """Return every pair of points that stands alone, such as ``AB``, or ``between A and B``; each once, in order."""
    named = [points_of(found[1]) for found in re.finditer(_ALONE % 2, description)]
    named += [found.groups() for found in _DISTANCE.finditer(description)]
    return _unlike(named)


def said_angles(description: str) -> list[tuple[str, ...]]:
    """Return every three points that stand alone and are no triangle, each once, in order."""
    found = [
        points_of(match[1])
        for match in re.finditer(_ALONE % 3, description)
        if not re.search(r"(?i:triangles?|△)\s*$", description[: match.start()])
    ]
    return _unlike(found)


def said_polygons(description: str) -> list[tuple[str, ...]]:
    """Return every run of three to eight points that is no angle, each once, in order."""
    found = [
        points_of(match[1])
        for match in re.finditer(_ALONE % f"3,{_MOST_POINTS}", description)
        if not _ANGLE_WORDS.search(description[: match.start()])
    ]
    return list(dict.fromkeys(found))


def said_points(description: str) -> list[str]:
    """Return every single point after ``at``, ``point`` or ``vertex``, each once."""
    return list(dict.fromkeys(re.findall(rf"(?i:\bat|\bpoint|\bvertex) (?:point |vertex )?({_POINT})(?![A-Za-z])", description)))


def said_values(description: str) -> list[str]:
    """Return every value that is told as a length or a size, as it is to be printed: ``10``, ``2√3 cm``, ``60°``, ``x + 4``."""
    found = []
    for match in _VALUE.finditer(description):
        written = match["value"].strip()
        if _is_expression(written):
            unit = (match["unit"] or "").strip()
            found.append(written + ("°" if unit.startswith(("°", "degree")) else f" {unit}" if unit.endswith("m") else ""))
    return list(dict.fromkeys(found))


def _is_expression(written: str) -> bool:
    # A word such as "shown" would be read as a product of letters.
    if re.search(r"[a-z]{2}", written):
        return False
    try:
        read_algebra(written.replace("−", "-"))
    except ExpressionError:
        return False
    return True


def _unlike(names: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Drop what names the same, read in either direction."""
    return list({min(name, name[::-1]): name for name in reversed(names)}.values())[::-1]
