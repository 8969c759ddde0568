"""Strokes that follow drawn lines and circles: which parts of which, one after another.

The stroke is matched with the drawing as a vehicle's track is with a map (Newson and Krumm 2009): each place belongs to one line
or circle, changes are dear and only where both are near, and the cheapest sequence is found by dynamic programming. The ends of
each stretch are then given to the points of that line or circle.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gnomon.figure import Element, Highlights
from gnomon.reading.pen.ground import Ground, Ray, Round, Straight
from gnomon.reading.pen.hand import Trail, directions
from gnomon.reading.pen.reading import Cost, Reading, misfit

_FAR = 4.0
"""Slacks: a trace that is farther off on the whole follows something else, or nothing."""
_CHANGE = 2.0
"""Cost of leaving one line for another; crossing lines for a moment costs less."""
_SHORTEST = 3.0
"""Slacks: shorter stretches are overshot or rounded corners."""
_ALTERNATIVES = 3
"""Readings of one stretch that are compared: a line seldom has more points near an end."""
_WHOLE = math.radians(325)
"""From here a circle is traced as a whole: hands leave gaps, or start before the end."""
_BY_ARMS = 1.2
"""Cost of meaning an angle by its traced arms: whoever traces both to their ends means the two sides rather."""

Numbers = NDArray[np.float64]


class Stretch(NamedTuple):
    """A part of a stroke along one line or circle."""

    way: Straight | Round
    low: float
    high: float
    """Pixels along the line, or along the circle clockwise from the direction of the x axis."""


def traced(trail: Trail, ground: Ground) -> Iterator[Reading]:
    """Yield what a stroke means that follows lines and circles."""
    ways: list[Straight | Round] = [*ground.lines, *ground.circles]
    if not ways:
        return
    found = _stretches(trail, ways, ground.slack)
    if found is None:
        return
    stretches, aside = found
    options = [sorted(_parts(stretch, ground), key=lambda part: part[1])[:_ALTERNATIVES] for stretch in stretches]
    # Each stretch on its own, the others at their best: their product would grow with the number of sides.
    if all(options):
        best = [option[0] for option in options]
        for number, option in enumerate(options):
            for part in option:
                parts = [*best[:number], part, *best[number + 1 :]]
                yield Reading(frozenset(element for element, _ in parts), aside + sum(cost for _, cost in parts))
    if len(stretches) == 2:
        yield from _arms(stretches[0], stretches[1], ground, aside)


def _stretches(trail: Trail, ways: list[Straight | Round], slack: float) -> tuple[list[Stretch], Cost] | None:
    """Return the stretches in the order drawn, and the cost of straying from them; None where too much is off everything."""
    along, feet = zip(*(_projected(trail, way, slack) for way in ways), strict=True)
    distances = np.abs(np.array(feet) - trail)  # of each way at each place
    if np.sqrt(np.mean(distances.min(axis=0) ** 2)) > _FAR * slack:
        return None
    path = _cheapest(distances, np.array(feet), trail, slack)
    strayed = distances[path, np.arange(len(trail))]
    aside = misfit(float(np.sqrt(np.mean(strayed**2))), slack) + misfit(float(np.quantile(strayed, 0.95)), 3 * slack)
    found: list[Stretch] = []
    for number, places in itertools.groupby(range(len(trail)), key=lambda place: int(path[place])):
        run = along[number][list(places)]
        stretch = Stretch(ways[number], float(run.min()), float(run.max()))
        if stretch.high - stretch.low >= _SHORTEST * slack:
            _add(found, stretch, slack)
    return (found, aside) if found else None


def _add(found: list[Stretch], new: Stretch, slack: float) -> None:
    """Add a stretch; where a side was begun in its middle, its two parts become one."""
    for index, old in enumerate(found):
        low, high = min(old.low, new.low), max(old.high, new.high)
        gap = (high - low) - (old.high - old.low) - (new.high - new.low)  # negative where they overlap
        # Where the stroke comes back to its beginning it may stop short, as at any end.
        if old.way is new.way and gap <= _SHORTEST * slack + 0.1 * (high - low):
            found[index] = Stretch(old.way, low, high)
            return
    found.append(new)


def _projected(trail: Trail, way: Straight | Round, slack: float) -> tuple[Numbers, Trail]:
    """Return how far along the nearest places of a line or circle are, and these places."""
    if isinstance(way, Round):
        seen = directions(trail, way.centre)
        return seen * way.radius, np.asarray(way.centre + way.radius * np.exp(1j * seen), np.complex128)
    # A stroke that overshoots is still on the line; how far is judged at its end.
    along = np.clip(((trail - way.start) * way.along.conjugate()).real, -_FAR * slack, way.places[-1] + _FAR * slack)
    return along, np.asarray(way.start + along * way.along, np.complex128)


def _cheapest(distances: Numbers, feet: NDArray[np.complex128], trail: Trail, slack: float) -> NDArray[np.int64]:
    """Return for each place the line or circle that it belongs to (Viterbi 1967)."""
    step = float(np.abs(np.diff(trail)).mean())
    # Neighbouring places stray together: three slacks of the way count as one observation.
    seen = distances**2 / (2 * slack**2) * min(step / (3 * slack), 1)
    cost = seen[:, 0]
    back = np.zeros(seen.shape, np.int64)
    for place in range(1, seen.shape[1]):
        jump = np.maximum(np.abs(feet[:, place - 1][:, None] - feet[:, place][None, :]) - step, 0) / slack
        move = jump**2 / 2 + _CHANGE
        np.fill_diagonal(move, 0)
        total = cost[:, None] + move
        back[:, place] = total.argmin(axis=0)
        cost = total.min(axis=0) + seen[:, place]
    path = np.zeros(seen.shape[1], np.int64)
    path[-1] = cost.argmin()
    for place in range(seen.shape[1] - 1, 0, -1):
        path[place - 1] = back[path[place], place]
    return path


def _end(off: float, span: float, slack: float) -> Cost:
    """Return the cost of an end so far from its point: hands stop short, or go on, by more on longer ways."""
    return misfit(off, 1.2 * slack + 0.04 * span)


def _parts(stretch: Stretch, ground: Ground) -> Iterator[tuple[Element, Cost]]:
    """Yield the parts of a line or circle that a stretch could be."""
    if isinstance(stretch.way, Round):
        yield from _arcs(stretch.way, stretch.low, stretch.high, ground)
        return
    points = list(zip(stretch.way.names, stretch.way.places, strict=True))
    for (first, start), (last, end) in itertools.combinations(points, 2):
        span = end - start
        cost = _end(stretch.low - start, span, ground.slack) + _end(stretch.high - end, span, ground.slack)
        yield Element.of("line", first, last), cost


def _arcs(way: Round, low: float, high: float, ground: Ground) -> Iterator[tuple[Element, Cost]]:
    start, sweep = low / way.radius, (high - low) / way.radius
    if sweep >= _WHOLE:
        if way.circle.points:
            yield Element.of("circle", way.circle.centre), 0.0
        return
    for first, last in itertools.permutations(way.directions, 2):
        between = (way.directions[last] - way.directions[first]) % math.tau
        # The turn from the point to the start of the stroke, at most a half turn either way.
        off = math.remainder(start - way.directions[first], math.tau)
        span = between * way.radius
        cost = _end(off * way.radius, span, ground.slack) + _end((off + sweep - between) * way.radius, span, ground.slack)
        name = _arc_name(way, first, last, between)
        if name is not None:
            yield name, cost


def _arc_name(way: Round, first: str, last: str, between: float) -> Element | None:
    """Return the arc clockwise from one point to another; None for one over a half circle with no point to name it by."""
    ways = {name: (way.directions[name] - way.directions[first]) % math.tau for name in way.directions}
    on_it = [name for name, way_to in ways.items() if name not in {first, last} and way_to < between]
    # Of a diameter, whose ends are rounded, two points do not tell which half: a third does where there is one.
    if between < math.radians(176) or (not on_it and between < math.radians(178)):
        return Element.of("arc", first, last)
    if not on_it:
        return None
    return Element.of("arc", first, min(on_it, key=lambda name: abs(ways[name] - between / 2)), last)


def _arms(first: Stretch, second: Stretch, ground: Ground, aside: Cost) -> Iterator[Reading]:
    """Yield the angle of which a stroke follows parts of both arms."""
    if isinstance(first.way, Round) or isinstance(second.way, Round):
        return
    for vertex in set(first.way.names) & set(second.way.names):
        arms = [_arm(stretch, vertex, ground) for stretch in (first, second)]
        if arms[0] and arms[1]:
            (ray, cost), (other, other_cost) = arms[0], arms[1]
            yield Reading(frozenset({ground.angle(ray, vertex, other)}), aside + cost + other_cost + _BY_ARMS)


def _arm(stretch: Stretch, vertex: str, ground: Ground) -> tuple[Ray, Cost] | None:
    """Return the ray from ``vertex`` that a stretch runs along, with the cost of not reaching the vertex."""
    assert isinstance(stretch.way, Straight)
    place = stretch.way.places[stretch.way.names.index(vertex)]
    forward = abs(stretch.low - place) < abs(stretch.high - place)
    off = (stretch.low if forward else stretch.high) - place
    name = stretch.way.names[-1 if forward else 0]
    ray = next((ray for ray in ground.rays[vertex] if name in ray.names), None)
    return None if ray is None else (ray, _end(off, stretch.high - stretch.low, ground.slack))


def as_highlights(elements: frozenset[Element], ground: Ground) -> Highlights:
    """Return elements in the four kinds of highlights, in the order of their names."""
    return Highlights.of(sorted(elements), ground.figure)
