"""Wrong choices for a problem, each with the idea that leads to it."""

from __future__ import annotations

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
    likely = [each for each in hypotheses.all() if low <= each.answer <= high]
    found: list[Distractor] = []
    for new_ideas_only in (True, False):
        for hypothesis in likely:
            known = {idea for each in found for idea in each.hypothesis.ids}
            text = show_number(hypothesis.answer)
            is_taken = text in {show_number(right), *(each.text for each in found)}
            if len(found) < count and not is_taken and not (new_ideas_only and known & set(hypothesis.ids)) and holds(hypothesis):
                found.append(Distractor(text, hypothesis))
    return tuple(found)
