"""A proof in spite of givens that contradict each other: the cheapest one that avoids the contradiction, or none.

Every way out of the contradiction (`gnomon.geometry.resolution`) is deduced from. A proof that cites nothing of what another
way leaves out holds there too, so only where a way leaves out something that it cites can the goal get another value.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from gnomon.algebra import Equation, Expression, constant, show_number
from gnomon.geometry.deduction import Deduction, Known, deduce
from gnomon.geometry.model import Model
from gnomon.geometry.proof import Proof, ProofError, build_proof
from gnomon.geometry.recording import record_of
from gnomon.geometry.resolution import MOST_LEFT_OUT, Resolution, Way, without
from gnomon.geometry.rule import Stage
from gnomon.geometry.values import is_degrees
from gnomon.problem import FormalDescription, Given, givens_in_words, unknowns

_ROUNDED = 0.05
"""Largest misfit that passes for rounding. Where givens are farther apart, one is wrong, and perhaps the drawing with it."""
_SAME = 0.005
"""Answers that differ by no more than half a per cent are one: labels are rounded to about so much."""
_CLEAR = 2.0
"""How many times as much as the preferred proof one of another answer must cost. On development problems the cheapest was right
from 1.8 on; below, one in four was not."""
_LEAST_COST = 1.0
"""Of a proof, for that comparison: one theorem. Less is a mere equation, which a label read wrongly may be."""
_MOST_ATTEMPTS = 8
"""Deductions for one problem, each as long as solving it; a goal that needs more of them is contested anyhow."""


class ContestedError(Exception):
    """No proof can be preferred; the message says why."""


class LeftOut(NamedTuple):
    """A given that a proof in spite of a contradiction does without."""

    given: Given
    misfit: float
    """How far it is from holding in the figure of the others: relative length, or radians."""
    instead: str
    """What the others make of it: ``AB = 15.7``."""


@dataclass(frozen=True)
class Contradiction:
    """Givens that do not fit each other, and which of them a proof does without."""

    misfit: float
    """Largest misfit of the figure that comes nearest to all givens: relative length, or radians."""
    disagreeing: tuple[Given, ...]
    """The equations of which leaving out some makes the others hold, in the problem's order."""
    unused: tuple[Given, ...]
    """Those of them that the proof does not use."""
    left_out: tuple[LeftOut, ...]
    """Those of them without which the others hold."""

    @property
    def sources(self) -> frozenset[str]:
        """Sources of what is left out."""
        return frozenset(each.given.source for each in self.left_out)

    @property
    def note(self) -> str:
        """What an author has to know, in one line."""
        gone = "; ".join(f"{each.given.source} (in the figure of the others {each.instead})" for each in self.left_out)
        return f"the givens contradict each other by {100 * self.misfit:.2g} %: {_listed(self.disagreeing)}. Left out: {gone}"

    @property
    def for_learner(self) -> str:
        """The same in one plain sentence, without numbers that could give the answer away."""
        unused = _joined(_in_words(self.unused), "or")
        if len(self.disagreeing) == 1:
            return f"The label {unused} does not fit the rest of the figure exactly; this proof does not use it."
        labels = _joined(_in_words(self.disagreeing), "and")
        return f"The labels {labels} do not fit each other exactly; this proof does not use {unused}."


@dataclass(frozen=True)
class Attempt:
    """A proof from what one way out leaves."""

    way: Way
    deduction: Deduction
    proof: Proof
    givens: tuple[Given, ...]
    """What it may use."""

    @cached_property
    def cited(self) -> frozenset[str]:
        """Sources of the givens that it uses."""
        return record_of(self.proof, self.deduction, self.givens).cited

    @property
    def cost(self) -> float:
        """Cost of the derivation: levels of its rules and a little for each equation."""
        return sum(self.deduction.cost[Known(atom)] for atom in set(unknowns(self.proof.goal)))

    @property
    def is_elementary(self) -> bool:
        """Whether it needs no trigonometry."""
        return all(step.rule is None or step.rule.stage is Stage.ELEMENTARY for step in self.proof.steps)


