"""Worked examples: the step in play, carried out in a sibling problem with another figure and other numbers.

Those of the bank's problems ship with the package (``examples.jsonl``, made by ``benchmarks/make_examples.py``): to make one
takes up to seconds, and nobody is to wait for it. For another problem the same theorem is shown where one of them uses it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from importlib import resources
from typing import Any, NamedTuple, Self

from gnomon.algebra import read_arithmetic
from gnomon.geometry import Proof, Step, solution_of
from gnomon.problem import Problem
from gnomon.variation import VariationError, vary

_SAME = 0.006
"""Difference up to which a number of an example is one that the learner is to find: the rounding of two decimals."""
_NUMBER = re.compile(r"\d+(?:\.\d+)?")


class ExampleStep(NamedTuple):
    """A step of a sibling's proof, as far as it is told."""

    rule: str
    """Its id; one that names no rule where the step has none."""
    points: tuple[str, ...]
    """What the rule's variables stand for."""
    text: str
    """In English."""
    concludes: str
    has_value: bool
    """Whether it finds a value."""

    @classmethod
    def of(cls, step: Step) -> Self:
        """Return what is told of a step."""
        points = step.instance.points if step.instance is not None else ()
        return cls(step.rule_id, tuple(points), step.text, step.concludes, bool(step.solved))

    @property
    def has_numbers(self) -> bool:
        """Whether its text holds a number."""
        return _NUMBER.search(self.text) is not None


Example = tuple[ExampleStep, ...]
"""The proof of a sibling; empty where a problem has none that could be shown."""


def worked_example(problem: Problem, step: Step, proof: Proof) -> Example:
    """Return the step of a sibling's proof that does what ``step`` does in ``proof``; nothing where there is no such sibling.

    Where that step has no numbers, the next one that has comes with it. A problem that is not in the bank, or was changed, has no
    sibling at hand: then the first example of the bank that uses the theorem serves, with other letters where there is one. So it
    does for a step of the learner's own route whose theorem the prepared proof does without.
    """
    shipped = _shipped().get(problem.id, ())
    same = [own for own in proof.steps if own.rule_id == step.rule_id]
    if not same or _rules_of(shipped) != _rules_of(map(ExampleStep.of, proof.steps)):
        return _elsewhere(problem, step, proof)
    at = [at for at, each in enumerate(shipped) if each.rule == step.rule_id]
    return _with_numbers(shipped, at[next((place for place, own in enumerate(same) if own is step), 0)])


def _elsewhere(problem: Problem, step: Step, proof: Proof) -> Example:
    own, secret = {*_points(problem)}, _to_find(proof)
    found = (
        part
        for example in _shipped().values()
        for at, each in enumerate(example)
        if each.rule == step.rule_id and (part := _with_numbers(example, at)) and not _tells(part, secret)
    )
    first: Example = ()
    for part in found:
        if not own & {point for each in part for point in each.points}:
            return part
        first = first or part
    return first


def _with_numbers(example: Example, at: int) -> Example:
    """Return a step of an example; where it has no number, with the next one that has."""
    after = [each for each in example[at + 1 :] if each.has_numbers]
    return example[at : at + 1] if example[at].has_numbers else (example[at], *after[:1])


def sibling_example(problem: Problem, tries: int) -> Example:
    """Make siblings of a problem until one can be shown, and return its proof.

    A number of it that the learner is to find in the own figure would tell it, whatever it stands for, so that such a sibling is
    none. Letters of the learner's own figure would be taken for its points: of siblings that have them the first serves where
    there is no other.

    Args:
        problem: with a proof.
        tries: seeds to try.
    """
    own = set(_points(problem))
    solution = solution_of(problem)
    secret = _to_find(solution.proof) if solution.proof is not None else []
    found: list[Example] = []
    for seed in range(tries):
        try:
            siblings = vary(problem, count=1, seed=seed).siblings
        except VariationError:
            return ()
        for sibling in siblings:
            proof = sibling.solution.proof
            example = tuple(map(ExampleStep.of, proof.steps)) if proof is not None else ()
            if _tells(example, secret):
                continue
            if not own & set(_points(sibling.problem)):
                return example
            found.append(example)
    return found[0] if found else ()


@cache
def _shipped() -> Mapping[str, Example]:
    lines = resources.files(__package__ or "").joinpath("examples.jsonl").read_text("utf-8").splitlines()
    return {row["problem"]: tuple(map(_step_of, row["steps"])) for row in map(json.loads, lines)}


def _step_of(row: Mapping[str, Any]) -> ExampleStep:
    return ExampleStep(row["rule"], tuple(row["points"]), row["text"], row["concludes"], row["has_value"])


def _rules_of(steps: Iterable[ExampleStep]) -> list[str]:
    return [step.rule for step in steps]


def _to_find(proof: Proof) -> list[float]:
    """Return the values that a proof finds and that the problem does not show."""
    given = [value.number for value in proof.given_values.values()]
    found = [each.value.number for step in proof.steps for each in step.solved]
    return [value for value in (*found, proof.answer.number) if all(abs(value - number) > _SAME for number in given)]


def _tells(example: Example, secret: Collection[float]) -> bool:
    return any(abs(number - value) <= _SAME for number in _numbers(example) for value in secret)


def _numbers(example: Example) -> list[float]:
    """Return the numbers of an example, also those that its calculations come to."""
    text = " ".join(step.text for step in example)
    return [*map(float, _NUMBER.findall(text)), *(calculation.value for calculation in read_arithmetic(text))]


def _points(problem: Problem) -> Collection[str]:
    return problem.question.figure.points if problem.question.figure else ()
