"""Wrong answers made without the product's own way of making them: a second, independent carrying out of proofs with mistakes.

What is read: the record of a proof (text) and the tables of misconceptions (YAML, as data). What is done here: a mistake is put
into a step by replacing the rule's points in the text of the wrong equation, and each value is found by a root search of this
file's own. Shared with the product: the reader of expressions, and the names that the figure gives to one and the same part.
"""

from __future__ import annotations

import math
import random
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np
from scipy.optimize import brentq

from gnomon.algebra import (
    Equation,
    Expression,
    Letter,
    Quantity,
    evaluate,
    parse_equation,
    parse_expression,
    substitute,
    unknowns,
)
from gnomon.geometry import Solution
from gnomon.packaged import packaged_yaml

_NOTICEABLE = 0.02
_TURN = 360.0


class Mistake(NamedTuple):
    """What goes wrong at one step."""

    idea: str
    step: int
    equation: str | None
    """Believed there, with the points of the figure; None for a slip."""
    change: str | None = None
    """Of a slip: the written value from the right one, v."""

    @property
    def is_slip(self) -> bool:
        """Whether the number alone is wrong."""
        return self.change is not None


def tables() -> list[dict[str, Any]]:
    """Return the rows of every table of misconceptions."""
    names = ("angles", "areas", "circles", "lengths", "ratios", "slips")
    return [row for name in names for row in packaged_yaml("gnomon.geometry", "misconceptions", f"{name}.yaml")]


class Working:
    """The proof of one problem, to be carried out with mistakes."""

    def __init__(self, solution: Solution) -> None:
        record = solution.record()
        assert record is not None
        assert solution.deduction is not None
        assert solution.problem.formal is not None
        assert record.goal is not None
        self.record, self.goal = record, record.goal.expression
        self.right = float(solution.answer or 0)
        self._diagram = solution.deduction.model.diagram
        self._givens = [
            self._named(given.content) for given in solution.problem.formal.givens if isinstance(given.content, Equation)
        ]
        self.steps = [
            [
                (self._side(value.of), [self._named(parse_equation(text)) for text in value.equations], value.value)
                for value in step.values
            ]
            for step in record.steps
        ]

    def mistakes(self) -> list[Mistake]:
        """Return every mistake of the tables that fits a step which finds a value."""
        return [mistake for row in tables() for mistake in self._of(row)]

    def answer(self, *mistakes: Mistake) -> float | None:
        """Return what somebody with these mistakes writes; None where the work breaks down or nothing comes out wrong."""
        known = dict(self._stated())
        by_step = {mistake.step: mistake for mistake in mistakes}
        try:
            for index, found in enumerate(self.steps):
                for place, (unknown, equations, right) in enumerate(found):
                    mistake = by_step.get(index) if place == 0 else None
                    known[unknown] = self._solved(unknown, equations, self.number(right), known, mistake)
            goal = evaluate(self._side(self.goal), known.__getitem__)
        except (KeyError, ValueError, ArithmeticError, StopIteration):
            return None
        turns = [value for atom, value in known.items() if isinstance(atom, Quantity) and atom.kind in {"angle", "arc"}]
        is_possible = all(value > 0 for value in known.values()) and all(value < _TURN for value in turns)
        is_wrong = abs(goal - self.right) > _NOTICEABLE * abs(self.right)
        return goal if is_possible and is_wrong else None

    @staticmethod
    def number(text: str) -> float:
        """Return the value that the record writes as ``text``, such as ``5*sqrt(3)``."""
        return float(evaluate(parse_expression(text), _nothing))

    def _of(self, row: Mapping[str, Any]) -> Iterator[Mistake]:
        for index, step in enumerate(self.record.steps):
            if not step.values:
                continue
            if row.get("change"):
                if self._can_slip(row, index):
                    yield Mistake(row["id"], index, None, row["change"])
                continue
            for distortion in row["distortions"]:
                if distortion["rule"] == step.rule_id and self._is_sought(distortion.get("when"), step.binding, index):
                    yield Mistake(row["id"], index, _at(distortion["equation"], step.binding))

    def _can_slip(self, row: Mapping[str, Any], index: int) -> bool:
        unknown, equations, right = self.steps[index][0]
        kind = unknown.kind if isinstance(unknown, Quantity) else "letter"
        size = self.number(right)
        # Nothing is calculated where an equation has one part only, as angle(A,B,C) = 60.
        parts = sum(1 for equation in equations for side in equation for _ in unknowns(side))
        fits = row.get("at_least", 0.0) <= size < row.get("below", math.inf)
        return parts > 1 and fits and (not row.get("kinds") or kind in row["kinds"])

    def _is_sought(self, when: str | None, binding: Mapping[str, str], index: int) -> bool:
        if when is None:
            return True
        wanted, unknown = self._side(_at(when, binding)), self.steps[index][0][0]
        return wanted == unknown or unknown in set(unknowns(self._in_letters(wanted)))

    def _stated(self) -> Iterator[tuple[Expression, float]]:
        for equation in self._givens:
            for atom, side in (equation, equation[::-1]):
                if isinstance(atom, Letter | Quantity) and not any(unknowns(side)):
                    yield atom, evaluate(side, _nothing)

    def _solved(
        self,
        unknown: Expression,
        equations: list[Equation],
        right: float,
        known: Mapping[Expression, float],
        mistake: Mistake | None,
    ) -> float:
        if mistake is not None and mistake.equation is not None:
            wrong = self._named(parse_equation(mistake.equation))
            missing = {leaf for side in wrong for leaf in unknowns(side)} - known.keys()
            if missing != {unknown}:
                wrong = Equation(*(self._in_letters(side) for side in wrong))
                missing = {leaf for side in wrong for leaf in unknowns(side)} - known.keys()
            if missing != {unknown}:
                raise ValueError("the wrong equation does not give the value")
            return _root(lambda value: _gap(wrong, {**known, unknown: value}), right, unknown)
        if len(equations) == 1:
            others = {leaf for side in equations[0] for leaf in unknowns(side)} - known.keys() - {unknown}
            # What is left unknown in a right equation cancels: any number does.
            held: dict[Expression, float] = {**dict.fromkeys(others, 7.0), **known}
            value = _root(lambda value: _gap(equations[0], {**held, unknown: value}), right, unknown)
        else:
            value = _linear(equations, unknown, known)
        return evaluate(parse_expression(mistake.change), lambda _: value) if mistake is not None and mistake.change else value

    def _in_letters(self, side: Expression) -> Expression:
        """Put for every part the expression in letters that the problem gives for it."""
        given: dict[Expression, Expression] = {}
        for equation in self._givens:
            for part, expression in (equation, equation[::-1]):
                leaves = list(unknowns(expression))
                if isinstance(part, Quantity) and leaves and all(isinstance(leaf, Letter) for leaf in leaves):
                    given.setdefault(part, expression)
        return substitute(side, lambda leaf: given.get(leaf, leaf))

    def _side(self, text: str) -> Expression:
        return self._diagram.canonical(parse_expression(text))

    def _named(self, equation: Equation) -> Equation:
        return Equation(*(self._diagram.canonical(side) for side in equation))


