"""Patterns of points on lines and of rays at a point: straight lines, crossings, angles side by side, transversals."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, permutations

from gnomon.geometry.diagram import Diagram

_EDGE = 1e-4
"""Degrees; keeps straight angles out of patterns for proper ones."""


def between(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield A, B, C with B between A and C, each line once."""
    for line in d.lines:
        yield from combinations(line, 3)


def between_both(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield A, B, C with B between A and C, both ways round."""
    for a, b, c in between(d):
        yield a, b, c
        yield c, b, a


def linear_pair(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield A, B, C, D: B between A and C, ray BD off their line."""
    for b, a, c in _opposite(d):
        yield from ((a, b, c, x) for x in d.rays[b] if x not in {a, c})


def straight_three(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield A, B, C, D, E: neighbouring rays BA, BD, BE, BC in turn on one side of line AC."""
    for b, a, c in _opposite(d):
        for side in (1, -1):
            inner = sorted((x for x in d.rays[b] if d.side(a, c, x) == side), key=lambda x: d.angle(a, b, x))  # used at once
            if len(inner) == 2:
                yield a, b, c, inner[0], inner[1]


def crossing(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield A, B, C, D, E: lines AB and CD cross at E, which lies between A and B and between C and D."""
    for (e, a, b), (f, c, x) in combinations(_opposite(d), 2):
        if e == f:
            yield a, b, c, x, e
            yield a, b, x, c, e


def adjacent(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield A, B, C, D: ray BD strictly inside the angle ABC."""
    for b, rays in d.rays.items():
        for a, c in combinations(rays, 2):
            whole = d.angle(a, b, c)
            if whole < 180 - _EDGE:
                for x in (x for x in rays if x not in {a, c}):
                    parts = d.angle(a, b, x), d.angle(x, b, c)
                    if abs(sum(parts) - whole) < _EDGE < min(parts):  # two lines that run alike make no parts
                        yield a, b, c, x


def adjacent_both(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield A, B, C, D as `adjacent`, both ways round."""
    for a, b, c, x in adjacent(d):
        yield a, b, c, x
        yield c, b, a, x


def around_three(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield B, A, C, D: exactly three rays from B, no two of them in one line and no gap over 180 degrees."""
    yield from _around(d, 3)


def around_four(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield B, A, C, D, E: exactly four rays from B in turn, no gap of 180 degrees or more."""
    yield from _around(d, 4)


def alternate(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield P, Q, A, D: parallel lines AP and QD cut by line PQ, A and D on opposite sides of it."""
    yield from ((p, q, a, x) for p, q, a, x in _cut_parallels(d) if d.side(p, q, a) == -d.side(p, q, x) and p < q)


def cointerior(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield P, Q, A, C: parallel lines AP and QC cut by line PQ, A and C on one side of it."""
    yield from ((p, q, a, c) for p, q, a, c in _cut_parallels(d) if d.side(p, q, a) == d.side(p, q, c) and p < q)


def corresponding(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield U, P, Q, A, C: parallels AP and QC cut by line UPQ, P between U and Q, A and C on one side."""
    for p, q, a, c in _cut_parallels(d):
        if d.side(p, q, a) == d.side(p, q, c):
            yield from ((u, p, q, a, c) for u in _beyond(d, q, p))


def alternate_exterior(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield U, P, Q, V, A, D: parallels AP and QD cut by line UPQV, A and D on opposite sides."""
    for p, q, a, x in _cut_parallels(d):
        if p < q and d.side(p, q, a) == -d.side(p, q, x):
            yield from ((u, p, q, v, a, x) for u in _beyond(d, q, p) for v in _beyond(d, p, q))


def consecutive_exterior(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield U, P, Q, V, A, C: parallels AP and QC cut by line UPQV, A and C on one side."""
    for p, q, a, c in _cut_parallels(d):
        if p < q and d.side(p, q, a) == d.side(p, q, c):
            yield from ((u, p, q, v, a, c) for u in _beyond(d, q, p) for v in _beyond(d, p, q))


def parallel_trio(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield A, B, C, D, E, F: three drawn lines AB, CD and EF that are parallel, each once as the middle one."""
    alike = {pair for pair in combinations(d.lines, 2) if d.are_parallel(*pair[0][:2], *pair[1][:2])}
    for trio in combinations(d.lines, 3):
        if all(pair in alike for pair in combinations(trio, 2)):
            for middle in trio:
                one, other = (line for line in trio if line != middle)
                yield one[0], one[-1], middle[0], middle[-1], other[0], other[-1]


def three_parallels(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield A, B, C, D, E, F: drawn lines ABC and DEF, which may meet elsewhere, AD, BE and CF drawn and parallel."""
    for first, second in combinations(d.lines, 2):
        shared = set(first) & set(second)
        rungs = [(p, q) for p in first for q in second if d.connected(p, q) and not shared & {p, q}]
        for (a, x), (b, y), (c, z) in combinations(rungs, 3):
            if d.is_between(a, b, c) and d.is_between(x, y, z) and d.are_parallel(a, x, b, y) and d.are_parallel(b, y, c, z):
                yield a, b, c, x, y, z


def bent(d: Diagram) -> Iterator[tuple[str, ...]]:
    """Yield P, A, B, C, Q: drawn AB and BC, parallel rays AP and CQ that point one way, B between the two lines."""
    for b, rays in d.rays.items():
        for x, y in combinations(rays, 2):
            for a, c in ((a, c) for a in _on_ray(d, b, x) for c in _on_ray(d, b, y)):
                yield from ((p, a, b, c, q) for p, q in _parallel_rays(d, a, c) if _is_bend(d, p, a, b, c, q))


def _on_ray(d: Diagram, start: str, through: str) -> list[str]:
    return [point for point in d.line(start, through) if point != start and d.ray(start, point) == d.ray(start, through)]


def _parallel_rays(d: Diagram, a: str, c: str) -> Iterator[tuple[str, str]]:
    for p in d.rays.get(a, ()):
        for q in d.rays.get(c, ()):
            turn = abs(d.direction(a, p) - d.direction(c, q)) % 360
            if min(turn, 360 - turn) < 1e-3 and c not in d.line(a, p):
                yield p, q


def _is_bend(d: Diagram, p: str, a: str, b: str, c: str, q: str) -> bool:
    is_inside = d.side(a, p, b) == d.side(a, p, c) and d.side(c, q, b) == d.side(c, q, a) and d.side(a, p, b) != 0
    return is_inside and abs(d.angle(p, a, b) + d.angle(b, c, q) - d.angle(a, b, c)) < _EDGE


def _opposite(d: Diagram) -> Iterator[tuple[str, str, str]]:
    """Yield vertex and two rays that form a straight line, each pair once."""
    for b, rays in d.rays.items():
        yield from ((b, a, c) for a, c in combinations(rays, 2) if d.line(a, b) == d.line(b, c))


def _around(d: Diagram, count: int) -> Iterator[tuple[str, ...]]:
    for b, rays in d.rays.items():
        gaps = [d.angle(first, b, second) for first, second in zip(rays, rays[1:] + rays[:1], strict=True)]
        if len(rays) == count and abs(sum(gaps) - 360) < _EDGE and max(gaps) < 180 - _EDGE:
            yield b, *rays


def _beyond(d: Diagram, start: str, end: str) -> list[str]:
    """Return the nearest point past ``end`` on the line from ``start``, if any."""
    line = d.line(start, end)
    i, j = line.index(start), line.index(end)
    past = line[j + 1 :] if j > i else line[:j][::-1]
    return list(past[:1])


def _cut_parallels(d: Diagram) -> Iterator[tuple[str, str, str, str]]:
    """Yield P, Q, A, C: P on one line, Q on a parallel one, PQ drawn, A a ray from P and C a ray from Q along the lines."""
    for first, second in permutations(d.lines, 2):
        if set(first) & set(second) or not d.are_parallel(first[0], first[1], second[0], second[1]):
            continue
        for p in first:
            for q in second:
                if d.connected(p, q):
                    yield from ((p, q, a, c) for a in _rays_along(d, p, first) for c in _rays_along(d, q, second))


def _rays_along(d: Diagram, point: str, line: tuple[str, ...]) -> list[str]:
    return sorted({d.ray(point, other)[1] for other in line if other != point})


PATTERNS: dict[str, Callable[[Diagram], Iterator[tuple[str, ...]]]] = {
    pattern.__name__: pattern
    for pattern in (
        between, between_both, linear_pair, straight_three, crossing, adjacent, adjacent_both, around_three, around_four,
        alternate, cointerior, corresponding, alternate_exterior, consecutive_exterior, parallel_trio, three_parallels, bent,
    )
}  # fmt: skip
