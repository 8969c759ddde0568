"""Patterns of circles: radii, arcs, central and inscribed angles, chords and tangents."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, permutations

from gnomon.geometry.diagram import Diagram

_EDGE = 1e-4
"""Degrees; keeps straight angles out of patterns for proper ones."""


def circle(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield the centres."""
    yield from ((o,) for o in d.circles)


def circle_point(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield centre and a point of the circle with the radius drawn."""
    yield from ((o, a) for o, on in d.circles.items() for a in on if d.connected(o, a))


def radii(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield O, A, B: two drawn radii."""
    for o, on in d.circles.items():
        yield from ((o, a, b) for a, b in combinations([p for p in on if d.connected(o, p)], 2))


def diameter(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield O, A, B: a drawn chord AB through the centre, both ways round."""
    for o, on in d.circles.items():
        yield from ((o, a, b) for a, b in permutations(on, 2) if o in d.line(a, b) and d.connected(a, b))


def central(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield O, A, B: two drawn radii that are not in one line."""
    yield from ((o, a, b) for o, a, b in radii(d) if d.angle(a, o, b) < 180 - _EDGE)


def inscribed(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield O, A, B, C: drawn chords CA and CB, C off the minor arc AB."""
    for o, a, b, c in _chord_pairs(d):
        minor = d.angle(a, o, b)
        if minor < 180 - _EDGE and abs(d.angle(a, c, b) - minor / 2) < _EDGE:
            yield o, a, b, c


def inscribed_major(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield O, A, B, C: drawn chords CA and CB, C on the minor arc AB."""
    for o, a, b, c in _chord_pairs(d):
        minor = d.angle(a, o, b)
        if minor < 180 - _EDGE and abs(d.angle(a, c, b) - (180 - minor / 2)) < _EDGE:
            yield o, a, b, c


def same_arc(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield O, A, B, C, D: two inscribed angles over the chord AB, C and D on one side of it."""
    for (o, a, b, c), (p, x, y, e) in combinations(_chord_pairs(d), 2):
        if (o, a, b) == (p, x, y) and d.side(a, b, c) == d.side(a, b, e):
            yield o, a, b, c, e


def semicircle(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield O, A, B, C: AB drawn through the centre, chords CA and CB drawn."""
    yield from ((o, a, b, c) for o, a, b, c in _chord_pairs(d) if o in d.line(a, b))


def arc_split_semicircle(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield O, A, B, C: AB drawn through the centre, C a further point of the circle."""
    for o, a, b in diameter(d):
        if a < b:
            yield from ((o, a, b, c) for c in d.circles[o] if c not in {a, b})


def arc_split(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield O, A, B, C: C on the minor arc AB."""
    for o, on in d.circles.items():
        for a, b in combinations(on, 2):
            whole = d.angle(a, o, b)
            yield from (
                (o, a, b, c)
                for c in on
                if c not in {a, b} and whole < 180 - _EDGE and abs(d.angle(a, o, c) + d.angle(c, o, b) - whole) < _EDGE
            )


def arcs_three(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield O, A, B, C: three points of the circle with no gap over 180 degrees."""
    yield from _round(d, 3)


def arcs_four(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield O, A, B, C, D: four points in turn with no gap over 180 degrees."""
    yield from _round(d, 4)


def cyclic_quadrilateral(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield O, A, B, C, D: four points of the circle in turn, sides drawn; from two starting corners."""
    for o, on in d.circles.items():
        for four in combinations(_in_turn(d, o, on), 4):
            a, b, c, x = four
            if all(d.connected(p, q) for p, q in ((a, b), (b, c), (c, x), (x, a))):
                yield o, a, b, c, x
                yield o, b, c, x, a


def tangent_point(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield O, T, A: T on the circle, radius OT drawn, TA drawn and perpendicular to it."""
    yield from ((o, t, a) for o, t, a in _touching(d) if d.connected(o, t))


def tangent_chord(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield O, T, A, B: tangent TA, chord TB drawn, the angle ATB not over 90 degrees."""
    for o, t, a in _touching(d):
        yield from ((o, t, a, b) for b in d.circles[o] if b != t and d.connected(t, b) and d.angle(a, t, b) < 90 - _EDGE)


def tangent_chord_major(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield O, T, A, B: tangent TA, chord TB drawn, the angle ATB obtuse."""
    for o, t, a in _touching(d):
        yield from ((o, t, a, b) for b in d.circles[o] if b != t and d.connected(t, b) and d.angle(a, t, b) > 90 + _EDGE)


def right_inscribed(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield O, A, B, C: drawn chords CA and CB that meet at a right angle."""
    yield from ((o, a, b, c) for o, a, b, c in _chord_pairs(d) if d.is_right(a, c, b))


def tangent_from(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield O, T, P: PT tangent at T, the line OP drawn, the radius OT not drawn."""
    for o, t, a in _touching(d):
        if not d.connected(o, t):
            yield from ((o, t, p) for p in _tangent_line(d, t, a) if d.connected(o, p))


def arc_bisector(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield O, A, B, M, X: a chord AB, OM drawn and perpendicular to it, its extension beyond M meets the circle at X."""
    for o, a, b, m in chord_foot(d):
        yield from ((o, a, b, m, x) for x in d.circles[o] if x in d.line(o, m) and d.is_between(o, m, x))


def two_tangents(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield O, P, S, T: PS and PT tangent to the circle at S and T."""
    for (o, s, p), (q, t, r) in combinations(_touching(d), 2):
        if o == q and s != t:
            shared = set(_tangent_line(d, s, p)) & set(_tangent_line(d, t, r))
            yield from ((o, point, s, t) for point in shared)


def chord_foot(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield O, A, B, M: chord AB with a named point M, OM drawn and perpendicular to it."""
    for o, on in d.circles.items():
        for a, b in combinations(on, 2):
            if d.connected(a, b):
                yield from (
                    (o, a, b, m) for m in d.line(a, b) if m not in {a, b, o} and d.connected(o, m) and d.is_right(o, m, a)
                )


def chords_cross(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield O, A, B, C, D, E: chords AB and CD that cross at the named point E."""
    for o, on in d.circles.items():
        chords = [(a, b) for a, b in combinations(on, 2) if d.connected(a, b)]
        for (a, b), (c, x) in combinations(chords, 2):
            if len({a, b, c, x}) == 4:
                yield from (
                    (o, a, b, c, x, e)
                    for e in set(d.line(a, b)) & set(d.line(c, x))
                    if d.is_between(a, e, b) and d.is_between(c, e, x)
                )


def chord_foot_both(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield O, A, B, M as `chord_foot`, both ways round."""
    for o, a, b, m in chord_foot(d):
        yield o, a, b, m
        yield o, b, a, m


def chords_cross_both(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield O, A, B, C, D, E as `chords_cross`, for both angles at E; arcs AC and BD are minor ones."""
    for o, a, b, c, x, e in chords_cross(d):
        for first, last in ((c, x), (x, c)):
            if abs(d.angle(a, o, first) + d.angle(b, o, last) - 2 * d.angle(a, e, first)) < _EDGE:
                yield o, a, b, first, last, e


def chord_pair(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield O, A, B, C, D: two drawn chords AB and CD, equal in the figure."""
    for o, on in d.circles.items():
        chords = [(a, b) for a, b in combinations(on, 2) if d.connected(a, b) and d.angle(a, o, b) < 180 - _EDGE]
        yield from (
            (o, *one, *other)
            for one, other in combinations(chords, 2)
            if abs(d.angle(one[0], o, one[1]) - d.angle(other[0], o, other[1])) < _EDGE
        )


def chords_of_circles(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield O, A, B, P, C, D: a drawn chord AB of one circle and CD of another, AB no diameter."""
    for (o, on), (p, at) in combinations(d.circles.items(), 2):
        chords = [[(a, b) for a, b in combinations(some, 2) if d.connected(a, b)] for some in (on, at)]
        yield from ((o, a, b, p, c, x) for a, b in chords[0] for c, x in chords[1] if d.angle(a, o, b) < 180 - _EDGE)


def chord_feet(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield O, A, B, M, C, D, N: two chords AB and CD of one circle with the feet M and N of the drawn distances OM and ON."""
    for first, second in combinations(chord_foot(d), 2):
        if first[0] == second[0] and first[3] != second[3]:
            yield *first, *second[1:]


def secants_any(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield O, E, A, B, C, D: drawn lines EAB and ECD that cut the circle twice, A and C first."""
    for o, on in d.circles.items():
        cuts = [(e, a, b) for a, b in permutations(on, 2) for e in _before(d, a, b)]
        for (e, a, b), (f, c, x) in combinations(cuts, 2):
            if e == f and d.line(a, b) != d.line(c, x):
                yield o, e, a, b, c, x


def secants(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield O, E, A, B, C, D: drawn lines EAB and ECD that cut the circle twice; the far arc BD holds neither A nor C."""
    for o, e, a, b, c, x in secants_any(d):
        if abs(d.angle(b, o, x) - d.angle(a, o, c) - 2 * d.angle(a, e, c)) < _EDGE:
            yield o, e, a, b, c, x


def tangent_secant_any(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield O, E, T, A, B: tangent ET and a drawn line EAB that cuts the circle twice, A first."""
    for o, t, near in _touching(d):
        for a, b in permutations(d.circles[o], 2):
            yield from ((o, e, t, a, b) for e in _before(d, a, b) if e in d.line(t, near))


def tangent_secant_major(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield O, E, T, A, B as `tangent_secant_any`; the far arc TB is a major one."""
    for o, e, t, a, b in tangent_secant_any(d):
        if abs(360 - d.angle(t, o, b) - d.angle(t, o, a) - 2 * d.angle(t, e, a)) < _EDGE:
            yield o, e, t, a, b


def tangent_secant(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield O, E, T, A, B: tangent ET and a drawn line EAB that cuts the circle twice; the far arc TB is a minor one."""
    for o, e, t, a, b in tangent_secant_any(d):
        if abs(d.angle(t, o, b) - d.angle(t, o, a) - 2 * d.angle(t, e, a)) < _EDGE:
            yield o, e, t, a, b


def _before(d: Diagram, a: str, b: str) -> list[str]:
    """Return the points of the drawn line AB that lie beyond A."""
    return [e for e in d.line(a, b) if d.connected(a, b) and e not in {a, b} and d.is_between(e, a, b)]


def _chord_pairs(d: Diagram) -> Iterator[tuple[str, str, str, str]]:
    for o, on in d.circles.items():
        for a, b in combinations(sorted(on), 2):
            yield from ((o, a, b, c) for c in on if c not in {a, b} and d.connected(a, c) and d.connected(b, c))


def _in_turn(d: Diagram, centre: str, points: tuple[str, ...]) -> list[str]:
    return sorted(points, key=lambda point: d.direction(centre, point))


def _round(d: Diagram, count: int) -> Iterator[tuple[str, ...]]:
    for o, on in d.circles.items():
        for some in combinations(_in_turn(d, o, on), count):
            gaps = [d.angle(a, o, b) for a, b in zip(some, some[1:] + some[:1], strict=True)]
            if abs(sum(gaps) - 360) < _EDGE and max(gaps) < 180 - _EDGE:
                yield o, *some


def _touching(d: Diagram) -> Iterator[tuple[str, str, str]]:
    """Yield O, T, A: a drawn line TA perpendicular to the radius at T, A the nearest point on either side."""
    for o, on in d.circles.items():
        for t in on:
            yield from ((o, t, a) for a in d.rays.get(t, ()) if a != o and d.is_right(o, t, a))


def _tangent_line(d: Diagram, contact: str, through: str) -> tuple[str, ...]:
    return tuple(point for point in d.line(contact, through) if point != contact)


PATTERNS: dict[str, Callable[[Diagram], Iterator[tuple[str, ...]]]] = {
    pattern.__name__: pattern
    for pattern in (
        circle, circle_point, radii, diameter, central, inscribed, inscribed_major, same_arc, semicircle, arc_split_semicircle,
        arc_split, arcs_three, arcs_four, cyclic_quadrilateral, tangent_point, tangent_chord, two_tangents, chord_foot,
        tangent_chord_major, right_inscribed, tangent_from, arc_bisector, chords_cross, chord_foot_both, chords_cross_both,
        chord_pair, chords_of_circles, chord_feet, secants, secants_any, tangent_secant, tangent_secant_any,
        tangent_secant_major,
    )
}  # fmt: skip
