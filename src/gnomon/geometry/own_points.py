"""Points that somebody adds to a fitted figure: a midpoint, a foot, a centre, an end of a line drawn on.

The figure stays as it is fitted; the new points go wherever the facts that make them hold. What is then true of them is asked
of the model, as for the figure's own: it settles what the givens and the making together leave no choice of.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from gnomon.figure import Coordinates
from gnomon.geometry.diagram import Diagram
from gnomon.geometry.fitting import Residual, Task, pack, residual, unpack
from gnomon.geometry.model import TOLERANCE, Model, ModelError, row_space
from gnomon.problem import Equation, Fact, FormalDescription, Given, Problem, quantities_in

MADE = "made by the learner"
"""Stands for the literal of what makes a point."""
_MOST_POINTS = 6
"""New ones at once."""
_STARTS = 24
"""Places that a search for the new points begins at."""
_MOST_PLACES = 4
"""Different figures that are kept, where the making leaves a choice."""
_STEPS = 80
"""Of one search; where it has not settled by then, it starts elsewhere."""
_APART = 1e-3
"""Of the figure's size: nearer points are one."""


def with_points(problem: Problem, model: Model, made: Sequence[Fact | Equation]) -> tuple[Model, ...]:
    """Return the fitted figure with further points, once for each place that was found for them.

    Args:
        problem: with a figure and a formal description.
        model: its fitted figure.
        made: what makes the new points; it asks nothing of the others that the givens leave open.

    Raises:
        ModelError: when nothing new is made, too much, something that asks more of the figure than its givens do, or no place
            was found.
    """
    description, figure = problem.formal, problem.question.figure
    if description is None or figure is None:
        raise ModelError(f"problem {problem.id!r} has no figure to add points to")
    made = tuple(_told_out(made))
    known = model.diagram.at
    new = tuple(dict.fromkeys(point for content in made for point in _points_of(content) if point not in known))
    if not 0 < len(new) <= _MOST_POINTS:
        raise ModelError(f"what is made has {len(new)} new points; it takes 1 to {_MOST_POINTS}")
    whole = replace(description, givens=(*description.givens, *(Given(content, MADE) for content in made)))
    drawn = Diagram(whole, figure.lines, known | {point: (0.1 * at, 0.2) for at, point in enumerate(new)})
    found = tuple(
        _measured(whole, Diagram(whole, figure.lines, {**known, **places}), model, new)
        for places in islice(_apart(_places(drawn, model, made, new)), _MOST_PLACES)
    )
    if not found:
        raise ModelError("no place was found for what is made: " + ", ".join(map(str, made)))
    return found


def _told_out(made: Sequence[Fact | Equation]) -> Iterator[Fact | Equation]:
    """Yield what is made with what it says by definition: corners of an inscribed polygon lie on the circle."""
    for content in made:
        yield content
        if isinstance(content, Fact) and content.kind == "inscribed":
            centre, *corners = content.points
            yield from (Fact("on_circle", (corner, centre)) for corner in corners)
        elif isinstance(content, Fact) and content.kind == "diameter":
            first, last, centre = content.points
            yield from (Fact("on_circle", (end, centre)) for end in (first, last))


def _apart(several: Iterator[dict[str, tuple[float, float]]]) -> Iterator[dict[str, tuple[float, float]]]:
    """Yield the places that are none of those before."""
    found: list[dict[str, tuple[float, float]]] = []
    for places in several:
        if all(any(math.dist(places[point], other[point]) > _APART for point in places) for other in found):
            found.append(places)
            yield places


def _points_of(content: Fact | Equation) -> Sequence[str]:
    if isinstance(content, Fact):
        return content.points
    return [point for side in content for quantity in quantities_in(side) for point in quantity.points]


def _places(
    drawn: Diagram, model: Model, made: Sequence[Fact | Equation], new: tuple[str, ...]
) -> Iterator[dict[str, tuple[float, float]]]:
    """Yield coordinates of the new points at which they are as they are made."""
    from scipy.optimize import least_squares  # heavy: loaded only where points are added

    known = model.diagram.at
    residuals = [_among(residual(content, MADE, drawn), known, model.letters, new) for content in made]
    spots = np.array([known[name] for name in known])
    size = float(np.ptp(spots)) or 1.0
    for start in _starts(spots, size, len(new)):
        task = Task(residuals, (), start, new, ())
        found = least_squares(
            task.givens, start, jac=task.givens_jacobian, xtol=1e-15, ftol=1e-15, gtol=1e-15, max_nfev=_STEPS, x_scale=size
        )
        places = unpack(found.x, new, ())[0]
        at = {**known, **places}
        is_apart = not any(_are_near(at[point], at[other], size) for point in new for other in at if other != point)
        is_made = float(np.abs(task.givens(found.x)).max()) <= TOLERANCE
        if is_made and is_apart and all(_is_in_order(content, at) for content in made):
            yield places


def _among(one: Residual, known: Coordinates, letters: Mapping[str, float], new: Sequence[str]) -> Residual:
    """Return a residual as one of the new points alone, all else as fitted."""
    return Residual(one.source, lambda points, _: one.value({**known, **points}, letters), one.depends & {*new})


def _starts(spots: NDArray[np.float64], size: float, count: int) -> Iterator[NDArray[np.float64]]:
    """Yield places to begin at: the middle of the figure, then places about it."""
    generator = np.random.default_rng(0)  # the same points have the same places every time
    middle = spots.mean(axis=0)
    for attempt in range(_STARTS):
        reach = size * (0.05 + 1.2 * attempt / _STARTS)
        yield (middle + generator.normal(scale=reach, size=(count, 2))).ravel()


def _is_in_order(content: Fact | Equation, at: Coordinates) -> bool:
    """Whether the points that a fact puts on one line lie there in its order."""
    line = content.straight() if isinstance(content, Fact) else ()
    return all(
        sum((b - a) * (c - b) for a, b, c in zip(at[one], at[two], at[three], strict=True)) > 0
        for one, two, three in zip(line, line[1:], line[2:], strict=False)
    )


def _are_near(one: Sequence[float], other: Sequence[float], size: float) -> bool:
    return math.dist(one, other) < _APART * size


def _measured(whole: FormalDescription, diagram: Diagram, model: Model, new: Sequence[str]) -> Model:
    """Return a model of the figure with its new points.

    Raises:
        ModelError: when what is made asks more of the figure than its givens do.
    """
    names, letters = tuple(diagram.at), tuple(model.letters)
    start = pack(diagram.at, model.letters, names)
    count = len(whole.givens) - sum(given.source == MADE for given in whole.givens)
    residuals = [residual(given.content, given.source, diagram) for given in whole.givens]
    before, made = (
        Task(part, (), start, names, letters).givens_jacobian(start) if part else np.zeros((1, len(start)))
        for part in (residuals[:count], residuals[count:])
    )
    columns = [2 * names.index(point) + part for point in new for part in (0, 1)]
    space = row_space(np.concatenate([before, made]))
    if len(space) > len(row_space(before)) + len(row_space(made[:, columns])):
        raise ModelError("what is made asks more of the figure than its givens do")
    return Model(diagram, model.letters, space, names, model.is_flattened)
