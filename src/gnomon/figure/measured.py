"""A figure to measure on: its coordinates, circles and lines. Used to check a file, and to place points."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gnomon.algebra import Quantity
from gnomon.figure.facts import Fact, Points
from gnomon.figure.figure import Figure
from gnomon.figure.measuring import Coordinates, UnmeasurableError, measure


@dataclass(frozen=True)
class Measured:
    """Coordinates with the lines and circles through them. Build it with `of` or `at`."""

    points: Coordinates
    circles: Mapping[str, Sequence[str]]
    """Points on the circle about a centre, first one made up at the radius of the circle: see `at`."""
    lines: Sequence[Points] = ()

    @classmethod
    def of(cls, figure: Figure) -> Measured:
        """Measure on a figure; of several circles about one centre the first counts."""
        first = {circle.centre: circle for circle in reversed(figure.circles)}
        radii = {centre: figure.radius(circle) for centre, circle in first.items()}
        return cls.at(figure.points, {centre: circle.points for centre, circle in first.items()}, radii, figure.lines)

    @classmethod
    def at(
        cls,
        points: Coordinates,
        circles: Mapping[str, Sequence[str]],
        radii: Mapping[str, float] | None = None,
        lines: Sequence[Points] = (),
    ) -> Measured:
        """Measure at coordinates that need not fit: the radius of a circle is the mean over its points.

        Args:
            points: coordinates by name.
            circles: points on the circle about a centre.
            radii: radii that are known otherwise; 0 for unknown.
            lines: drawn lines, each as its points in order.
        """
        found, rims = dict(points), {}
        for centre, on in circles.items():
            if centre not in points:
                continue
            known = [points[point] for point in on if point in points]
            mean = sum(math.dist(points[centre], spot) for spot in known) / max(len(known), 1)
            radius = (radii or {}).get(centre) or mean
            if radius:  # a point that no problem can name stands for the circle's size
                rims[centre] = f"rim of {centre}"
                found[rims[centre]] = (points[centre][0] + radius, points[centre][1])
        return cls(found, {centre: (rims[centre], *circles[centre]) for centre in rims}, lines)

    def line(self, first: str, second: str) -> Points:
        """Return all points of the drawn line through two points, in order; the two themselves without one."""
        return next((line for line in self.lines if first in line and second in line), (first, second))

    def value(self, quantity: Quantity) -> float:
        """Value of ``quantity`` in the coordinates' unit; degrees for angles and arcs.

        Raises:
            UnmeasurableError: when it needs a circle that is not there, or a point without coordinates.
        """
        try:
            return measure(quantity, self.points, self.circles)
        except UnmeasurableError:
            raise
        except KeyError as error:
            raise UnmeasurableError(f"no coordinates for {error.args[0]!r}") from error

    def discrepancies(self, fact: Fact) -> list[float]:
        """Return how far ``fact`` is from holding: zeros where it holds; angles in radians, lengths relative.

        Raises:
            UnmeasurableError: as `value`.
        """
        points, residual = fact.condition(self)
        if not points:
            raise UnmeasurableError(f"no point on the circle of {fact}")
        try:
            return residual([self.points[point] for point in points])
        except KeyError as error:
            raise UnmeasurableError(f"no coordinates for {error.args[0]!r}") from error
