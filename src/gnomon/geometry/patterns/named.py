"""Patterns of polygons that the problem names: regular and matching ones, also with more than four corners."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from gnomon.geometry.diagram import Diagram
from gnomon.geometry.patterns.polygons import turns

_Pattern = Callable[[Diagram], Iterator[tuple[str, ...]]]


def _matching(count: int) -> _Pattern:
    def pattern(d: Diagram) -> Iterator[tuple[str, ...]]:
        for first, second in d.matched:
            if len(first) == count:
                for one, other in ((first, second), (second, first)):
                    yield from ((*a, *b) for a, b in zip(turns(one), turns(other), strict=True))

    pattern.__doc__ = f"Yield the corners of two matching polygons with {count} corners each, in every matching order."
    return pattern


def _polygon(count: int) -> _Pattern:
    def pattern(d: Diagram) -> Iterator[tuple[str, ...]]:
        for corners in d.polygons:
            if len(corners) == count:
                yield from turns(corners)

    pattern.__doc__ = f"Yield polygons with {count} corners that the problem names, from every corner, both ways round."
    return pattern


def _on_circle(count: int) -> _Pattern:
    def pattern(d: Diagram) -> Iterator[tuple[str, ...]]:
        for turned in _polygon(count)(d):
            centre = d.circle_through(*turned)
            if centre is not None:
                yield centre, *turned

    pattern.__doc__ = f"Yield O and the {count} corners of a named polygon that lie on the circle about O."
    return pattern


def _about_circle(count: int) -> _Pattern:
    def pattern(d: Diagram) -> Iterator[tuple[str, ...]]:
        for corners in d.polygons:
            if len(corners) == count:
                yield from ((centre, *turned) for centre in d.circles for turned in turns(corners) if centre not in corners)

    pattern.__doc__ = f"Yield O and the {count} corners of a named polygon, O the centre of a circle."
    return pattern


def _centres(d: Diagram, corners: tuple[str, ...]) -> Iterator[str]:
    """Yield the points that are equally far from all corners."""
    for point in d.at:
        away = [math.dist(d.at[point], d.at[corner]) for corner in corners]
        if point not in corners and max(away) - min(away) < _EQUALLY_FAR * max(away):
            yield point


def _with_centre(count: int) -> _Pattern:
    def pattern(d: Diagram) -> Iterator[tuple[str, ...]]:
        for turned in _polygon(count)(d):
            yield from ((centre, *turned) for centre in _centres(d, turned) if d.connected(centre, turned[0]))

    pattern.__doc__ = f"Yield P and the {count} corners of a named polygon, P equally far from all and joined to the first."
    return pattern


def _with_apothem(count: int) -> _Pattern:
    def pattern(d: Diagram) -> Iterator[tuple[str, ...]]:
        for turned in _polygon(count)(d):
            first, second = turned[:2]
            inner = [point for point in d.line(first, second) if point not in turned and d.is_between(first, point, second)]
            for centre in _centres(d, turned):
                yield from ((centre, foot, *turned) for foot in inner if d.connected(centre, foot))

    pattern.__doc__ = (
        f"Yield P, M and the {count} corners of a named polygon, P equally far from all and joined to M on the first side."
    )
    return pattern


_EQUALLY_FAR = 1e-5
"""Relative difference below which two distances count as equal in a fitted model."""

_WORDS = {3: "triangle", 4: "quadrilateral", 5: "pentagon", 6: "hexagon", 8: "octagon", 9: "nonagon"}
"""What rules call a polygon, by its corners; those that a rule looks for."""

PATTERNS: dict[str, _Pattern] = {
    **{f"matching_{_WORDS[count]}s": _matching(count) for count in (4, 5)},
    **{f"named_{_WORDS[count]}": _polygon(count) for count in (3, 4, 5, 6, 8, 9)},
    **{f"circle_in_{_WORDS[count]}": _about_circle(count) for count in (3, 4, 6)},
    **{f"{_WORDS[count]}_on_circle": _on_circle(count) for count in (3, 4, 5, 6, 8)},
    **{f"{_WORDS[count]}_with_centre": _with_centre(count) for count in (3, 4, 5, 6, 8)},
    **{f"{_WORDS[count]}_with_apothem": _with_apothem(count) for count in (3, 4, 5, 6, 8)},
}
