"""A proof in spite of givens that contradict each other: the cheapest one that avoids the contradiction, or none.

Every way out of the contradiction (`gnomon.geometry.resolution`) is deduced from. A proof that cites nothing of what another
way leaves out holds there too, so only where a way leaves out something that it cites can the goal get another value.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from gnomon.algebra import Equation, Expression, constant, show_number
from gnomon.geometry.deduction import deduce
from gnomon.geometry.derivation import Deduction, Derivation, Node
from gnomon.geometry.model import Model
from gnomon.geometry.proof import build_proof
from gnomon.geometry.resolution import MOST_LEFT_OUT, NEARLY, Resolution, Way, without
from gnomon.geometry.rule import Stage
from gnomon.geometry.step import Proof, ProofError
from gnomon.geometry.values import is_degrees
from gnomon.problem import FormalDescription, Given, givens_in_words, quantities_in

_SAME = 0.005
"""Answers that differ by no more than half a per cent are one: labels are rounded to about so much."""
_CLEAR = 2.0
"""How many times as much as the preferred proof an elementary one of another answer must cost. On development problems of rounded
givens the cheapest was right from 1.8 on; below, one in four was not."""
_CLEAR_OF_ERROR = 4.0
"""The same where the givens are too far apart for rounding; there 2.06 was not enough."""
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
        gone = "; ".join(f"{each.given.shown} (in the figure of the others {each.instead})" for each in self.left_out)
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
    """A derivation of the goal from what one way out leaves; it is written as a proof only where that is asked for."""

    way: Way
    deduction: Deduction
    goal: Expression

    @property
    def answer(self) -> float:
        """The goal in the figure of this way out."""
        return _value(self.goal, self.way.model)

    @cached_property
    def proof(self) -> Proof | None:
        """The derivation as a proof; None where a value in it cannot be computed."""
        try:
            return build_proof(self.deduction, self.goal)
        except ProofError:
            return None

    @property
    def cost(self) -> float:
        """Levels of the rules and a little for each equation."""
        return sum(self.deduction.cost[node] for node in self.deduction.needed_for(self.goal))

    @cached_property
    def sources(self) -> frozenset[str]:
        """Sources of the givens that it rests on."""
        return frozenset(found.given.source for found in self._derivations.values() if found.given is not None)

    @property
    def is_elementary(self) -> bool:
        """Whether it needs no trigonometry."""
        instances = [found.instance for found in self._derivations.values() if found.instance is not None]
        return all(instance.rule.stage is Stage.ELEMENTARY for instance in instances)

    @cached_property
    def _derivations(self) -> dict[Node, Derivation]:
        derived = self.deduction.derived
        found: dict[Node, Derivation] = {}
        left: list[Node] = [*self.deduction.needed_for(self.goal)]
        while left:
            node = left.pop()
            if node not in found:
                derivation = found[node] = derived[node]
                left += derivation.inputs
                left += self._definitions(node, *derivation.inputs) if derivation.expanded else ()
        return found

    def _definitions(self, *nodes: Node) -> list[Node]:
        """Return the given equations that define quantities of some equations."""
        quantities = {q for node in nodes if isinstance(node, Equation) for side in node for q in quantities_in(side)}
        defined = [(q, self.deduction.definitions[q]) for q in quantities if q in self.deduction.definitions]
        return [way for pair in defined for way in (Equation(*pair), Equation(*pair[::-1])) if way in self.deduction.derived]


def attempts(description: FormalDescription, goal: Expression, resolution: Resolution) -> list[Attempt]:
    """Derive the goal from what the different ways out leave: first those without trigonometry, then by cost.

    Of derivations that hold in several ways there is only one.

    Raises:
        ContestedError: where there are too many ways to look at.
    """
    if not resolution.is_complete:
        raise ContestedError("There are too many ways to make the others hold.")
    found: list[Attempt] = []
    left = _MOST_ATTEMPTS
    for way in resolution.ways:
        if any(way.sources.isdisjoint(attempt.sources) for attempt in found):
            continue
        if left == 0:
            raise ContestedError("There are too many ways to make the others hold to derive something from each.")
        left -= 1
        # With one way alone, only the figure between all givens shows what that way settles otherwise than a label says.
        rivals = tuple(other.model for other in resolution.ways if other is not way) or (resolution.compromise.model,)
        deduction = replace(deduce(way.model, without(description, way.sources), to_goal=True), rivals=rivals)
        attempt = Attempt(way, deduction, way.model.diagram.canonical(goal))
        if deduction.knows(goal) and math.isfinite(attempt.answer):
            found.append(attempt)
    return sorted(found, key=lambda attempt: (not attempt.is_elementary, attempt.cost))


def preferred(found: Sequence[Attempt], resolution: Resolution) -> Attempt:
    """Return what to believe: the first derivation, where nothing speaks for another answer.

    Args:
        found: as `attempts` returns them.
        resolution: the ways out.

    Raises:
        ContestedError: where there is none, or another answer comes near. It does not where it takes trigonometry and this does
            not, for trigonometry takes every label at its word; nor where it costs clearly more. Trigonometry is believed only
            without another answer and with givens that disagree by rounding.
    """
    if not resolution.ways:
        raise ContestedError(f"Leaving out {MOST_LEFT_OUT} equations does not make the others hold.")
    best = next((attempt for attempt in found if attempt.proof is not None), None)
    if best is None:
        raise ContestedError("Without the equations at fault the goal does not follow by the rules.")
    if best.answer <= 0:
        raise ContestedError(f"The best proof gives {show_number(best.answer)}, which no figure shows.")
    is_rounded = resolution.misfit <= NEARLY  # else one is wrong, and perhaps the drawing with it
    least = (_CLEAR if is_rounded else _CLEAR_OF_ERROR) * max(best.cost, _LEAST_COST)
    rivals = [other for other in found if not _agree(best, other)]
    near = (rival for rival in rivals if not best.is_elementary or (rival.is_elementary and rival.cost < least))
    rival = next((rival for rival in near if rival.proof is not None), None)
    if rival is not None:
        ends = (f"without {_listed(each.way.left_out)} it is {show_number(each.answer)}" for each in (best, rival))
        raise ContestedError(f"The answer hangs on which of them is wrong: {'; '.join(ends)}.")
    if not (is_rounded or best.is_elementary):
        raise ContestedError("What they give by trigonometry cannot be relied on.")
    return best


def _agree(one: Attempt, other: Attempt) -> bool:
    return abs(one.answer - other.answer) <= _SAME * max(abs(one.answer), abs(other.answer))


def contradiction(description: FormalDescription, resolution: Resolution, way: Way, used: frozenset[str]) -> Contradiction:
    """Say which givens contradict each other and what a proof does without.

    Args:
        description: with all its givens.
        resolution: all ways out.
        way: the one that the proof takes.
        used: sources of the givens that the proof cites.
    """
    sources = frozenset().union(*(each.sources for each in resolution.ways))
    disagreeing = tuple(given for given in description.givens if given.source in sources)
    unused = tuple(given for given in disagreeing if given.source not in used)
    return Contradiction(resolution.misfit, disagreeing, unused, tuple(_left_out(given, way) for given in way.left_out))


def _left_out(given: Given, way: Way) -> LeftOut:
    assert isinstance(given.content, Equation)
    return LeftOut(given, way.figure.misfits[given.source], _instead(given.content, way.model))


def _instead(equation: Equation, model: Model) -> str:
    """Say what a figure makes of the sides of an equation that are no numbers."""
    degrees = "°" if any(is_degrees(side) for side in equation) else ""
    sides = (side for side in equation if constant(side) is None)
    return " and ".join(f"{side} = {show_number(_value(side, model))}{degrees}" for side in sides)


def _value(expression: Expression, model: Model) -> float:
    try:
        return model.value(expression)
    except (ArithmeticError, KeyError, ValueError):
        return math.nan


def _listed(givens: Sequence[Given]) -> str:
    return "; ".join(dict.fromkeys(given.shown for given in givens))


def _in_words(givens: tuple[Given, ...]) -> list[str]:
    return givens_in_words(FormalDescription(givens, goal=None))


def _joined(phrases: Sequence[str], word: str) -> str:
    return f" {word} ".join(filter(None, [", ".join(phrases[:-1]), phrases[-1]]))
