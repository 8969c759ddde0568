"""Wrong attempts: the written work of a student who holds one misconception.

Made outside the student, from problem and proof; what the student keeps of it is its `Beliefs`.
"""

from __future__ import annotations

import math
import random
import re
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass

from gnomon.algebra import TWO_DECIMALS, show_number
from gnomon.dialogue import Phrasebook
from gnomon.geometry import (
    Deduction,
    Distorted,
    Misconception,
    Proof,
    Solution,
    Step,
    UnsolvableError,
    distortions_of,
    is_degrees,
    is_noticeable,
    printed_values,
    show_equation,
    solve_on_floats,
)
from gnomon.problem import Equation, Expression, Problem, Quantity, named_as_in, unknowns
from gnomon.student.beliefs import Aside, Beliefs, Found, WorkLine


class AttemptError(ValueError):
    """The misconception does not change the answer to this problem."""


@dataclass(frozen=True)
class Attempt:
    """A wrong attempt."""

    lines: tuple[str, ...]
    """The written work, one line a step."""
    beliefs: Beliefs
    misconception: str
    wrong_step: int
    """Index of the proof step that went wrong."""

    @property
    def text(self) -> str:
        """The work as one text."""
        return "\n".join(self.lines)


def make_attempt(problem: Problem, proof: Proof, misconception: Misconception, *, deduction: Deduction, seed: int = 0) -> Attempt:
    """Write the attempt of a student who holds ``misconception``.

    Args:
        problem: the problem; only its question is used.
        proof: the right solution, which is carried out with one step wrong.
        misconception: what the student believes.
        deduction: of the same problem.
        seed: chooses the words, and the step where the misconception applies to several.

    Raises:
        AttemptError: when it does not apply.
    """
    generator = random.Random(f"{problem.id}/{misconception.id}/{seed}")
    ways = list(distortions_of(proof, deduction, misconception))
    if not ways:
        raise AttemptError(f"misconception {misconception.id!r} does not change the answer to {problem.id!r}")
    way = generator.choice(ways)
    beliefs = _beliefs(proof, deduction, way)
    book = Phrasebook.load(__package__, "phrases.yaml")
    spelling = problem.question.text
    lines = [named_as_in(spelling, _written(beliefs, index, book, generator)) for index in range(len(beliefs.lines))]
    return Attempt(tuple(lines), beliefs, misconception.id, way.step)


def written_attempt(solution: Solution, lines: Sequence[str], wrong_answer: float, belief: str, name: str = "written") -> Attempt:
    """Return an attempt that somebody wrote, whose idea need not be on gnomon's list, with the beliefs behind it.

    The first step of the proof whose value stands nowhere in the attempt is the one that went wrong. Only what the student
    knows from its textbook is kept for later, as in `make_attempt`: the lines, with their rules.

    Args:
        solution: of the problem, with a proof.
        lines: the wrong working.
        wrong_answer: what it ends with.
        belief: the wrong idea in the student's words.
        name: takes the place of the misconception's id.

    Raises:
        AttemptError: when the problem has no proof, or the answer is right.
    """
    proof, deduction = solution.proof, solution.deduction
    if proof is None or deduction is None:
        raise AttemptError(f"problem {solution.problem.id!r} has no proof, so no student can be made for it")
    if not is_noticeable(proof, wrong_answer):
        raise AttemptError(f"{wrong_answer:g} is the right answer to {solution.problem.id!r}; expected a wrong one")
    numbers = [float(number) for number in _NUMBER.findall(" ".join(lines))]
    values = {found.atom: found.value.number for step in proof.steps for found in step.solved}
    valued = [step for step in proof.steps if step.solved]
    wrong = next((step for step in valued if not _stands_in(values[step.solved[0].atom], numbers)), valued[-1])
    known = printed_values(deduction) | {f.atom: values[f.atom] for s in proof.steps[: wrong.index] for f in s.solved}
    beliefs = Beliefs(
        lines=tuple(_line(step) for step in proof.steps),
        values=known,
        definitions=dict(deduction.definitions),
        goal=proof.goal,
        wrong_line=wrong.index,
        belief=_as_clause(belief),
        asides=_asides(proof, deduction, values),
        wrong_answer=wrong_answer,
    )
    return Attempt(tuple(lines), beliefs, name, wrong.index)


