"""Parting a corpus so that no problem, and no figure under other names, is in two parts.

GeoDial names no rule for its split; this one is ours. Dialogues about one problem stay together, and so do problems whose
figures are the same but for the names of their points: a model that has seen the one has seen the other's drawing.
"""

from __future__ import annotations

import hashlib
import itertools
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from gnomon.algebra import ElementNameError
from gnomon.corpus.entries import Entry
from gnomon.datasets import GeoDialSplit, split_by_problem
from gnomon.figure import Figure, parse_element
from gnomon.problem import Question

_Node = tuple[str, str]
_Edge = tuple[str, _Node]
"""How a part is joined to the other, and which."""


@dataclass(frozen=True)
class Parts:
    """A corpus in three parts."""

    entries: Mapping[GeoDialSplit, tuple[Entry, ...]]
    groups: Mapping[str, str]
    """By problem, the first of the problems that stay together with it, itself included."""

    def counts(self) -> dict[GeoDialSplit, dict[str, int]]:
        """Return dialogues, problems and groups of problems of each part."""
        return {
            name: {
                "dialogues": len(part),
                "problems": len({entry.problem_id for entry in part}),
                "groups": len({self.groups[entry.problem_id] for entry in part}),
            }
            for name, part in self.entries.items()
        }

    def joined(self) -> dict[str, tuple[str, ...]]:
        """Return the problems that stay together although they are several, by the first of them."""
        found: dict[str, list[str]] = defaultdict(list)
        for problem, first in self.groups.items():
            found[first].append(problem)
        return {first: tuple(problems) for first, problems in found.items() if len(problems) > 1}


def split_entries(entries: Sequence[Entry], shares: Sequence[float] = (0.8, 0.1, 0.1), seed: int = 0) -> Parts:
    """Part dialogues into training, validation and test.

    Args:
        entries: the dialogues; a split that they name is passed over.
        shares: of the groups of problems, for the three parts; they sum to 1.
        seed: of the order in which the groups are dealt out.

    Raises:
        ValueError: for shares that are not three numbers from 0 to 1 with the sum 1.
    """
    groups = problem_groups(entries)
    return Parts(split_by_problem(entries, shares, seed, group_of=lambda entry: groups[entry.problem_id]), groups)


def problem_groups(entries: Iterable[Entry]) -> dict[str, str]:
    """Return for each problem the first, by name, of all that are joined to it by a figure that is the same but for names.

    Where only pictures are known, they join problems when they are the same to the byte. A problem of which neither is known
    stands alone.
    """
    figures: dict[str, set[str]] = defaultdict(set)
    for entry in entries:  # a corpus may hold several figures of one problem: each joins it to others
        figures[entry.problem_id].update(_keys(entry.question))
    group = {problem: problem for problem in sorted(figures)}
    first_with: dict[str, str] = {}
    for problem in group:
        for key in sorted(figures[problem]):
            _join(group, first_with.setdefault(key, problem), problem)
    return {problem: _first(group, problem) for problem in group}


def _keys(question: Question | None) -> Iterator[str]:
    if question is not None and question.figure is not None:
        yield figure_key(question.figure)
    elif question is not None:
        pictures = (Path(picture) for picture in question.images)
        yield from (hashlib.sha256(picture.read_bytes()).hexdigest() for picture in pictures if picture.is_file())


def _first(group: Mapping[str, str], problem: str) -> str:
    while group[problem] != problem:
        problem = group[problem]
    return problem


def _join(group: dict[str, str], one: str, other: str) -> None:
    first, second = sorted((_first(group, one), _first(group, other)))
    group[second] = first


def figure_key(figure: Figure) -> str:
    """Return a text that is the same for figures that are the same but for the names of points, turned or not.

    What is drawn on what is compared by colour refinement (Weisfeiler and Leman 1968), with the printed texts and marks;
    coordinates are not. Different figures may share a key: then they are kept in one part, which costs nothing but freedom.
    """
    edges: dict[_Node, list[_Edge]] = defaultdict(list)
    colours: dict[_Node, str] = {("point", name): "point" for name in figure.points}
    for number, (kind, joined) in enumerate(_parts(figure)):
        node = (kind, str(number))
        colours[node] = kind
        for role, point in joined:
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
    return _digest(repr(sorted(Counter(colours.values()).items())))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _parts(figure: Figure) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Yield what is drawn, with the points it joins and how; a line's neighbours tell the order along it from both ends."""
    for line in figure.lines:
        yield "line", [("on", point) for point in line]
        for pair in itertools.pairwise(line):
            yield "next", [("end", point) for point in pair]
    for circle in figure.circles:
        yield "circle", [("centre", circle.centre), *(("on", point) for point in circle.points)]
    for label in figure.labels:
        yield f"label {label.text}", _ends(label.element or "", figure)
    marks = figure.marks
    yield from (("right", _ends(f"angle:{name}", figure)) for name in marks.right_angles)
    kinds = {
        "equal": ("line", marks.equal_lines),
        "wide": ("angle", marks.equal_angles),
        "parallel": ("line", marks.parallel_lines),
    }
    for mark, (kind, groups) in kinds.items():
        for names in groups:
            yield mark, [end for name in names for end in _ends(name if ":" in name else f"{kind}:{name}", figure)]


def _ends(element: str, figure: Figure) -> list[tuple[str, str]]:
    """Return the points of an element, the vertex of an angle apart; none where the figure has no such element."""
    try:
        kind, points = parse_element(element)
    except ElementNameError:
        return []
    roles = ("end", "vertex", "end") if kind == "angle" else ("end",) * len(points)
    return [(f"{kind} {role}", point) for role, point in zip(roles, points, strict=True) if point in figure.points]
