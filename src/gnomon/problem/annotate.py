"""Printed labels and marks of a figure, from the facts that the figure (not the text) states.

A given length or angle becomes a label at its element, a right angle a square, equal and parallel parts get ticks, arcs
and arrow heads. Nothing that only the text says is drawn.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from gnomon.figure import Element, Fact, Figure, Label, Marks
from gnomon.problem.drawn import DrawnFigure
from gnomon.problem.expressions import Equation, Expression, Operation, Quantity, quantities_in
from gnomon.problem.statements import FormalDescription

_LABELLED = {"length", "angle", "arc"}


def annotated(figure: Figure, description: FormalDescription) -> Figure:
    """Add labels and marks to ``figure``; labels already there win, marks already there stay."""
    drawn = DrawnFigure(figure)
    shown = [given.content for given in description.givens if not given.in_text]
    equations = [content for content in shown if isinstance(content, Equation)]
    stated = [content for content in shown if isinstance(content, Fact)]
    facts = [said for fact in stated for said in (fact, *fact.implied())]  # an altitude is marked as the right angle it makes

    def said(kind: str) -> list[tuple[str, ...]]:
        return [fact.points for fact in facts if fact.kind == kind]

    corners = [corner for points in said("perpendicular") if (corner := _corner(drawn, points))]
    halves = [(_name("line", middle, a), _name("line", middle, b)) for middle, a, b in said("midpoint")]
    bisected = [(_name("angle", a, at, ray), _name("angle", b, at, ray)) for at, ray, a, b in said("angle_bisector")]
    parallels = [(_name("line", a, b), _name("line", c, d)) for a, b, c, d in said("parallel")]
    marks = Marks(
        right_angles=tuple(dict.fromkeys([*figure.marks.right_angles, *corners])),
        equal_lines=_grouped([*figure.marks.equal_lines, *_equal(equations, "length"), *halves]),
        equal_angles=_grouped([*figure.marks.equal_angles, *_equal(equations, "angle"), *bisected]),
        parallel_lines=_grouped([*figure.marks.parallel_lines, *parallels]),
    )
    return figure.model_copy(update={"labels": (*figure.labels, *_labels(figure, equations)), "marks": marks})


def _name(kind: Literal["line", "angle"], *points: str) -> str:
    return Element.of(kind, *points).name


def _labels(figure: Figure, equations: Iterable[Equation]) -> list[Label]:
    taken = {label.element for label in figure.labels}
    labels: list[Label] = []
    for equation in equations:
        for quantity, value in (equation, equation[::-1]):
            if not isinstance(quantity, Quantity) or quantity.kind not in _LABELLED or any(quantities_in(value)):
                continue
            element = str(quantity.element)
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
        (left.element.name, right.element.name)
        for left, right in equations
        if isinstance(left, Quantity) and isinstance(right, Quantity) and left.kind == right.kind == kind
    ]


def _grouped(groups: Iterable[Iterable[str]]) -> tuple[tuple[str, ...], ...]:
    """Join groups that share a member."""
    joined: list[list[str]] = []
    for group in groups:
        current = list(dict.fromkeys(group))
        touching = [other for other in joined if set(other) & set(current)]
        joined = [other for other in joined if other not in touching]
        joined.append(list(dict.fromkeys([*(name for other in touching for name in other), *current])))
    return tuple(tuple(group) for group in joined)
