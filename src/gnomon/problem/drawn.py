"""What can be read off a drawn figure: lines through points, rays at a vertex, cyclic order, the outer boundary.

Everything here looks at coordinates and at what is drawn. The readers use it to settle what a literal leaves open;
each such reading is reported by them as "read from the figure".
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from gnomon.figure import Figure, Spot, angle_between, sides, signed_area

_FULL_SEARCH = 7  # vertices; above, polygons are ordered by angle about their centre without trying drawn sides


@dataclass(frozen=True)
class DrawnFigure:
    """A figure with questions about it."""

    figure: Figure
    guessed: frozenset[str] = frozenset()
    """Points whose position is only a placeholder: nothing is read from it."""

    @property
    def points(self) -> Mapping[str, Spot]:
        """Coordinates by name."""
        return self.figure.points

    @property
    def is_blank(self) -> bool:
        """Whether no point has a position: the facts of a figure that is still to be laid out."""
        return self.guessed.issuperset(self.points)

    def is_known(self, points: Iterable[str]) -> bool:
        """Whether all positions are real."""
        return not self.guessed.intersection(points)

    def line_through(self, first: str, second: str) -> tuple[str, ...]:
        """All points of the drawn line through two points, in order; the two themselves without one."""
        return next((line for line in self.figure.lines if first in line and second in line), (first, second))

    def angle(self, first: str, vertex: str, last: str) -> float:
        """Angle in degrees, 0 to 180, as drawn."""
        return angle_between(self.points[first], self.points[vertex], self.points[last])

    def distance(self, first: str, second: str) -> float:
        """Distance in the figure's unit."""
        return math.dist(self.points[first], self.points[second])

    def slant(self, first: tuple[str, str], second: tuple[str, str]) -> float:
        """Angle between two lines in degrees, 0 to 180, as drawn."""
        (ax, ay), (bx, by) = (self.points[name] for name in first)
        (cx, cy), (dx, dy) = (self.points[name] for name in second)
        return angle_between((bx - ax, by - ay), (0.0, 0.0), (dx - cx, dy - cy))

    def rays(self, vertex: str) -> tuple[tuple[str, ...], ...]:
        """Return the drawn rays from ``vertex``, each as its further points outwards, counter-clockwise."""
        found: dict[str, tuple[str, ...]] = {}
        for line in self.figure.lines:
            if vertex not in line:
                continue
            at = line.index(vertex)
            for ray in (line[at + 1 :], line[:at][::-1]):
                if ray and len(ray) > len(found.get(ray[0], ())):
                    found[ray[0]] = ray
        return tuple(sorted(found.values(), key=lambda ray: self._direction(vertex, ray[0])))

    def _direction(self, start: str, end: str) -> float:
        (x0, y0), (x1, y1) = self.points[start], self.points[end]
        return math.atan2(y1 - y0, x1 - x0)

    def cyclic(self, vertices: Sequence[str]) -> tuple[str, ...]:
        """Return the vertices of a polygon in cyclic order: as written where that does not cross itself.

        Preferred in this order: an order whose sides are all drawn (the written one first), the written order when it
        does not cross itself, the order of the directions from the centre.
        """
        written = tuple(vertices)
        if len(written) < 4 or not self.is_known(written):
            return written
        for order in itertools.chain([written], self._orders(written)):
            if self._all_drawn(order) and not self.crosses_itself(order):
                return order
        if not self.crosses_itself(written):
            return written
        return self.by_direction(written)

    def _orders(self, vertices: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        """Every cyclic order along drawn sides, from the first vertex."""
        if len(vertices) > _FULL_SEARCH:
            return
        beside = {a: [b for b in vertices if b != a and self.figure.is_drawn(a, b)] for a in vertices}
        stack = [vertices[:1]]
        while stack:
            path = stack.pop()
            if len(path) == len(vertices):
                yield path
            stack.extend((*path, point) for point in beside[path[-1]] if point not in path)

    def _all_drawn(self, order: Sequence[str]) -> bool:
        return all(self.figure.is_drawn(a, b) for a, b in sides(order))

    def crosses_itself(self, order: Sequence[str]) -> bool:
        """Whether two sides that are not neighbours cross."""
        edges = list(sides(order))
        pairs = itertools.combinations(range(len(edges)), 2)
        return any(self._cross(edges[i], edges[j]) for i, j in pairs if not set(edges[i]) & set(edges[j]))

    def _cross(self, first: tuple[str, str], second: tuple[str, str]) -> bool:
        a, b, c, d = (self.points[name] for name in (*first, *second))
        return _turn(a, b, c) * _turn(a, b, d) < 0 and _turn(c, d, a) * _turn(c, d, b) < 0

    def by_direction(self, vertices: Sequence[str]) -> tuple[str, ...]:
        """Return the vertices counter-clockwise about their mean."""
        x0 = sum(self.points[name][0] for name in vertices) / len(vertices)
        y0 = sum(self.points[name][1] for name in vertices) / len(vertices)
        return tuple(sorted(vertices, key=lambda name: math.atan2(self.points[name][1] - y0, self.points[name][0] - x0)))

    def outer_boundary(self) -> tuple[str, ...]:
        """Return the corners of the outer boundary of all drawn segments, counter-clockwise; empty when they close nothing."""
        beside: dict[str, set[str]] = {}
        for line in self.figure.lines:
            for first, second in itertools.pairwise(line):
                beside.setdefault(first, set()).add(second)
                beside.setdefault(second, set()).add(first)
        _drop_loose_ends(beside)
        if not beside:
            return ()
        start = min(beside, key=lambda name: (self.points[name][1], self.points[name][0]))
        return self._corners(self._walk(beside, start))

    def _walk(self, beside: Mapping[str, set[str]], start: str) -> list[str]:
        """Walk around the outside: at each point the next edge counter-clockwise from the one it came along."""
        path, at, back = [start], start, -math.pi / 2
        for _ in range(4 * len(beside)):
            came = back
            following = min(beside[at], key=lambda name: (self._direction(at, name) - came - 1e-9) % (2 * math.pi))
            if following == start:
                return path
            path.append(following)
            back, at = self._direction(following, at), following
        return []

    def _corners(self, path: list[str]) -> tuple[str, ...]:
        if len(set(path)) != len(path) or len(path) < 3:
            return ()
        before = [path[-1], *path[:-1]]
        after = [*path[1:], path[0]]
        return tuple(b for a, b, c in zip(before, path, after, strict=True) if c not in self.line_through(a, b))

    def dents(self, order: Sequence[str]) -> tuple[str, ...]:
        """Return the corners of a polygon at which it turns the other way, as drawn: their interior angle is over 180°."""
        around = zip((order[-1], *order[:-1]), order, (*order[1:], order[0]), strict=True)
        turns = {b: _turn(self.points[a], self.points[b], self.points[c]) for a, b, c in around}
        way = math.copysign(1.0, signed_area([self.points[name] for name in order]))
        return tuple(corner for corner, turn in turns.items() if way * turn < 0)

    def polygons(self, count: int) -> list[tuple[str, ...]]:
        """Every set of ``count`` points (3 or 4) whose cyclic sides are all drawn, no three in a line."""
        found = []
        for chosen in itertools.combinations(self.points, count):
            if any(c in self.line_through(a, b) for a, b, c in itertools.permutations(chosen, 3)):
                continue
            order = self.cyclic(chosen)
            if self._all_drawn(order) and not self.crosses_itself(order):
                found.append(order)
        return found


def _drop_loose_ends(beside: dict[str, set[str]]) -> None:
    while loose := [name for name, others in beside.items() if len(others) < 2]:
        for name in loose:
            for other in beside.pop(name):
                beside.get(other, set()).discard(name)


def _turn(a: Spot, b: Spot, c: Spot) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
