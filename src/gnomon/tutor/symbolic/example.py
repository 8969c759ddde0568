"""Worked examples: the step in play, carried out in a sibling problem with another figure and other numbers.

Those of the bank's problems ship with the package (``examples.jsonl``, made by ``benchmarks/make_examples.py``): to make one
takes up to seconds, and nobody is to wait for it. That of another problem is made in a thread when it is first needed, and kept.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Collection, Iterator, Mapping
from functools import cache, lru_cache
from importlib import resources
from typing import Any, NamedTuple, Self

from gnomon.algebra import read_arithmetic
from gnomon.geometry import Proof, Solution, Step, solution_of
from gnomon.problem import Problem
from gnomon.variation import VariationError, vary

_MOST_KEPT = 64
"""Siblings of problems that are not in the bank, a few kilobytes each."""
_TRIES = 3
"""Siblings made while somebody waits until one has other letters than the problem; the first may take a second."""
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


async def worked_example(problem: Problem, step: Step, proof: Proof) -> Example:
    """Return the step of a sibling's proof that does what ``step`` does in ``proof``; nothing where there is no such sibling.

    Where that step has no numbers, the next one that has comes with it.
    """
    if not any(step is own for own in proof.steps):
        return ()
    shipped = _shipped().get(problem.id)
    if shipped is None or (shipped and _rules_of(shipped) != _rules_of(map(ExampleStep.of, proof.steps))):
        shipped = await asyncio.to_thread(_made, _Kept(problem))
    same = [own for own in proof.steps if own.rule_id == step.rule_id]
    found = [at for at, each in enumerate(shipped) if each.rule == step.rule_id]
    if len(found) != len(same):
        return ()
    at = found[same.index(step)]
    after = [each for each in shipped[at + 1 :] if each.has_numbers]
    return shipped[at : at + 1] if shipped[at].has_numbers else (shipped[at], *after[:1])


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
    secret = _to_find(solution_of(problem))
    found: list[Example] = []
    for seed in range(tries):
        try:
            siblings = vary(problem, count=1, seed=seed).siblings
        except VariationError:
            return ()
        for sibling in siblings:
            proof = sibling.solution.proof
            example = tuple(map(ExampleStep.of, proof.steps)) if proof is not None else ()
            if any(abs(number - value) <= _SAME for number in _numbers(example) for value in secret):
                continue
            if not own & set(_points(sibling.problem)):
                return example
            found.append(example)
    return found[0] if found else ()


class _Kept:
    """A problem as a key that is equal for equal ids: problems themselves cannot be keys."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Kept) and (other.problem is self.problem or other.problem == self.problem)

    def __hash__(self) -> int:
        return hash(self.problem.id)


@lru_cache(_MOST_KEPT)
def _made(kept: _Kept) -> Example:
    return sibling_example(kept.problem, _TRIES)


@cache
def _shipped() -> Mapping[str, Example]:
    lines = resources.files(__package__ or "").joinpath("examples.jsonl").read_text("utf-8").splitlines()
    return {row["problem"]: tuple(map(_step_of, row["steps"])) for row in map(json.loads, lines)}


def _step_of(row: Mapping[str, Any]) -> ExampleStep:
    return ExampleStep(row["rule"], tuple(row["points"]), row["text"], row["concludes"], row["has_value"])


def _rules_of(steps: Iterator[ExampleStep] | Example) -> list[str]:
    return [step.rule for step in steps]


def _to_find(solution: Solution) -> list[float]:
    """Return the values that a proof finds and that the problem does not show."""
    proof = solution.proof
    if proof is None:
        return []
    given = [value.number for value in proof.given_values.values()]
    found = [each.value.number for step in proof.steps for each in step.solved]
    return [value for value in (*found, proof.answer.number) if all(abs(value - number) > _SAME for number in given)]


def _numbers(example: Example) -> list[float]:
    """Return the numbers of an example, also those that its calculations come to."""
    text = " ".join(step.text for step in example)
    return [*map(float, _NUMBER.findall(text)), *(calculation.value for calculation in read_arithmetic(text))]


def _points(problem: Problem) -> Collection[str]:
    return problem.question.figure.points if problem.question.figure else ()
