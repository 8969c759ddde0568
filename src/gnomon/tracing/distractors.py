"""Wrong choices for a problem, each with the idea that leads to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from gnomon.algebra import show_number
from gnomon.tracing.derivation import holds
from gnomon.tracing.hypotheses import Hypotheses, Hypothesis

_LIKELY = (0.1, 10.0)
"""Between these multiples of the right answer; beyond, a choice is seen to be wrong by its size alone."""


class Distractor(NamedTuple):
    """A wrong choice."""

    text: str
    """As it would be printed, without unit."""
    hypothesis: Hypothesis


def distractors(hypotheses: Hypotheses, count: int) -> tuple[Distractor, ...]:
    """Propose wrong choices, most likely first: of different ideas, as long as there are enough, and of different values.

    Args:
        hypotheses: about the problem.
        count: how many are wanted, at least 1.

    Returns:
        ``count`` of them, or fewer where no more wrong ideas lead to a number of a likely size.
    """
    right = hypotheses.proof.answer.number
    low, high = sorted(bound * right for bound in _LIKELY)
    found: dict[str, Hypothesis] = {}
    for hypothesis in _candidates(hypotheses, found):
        text = show_number(hypothesis.answer)
        if low <= hypothesis.answer <= high and text not in found and text != show_number(right) and holds(hypothesis):
            found[text] = hypothesis
        if len(found) == count:
            break
    return tuple(Distractor(text, hypothesis) for text, hypothesis in found.items())


def _candidates(hypotheses: Hypotheses, found: Mapping[str, Hypothesis]) -> Iterator[Hypothesis]:
    """Yield each idea once; then, for who needs more, also an idea that was ``found`` before; then two ideas at once."""
    for hypothesis in hypotheses.single:
        if not any(set(each.ids) & set(hypothesis.ids) for each in found.values()):
            yield hypothesis
    yield from hypotheses.all()
