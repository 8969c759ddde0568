"""The learner's route: the proof of the goal from what the learner has established, where that is off the prepared one.

What was established joins the givens, and the engine proves on from there. Deducing anew takes about 5 ms, a few times for each
set of established things, and what is found is kept.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from gnomon.geometry import Applications, Atom, Deduction, Proof, ProofError, Step, build_proof, deduce
from gnomon.problem import Equation, Fact, Given, Letter, Number, Problem, Quantity

_MOST_ROUTES = 128
"""Sets of established things kept for each problem: a dialogue goes through a handful."""
_FINEST = 10**6
"""Largest denominator of an established value: six digits, as far as a fitted figure is good."""


class Router:
    """Finds the proof that a learner is on.

    Args:
        problem: the problem.
        proof: the prepared one.
        deduction: everything that follows from the givens.
    """

    def __init__(self, problem: Problem, proof: Proof, deduction: Deduction) -> None:
        self._problem = problem
        self._proof = proof
        self._deduction = deduction
        self._applications = Applications(deduction.model)
        self._known = frozenset(proof.values())
        self._found = lru_cache(_MOST_ROUTES)(self._find)

    def proof(self, established: Collection[Atom | Fact]) -> Proof:
        """Return the proof that goes on from what is established: the prepared one, unless another one uses more of it."""
        beside = {thing for thing in established if thing not in self._known}
        # Givens that contradict each other were resolved for the prepared proof alone.
        return self._found(frozenset(established)) if beside and not self._deduction.rivals else self._proof

    def _find(self, established: frozenset[Atom | Fact]) -> Proof:
        formal = self._problem.formal
        if formal is None or formal.goal is None:
            return self._proof
        ordered = sorted(established, key=str)
        facts = [Given(thing, str(thing)) for thing in ordered if isinstance(thing, Fact)]
        values = [Given(self._stated(thing), str(thing)) for thing in ordered if isinstance(thing, Quantity | Letter)]
        beside = [thing for thing in ordered if thing not in self._known]
        routes = []
        # A given value may lead there as cheaply: without it the way from what the learner has found is seen.
        for left_out in (None, *(given for given in formal.givens if _states_value(given))):
            kept = tuple(given for given in formal.givens if given is not left_out)
            description = replace(formal, givens=(*kept, *facts, *values))
            try:
                deduced = deduce(self._deduction.model, description, to_goal=True, applications=self._applications)
                found = build_proof(deduced, formal.goal.expression)
            except ProofError:
                continue
            if any(self._uses(found, thing) for thing in beside):
                routes.append(found)
        # A way around is no route: no longer than the prepared proof.
        short = [route for route in routes if len(route.steps) <= len(self._proof.steps)]
        return min(short, key=lambda route: len(route.steps), default=self._proof)

    def _stated(self, atom: Quantity | Letter) -> Equation:
        value = self._deduction.model.value(atom)
        return Equation(atom, Number(Fraction(value).limit_denominator(_FINEST)))

    def _uses(self, proof: Proof, thing: Atom | Fact) -> bool:
        if not isinstance(thing, Fact):
            return thing in proof.given_values
        stated = thing.canonical(self._deduction.model.diagram.line)
        return any(stated in step.instance.premises for step in proof.steps if step.instance is not None)


def _states_value(given: Given) -> bool:
    return isinstance(given.content, Equation) and any(isinstance(side, Number) for side in given.content)


def key_of(step: Step) -> str:
    """Return a name for a step that is the same on every route: its theorem, with the place or with what it finds."""
    about = step.instance.points if step.instance else tuple(str(found.atom) for found in step.solved)
    return f"{step.rule_id} {','.join(about)}"
