"""Rows of ``gnomon solve`` as the checks need them: what each step concludes, which parts it uses, what is given.

What the student sees (question, printed texts, circles) stands in the row beside the solution; it is read here too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from gnomon.benchmark.arena.scan.values import read_value, stated

_POINT = re.compile(r"[A-Za-z][0-9]*['′]*")


class Conclusion(NamedTuple):
    """A value that a step finds."""

    name: str
    """What it is the value of: ``∠AWN``, ``BS``, ``area of GHI``, ``x``."""
    value: float


class Step(NamedTuple):
    """One step of a proof."""

    conclusions: tuple[Conclusion, ...]
    elements: frozenset[tuple[str, str]]
    """Kind and canonical name of every part that may be highlighted for it."""
    constants: tuple[float, ...]
    """Numbers in its text that no step concludes: given values and the numbers of the theorem."""


class Proof(NamedTuple):
    """A solved problem."""

    steps: tuple[Step, ...]
    answer: float
    goal: str
    shown: tuple[float, ...]
    """Values that the question or the figure shows."""


def read_proof(row: Mapping[str, Any]) -> Proof | None:
    """Read one row of the solve output; None when the problem was not solved."""
    if row.get("answer") is None or not row.get("steps"):
        return None
    shown = [row.get("question", ""), *row.get("printed", [])]
    values = tuple(found.value for text in shown for found in stated(text) if not found.is_sum)
    found = [tuple(_conclusions(step["concludes"])) for step in row["steps"]]
    concluded = [conclusion.value for one in found for conclusion in one]
    circles = row.get("circles", {})
    steps = tuple(
        Step(conclusions, frozenset(_elements(step["uses"], circles)), tuple(_constants(step["text"], concluded)))
        for step, conclusions in zip(row["steps"], found, strict=True)
    )
    return Proof(steps, float(row["answer"]), _goal(steps, row["answer"]), values)


def canonical(kind: str, name: str) -> tuple[str, str]:
    """Return kind and name with the order of points settled: AB = BA, ABC = CBA; a label stays as it is."""
    points = _POINT.findall(name)
    if kind == "line":
        return kind, "".join(sorted(points))
    if kind in {"angle", "arc"}:
        return kind, "".join(min(points, points[::-1]))
    return kind, name


def _conclusions(text: str) -> Iterator[Conclusion]:
    for part in text.split(", "):
        name, sign, right = part.partition(" ≈ ") if " ≈ " in part else part.partition(" = ")
        value = read_value(right) if sign else None
        if value is not None:
            yield Conclusion(name.partition(" = ")[0].strip(), value)  # of AB = 5√3 ≈ 8.66 the name is AB


def _goal(steps: Sequence[Step], answer: float) -> str:
    """Return the name of what the last step finds with the answer's value."""
    for step in reversed(steps):
        for conclusion in reversed(step.conclusions):
            if abs(conclusion.value - answer) <= 0.006 + 1e-6 * abs(answer):
                return conclusion.name
    return ""


def _constants(text: str, concluded: Sequence[float]) -> Iterator[float]:
    for found in stated(text):
        if not found.is_sum and all(abs(found.value - value) > 1e-9 for value in concluded):
            yield found.value


def _elements(uses: Sequence[str], circles: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, str]]:
    for element in uses:
        kind, _, name = element.partition(":")
        points = _POINT.findall(name)
        if kind in {"triangle", "polygon"}:
            yield from (canonical("line", a + b) for a, b in zip(points, points[1:] + points[:1], strict=True))
        elif kind == "circle":
            yield "label", name
            yield from (("arc of", point) for point in circles.get(name, ()))
        elif kind == "point":
            yield "label", name
        else:
            yield canonical(kind, name)
