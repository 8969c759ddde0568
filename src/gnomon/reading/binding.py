"""Which part a printed label measures: the nearest line by its middle, or the angle that it stands in."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from typing import NamedTuple

from gnomon.reading.marks import Corner, Mark, corners, pieces
from gnomon.reading.strokes import Spot, Stroke
from gnomon.reading.texts import Label

_FARTHEST = 2.6
"""Heights of a capital between the edge of a label and the line that it measures."""
_IN_ANGLE = 6.5
"""Heights of a capital between the middle of a label and the vertex of the angle that it measures."""


class Bound(NamedTuple):
    """A label with its part."""

    label: Label
    part: str | None
    """``line:AB`` or ``angle:ABC``; None where none is near."""
    confidence: float
    """0 to 1: how much nearer this part is than the next."""


def bind(
    labels: list[Label],
    points: Mapping[str, Spot],
    lines: list[tuple[str, str]],
    marks: list[Mark],
    capital: float,
    unnamed: Collection[str] = (),
) -> list[Bound]:
    """Return each label with the part that it measures.

    A degree sign is of an angle. Without one, an angle comes into question only where it has an arc: a letter may be either.
    A line between two names may be measured whole though points without a name, ``unnamed``, divide it.
    """
    undivided = pieces(points, lines)
    wedges = corners(points, undivided)
    printed = {name: spot for name, spot in points.items() if name not in unnamed}
    measured = dict.fromkeys([*undivided, *pieces(printed, [line for line in lines if set(line) <= printed.keys()])])
    with_arcs = {mark.part for mark in marks if mark.kind == "arcs"}
    found = []
    for label in labels:
        is_angle = label.text.endswith("°")
        costs: dict[str, float] = {}
        for corner in wedges:
            if is_angle or corner.part in with_arcs:
                cost = _angle_cost(label, corner, points, capital)
                if cost is not None:
                    costs[corner.part] = cost + (0 if is_angle else 0.6)
        if not is_angle:
            for start, end in measured:
                cost = _line_cost(label, Stroke(points[start], points[end]), capital)
                if cost is not None:
                    costs[f"line:{start}{end}"] = cost
        ordered = sorted(costs.items(), key=lambda pair: pair[1])
        if not ordered:
            found.append(Bound(label, None, 0.0))
            continue
        second = ordered[1][1] if len(ordered) > 1 else ordered[0][1] + 2
        found.append(Bound(label, ordered[0][0], label.probability * (1 - math.exp(-3 * (second - ordered[0][1])))))
    return found


def _line_cost(label: Label, way: Stroke, capital: float) -> float | None:
    """Return how far a label is from a line and from its middle; None where it is not beside it."""
    spot = (label.x, label.y)
    along = way.along(spot)
    if not 0 < along < way.length:
        return None
    # A wide label beside an upright line has its middle far away: the distance is that of its edge.
    half = label.half_width * abs(way.direction[1]) + 0.5 * capital * abs(way.direction[0])
    off = max(0.0, abs(way.aside(spot)) - half) / capital
    return off + 1.5 * abs(along / way.length - 0.5) if off < _FARTHEST else None


def _angle_cost(label: Label, corner: Corner, points: Mapping[str, Spot], capital: float) -> float | None:
    """Return how far a label is from an angle's vertex and bisector; None where it stands outside."""
    at = points[corner.vertex]
    distance = math.dist(at, (label.x, label.y)) / capital
    if distance > _IN_ANGLE:
        return None
    turn = (math.atan2(label.y - at[1], label.x - at[0]) - corner.low) % (2 * math.pi)
    # 0.25 radians: in a narrow angle the label stands across a side.
    over = max(turn - corner.turn, 0.0) if turn < math.pi + corner.turn / 2 else 2 * math.pi - turn
    return 0.35 * distance + 4 * over + abs(turn / corner.turn - 0.5) * (over == 0) if over < 0.25 else None