def attempts(description: FormalDescription, resolution: Resolution) -> list[Attempt]:
    """Return the proofs from the different ways out, the cheapest first; of proofs that hold in several ways only one.

    Raises:
        ContestedError: where there are too many ways to look at.
    """
    if not resolution.is_complete:
        raise ContestedError("There are too many ways to make the others hold.")
    found: list[Attempt] = []
    left = _MOST_ATTEMPTS
    for way in resolution.ways:
        if any(way.sources.isdisjoint(attempt.cited) for attempt in found):
            continue
        if left == 0:
            raise ContestedError("There are too many ways to make the others hold to prove something from each.")
        left -= 1
        rest = without(description, way.sources)
        deduction = deduce(way.model, rest)
        try:
            assert rest.goal is not None
            proof = build_proof(deduction, rest.goal.expression)
        except ProofError:
            continue
        found.append(Attempt(way, deduction, proof, rest.givens))
    return sorted(found, key=lambda attempt: attempt.cost)


def preferred(found: Sequence[Attempt], resolution: Resolution) -> Attempt:
    """Return the proof to believe: the cheapest, where nothing speaks for another answer.

    Args:
        found: as `attempts` returns them.
        resolution: the ways out.

    Raises:
        ContestedError: where there is none; where another answer is not clearly more costly, or not costly by trigonometry alone;
            where the givens are too far apart for rounding and another answer or trigonometry, which takes every label at its
            word, comes in at all.
    """
    if not resolution.ways:
        raise ContestedError(f"Leaving out {MOST_LEFT_OUT} equations does not make the others hold.")
    if not found:
        raise ContestedError("Without the equations at fault the goal does not follow by the rules.")
    best = found[0]
    if best.proof.answer.number <= 0:
        raise ContestedError(f"The cheapest proof gives {best.proof.answer.text}, which no figure shows.")
    is_rounded = resolution.misfit <= _ROUNDED
    rival = next((other for other in found if not _agree(best, other)), None)
    if rival is not None:
        is_clear = rival.cost >= _CLEAR * max(best.cost, _LEAST_COST)
        if not (is_rounded and is_clear and best.is_elementary):
            ends = (f"without {_listed(each.way.left_out)} it is {each.proof.answer.text}" for each in (best, rival))
            raise ContestedError(f"The answer hangs on which of them is wrong: {'; '.join(ends)}.")
    elif not (is_rounded or best.is_elementary):
        raise ContestedError("What they give by trigonometry cannot be relied on.")
    return best


def _agree(one: Attempt, other: Attempt) -> bool:
    values = one.proof.answer.number, other.proof.answer.number
    return abs(values[0] - values[1]) <= _SAME * max(map(abs, values))


def contradiction(description: FormalDescription, resolution: Resolution, attempt: Attempt) -> Contradiction:
    """Say which givens contradict each other and what ``attempt`` does without."""
    sources = frozenset().union(*(way.sources for way in resolution.ways))
    disagreeing = tuple(given for given in description.givens if given.source in sources)
    unused = tuple(given for given in disagreeing if given.source not in attempt.cited)
    return Contradiction(
        resolution.misfit, disagreeing, unused, tuple(_left_out(given, attempt.way) for given in attempt.way.left_out)
    )


def _left_out(given: Given, way: Way) -> LeftOut:
    assert isinstance(given.content, Equation)
    return LeftOut(given, way.figure.misfits[given.source], _instead(given.content, way.model))


def _instead(equation: Equation, model: Model) -> str:
    """Say what a figure makes of the sides of an equation that are no numbers."""
    degrees = "°" if any(is_degrees(side) for side in equation) else ""
    sides = (side for side in equation if constant(side) is None)
    return " and ".join(f"{side} = {show_number(_value(side, model))}{degrees}" for side in sides)


def _value(side: Expression, model: Model) -> float:
    try:
        return model.value(side)
    except (ArithmeticError, KeyError, ValueError):
        return math.nan


def _listed(givens: Sequence[Given]) -> str:
    return "; ".join(dict.fromkeys(given.source for given in givens))


def _in_words(givens: tuple[Given, ...]) -> list[str]:
    return givens_in_words(FormalDescription(givens, goal=None))


def _joined(phrases: Sequence[str], word: str) -> str:
    return f" {word} ".join(filter(None, [", ".join(phrases[:-1]), phrases[-1]]))
