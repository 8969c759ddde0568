"""Pairing the vertices of congruent and similar polygons."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

from gnomon.figure import Fact
from gnomon.problem.objects import ObjectReader
from gnomon.problem.terms import UnreadError

_LOWEST_MATCH = 0.08  # mean spread of the log ratios of sides under which two drawn polygons look similar
_GROSS_MISMATCH = 0.25  # the same of a pairing as written that the drawing denies: above it sides are off by a quarter


def matching(kind: str, reader: ObjectReader, first: tuple[str, ...], second: tuple[str, ...]) -> Fact:
    """Pair the vertices as written; where the drawing contradicts that grossly and fits another pairing, take that."""
    if len(first) != len(second):
        raise UnreadError(f"{''.join(first)} and {''.join(second)} have different numbers of vertices")
    drawn = reader.drawn
    if drawn.is_known(second) and not drawn.is_known(first):  # the polygon that is drawn says in which order corners follow
        around = drawn.cyclic(second)
        return Fact(kind, (*(first[second.index(point)] for point in around), *around))
    order = drawn.cyclic(first)
    paired = dict(zip(first, second, strict=True))
    as_written = tuple(paired[point] for point in order)
    if not drawn.is_known((*first, *second)):
        return Fact(kind, (*order, *as_written))
    around = drawn.cyclic(second)
    turns = [around[i:] + around[:i] for i in range(len(around))]
    turns += [turn[:1] + turn[:0:-1] for turn in turns]
    best = min(turns, key=lambda turn: _spread(reader, order, turn))
    is_wrong = drawn.crosses_itself(as_written) or _spread(reader, order, as_written) > _GROSS_MISMATCH
    if best == as_written or not is_wrong or _spread(reader, order, best) > _LOWEST_MATCH:
        return Fact(kind, (*order, *as_written))
    reader.seen(f"the vertices {''.join(order)} match {''.join(best)}")
    return Fact(kind, (*order, *best))


def _spread(reader: ObjectReader, first: Sequence[str], second: Sequence[str]) -> float:
    """Return the standard deviation of the log ratios of matching distances, as drawn."""
    pairs = itertools.combinations(range(len(first)), 2)
    distance = reader.drawn.distance
    ratios = [math.log((distance(second[i], second[j]) + 1e-9) / (distance(first[i], first[j]) + 1e-9)) for i, j in pairs]
    mean = sum(ratios) / len(ratios)
    return math.sqrt(sum((ratio - mean) ** 2 for ratio in ratios) / len(ratios))
