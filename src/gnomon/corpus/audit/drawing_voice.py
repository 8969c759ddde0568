"""A third voice where key and proof differ: the figure as it is drawn.

A proof is only as right as the facts that were written down. Where the drawing shows the key and not what was proved, a fact is
likelier to be wrong than the key: an angle noted at the wrong vertex, say. Drawings are not to scale as a rule, so this voice is
heard only where it is clear.
"""

from __future__ import annotations

from typing import Literal

from gnomon.algebra import Equation, Letter, unknowns
from gnomon.figure import Measured
from gnomon.problem import Problem
from gnomon.problem.drawn_values import DrawnValues, scale_of

_SHOWN = 0.05
"""Relative: how near to a value the drawing must be to show it. The figures of Geometry3K are off by 3 % (median)."""
_NOT_SHOWN = 0.10
"""Relative: how far from the other value it must be too."""


def drawing_sides_with(problem: Problem, proved: float, key: float) -> Literal["proof", "key"] | None:
    """Say whether the figure as drawn shows the proved answer or the key; None where it shows neither or both, or cannot tell."""
    at_proof, at_key = _misfit(problem, proved), _misfit(problem, key)
    if at_proof is None or at_key is None:
        return None
    if at_key <= _SHOWN and at_proof >= _NOT_SHOWN:
        return "key"
    return "proof" if at_proof <= _SHOWN and at_key >= _NOT_SHOWN else None


def _misfit(problem: Problem, answer: float) -> float | None:
    """Return how far the drawing is from an answer, relative; None where it says nothing of what is asked."""
    formal, figure = problem.formal, problem.question.figure
    if formal is None or formal.goal is None or figure is None:
        return None
    goal, measured = formal.goal.expression, Measured.of(figure)
    letters = {goal.name: answer} if isinstance(goal, Letter) else {}
    values = DrawnValues(measured, letters, scale_of(formal.equations, measured, {}))
    if not isinstance(goal, Letter):
        return _off(values.of(goal), answer)
    found = [_off(values.of(each.left), values.of(each.right)) for each in formal.equations if _holds(each, goal)]
    told = [off for off in found if off is not None]
    return max(told, default=None)


def _holds(equation: Equation, letter: Letter) -> bool:
    return any(each == letter for side in equation for each in unknowns(side))


def _off(drawn: float | None, value: float | None) -> float | None:
    if drawn is None or value is None:
        return None
    return abs(drawn - value) / max(abs(drawn), abs(value), 1e-9)  # 1e-9: two zeros are the same
