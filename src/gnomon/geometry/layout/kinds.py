"""A second kind of figure in which the facts hold too: how it is looked for, and what tells it from the first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from gnomon.figure import Coordinates
from gnomon.geometry.layout.skeleton import Skeleton, side

_MOST_TURNED = 32
"""Points turned over a line to look for a second kind of figure: all of them in most figures of a school."""


def turned_over(skeleton: Skeleton, spots: Coordinates) -> Iterator[dict[str, tuple[float, float]]]:
    """Yield starts with a point turned over to the other side of a line or of its circle, or a line turned round."""
    at = {name: complex(*spot) for name, spot in spots.items()}
    moves = [_turned_round(at, line, pivot) for line in skeleton.lines for pivot in line if _is_crossed(skeleton, line, pivot)]
    moves += [{point: 2 * at[centre] - at[point]} for centre, on in skeleton.wanted.circles.items() for point in on]
    moves += [
        {point: _mirrored(at[point], at[a], at[b])}
        for a, b in skeleton.axes(spots)
        for point in at
        if point not in skeleton.line(a, b)
    ]
    for move in moves[:_MOST_TURNED]:
        moved = at | move
        yield {name: (spot.real, spot.imag) for name, spot in moved.items()}


def _turned_round(at: Mapping[str, complex], line: Sequence[str], pivot: str) -> dict[str, complex]:
    return {point: 2 * at[pivot] - at[point] for point in line}


def _is_crossed(skeleton: Skeleton, line: Sequence[str], pivot: str) -> bool:
    """Whether a line of several points goes on beyond the point at which another one meets it."""
    return len(line) > 2 and any(pivot in other for other in skeleton.lines if other is not line)


def difference(skeleton: Skeleton, first: Coordinates, second: Coordinates) -> tuple[str, str] | None:
    """Return a statement that is true of the first figure and its counterpart, true of the second."""
    said = {frozenset((frozenset(sided.line), *sided.points)) for sided in skeleton.wanted.sides}
    asked = {point for quantity in skeleton.wanted.description.quantities for point in quantity.points}
    found = []
    likely = skeleton.axes(first)
    for rank, (a, b) in enumerate([*likely, *combinations(skeleton.wanted.points, 2)]):
        for pair in combinations([point for point in skeleton.wanted.points if point not in skeleton.line(a, b)], 2):
            is_same = [side(spots, a, b, pair[0]) * side(spots, a, b, pair[1]) for spots in (first, second)]
            if is_same[0] * is_same[1] < 0 and frozenset((frozenset((a, b)), *pair)) not in said:
                found.append((rank >= len(likely), len({a, b, *pair} - asked), a, b, pair, is_same[0] > 0))
    if not found:
        return None
    *_, a, b, pair, is_same_first = min(found, key=lambda each: each[:2])
    both = tuple(f"{' and '.join(pair)} on {how} of {a}{b}" for how in ("the same side", "opposite sides"))
    return (both[0], both[1]) if is_same_first else (both[1], both[0])


def _mirrored(at: complex, start: complex, end: complex) -> complex:
    along = (end - start) / abs(end - start)
    return start + along * ((at - start) / along).conjugate()
