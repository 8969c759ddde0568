"""What is drawn on what, whatever its points are called: a key that renamed figures share, and the renamings between two.

Coordinates are not compared here, but for the order of points around a circle.
"""

from __future__ import annotations

import hashlib
import itertools
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from gnomon.algebra import ElementNameError
from gnomon.figure import Figure, parse_element

_MOST_RENAMINGS = 500
"""Of two figures; a drawing with more symmetries than that, such as a wheel without labels, is compared in these alone."""
_MOST_TRIED = 20_000
"""Points tried for one another before a comparison is given up; figures of schools take fewer than 500."""


class Part(NamedTuple):
    """One thing that is drawn."""

    kind: str
    ends: tuple[tuple[str, str], ...]
    """The points that it joins, each with its role."""
    text: str = ""
    """Of a label."""


_Node = tuple[str, str]
_Colours = dict[_Node, str]


def figure_key(figure: Figure, *, with_texts: bool = True) -> str:
    """Return a text that is the same for figures that are the same but for the names of points, turned, mirrored or not.

    What is drawn on what is compared by colour refinement (Weisfeiler and Leman 1968), with the marks. Different figures may
    share a key; `renamings` tells them apart.

    Args:
        figure: any figure.
        with_texts: whether printed texts count; without them only where they stand does.
    """
    colours = _refined(parts_of(figure, with_texts=with_texts), figure)
    return _digest(repr(sorted(Counter(colours.values()).items())))


def renamings(one: Figure, other: Figure) -> Iterator[dict[str, str]]:
    """Yield the ways in which the points of one figure stand for those of another, so that the same is drawn on them.

    Printed texts are not compared, only where they stand. At most `_MOST_RENAMINGS` are found.
    """
    parts, parts_of_other = parts_of(one, with_texts=False), parts_of(other, with_texts=False)
    if len(one.points) != len(other.points) or len(parts) != len(parts_of_other):
        return
    colours, wanted = _point_colours(parts, one), _point_colours(parts_of_other, other)
    sizes = Counter(wanted.values())
    if Counter(colours.values()) != sizes:
        return
    # A point of a rare colour has few others to stand for, so it is settled first.
    order = sorted(colours, key=lambda point: (sizes[colours[point]], point))
    candidates = {colour: [point for point in wanted if wanted[point] == colour] for colour in sizes}
    joined, joined_of_other = _joined(parts), _joined(parts_of_other)
    all_parts = Counter(map(_unordered, parts_of_other))
    tried = itertools.count()

    def extend(found: dict[str, str]) -> Iterator[dict[str, str]]:
        if len(found) == len(order):
            if Counter(_unordered(_renamed(part, found)) for part in parts) == all_parts:
                yield dict(found)
            return
        point = order[len(found)]
        for candidate in candidates[colours[point]]:
            if candidate in found.values() or next(tried) > _MOST_TRIED:
                continue
            if all(joined.get((point, old)) == joined_of_other.get((candidate, new)) for old, new in found.items()):
                yield from extend(found | {point: candidate})

    yield from itertools.islice(extend({}), _MOST_RENAMINGS)


def parts_of(figure: Figure, *, with_texts: bool) -> tuple[Part, ...]:
    """Return what is drawn; a line's neighbours tell the order along it from both ends, those on a circle that around it."""
    return tuple(_parts(figure, with_texts=with_texts))


def _parts(figure: Figure, *, with_texts: bool) -> Iterator[Part]:
    for line in figure.lines:
        yield Part("line", tuple(("on", point) for point in line))
        for pair in itertools.pairwise(line):
            yield Part("next", tuple(("end", point) for point in pair))
    for circle in figure.circles:
        yield Part("circle", (("centre", circle.centre), *(("on", point) for point in circle.points)))
        around = figure.points_on_circle(circle.centre)
        if len(around) > 3:  # three or fewer are neighbours of one another in any order
            for pair in zip(around, (*around[1:], around[0]), strict=True):
                yield Part("around", tuple(("end", point) for point in pair))
    for label in figure.labels:
        ends = _ends(label.element or "", figure)
        yield Part(f"label {label.text}" if with_texts else f"label {len(ends)}", ends, label.text)
    marks = figure.marks
    yield from (Part("right", _ends(f"angle:{name}", figure)) for name in marks.right_angles)
    kinds = {
        "equal": ("line", marks.equal_lines),
        "wide": ("angle", marks.equal_angles),
        "parallel": ("line", marks.parallel_lines),
    }
    for mark, (kind, groups) in kinds.items():
        for names in groups:
            ends = tuple(end for name in names for end in _ends(name if ":" in name else f"{kind}:{name}", figure))
            yield Part(mark, ends)


def _ends(element: str, figure: Figure) -> tuple[tuple[str, str], ...]:
    """Return the points of an element, the vertex of an angle apart; none where the figure has no such element."""
    try:
        kind, points = parse_element(element)
    except ElementNameError:
        return ()
    roles = ("end", "vertex", "end") if kind == "angle" else ("end",) * len(points)
    return tuple((f"{kind} {role}", point) for role, point in zip(roles, points, strict=True) if point in figure.points)


def _refined(parts: Sequence[Part], figure: Figure) -> _Colours:
    edges: dict[_Node, list[tuple[str, _Node]]] = defaultdict(list)
    colours: _Colours = {("point", name): "point" for name in figure.points}
    for number, part in enumerate(parts):
        node = (part.kind, str(number))
        colours[node] = part.kind
        for role, point in part.ends:
            edges[node].append((role, ("point", point)))
            edges["point", point].append((role, node))
    for _ in colours:  # as many rounds as there are parts carry a difference to every other part
        refined = {
            node: _digest(repr((colour, sorted((role, colours[other]) for role, other in edges[node]))))
            for node, colour in colours.items()
        }
        is_settled = len(set(refined.values())) == len(set(colours.values()))
        colours = refined
        if is_settled:
            break
    return colours


def _point_colours(parts: Sequence[Part], figure: Figure) -> dict[str, str]:
    return {name: colour for (kind, name), colour in _refined(parts, figure).items() if kind == "point" and name in figure.points}


def _joined(parts: Sequence[Part]) -> Mapping[tuple[str, str], Counter[tuple[str, str, str]]]:
    """Return by which parts, and in which roles, each two points are joined."""
    found: dict[tuple[str, str], Counter[tuple[str, str, str]]] = defaultdict(Counter)
    for part in parts:
        for (role, point), (role_of_other, other) in itertools.permutations(part.ends, 2):
            found[point, other][part.kind, role, role_of_other] += 1
    return found


def _renamed(part: Part, names: Mapping[str, str]) -> Part:
    return part._replace(ends=tuple((role, names[point]) for role, point in part.ends))


def _unordered(part: Part) -> tuple[str, frozenset[tuple[tuple[str, str], int]]]:
    return part.kind, frozenset(Counter(part.ends).items())


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
