"""Checking a teacher's own problem file, line by line.

Everything that reading and measuring can find: the shape of the file, literals without a reading, facts and answers that
the coordinates contradict. Whether the facts suffice for a proof is asked of the engine, elsewhere.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal, NamedTuple

from pydantic import ValidationError

from gnomon.algebra import (
    Equation,
    Expression,
    ExpressionError,
    Letter,
    Quantity,
    constant,
    equal,
    quantities_in,
    read_algebra,
)
from gnomon.figure import Fact, Figure, Measured, UnmeasurableError, dimension
from gnomon.problem.annotate import annotated
from gnomon.problem.arrangement import arrangement_of
from gnomon.problem.drawn_values import DrawnValues, scale_of
from gnomon.problem.entry import ProblemEntry, complaints, read_entry
from gnomon.problem.errors import ProblemError
from gnomon.problem.literals import Reading
from gnomon.problem.misdrawn import flat_triangles, lines_drawn_as_two, points_at_one_place
from gnomon.problem.polygons import Note
from gnomon.problem.shown_numbers import facts_not_shown, numbers_without_fact
from gnomon.problem.statements import FormalDescription, Given
from gnomon.problem.yaml_source import YamlError, YamlSource, read_yaml

# Coordinates are written by hand, often as whole numbers: what is off by less than this is how they were rounded.
_ANGLE_TOLERANCE = 1.5  # degrees
_LENGTH_TOLERANCE = 0.03  # relative
_FACT_TOLERANCE = 0.03  # radians, or relative


class Finding(NamedTuple):
    """One thing wrong with a file."""

    line: int
    """Counted from 1."""
    severity: Literal["error", "warning"]
    message: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.severity}: {self.message}"


def check_file(path: Path) -> list[Finding]:
    """Check a problem file.

    Returns:
        The findings by line; empty for a file in order. Never raises, whatever the file is.
    """
    try:
        return check_source(read_yaml(path))
    except YamlError as error:
        return [Finding(error.line, "error", str(error))]


def check_source(source: YamlSource) -> list[Finding]:
    """Check what a problem file holds, as `check_file`."""
    if source.data is None or source.data == []:
        return [Finding(1, "error", "the file is empty; expected a problem (id, text, figure, facts, find) or a list of them")]
    entries = source.data if isinstance(source.data, list) else [source.data]
    findings: list[Finding] = []
    for index, entry in enumerate(entries):
        path_of = (index,) if isinstance(source.data, list) else ()
        findings += _Checker(source, path_of).check(entry)
    findings += _duplicates(source, entries)
    findings += [
        Finding(line, "error", f"the key {key!r} is written twice; only the last counts") for key, line in source.repeated_keys()
    ]
    return sorted(dict.fromkeys(findings), key=lambda finding: finding.line)


def _duplicates(source: YamlSource, entries: list[Any]) -> Iterator[Finding]:
    first: dict[str, int] = {}
    for index, entry in enumerate(entries):
        if not isinstance(entry, dict) or "id" not in entry:
            continue
        line, name = source.line((index, "id")), str(entry["id"])
        if name in first:
            yield Finding(line, "error", f"the id {name!r} is used twice, first on line {first[name]}; give each problem its own")
        first.setdefault(name, line)


class _Checker:
    """Checks one entry of a file."""

    def __init__(self, source: YamlSource, path: tuple[int, ...]) -> None:
        self._source, self._path = source, path

    def check(self, data: object) -> list[Finding]:
        if not isinstance(data, dict):
            return [self._finding((), "error", f"expected a problem (id, text, figure, facts, find), got {str(data)[:60]!r}")]
        try:
            entry = ProblemEntry.model_validate(data)
            figure, reading = read_entry(entry)
        except ValidationError as error:
            in_figure = ("figure",) if error.title == "Figure" else ()
            return [
                self._finding((*in_figure, *found.path), "error", found.message, key=found.is_key) for found in complaints(error)
            ]
        except ProblemError as error:
            return [*self._unread_without_figure(entry)] or [self._finding(("figure",), "error", str(error))]
        measured = Measured.of(figure)
        return [
            *self._unread(entry, reading),
            *self._contradictions(entry, reading, measured),
            *self._answer(entry, reading, measured),
            *self._missing(data, reading),
            *self._misdrawn(entry, figure),
            *self._numbers(entry, figure, reading.description),
        ]

    def _finding(
        self, path: tuple[str | int, ...], severity: Literal["error", "warning"], message: str, *, key: bool = False
    ) -> Finding:
        return Finding(self._source.line((*self._path, *path), key=key), severity, message)

    def _place(self, entry: ProblemEntry, source: str) -> tuple[str | int, ...]:
        """Where a literal stands in the entry."""
        for index, literal in enumerate(entry.literals):
            if literal.text.strip() == source:
                return ("facts", index)
        key, asked = entry.asked
        if source == asked.strip():
            return (key,)
        return ("figure", "circles") if source.startswith("circle") else ("figure", "lines") if source else (key,)

    def _unread_without_figure(self, entry: ProblemEntry) -> Iterator[Finding]:
        """Say what could not be read, where no figure can be laid out: it is likely why."""
        with suppress(ValueError):
            notes = arrangement_of(entry.literals, entry.find, prove=entry.prove).notes
            yield from self._noted(entry, [note for note in notes if note.kind in {"unread", "unsupported"}])

    def _noted(self, entry: ProblemEntry, notes: Sequence[Note]) -> Iterator[Finding]:
        for note in notes:
            severity: Literal["error", "warning"] = "error" if note.kind in {"unread", "unsupported"} else "warning"
            yield self._finding(self._place(entry, note.source), severity, note.message)

    def _unread(self, entry: ProblemEntry, reading: Reading) -> Iterator[Finding]:
        yield from self._noted(entry, reading.notes)

    def _missing(self, data: dict[str, Any], reading: Reading) -> Iterator[Finding]:
        if reading.description.claim is not None:
            return
        if data.get("answer") is None:
            yield self._finding(("answer",), "warning", "no answer; add answer: NUMBER")
        if "unit" not in data:
            goal = reading.description.goal
            is_angle = goal is not None and isinstance(goal.expression, Quantity) and dimension(goal.expression.kind) == 0
            yield self._finding((), "warning", f"no unit; add unit: {'°' if is_angle else 'cm, or an empty text for none'}")

    def _misdrawn(self, entry: ProblemEntry, figure: Figure) -> Iterator[Finding]:
        for first, second in points_at_one_place(figure):
            yield self._finding(("figure", "points", second), "error", f"the points {first} and {second} are at the same place")
        texts: list[tuple[tuple[str | int, ...], str]] = [(("text",), entry.text), ((entry.asked[0],), entry.asked[1])]
        texts += [(("facts", index), literal.text) for index, literal in enumerate(entry.literals)]
        for path, text in texts:
            for name in flat_triangles(text, figure):
                yield self._finding(path, "error", f"{name} is called a triangle, but its corners lie on one line")
        for index, points in lines_drawn_as_two(figure):
            message = f"{points} lie on one line, drawn as two; write it as one, so that the figure says so"
            yield self._finding(("figure", "lines", index), "warning", message)

    def _numbers(self, entry: ProblemEntry, figure: Figure, description: FormalDescription) -> Iterator[Finding]:
        for number in numbers_without_fact(entry.text, description):
            yield self._finding(("text",), "warning", f"the text has the number {number}, but no fact has it")
        for given, number in facts_not_shown(entry.text, annotated(figure, description), description):
            message = f"neither text nor figure shows the number {number} of {given.shown}"
            yield self._finding(self._place(entry, given.source), "warning", message)

    def _contradictions(self, entry: ProblemEntry, reading: Reading, measured: Measured) -> Iterator[Finding]:
        values = DrawnValues(measured, entry.letters, scale_of(reading.description.equations, measured, entry.letters))
        for given in reading.description.givens:
            message = _contradiction(given, values)
            if message:
                yield self._finding(self._place(entry, given.source), "error", message)

    def _answer(self, entry: ProblemEntry, reading: Reading, measured: Measured) -> Iterator[Finding]:
        goal = reading.description.goal
        if entry.answer is None or goal is None:
            return
        exact = None if entry.exact is None else exact_value(entry.exact)
        if entry.exact is not None and exact is None:
            yield self._finding(("exact",), "error", f"cannot read exact: {entry.exact!r}; write it as 5√3 or 12π")
        elif equal(exact, entry.answer, "rounded") is False:
            yield self._finding(("exact",), "error", f"exact is {exact:.9g}, but answer is {entry.answer:.9g}")
        letters = dict(entry.letters)
        if isinstance(goal.expression, Letter):
            letters[goal.expression.name] = entry.answer
        values = DrawnValues(measured, letters, scale_of(reading.description.equations, measured, letters))
        shown = values.of(goal.expression)
        if shown is not None and not _is_close(goal.expression, goal.expression, shown, entry.answer):
            message = f"the coordinates show {goal.expression} = {shown:.4g}, but answer is {entry.answer:g}"
            yield self._finding(("answer",), "error", message)
        if isinstance(goal.expression, Letter):
            for given in reading.description.givens:
                if (
                    isinstance(given.content, Equation)
                    and _contradiction(given, values)
                    and not _contradiction(given, values.without_letters())
                ):
                    yield self._finding(
                        ("answer",), "error", f"with {goal.expression} = {entry.answer:g}: {_contradiction(given, values)}"
                    )
                    return


def _contradiction(given: Given, values: DrawnValues) -> str | None:
    content = given.content
    if isinstance(content, Fact):
        return _fact_contradiction(content, values.measured)
    left, right = values.of(content.left), values.of(content.right)
    if left is None or right is None:
        left, right = _without_scale(content, values)
    if left is None or right is None or _is_close(content.left, content.right, left, right):
        return None
    return f"the coordinates contradict {content}: they show {_shown(content, left, right)}"


def _without_scale(equation: Equation, values: DrawnValues) -> tuple[float | None, float | None]:
    """Both sides in figure units, for equations between quantities alone (AB = CD)."""
    if not any(quantities_in(equation.left)) or not any(quantities_in(equation.right)):
        return None, None
    plain = DrawnValues(values.measured, {}, 1.0)
    return plain.of(equation.left), plain.of(equation.right)


def _shown(equation: Equation, left: float, right: float) -> str:
    if any(quantities_in(equation.left)) and any(quantities_in(equation.right)):
        return f"{equation.left} = {left:.4g} and {equation.right} = {right:.4g}"
    side, value = (equation.left, left) if any(quantities_in(equation.left)) else (equation.right, right)
    return f"{side} = {value:.4g}"


def _is_close(left_side: Expression, right_side: Expression, left: float, right: float) -> bool:
    kinds = {dimension(quantity.kind) for side in (left_side, right_side) for quantity in quantities_in(side)}
    if isinstance(left_side, Letter) and not kinds:
        return True
    if kinds == {0} and _is_linear(left_side) and _is_linear(right_side):
        return abs(left - right) <= _ANGLE_TOLERANCE
    tolerance = 2 * _LENGTH_TOLERANCE if 2 in kinds else _LENGTH_TOLERANCE
    return abs(left - right) <= tolerance * max(abs(left), abs(right), 1e-9)


def _is_linear(expression: Expression) -> bool:
    symbol = getattr(expression, "symbol", "+")
    return symbol not in {"sin", "cos", "tan", "/", "^", "sqrt"}


def _fact_contradiction(fact: Fact, measured: Measured) -> str | None:
    try:
        worst = max((abs(value) for value in measured.discrepancies(fact)), default=0.0)
    except UnmeasurableError as error:
        return f"{fact.in_notation()} cannot be checked: {error}"
    except (ArithmeticError, ValueError):
        return f"{fact.in_notation()} cannot be checked: points coincide"
    if worst > _FACT_TOLERANCE:
        return f"the coordinates contradict {fact.in_notation()}: off by {100 * worst:.0f} %"
    if fact.kind == "collinear":
        return _order_contradiction(fact, measured)
    return None


def _order_contradiction(fact: Fact, measured: Measured) -> str | None:
    first, last = fact.points[0], fact.points[-1]
    distances = [math.dist(measured.points[first], measured.points[point]) for point in fact.points]
    if distances == sorted(distances):
        return None
    return f"the points {' '.join(fact.points)} do not come in this order on the line {first}{last}"


def exact_value(text: str) -> float | None:
    """Return the number that an ``exact:`` stands for; None when it cannot be read as one."""
    try:
        return constant(read_algebra(text))
    except ExpressionError:
        return None
