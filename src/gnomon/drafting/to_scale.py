"""A proved problem's figure, to scale: pictures in books are not, and files of problems are checked against their coordinates."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import combinations

from gnomon.algebra import Quantity
from gnomon.figure import Circle, Figure, Spot
from gnomon.geometry import Model

_LEVEL = 0.035
"""Of its length, that a level line may rise: two degrees, as scans and readings are off."""
_TOGETHER = 0.01
"""Of its extent, between two points of a figure that are one: a fit stops on its way to where they fall together."""
_TO_SCALE = 1e-4
"""Of its size, that a figure to scale may be off: coordinates in files have five digits."""


def to_scale(figure: Figure, model: Model) -> Figure:
    """Return the figure with the coordinates of the numeric model, which satisfy the facts, turned as it is drawn, from 0, 0 on.

    Args:
        figure: as drawn.
        model: fitted to the facts; a point that it does not have stays out.
    """
    spots = _turned({name: model.diagram.at[name] for name in figure.points}, figure)
    left, low = (min(values) for values in zip(*spots.values(), strict=True))
    return figure.model_copy(
        update={
            "points": {name: (x - left, y - low) for name, (x, y) in spots.items()},
            "circles": tuple(_sized(circle, figure, model) for circle in figure.circles),
        }
    )


def _turned(spots: Mapping[str, Spot], figure: Figure) -> dict[str, Spot]:
    """Return places turned as they are drawn: the longest line that is drawn level is level, else all lie as near as may be."""
    now, drawn = ({name: complex(*each[name]) for name in spots} for each in (spots, figure.points))
    ways = [(drawn[line[-1]] - drawn[line[0]], now[line[-1]] - now[line[0]]) for line in figure.lines]
    level = [(then, way) for then, way in ways if abs(then.imag) <= _LEVEL * abs(then)]
    if level:
        then, way = max(level, key=lambda pair: abs(pair[0]))
        match = math.copysign(1, then.real) * way.conjugate()
    else:  # the turn with the least sum of squares
        around, drawn_around = _centred(spots), _centred({name: figure.points[name] for name in spots})
        match = sum(around[name].conjugate() * drawn_around[name] for name in now)
    turn = match / abs(match) if abs(match) > 0 else 1
    return {name: ((place * turn).real, (place * turn).imag) for name, place in now.items()}


def is_to_scale(figure: Figure, model: Model) -> bool:
    """Whether a figure is drawn to scale already: that of the model turned, moved and made larger or smaller."""
    now, drawn = (_centred({name: each[name] for name in figure.points}) for each in (model.diagram.at, figure.points))
    size = sum(abs(place) ** 2 for place in now.values())
    match = sum(now[name].conjugate() * drawn[name] for name in now) / size if size > 0 else 0
    extent = max(map(abs, drawn.values()))
    return all(abs(match * now[name] - drawn[name]) <= _TO_SCALE * extent for name in now)


def _centred(spots: Mapping[str, Spot]) -> dict[str, complex]:
    places = {name: complex(*spot) for name, spot in spots.items()}
    middle = sum(places.values()) / len(places)
    return {name: place - middle for name, place in places.items()}


def is_collapsed(figure: Figure, model: Model) -> bool:
    """Whether the facts were fitted only by letting the figure's points fall together: what follows then says nothing of it."""
    # A file of problems wants a figure at least 1e-6 wide or high; the model's are of the order of the given sizes.
    return _width({name: model.diagram.at[name] for name in figure.points}) < 1e-6


def has_points_together(figure: Figure, model: Model) -> bool:
    """Whether two points of the figure have one place in the model."""
    spots = [model.diagram.at[name] for name in figure.points]
    least = _TOGETHER * max((math.dist(*pair) for pair in combinations(spots, 2)), default=0.0)
    return any(math.dist(*pair) < least for pair in combinations(spots, 2))


def _sized(circle: Circle, figure: Figure, model: Model) -> Circle:
    """Return a circle as large as its points say, else as the facts do, else as it is drawn."""
    if circle.points:
        return circle.model_copy(update={"radius": None})
    try:
        return circle.model_copy(update={"radius": model.at_atom(Quantity("radius", (circle.centre,)))})
    except (KeyError, ValueError):
        return circle.model_copy(update={"radius": circle.radius and circle.radius * _growth(figure, model)})


def _growth(figure: Figure, model: Model) -> float:
    """Return how many units of the model a unit of the drawing is, by the widths of both."""
    return _width(model.diagram.at) / _width(figure.points)


def _width(spots: Mapping[str, Spot]) -> float:
    across, up = zip(*spots.values(), strict=True)
    return float(max(max(across) - min(across), max(up) - min(up)))
