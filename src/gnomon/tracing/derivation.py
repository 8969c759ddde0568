"""A hypothesis as lines of work, each beside the right step, and the check that the work leads where it is said to lead."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from gnomon.algebra import show_number
from gnomon.figure import Element
from gnomon.geometry import (
    Misconception,
    Solved,
    Step,
    Valued,
    WrongMove,
    changed,
    is_degrees,
    show_equation,
    solve_all_on_floats,
    value_at,
)
from gnomon.problem import Equation, Quantity, named_as_in, unknowns
from gnomon.tracing.hypotheses import Ending, Hypothesis

_NOISE = 1e-6
"""Relative: two sides are equal but for the noise of floats."""


class Line(NamedTuple):
    """One step as the learner may have done it."""

    step: int
    """Index of the proof step."""
    work: str
    """The calculation and its result."""
    idea: Misconception | Ending | None
    """What goes wrong here; None where nothing does (though a number from before may be wrong)."""
    right: str
    """The step as it should be."""
    rule: str
    """Name of the theorem."""
    elements: tuple[Element, ...]
    """Parts of the figure to look at."""


def derivation(hypothesis: Hypothesis, spelling: str) -> tuple[Line, ...]:
    """Return the lines of a hypothesis.

    Args:
        hypothesis: what is assumed.
        spelling: the question, whose names of parts are used.
    """
    moves = {move.step: move for move in hypothesis.moves}
    steps = hypothesis.way.proof.steps
    later = {found.atom for step in steps for found in step.solved}
    texts: dict[Valued, str] = {atom: show_number(value) for atom, value in hypothesis.values.items() if atom not in later}
    lines = []
    for step in steps:
        move = moves.get(step.index)
        work = named_as_in(spelling, _work(step, move, hypothesis.values, texts))
        texts.update((found.atom, show_number(hypothesis.values[found.atom])) for found in step.solved)
        lines.append(Line(step.index, work, move.misconception if move else None, step.text, step.rule_name, step.uses))
    return (*lines, *_last_line(hypothesis, spelling))


def holds(hypothesis: Hypothesis) -> bool:
    """Check a hypothesis: every value solves the equation it is said to come from, or is the slip's change of one that does."""
    moves = {move.step: move for move in hypothesis.moves}
    found = [(step.index, place, solved) for step in hypothesis.way.proof.steps for place, solved in enumerate(step.solved)]
    later = {solved.atom for _, _, solved in found}
    known = {atom: value for atom, value in hypothesis.values.items() if atom not in later}
    for step, place, solved in found:
        value = hypothesis.values[solved.atom]
        if not _is_solution(solved, value, moves.get(step) if place == 0 else None, known):
            return False
        known[solved.atom] = value
    return True


def _is_solution(found: Solved, value: float, move: WrongMove | None, known: Mapping[Valued, float]) -> bool:
    """Check one value by what is known before it."""
    equations = (move.relation,) if move and move.relation is not None else found.equations
    if len(equations) == 1:
        # What nobody has a value for cancels in an equation that is solved alone: any number does.
        idle = {leaf for side in equations[0] for leaf in unknowns(side)} - known.keys()
        known = {**dict.fromkeys(idle, 1.0), **known}
    if move is None or move.misconception.change is None:
        return _is_satisfied(equations, {**known, found.atom: value})
    before = solve_all_on_floats(equations, found.atom, known, found.value.number)
    is_changed = _are_equal(value, changed(move.misconception.change, before))
    return is_changed and _is_satisfied(equations, {**known, found.atom: before})


def _is_satisfied(equations: tuple[Equation, ...], values: Mapping[Valued, float]) -> bool:
    # Of a system, the equations without a part that is only a means of solving it.
    whole = [equation for equation in equations if all(leaf in values for side in equation for leaf in unknowns(side))]
    return all(_are_equal(*(value_at(side, values) for side in equation)) for equation in whole)


def _are_equal(one: float, other: float) -> bool:
    return abs(one - other) <= _NOISE * max(1.0, abs(one), abs(other))


def _work(step: Step, move: WrongMove | None, values: Mapping[Valued, float], texts: Mapping[Valued, str]) -> str:
    if not step.solved:
        return step.concludes
    first = step.solved[0]
    results = ", ".join(_result(found.atom, values[found.atom]) for found in step.solved)
    equations = (move.relation,) if move and move.relation is not None else first.equations
    shown = show_equation(equations[0], {atom: text for atom, text in texts.items() if atom != first.atom})
    return results if len(equations) > 1 or shown == results else f"{shown}, so {results}"


def _result(atom: Valued, value: float) -> str:
    return f"{atom} = {show_number(value)}{'°' if is_degrees(atom) else ''}"


def _last_line(hypothesis: Hypothesis, spelling: str) -> Iterator[Line]:
    """Yield the line on which another number is written than the one asked for."""
    if hypothesis.written is None:
        return
    ending, atom = hypothesis.written
    proof = hypothesis.way.proof
    written = _result(atom, hypothesis.answer) if atom is not None else show_number(hypothesis.answer)
    asked = [Element.measured_by(atom) for atom in unknowns(proof.goal) if isinstance(atom, Quantity)]
    work, right = (named_as_in(spelling, text) for text in (f"{written} is written down", f"{proof.goal} is asked."))
    yield Line(proof.steps[-1].index, work, ending, right, "What the problem asks", tuple(asked))
