"""Printed labels and marks of a figure, from the facts that the figure (not the text) states.

A given length or angle becomes a label at its element, a right angle a square, equal and parallel parts get ticks, arcs
and arrow heads. Nothing that only the text says is drawn.
"""

from __future__ import annotations

from collections.abc import Iterable

from gnomon.algebra import Equation, Expression, Operation, Quantity, quantities_in
from gnomon.figure import Element, Figure, Label, Marks
from gnomon.problem.drawn import DrawnFigure
from gnomon.problem.statements import Fact, FormalDescription

_LABELLED = {"length", "angle", "arc"}


def annotated(figure: Figure, description: FormalDescription) -> Figure:
    """Add labels and marks to ``figure``; labels already there win, marks already there stay."""
    drawn = DrawnFigure(figure)
    shown = [given.content for given in description.givens if not given.in_text]
    equations = [content for content in shown if isinstance(content, Equation)]
    facts = [content for content in shown if isinstance(content, Fact)]
    marks = Marks(
        right_angles=_unique([*figure.marks.right_angles, *_right_angles(drawn, facts)]),
        equal_lines=_grouped([*figure.marks.equal_lines, *_equal(equations, "length"), *_halves(facts)]),
        equal_angles=_grouped([*figure.marks.equal_angles, *_equal(equations, "angle"), *_half_angles(facts)]),
        parallel_lines=_grouped([*figure.marks.parallel_lines, *_parallels(facts)]),
    )
    return figure.model_copy(update={"labels": (*figure.labels, *_labels(figure, equations)), "marks": marks})


def _labels(figure: Figure, equations: Iterable[Equation]) -> list[Label]:
    taken = {label.element for label in figure.labels}
    labels: list[Label] = []
    for equation in equations:
        for quantity, value in (equation, equation[::-1]):
            if not isinstance(quantity, Quantity) or quantity.kind not in _LABELLED or any(quantities_in(value)):
                continue
            element = str(Element.measured_by(quantity))
            if element not in taken:
                taken.add(element)
                labels.append(Label(text=_shown(value, is_angle=quantity.kind != "length"), element=element))
    return labels


def _shown(value: Expression, *, is_angle: bool) -> str:
    text = str(value)
    if not is_angle:
        return text
    is_compound = isinstance(value, Operation) and value.symbol in {"+", "-", "/"}
    return f"({text})°" if is_compound else f"{text}°"


def _right_angles(drawn: DrawnFigure, facts: Iterable[Fact]) -> list[str]:
    found = []
    for fact in facts:
        if fact.kind == "perpendicular":
            corner = _corner(drawn, fact.points)
        elif fact.kind == "altitude":
            vertex, foot, a, b = fact.points
            corner = _corner(drawn, (vertex, foot, a, b))
        else:
            continue
        if corner:
            found.append(corner)
    return found


def _corner(drawn: DrawnFigure, points: tuple[str, ...]) -> str | None:
    """Name of the right angle of two lines at their common named point; None without one."""
    a, b, c, d = points
    first, second = drawn.line_through(a, b), drawn.line_through(c, d)
    common = [point for point in first if point in second]
    if len(common) != 1:
        return None
    vertex = common[0]
    one = next(point for point in (a, b, *first) if point != vertex)
    other = next(point for point in (c, d, *second) if point != vertex)
    return f"{min(one, other)}{vertex}{max(one, other)}"


def _equal(equations: Iterable[Equation], kind: str) -> list[tuple[str, ...]]:
    return [
        (Element.measured_by(left).name, Element.measured_by(right).name)
        for left, right in equations
        if isinstance(left, Quantity) and isinstance(right, Quantity) and left.kind == right.kind == kind
    ]


def _halves(facts: Iterable[Fact]) -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = []
    for fact in facts:
        if fact.kind == "midpoint":
            middle, a, b = fact.points
        elif fact.kind == "median":
            _, middle, a, b = fact.points
        else:
            continue
        found.append(("".join(sorted((a, middle))), "".join(sorted((b, middle)))))
    return found


def _half_angles(facts: Iterable[Fact]) -> list[tuple[str, ...]]:
    bisectors = [fact.points for fact in facts if fact.kind == "angle_bisector"]
    return [
        tuple(Element.measured_by(Quantity.of("angle", end, vertex, ray)).name for end in (first, last))
        for vertex, ray, first, last in bisectors
    ]


def _parallels(facts: Iterable[Fact]) -> list[tuple[str, ...]]:
    return [("".join(sorted(fact.points[:2])), "".join(sorted(fact.points[2:]))) for fact in facts if fact.kind == "parallel"]


def _unique(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))


def _grouped(groups: Iterable[Iterable[str]]) -> tuple[tuple[str, ...], ...]:
    """Join groups that share a member."""
    joined: list[list[str]] = []
    for group in groups:
        current = list(dict.fromkeys(group))
        touching = [other for other in joined if set(other) & set(current)]
        joined = [other for other in joined if other not in touching]
        joined.append(list(dict.fromkeys([*(name for other in touching for name in other), *current])))
    return tuple(tuple(group) for group in joined)
