"""What lies on what: the lines, circles and drawn segments that a problem states, without any coordinates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from gnomon.figure import Figure
from gnomon.problem import Equation, Expression, Fact, FormalDescription, Quantity, quantities_in

_CLOSED = {
    "parallelogram", "rectangle", "rhombus", "square", "kite", "trapezoid", "isosceles_trapezoid", "isosceles", "equilateral",
    "regular_polygon",
}  # fmt: skip
"""Kinds of fact whose points are the corners of one polygon."""

_STRAIGHT = {"diameter": (0, 2, 1), "midpoint": (1, 0, 2)}
"""Kinds of fact that put points on one line, with their order."""


@dataclass(frozen=True)
class Incidence:
    """Lines as sets of points, points by circle."""

    lines: tuple[frozenset[str], ...]
    """Drawn lines; two of them share at most one point."""
    circles: dict[str, tuple[str, ...]]
    """Points that are stated to lie on the circle, by its centre."""

    def line(self, *points: str) -> frozenset[str] | None:
        """Return the drawn line through all ``points``, if there is one."""
        return next((line for line in self.lines if line.issuperset(points)), None)

    def are_on_circle(self, centre: str, *points: str) -> bool:
        """Whether all ``points`` are stated to lie on the circle."""
        return set(points) <= set(self.circles.get(centre, ()))

    def centre(self, *points: str) -> str | None:
        """Return the centre of the first circle through all ``points``."""
        return next((centre for centre, on in self.circles.items() if set(points) <= set(on)), None)

    def crossing(self, points: Sequence[str]) -> str | None:
        """Return the named point that the lines through the first two and the last two of four points share."""
        first, second = self.line(*points[:2]) or set(points[:2]), self.line(*points[2:]) or set(points[2:])
        return min(first & second, default=None) if first != second else None


def incidence_of(description: FormalDescription, figure: Figure) -> Incidence:
    """Collect what the givens and the drawing put on one line or circle; what the problem names counts as drawn."""
    runs = [*figure.lines, *_named_segments(description)]
    runs += [tuple(fact.points[i] for i in _STRAIGHT[fact.kind]) for fact in description.facts if fact.kind in _STRAIGHT]
    runs += [fact.points for fact in description.facts if fact.kind == "collinear"]
    circles: dict[str, dict[str, None]] = {}
    for fact in description.facts:
        if fact.kind == "on_circle":
            circles.setdefault(fact.points[1], {})[fact.points[0]] = None
    return Incidence(_merged(runs), {centre: tuple(points) for centre, points in circles.items()})


def _merged(runs: Iterable[Sequence[str]]) -> tuple[frozenset[str], ...]:
    lines: list[frozenset[str]] = []
    for run in runs:
        line = frozenset(run)
        while other := next((known for known in lines if len(known & line) > 1), None):
            lines.remove(other)
            line |= other
        lines.append(line)
    return tuple(line for line in lines if len(line) > 1)


def _named_segments(description: FormalDescription) -> Iterator[Sequence[str]]:
    for side in _expressions(description):
        for quantity in quantities_in(side):
            yield from _segments(quantity)
    for fact in description.facts:
        yield from _sides_of_fact(fact)
    if description.claim is not None and isinstance(description.claim.content, Fact):
        yield from _sides_of_fact(description.claim.content)


def _expressions(description: FormalDescription) -> Iterator[Expression]:
    yield from (side for equation in description.equations for side in equation)
    if description.goal is not None:
        yield description.goal.expression
    if description.claim is not None and isinstance(description.claim.content, Equation):
        yield from description.claim.content


def _segments(quantity: Quantity) -> Iterator[Sequence[str]]:
    if quantity.kind in {"length", "angle"}:
        yield from zip(quantity.points, quantity.points[1:], strict=False)
    elif quantity.kind in {"area", "perimeter"}:
        yield from _sides(quantity.points)


def _sides_of_fact(fact: Fact) -> Iterator[Sequence[str]]:
    if fact.kind in _CLOSED:
        yield from _sides(fact.points)
    elif fact.kind in {"parallel", "perpendicular", "tangent"}:
        yield from (fact.points[:2], fact.points[2:4])
    elif fact.kind in {"congruent", "similar"}:
        half = len(fact.points) // 2
        yield from (*_sides(fact.points[:half]), *_sides(fact.points[half:]))


def _sides(points: Sequence[str]) -> Iterator[Sequence[str]]:
    yield from zip(points, [*points[1:], points[0]], strict=True)
