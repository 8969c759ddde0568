"""A proved problem's figure, to scale: pictures in books are not, and files of problems are checked against their coordinates."""

from __future__ import annotations

from collections.abc import Mapping

from gnomon.algebra import Quantity
from gnomon.figure import Circle, Figure, Spot
from gnomon.geometry import Model


def to_scale(figure: Figure, model: Model) -> Figure:
    """Return the figure with the coordinates of the numeric model, which satisfy the facts, turned as it is drawn, from 0, 0 on.

    Args:
        figure: as drawn.
        model: fitted to the facts; a point that it does not have stays out.
    """
    spots = _turned({name: model.diagram.at[name] for name in figure.points}, figure.points)
    left, low = (min(values) for values in zip(*spots.values(), strict=True))
    return figure.model_copy(
        update={
            "points": {name: (x - left, y - low) for name, (x, y) in spots.items()},
            "circles": tuple(_sized(circle, figure, model) for circle in figure.circles),
        }
    )


def _turned(spots: Mapping[str, Spot], drawn: Mapping[str, Spot]) -> dict[str, Spot]:
    """Return places turned so that they lie as much as may be as they are drawn: the turn with the least sum of squares."""
    now, then = ({name: complex(*each[name]) for name in spots} for each in (spots, drawn))
    middle, drawn_middle = (sum(each.values()) / len(each) for each in (now, then))
    match = sum((now[name] - middle).conjugate() * (then[name] - drawn_middle) for name in now)
    turn = match / abs(match) if abs(match) > 0 else 1  # where no turn is better than another, none
    turned = {name: (place - middle) * turn for name, place in now.items()}
    return {name: (place.real, place.imag) for name, place in turned.items()}


def is_collapsed(figure: Figure, model: Model) -> bool:
    """Whether the facts were fitted only by letting the figure's points fall together: what follows then says nothing of it."""
    # A file of problems wants a figure at least 1e-6 wide or high; the model's are of the order of the given sizes.
    return _width({name: model.diagram.at[name] for name in figure.points}) < 1e-6


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
