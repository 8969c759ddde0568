"""The steps of an equation as a pupil takes them, in words (``equations.yaml``)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from gnomon.corpus.drafts.equations import EquationStep, solve_by_steps
from gnomon.corpus.drafts.worked import WorkedSolution, WorkedStep
from gnomon.packaged import packaged_yaml

_TOPICS = {1: "a linear equation", 2: "a quadratic equation"}
"""By degree."""


def worked_equation(text: str, name: str) -> WorkedSolution:
    """Return the steps of an equation.

    Args:
        text: such as ``3x + 7 = 22``.
        name: its id.

    Raises:
        EquationError: when it is none that is solved here.
    """
    solved = solve_by_steps(text)
    return WorkedSolution(
        id=name,
        text=f"Solve for {solved.letter}: {solved.equation}",
        domain="Algebra",
        topic=_TOPICS[solved.degree],
        steps=tuple(map(_worked, solved.steps)),
        answers=tuple(root.number for root in solved.roots),
    )


def _worked(step: EquationStep) -> WorkedStep:
    words = _words()[step.operation]
    slots = {"before": step.before, "after": step.after, **step.slots}
    said = {key: _begun(text.format(**slots), key) for key, text in words.items()}
    return WorkedStep(
        execution=f"{step.before} becomes {step.after}.",
        result=step.after,
        known=f"So far there is {step.before}.",
        **said,
    )


@cache
def _words() -> Mapping[str, Mapping[str, str]]:
    words: Mapping[str, Mapping[str, str]] = packaged_yaml(__package__, "equations.yaml")
    return words


def _begun(text: str, key: str) -> str:
    """Begin a sentence with a capital letter, unless the problem's own letter comes first."""
    is_clause = key in {"observation", "naming"}
    return text if is_clause or not text[:2].isalpha() else f"{text[0].upper()}{text[1:]}"
