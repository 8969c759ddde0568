"""Guards of a drawing, as numbers that are 0 where it shows what it should and grow as it does not, for many drawings at once.

Points of a line in their order, no flat or tiny angles, points apart from one another and from lines and circles that they are
not on, convex polygons, bisectors inside their angles, points on the sides where they are said to lie.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise

import numpy as np
from numpy.typing import NDArray

from gnomon.geometry.layout.skeleton import Skeleton

_Vector = NDArray[np.float64]
_Indices = tuple[NDArray[np.int64], ...]

# What a drawing should show. In a figure of 8 cm the least distances are about a centimetre: room for a name or a length.
_APART = 0.13  # of the figure's size, between two points
_OFF_LINE = 0.1  # the same, from a point to a line that it is not on
_OFF_CIRCLE = 0.1  # the same, to a circle
_WELL_BETWEEN = 0.25  # of a segment, from a point on it to either end
_LEAST_ANGLE = math.radians(22)  # an arc with its degrees still fits in
_WIDEST_ANGLE = math.radians(158)  # still clearly bent
_LEAST_TURN = 0.35
"""Sine of the turn at a corner of a polygon: 20° from flat."""


@dataclass(frozen=True)
class Guards:
    """The guards of one arrangement. Spots are an array of drawings, points and the two coordinates."""

    skeleton: Skeleton

    def of(self, spots: _Vector) -> _Vector:
        """Return the guards of each drawing, one row a drawing."""
        size = self._sizes(spots)
        parts = [
            self._apart(spots, size),
            self._off_lines(spots, size),
            self._off_circles(spots, size),
            self._between(spots),
            self._angles(spots),
            self._turns(spots),
            self._on_sides(spots, size),
            self._inner_rays(spots),
        ]
        return np.concatenate([part for part in parts if part.size] or [np.zeros((len(spots), 1))], axis=1)

    def _sizes(self, spots: _Vector) -> _Vector:
        """Return the size of the drawing as each point's part will have it: the parts of a figure stand side by side."""
        sizes = np.zeros(spots.shape[:2])
        for part in self.skeleton.parts:
            places = [self.skeleton.index[name] for name in part]
            sizes[:, places] = len(self.skeleton.parts) * np.maximum(np.ptp(spots[:, places], axis=1).max(axis=1), 1e-9)[:, None]
        return sizes

    def _apart(self, spots: _Vector, size: _Vector) -> _Vector:
        first, second = self._pairs
        return np.maximum(0.0, _APART - _length(spots[:, first] - spots[:, second]) / size[:, first]) / _APART

    @cached_property
    def _pairs(self) -> _Indices:
        parts = [sorted(self.skeleton.index[name] for name in part) for part in self.skeleton.parts]
        return _columns([pair for part in parts for pair in combinations(part, 2)], 2)

    def _off_lines(self, spots: _Vector, size: _Vector) -> _Vector:
        point, start, end = self._beside
        along, to = spots[:, end] - spots[:, start], spots[:, point] - spots[:, start]
        share = np.clip((along * to).sum(axis=2) / np.maximum((along**2).sum(axis=2), 1e-12), 0, 1)
        distance = _length(to - share[..., None] * along)
        return np.maximum(0.0, _OFF_LINE - distance / size[:, point]) / _OFF_LINE

    @cached_property
    def _beside(self) -> _Indices:
        """Each point with each drawn segment of a line that it is not on."""
        found = [
            (self.skeleton.index[point], self.skeleton.index[a], self.skeleton.index[b])
            for line in self.skeleton.lines
            for a, b in (combinations(line, 2) if len(line) < 4 else pairwise(line))
            for point in self.skeleton.part_of[line[0]]
            if point not in line
        ]
        return _columns(sorted(found), 3)

    def _off_circles(self, spots: _Vector, size: _Vector) -> _Vector:
        point, centre, rim = self._off_rims
        radius = _length(spots[:, rim] - spots[:, centre])
        off = np.abs(_length(spots[:, point] - spots[:, centre]) - radius)
        return np.maximum(0.0, _OFF_CIRCLE - off / size[:, point]) / _OFF_CIRCLE

    @cached_property
    def _off_rims(self) -> _Indices:
        found = [
            (self.skeleton.index[point], self.skeleton.index[centre], self.skeleton.index[on[0]])
            for centre, on in self.skeleton.wanted.circles.items()
            for point in self.skeleton.part_of[centre]
            if on and point not in (centre, *on)
        ]
        return _columns(sorted(found), 3)

    def _between(self, spots: _Vector) -> _Vector:
        a, b, c = self._middles
        along, to = spots[:, c] - spots[:, a], spots[:, b] - spots[:, a]
        share = (along * to).sum(axis=2) / np.maximum((along**2).sum(axis=2), 1e-12)
        return np.asarray(np.maximum(0.0, np.maximum(_WELL_BETWEEN - share, share - 1 + _WELL_BETWEEN)) / _WELL_BETWEEN)

    @cached_property
    def _middles(self) -> _Indices:
        runs = [[self.skeleton.index[point] for point in run] for run in self.skeleton.wanted.lines]
        return _columns([three for run in runs for three in zip(run, run[1:], run[2:], strict=False)], 3)

    def _angles(self, spots: _Vector) -> _Vector:
        vertex, first, last = self._corners
        u, v = spots[:, first] - spots[:, vertex], spots[:, last] - spots[:, vertex]
        angle = np.arctan2(np.abs(_cross(u, v)), (u * v).sum(axis=2))
        return np.asarray(np.maximum(0.0, np.maximum(_LEAST_ANGLE - angle, angle - _WIDEST_ANGLE)) / _LEAST_ANGLE)

    @cached_property
    def _corners(self) -> _Indices:
        """Each two drawn segments from one point that are not on one line."""
        found = [
            (self.skeleton.index[vertex], self.skeleton.index[a], self.skeleton.index[b])
            for one, other in combinations(self.skeleton.lines, 2)
            for vertex in set(one) & set(other)
            for a in one
            for b in other
            if vertex not in (a, b)
        ]
        return _columns(sorted(found), 3)

    def _turns(self, spots: _Vector) -> _Vector:
        """Let every corner of a polygon that a fact names turn the same way."""
        parts = []
        for polygon in self.skeleton.wanted.polygons:
            if len(polygon) < 4:
                continue
            corners = spots[:, [self.skeleton.index[corner] for corner in polygon]]
            edges = np.roll(corners, -1, axis=1) - corners
            turns = _cross(np.roll(edges, 1, axis=1), edges)
            turns = turns / np.maximum(_length(np.roll(edges, 1, axis=1)) * _length(edges), 1e-12)
            way = np.sign(_cross(corners, np.roll(corners, -1, axis=1)).sum(axis=1))[:, None]
            # Where a corner is said to be dented it turns the other way.
            ways = way * np.array([-1.0 if (frozenset(polygon), corner) in self._dents else 1.0 for corner in polygon])
            parts.append(np.maximum(0.0, _LEAST_TURN - ways * turns) / _LEAST_TURN)
        return np.concatenate(parts, axis=1) if parts else np.zeros((len(spots), 0))

    @cached_property
    def _dents(self) -> set[tuple[frozenset[str], str]]:
        return {(frozenset(corners), dent) for corners, dent in self.skeleton.wanted.dents}

    def _on_sides(self, spots: _Vector, size: _Vector) -> _Vector:
        a, b, first, second, sign = self._sided
        along = spots[:, b] - spots[:, a]
        unit = along / np.maximum(_length(along), 1e-12)[..., None]
        one, other = (_cross(unit, spots[:, point] - spots[:, a]) / size[:, a] for point in (first, second))
        # Both clearly off the line, and on the side of the line that is meant.
        away = np.minimum(np.abs(one), np.abs(other)) * np.sign(sign * one * other)
        return np.maximum(0.0, _OFF_LINE - away) / _OFF_LINE

    @cached_property
    def _sided(self) -> _Indices:
        found = [
            (*(self.skeleton.index[point] for point in (*wanted.line, first, second)), 1 if wanted.is_same else -1)
            for wanted in self.skeleton.wanted.sides
            for first, second in pairwise(wanted.points)
        ]
        return _columns(found, 5)

    def _inner_rays(self, spots: _Vector) -> _Vector:
        """Let a bisector lie inside its angle: its opposite ray makes equal angles too."""
        vertex, inner, a, b = self._bisectors
        u, v, ray = (_unit(spots[:, end] - spots[:, vertex]) for end in (a, b, inner))
        return np.asarray(np.maximum(0.0, 0.2 - ((u + v) * ray).sum(axis=2)))  # 0.2: a ray clearly to the inside

    @cached_property
    def _bisectors(self) -> _Indices:
        facts = self.skeleton.wanted.description.facts
        found = [fact.points for fact in facts if fact.kind == "angle_bisector"]
        for fact in facts:
            if fact.kind in {"incenter", "circumscribed"}:
                centre, *corners = fact.points
                around = list(zip(corners, corners[1:] + corners[:1], corners[2:] + corners[:2], strict=True))
                found += [(vertex, centre, first, last) for first, vertex, last in around]
        return _columns([tuple(self.skeleton.index[point] for point in points) for points in found], 4)


def _columns(rows: Sequence[Sequence[int]], count: int) -> _Indices:
    table = np.array(rows, dtype=int).reshape(-1, count)
    return tuple(table[:, at] for at in range(count))


def _length(vectors: _Vector) -> _Vector:
    return np.hypot(vectors[..., 0], vectors[..., 1])


def _unit(vectors: _Vector) -> _Vector:
    return vectors / np.maximum(_length(vectors), 1e-12)[..., None]


def _cross(first: _Vector, second: _Vector) -> _Vector:
    return first[..., 0] * second[..., 1] - first[..., 1] * second[..., 0]
