"""What the picture shows shaded, as an area between named points: a polygon, a circle, the sum or the difference of two."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, permutations
from typing import NamedTuple

from gnomon.drafting.drawn import Settled
from gnomon.problem.terms import MODIFIERS, POLYGONS, Term
from gnomon.problem.words import SHADED
from gnomon.reading import Area, Shading, difference

SHADED_AREA = f"AreaOf({SHADED})"
"""Of a goal: the area of what only the figure shows shaded."""
_SAME = 0.02
"""Share of an area by which the fill may differ from it; the next best of real figures differs by a tenth and more."""
_NEAR = 0.06
"""Share below which another area is a rival: then nobody knows which is meant."""
_WHOLE = 0.9
"""Share of a circle that is drawn where its area is one of the figure's."""
_MOST_POINTS = 12
"""Of a figure whose triangles are tried: 220 of them."""


class _Part(NamedTuple):
    literal: str
    area: Area


def shaded_area(shading: Shading, seen: Settled, terms: Iterable[Term]) -> str | None:
    """Return the one area that is filled, as a literal; None where none or several fit.

    Args:
        shading: what is filled.
        seen: the points, lines and circles of the picture.
        terms: facts of the text, with the polygons that it names.
    """
    parts = list(_parts(shading, seen, terms))
    found = [(difference(part.area, shading.filled), part) for part in (*parts, *_pairs(parts, shading.filled))]
    near = [part for apart, part in found if apart <= _NEAR]
    best = next((part for apart, part in sorted(found, key=lambda each: each[0] > _SAME) if apart <= _SAME), None)
    if best is None or any(difference(part.area, best.area) > _SAME for part in near):
        return None
    return best.literal


def _pairs(parts: list[_Part], filled: Area) -> Iterator[_Part]:
    """Yield sums of two areas that lie apart, and differences where one lies in the other."""
    for one, other in combinations(parts, 2):
        if difference(one.area, one.area & ~other.area) <= _SAME and _is_in(one.area, filled) and _is_in(other.area, filled):
            yield _Part(f"Add({one.literal}, {other.literal})", one.area | other.area)
    for whole, hole in permutations(parts, 2):
        if _is_in(hole.area, whole.area) and _is_in(filled, whole.area):
            yield _Part(f"Sub({whole.literal}, {hole.literal})", whole.area & ~hole.area)


def _is_in(inner: Area, outer: Area) -> bool:
    return difference(inner, inner & outer) <= _SAME


def _parts(shading: Shading, seen: Settled, terms: Iterable[Term]) -> Iterator[_Part]:
    """Yield the triangles between drawn lines, the polygons of the text, and the circles."""
    spots = seen.picture.places
    polygons = {frozenset(corners): corners for corners in _polygons(terms) if set(corners) <= spots.keys()}
    joined = {frozenset(pair) for line in seen.figure.lines for pair in combinations(line, 2)}
    rows = [set(line) for line in seen.figure.lines]
    points = [name for name in seen.figure.points if name in spots]
    for triple in combinations(points, 3) if len(points) <= _MOST_POINTS else ():
        if all(frozenset(pair) in joined for pair in combinations(triple, 2)) and not any(row >= set(triple) for row in rows):
            polygons.setdefault(frozenset(triple), triple)
    for corners in polygons.values():
        yield _Part(f"AreaOf(Polygon({', '.join(corners)}))", shading.polygon([spots[corner] for corner in corners]))
    for circle in seen.picture.circles:
        if circle.centre is not None and circle.share >= _WHOLE:
            yield _Part(f"AreaOf(Circle({circle.centre}))", shading.disc(circle.spot, circle.radius))


def _polygons(terms: Iterable[Term]) -> Iterator[tuple[str, ...]]:
    for term in terms:
        inner = term.arguments[0] if term.arguments else ""
        if term.name in MODIFIERS and isinstance(inner, Term):
            yield from _polygons([inner])
        elif term.name in POLYGONS and len(term.arguments) > 2:
            yield tuple(str(corner).strip() for corner in term.arguments)