def _as_clause(sentence: str) -> str:
    """Return a sentence as it can stand within another: without full stop, its first word small."""
    text = sentence.strip().rstrip(".")
    return text if text[:2] in {"I ", "I'"} or text[1:2].isupper() else text[:1].lower() + text[1:]


_NUMBER = re.compile(r"\d+(?:\.\d+)?")


def _stands_in(value: float, numbers: Iterable[float]) -> bool:
    return any(abs(value - number) <= TWO_DECIMALS for number in numbers)


def show_value(of: Expression, value: float) -> str:
    """Write the value of something as the student would: ``57°`` of an angle, ``6.88`` of a letter."""
    return f"{show_number(value)}{'°' if is_degrees(of) else ''}"


def work_sentence(beliefs: Beliefs, index: int) -> tuple[str, str]:
    """Return the calculation and the result of one line, as the student writes them; empty texts where it has none."""
    line = beliefs.lines[index]
    if not line.found:
        return "", line.states
    first = line.found[0]
    found_later = {found.atom for later in beliefs.lines[index:] for found in later.found}
    texts = {atom: show_number(value) for atom, value in beliefs.values.items() if atom not in found_later}
    work = show_equation(first.equations[0], texts) if len(first.equations) == 1 else ""
    result = ", ".join(f"{found.atom} = {show_value(found.atom, beliefs.values[found.atom])}" for found in line.found)
    return ("" if work == result else work), result  # "AB = 5" is no calculation of AB = 5


def _beliefs(proof: Proof, deduction: Deduction, way: Distorted) -> Beliefs:
    lines = [_line(step, way) for step in proof.steps]
    return Beliefs(
        lines=tuple(lines),
        values=dict(way.values),
        definitions=dict(deduction.definitions),
        goal=proof.goal,
        wrong_line=way.step,
        belief=way.misconception.belief,
        change=way.misconception.change,
        asides=_asides(proof, deduction, way.values),
    )


_MOST_ASIDES = 6
"""Side facts that a student may know: more than a conversation has room for."""


def _asides(proof: Proof, deduction: Deduction, used: Container[Expression]) -> tuple[Aside, ...]:
    """Return what one rule gives from the printed values alone and the proof does not use.

    Rules are those of the school year that the proof is for: no sine where the proof needs none.
    """
    printed, found = printed_values(deduction), dict[Quantity, Aside]()
    stage = max((step.rule.stage for step in proof.steps if step.rule), default=0)
    for node, derivation in deduction.derived.items():
        if derivation.instance is None or not isinstance(node, Equation):
            continue
        if derivation.instance.rule.level == 0 or derivation.instance.rule.stage > stage:
            continue
        open_atoms = {leaf for side in node for leaf in unknowns(side)} - printed.keys()
        atom = next(iter(open_atoms), None)
        if len(open_atoms) != 1 or not isinstance(atom, Quantity) or atom in used:
            continue
        try:
            value = solve_on_floats(node, atom, printed, near=1.0)
        except UnsolvableError:
            continue
        if math.isclose(value, deduction.model.value(atom), rel_tol=1e-6):  # another root would be false
            found.setdefault(atom, Aside(atom, node, derivation.instance.rule.id))
    return tuple(found.values())[:_MOST_ASIDES]


def _line(step: Step, way: Distorted | None = None) -> WorkLine:
    found = [Found(solved.atom, solved.equations) for solved in step.solved]
    reason = step.rule.clause(step.instance.binding) if step.rule and step.instance else ""
    if step.combination:
        reason = f"{step.combination.reason}, so {show_equation(step.combined, {}) if step.combined else step.concludes}"
    if way is not None and step.index == way.step and way.relation is not None:
        found[0] = Found(found[0].atom, (way.relation,))
        reason = way.misconception.belief
    return WorkLine(
        rule_id=step.rule.id if step.rule else None,
        points=step.instance.points if step.instance else (),
        reason=reason,
        found=tuple(found),
        states=step.concludes,
        elements=step.uses,
    )


def _written(beliefs: Beliefs, index: int, book: Phrasebook, generator: random.Random) -> str:
    line = beliefs.lines[index]
    work, result = work_sentence(beliefs, index)
    slots: dict[str, str] = {"result": result}
    if work:
        slots["work"] = work
    if line.reason:
        slots["reason"] = line.reason
    key = "attempt_fact" if not line.found else "attempt_line" if work else "attempt_result"
    return book.pick(key, generator, **slots)
