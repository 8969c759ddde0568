"""A figure on its base: each part that hangs together stands level, the parts side by side."""

from __future__ import annotations

import cmath
from collections.abc import Mapping, Sequence
from itertools import combinations

from gnomon.figure import Circle, Coordinates, Figure, order_along
from gnomon.geometry.layout.skeleton import LayoutError, Skeleton
from gnomon.problem import Quantity
from gnomon.problem.arrangement import Arrangement, Points

_GAP = 0.35
"""Between two parts of a figure that stand side by side, of the extent of the second."""
_LIKED: Mapping[str, tuple[tuple[int, int], ...]] = {
    "parallel": ((0, 1), (2, 3)),
    "trapezoid": ((0, 1), (2, 3)),
    "isosceles_trapezoid": ((0, 1), (2, 3)),
    "isosceles": ((1, 2),),
    "altitude": ((2, 3),),
    "median": ((2, 3),),
    "perpendicular": ((0, 1), (2, 3)),
}
"""Which lines of a fact make a good base, by the places of their points."""


def stood(skeleton: Skeleton, spots: Coordinates) -> Figure:
    """Return the figure of an arrangement at the places found.

    Raises:
        LayoutError: when nothing says how large a circle is.
    """
    wanted = skeleton.wanted
    at = {name: complex(*spot) for name, spot in spots.items()}
    lines = [order_along(line, spots) for line in skeleton.lines]
    placed: dict[str, complex] = {}
    for part in skeleton.parts:
        own = [line for line in lines if line[0] in part]
        standing = _standing({name: at[name] for name in at if name in part}, _bases(wanted, own, at), _extents(wanted, at, part))
        gap = _GAP * max((abs(a - b) for a, b in combinations(standing.values(), 2)), default=0.0)
        right = max((spot.real for spot in placed.values()), default=-gap)
        placed |= {name: spot + right + gap for name, spot in standing.items()}
    points = {name: (placed[name].real, placed[name].imag) for name in at}
    return Figure(
        points=points,
        lines=tuple(order_along(line, points) for line in skeleton.lines),
        circles=tuple(_circle(wanted, centre, on, placed) for centre, on in wanted.circles.items()),
    )


def _bases(wanted: Arrangement, lines: Sequence[Points], at: Mapping[str, complex]) -> list[tuple[int, Points]]:
    """Return the lines on which a part may stand, with how well a school would like it: parallels, then legs, then others."""
    liked: dict[frozenset[str], int] = {}
    for fact in wanted.description.facts:
        for pair in _LIKED.get(fact.kind, ()):
            ends = frozenset(fact.points[place] for place in pair)
            liked[ends] = max(liked.get(ends, 0), 1 if fact.kind == "perpendicular" else 2)
    for equation in wanted.description.equations:
        equal = [frozenset(side.points) for side in equation if isinstance(side, Quantity) and side.kind == "length"]
        if len(equal) == 2 and len(equal[0] ^ equal[1]) == 2:  # the base between two equal sides
            liked.setdefault(equal[0] ^ equal[1], 2)
    ranked = [(max((rank for pair, rank in liked.items() if pair <= {*line}), default=0), line) for line in lines]
    return sorted(ranked, key=lambda each: (-each[0], -abs(at[each[1][0]] - at[each[1][-1]])))


def _extents(wanted: Arrangement, at: Mapping[str, complex], part: set[str]) -> list[tuple[complex, float]]:
    """Return centre and radius of the circles of a part."""
    return [(at[centre], abs(at[on[0]] - at[centre])) for centre, on in wanted.circles.items() if on and centre in part]


def _circle(wanted: Arrangement, centre: str, on: Points, placed: Mapping[str, complex]) -> Circle:
    if on:
        return Circle(centre=centre, points=on)
    for fact in wanted.description.facts:
        line: tuple[str, str] | None = None
        if fact.kind == "circumscribed" and fact.points[0] == centre:
            line = (fact.points[1], fact.points[2])
        elif fact.kind == "tangent" and fact.points[2] == centre:
            line = (fact.points[0], fact.points[1])
        if line:
            along, to = placed[line[1]] - placed[line[0]], placed[centre] - placed[line[0]]
            return Circle(centre=centre, radius=abs((along.conjugate() * to).imag) / abs(along))
    raise LayoutError(f"nothing says how large circle {centre} is; name a point on it, such as A on circle {centre}")


def _standing(
    placed: Mapping[str, complex], lines: Sequence[tuple[int, Points]], circles: Sequence[tuple[complex, float]]
) -> dict[str, complex]:
    """Turn a part to stand on a horizontal base, its name read from left to right, and put its lower left corner at 0."""
    base = _base(placed, lines, circles)
    if base is not None:
        turn = cmath.exp(-1j * cmath.phase(placed[base[1]] - placed[base[0]]))
        placed = {name: at * turn for name, at in placed.items()}
        level = placed[base[0]].imag
        if sum(at.imag - level for at in placed.values()) < 0:  # what is below the base goes above it
            placed = {name: at.conjugate() for name, at in placed.items()}
    corner = complex(min(at.real for at in placed.values()), min(at.imag for at in placed.values()))
    return {name: at - corner for name, at in placed.items()}


def _base(
    placed: Mapping[str, complex], lines: Sequence[tuple[int, Points]], circles: Sequence[tuple[complex, float]]
) -> tuple[str, str] | None:
    """Choose a line to stand on, left end first: with the whole part on one side of it, then the best liked, then the longest."""
    size = max((abs(a - b) for a, b in combinations(placed.values(), 2)), default=0.0)
    around = [*((at, 0.0) for at in placed.values()), *circles]

    def worth(ranked: tuple[int, Points]) -> tuple[bool, int, float]:
        rank, line = ranked
        start, along = placed[line[0]], placed[line[-1]] - placed[line[0]]
        off = [((along.conjugate() * (at - start)).imag / abs(along), radius) for at, radius in around]
        # A thousandth of the size: a line that touches a circle has it on one side.
        is_outside = min(d - r for d, r in off) > -1e-3 * size or max(d + r for d, r in off) < 1e-3 * size
        return is_outside, rank, abs(along)

    whole = [ranked for ranked in lines if abs(placed[ranked[1][0]] - placed[ranked[1][-1]]) > 0]
    if not whole:
        return None
    _, best = max(whole, key=worth)
    return min(best[0], best[-1]), max(best[0], best[-1])