def wrong_answers(solution: Solution, count: int, generator: random.Random) -> tuple[tuple[Mistake, ...], float] | None:
    """Return ``count`` mistakes at different steps, drawn by idea, then by place, with the answer; None where none are."""
    working = Working(solution)
    mistakes = [mistake for mistake in working.mistakes() if working.answer(mistake) is not None]
    ideas = sorted({mistake.idea for mistake in mistakes})
    generator.shuffle(ideas)
    for first in ideas:
        places = [mistake for mistake in mistakes if mistake.idea == first]
        others = [other for other in mistakes if other.idea != first]
        combinations: list[tuple[Mistake, ...]] = [
            (place, other) for place in places for other in others if place.step != other.step
        ]
        if count == 1:
            combinations = [(generator.choice(places),)]
        generator.shuffle(combinations)
        for chosen in combinations:
            answer = working.answer(*chosen)
            alone = [working.answer(mistake) for mistake in chosen] if count > 1 else []
            # Two mistakes of which one changes nothing are one.
            if answer is not None and all(other is None or abs(other - answer) > 1e-6 * abs(answer) for other in alone):
                return chosen, answer
    return None


def _at(text: str, binding: Mapping[str, str]) -> str:
    """Put the points of the figure for the letters of a rule, inside brackets of parts only."""
    kinds = "angle|length|arc_length|arc|area|radius|diameter|circumference|circle_area|sector_area|perimeter"
    return re.sub(
        rf"\b({kinds})\(([A-Z](?:,[A-Z])*)\)",
        lambda found: f"{found[1]}({','.join(binding[letter] for letter in found[2].split(','))})",
        text,
    )


def _nothing(leaf: Expression) -> float:
    raise KeyError(leaf)


def _gap(equation: Equation, values: Mapping[Expression, float]) -> float:
    try:
        return evaluate(equation.left, values.__getitem__) - evaluate(equation.right, values.__getitem__)
    except (ArithmeticError, ValueError):
        return math.nan


def _root(gap: Callable[[float], float], near: float, unknown: Expression) -> float:
    """Return the root nearest to the right value in ratio, found on a fine grid around it."""
    if isinstance(unknown, Letter) and near <= 0:
        grid = [near - 200 + i * 0.37 for i in range(1100)]
    else:
        top = 359.9 if isinstance(unknown, Quantity) and unknown.kind in {"angle", "arc"} else math.inf
        # A thousandth to a thousand times the right value, in steps of 1 %.
        grid = [value for i in range(-700, 701) if (value := abs(near) * 1.01**i * 1.000123) <= top]
    gaps = [gap(value) for value in grid]
    roots = []
    for (low, at_low), (high, at_high) in zip(zip(grid, gaps, strict=True), zip(grid[1:], gaps[1:], strict=True), strict=False):
        if math.isfinite(at_low) and math.isfinite(at_high) and at_low * at_high <= 0 and at_low != at_high:
            root = brentq(gap, low, high)
            if abs(gap(root)) <= 1e-6 * (1 + abs(at_low) + abs(at_high)):
                roots.append(root)
    if not roots:
        raise ValueError("no root")
    return float(min(roots, key=lambda root: abs(math.log(abs(root / near))) if near else abs(root)))


def _linear(equations: list[Equation], unknown: Expression, known: Mapping[Expression, float]) -> float:
    atoms: list[Expression] = sorted(
        {leaf for equation in equations for side in equation for leaf in unknowns(side)} - (known.keys() - {unknown}), key=str
    )

    def gaps(moved: Mapping[Expression, float]) -> list[float]:
        return [_gap(equation, {**known, **dict.fromkeys(atoms, 0.0), **moved}) for equation in equations]

    base = np.array(gaps({}))
    matrix = np.array([np.array(gaps({atom: 1.0})) - base for atom in atoms]).T
    probe = np.array(gaps({atom: 2.0 + place for place, atom in enumerate(atoms)}))
    if not np.allclose(base + matrix @ np.arange(2.0, len(atoms) + 2.0), probe):
        raise ValueError("not linear")
    return float(np.linalg.lstsq(matrix, -base, rcond=None)[0][atoms.index(unknown)])
