"""Parts that are compared without their sizes: ``KU is longer than OK``, ``N is a pointy one``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from gnomon.algebra import Expression, Letter, Number, Quantity
from gnomon.tutor.message.formula import Item, Names
from gnomon.tutor.message.moves import Claim

_MORE = r"longer|bigger|larger|greater|higher|taller|wider|more"
_COMPARED = re.compile(
    rf"\b(?:(?:a|the) )?(?:tiny |little |wee )?(?:bit |lot |much |far |slightly |way )*"
    rf"(?:(?P<more>{_MORE})|shorter|smaller|less|lower) th[ae]n\b"
)
_IS = r"(?:is|be|its|it's|looks|seems|must be|has to be)(?: (?:clearly|surely|definitely|also|really|even))?"
_THAN_SIZE = re.compile(
    rf"\b{_IS} (?:(?P<more>{_MORE}|over)|smaller|less|under)(?: th[ae]n)? (?:(?P<right>90(?: ?°| degrees)?|an? right angle)"
    r"|(?P<straight>180(?: ?°| degrees)?|an? (?:half|semi)[ -]?circle|"
    r"half (?:of )?(?:a|the) (?:whole )?circle|an? straight (?:line|angle)))\W*$"
)
"""A part is compared with a right or a straight angle, or with half a circle."""
_SHAPED = re.compile(
    r"(?:\b(?:is|be|its|it's|looks)|'?ll be) (?:an? |clearly |surely |definitely |the )*"
    r"(?:(?P<wide>obtuse|blunt|wide)|(?P<sharp>acute|sharp|pointy|pointed|narrow))(?: angle| one| corner)?\W*$"
)
"""An angle is said to be more, or less, than a right one."""
_IT = re.compile(r"^\W*(?:so |then |and )*(?:it|its|it's|it'?ll|that|that's)\b")
_RIGHT, _STRAIGHT = 90, 180


def comparison_of(lower: str, items: Sequence[Item], names: Names) -> Claim | None:
    """Return what is said to be larger, and smaller, as a claim of relation ``greater``; None where nothing is compared.

    Args:
        lower: a clause in lower case.
        items: of the clause.
        names: of the figure; an angle that is sought is what "it" means.
    """
    if (pair := _two_parts(lower, items)) is not None:
        return Claim("", pair, relation="greater")
    match = _THAN_SIZE.search(lower) or _SHAPED.search(lower)
    part = None if match is None else _spoken_of(lower[: match.start()], items, names)
    if match is None or part is None:
        return None
    found = match.groupdict()
    limit: Expression = Number(Fraction(_STRAIGHT if found.get("straight") else _RIGHT))
    is_larger = bool(found.get("more") or found.get("wide"))
    described = (names.described[part],) if isinstance(part, Letter) else ()
    return Claim("", (part, limit) if is_larger else (limit, part), described, relation="greater")


def _two_parts(lower: str, items: Sequence[Item]) -> tuple[Expression, Expression] | None:
    match = _COMPARED.search(lower)
    named = [item for item in items if isinstance(item.expression, Quantity)]
    if match is None or len(named) != 2 or any(item.is_number for item in items):
        return None
    first, last = (item.expression for item in named)
    if first is None or last is None or not named[0].end <= match.start() < match.end() <= named[1].start:
        return None
    return (first, last) if match["more"] else (last, first)


def _spoken_of(before: str, items: Sequence[Item], names: Names) -> Quantity | Letter | None:
    """Return the one part that is named before a comparison; what is sought where only "it" stands there."""
    parts = [item.expression for item in items if item.start < len(before) and isinstance(item.expression, Quantity | Letter)]
    parts = [part for part in parts if isinstance(part, Quantity) or _is_corner(part, names)]
    if len(parts) == 1:
        part = parts[0]
        if isinstance(part, Quantity) and part.kind == "arc_length":
            return Quantity.of("arc", *part.points)
        return part if isinstance(part, Letter) or part.kind in {"angle", "arc"} else None
    is_sought = isinstance(names.goal, Quantity) and names.goal.kind == "angle" and not parts
    return names.goal if is_sought and (_IT.match(before) or not before.strip()) else None  # type: ignore[return-value]


def _is_corner(part: Letter, names: Names) -> bool:
    described = names.described.get(part)
    return described is not None and described.sort == "vertex"
