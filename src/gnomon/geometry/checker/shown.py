"""Read values back from the sentences of a proof: ``AB ≈ 6.88``, ``∠ABC = 57°``, ``x = 5√3``."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import NamedTuple

from gnomon.problem import ExpressionError, evaluate, parse_expression

_POINTS = re.compile(r"(?<![A-Za-z])[A-Z]{2,}(?![A-Za-z'])")
_ENDS = 3
"""Up to so many points a name has a first and a last one: a segment, an angle, an arc; more are corners of a polygon."""
_LAST_DIGIT = 0.51
"""A rounded number may be off by half of its last digit, and a little."""


class ShownValue(NamedTuple):
    """A value as it is written."""

    number: float
    tolerance: float
    """How far the true value may be from it."""

    def fits(self, number: float) -> bool:
        """Whether it is how ``number`` is written."""
        return abs(self.number - number) <= self.tolerance + 1e-9 * abs(number)


def shown_value(name: str, text: str) -> ShownValue | None:
    """Return the value that ``text`` states for ``name`` (as ``name = value`` or ``name ≈ value``); None without one.

    A part of the figure may be spelled another way in the text: BA for AB, BCDA for ABCD.
    """
    found = re.search(rf"(?:^|, ){re.escape(_alike(name))} ([=≈]) ([^,=≈]+)", _alike(text))
    if found is None:
        return None
    written = found[2].strip().rstrip("°.").replace("−", "-")
    decimals = len(written.partition(".")[2])
    try:
        return ShownValue(_read(written), _LAST_DIGIT * 10.0 ** -max(decimals, 2) if found[1] == "≈" else 0.0)
    except (ExpressionError, ArithmeticError, ValueError):
        return None


def _alike(text: str) -> str:
    """Spell every part of the figure in one way, whichever of its ends or corners comes first."""
    return _POINTS.sub(lambda found: min(_spellings(found[0])), text)


def _spellings(points: str) -> Iterator[str]:
    for way in (points, points[::-1]):
        yield from (way[start:] + way[:start] for start in range(len(way) if len(way) > _ENDS else 1))


def _read(written: str) -> float:
    value = evaluate(parse_expression(written), lambda _: math.nan)
    if math.isnan(value):
        raise ValueError(f"{written!r} is no number")
    return value
