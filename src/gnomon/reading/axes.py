"""The axes of a graph: two long strokes at right angles with numbers along them that grow evenly."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from itertools import product

from gnomon.figure import Axes
from gnomon.reading.strokes import Spot, Stroke
from gnomon.reading.texts import Label

_LEVEL = math.tan(math.radians(1.5))
"""Slope up to which an axis counts as level or upright, as printed and scanned ones are."""
_LONG = 0.3
"""Least length of an axis, as a share of the longest stroke."""
_NUMBERS = 3.5
"""Heights of a capital from an axis to the middle of its numbers, farthest."""
_OFF = 0.6
"""Heights of a capital that a number's middle may be off its tick: half the width of a minus sign."""
_NUMBER = re.compile(r"[-−]?[0-9]+(?:\.[0-9]+)?")


def find_axes(labels: Sequence[Label], strokes: Sequence[Stroke], capital: float) -> Axes | None:
    """Return the axes of a graph, in pixels of the picture with rows downwards; both units are positive lengths.

    Args:
        labels: printed texts.
        strokes: what is drawn.
        capital: height of a capital in pixels.

    Returns:
        None unless on each of two strokes at right angles two different numbers or more stand where one unit puts them, and
        more than half of all its numbers: lengths in a figure of geometry do not.
    """
    longest = max((stroke.length for stroke in strokes), default=0.0)
    long = [stroke for stroke in strokes if stroke.length >= _LONG * longest]
    level = [stroke for stroke in long if _is_along(stroke, 0)]
    upright = [stroke for stroke in long if _is_along(stroke, 1)]
    numbers = [(float(label.text.replace("−", "-")), (label.x, label.y)) for label in labels if _NUMBER.fullmatch(label.text)]
    found = []
    for across, up in product(level, upright):
        origin = (up.at(up.length / 2)[0], across.at(across.length / 2)[1])
        units = [_unit(numbers, origin, side, capital) for side in (0, 1)]
        if all(units):
            (x_unit, x_count), (y_unit, y_count) = units  # type: ignore[misc]  # neither is None
            found.append((x_count + y_count, Axes(origin, x_unit, y_unit)))
    return max(found, default=(0, None), key=lambda pair: pair[0])[1]


def _is_along(stroke: Stroke, side: int) -> bool:
    """Whether a stroke runs level (side 0) or upright (side 1)."""
    run, rise = (abs(stroke.end[each] - stroke.start[each]) for each in (side, 1 - side))
    return rise <= _LEVEL * run


def _unit(numbers: Sequence[tuple[float, Spot]], origin: Spot, side: int, capital: float) -> tuple[float, int] | None:
    """Return the length of a unit along one axis and how many numbers say so."""
    sign = 1 if side == 0 else -1  # rows run downwards
    beside = [
        (value, sign * (spot[side] - origin[side]))
        for value, spot in numbers
        # A number at the crossing of the axes is the origin's.
        if value != 0
        and abs(spot[1 - side] - origin[1 - side]) <= _NUMBERS * capital
        and abs(spot[side] - origin[side]) > capital
    ]
    best: list[tuple[float, float]] = []
    rest = 0
    for value, place in beside:
        unit = place / value
        agreeing = [pair for pair in beside if abs(pair[0] * unit - pair[1]) <= _OFF * capital]
        if unit > 0 and len(agreeing) > len(best):
            best = agreeing
            # A minus sign that was not read puts a number on the wrong side, half its width off: no word against the unit.
            rest = sum(min(abs(pair[0] * unit - way * pair[1]) for way in (1, -1)) > 2 * _OFF * capital for pair in beside)
    if len({value for value, _ in best}) < 2 or len(best) <= rest:
        return None
    if side == 0 and len({value for value, _ in best if value > 0}) > 1:
        # A minus sign shifts the middle of a number to the left of its tick; on an upright axis it does no harm.
        best = [pair for pair in best if pair[0] > 0]
    return sum(value * place for value, place in best) / sum(value * value for value, _ in best), len(best)
