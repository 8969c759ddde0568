"""The axes of a graph: which place of the figure a pair of coordinates is."""

from __future__ import annotations

from typing import NamedTuple


class Axes(NamedTuple):
    """A level and an upright axis that cross at the origin; coordinates of the figure, y upwards."""

    origin: tuple[float, float]
    """Where the axes cross, in the figure's unit."""
    x_unit: float
    """Length of one unit of the level axis, in the figure's unit; positive."""
    y_unit: float
    """The same of the upright axis."""

    def place(self, x: float, y: float) -> tuple[float, float]:
        """Return where (x, y) is in the figure."""
        return (self.origin[0] + x * self.x_unit, self.origin[1] + y * self.y_unit)

    def units(self, spot: tuple[float, float]) -> tuple[float, float]:
        """Return the coordinates of a place of the figure."""
        return ((spot[0] - self.origin[0]) / self.x_unit, (spot[1] - self.origin[1]) / self.y_unit)
