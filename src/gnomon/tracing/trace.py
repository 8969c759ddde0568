"""Final answers traced to wrong derivations: which hypotheses give the number that a learner wrote.

A number near the right one is easily hit by chance: with enough hypotheses every whole number is "explained". So hypotheses
are taken in their order, and only until together they explain `COINCIDENCE` of the numbers near the right answer that could
have been written with as many decimals. An answer that takes a less likely hypothesis than that stays unexplained. Each
explanation says what share of such numbers would be explained as well by one at least as likely: its `chance`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from gnomon.algebra import ReadNumber, Verdict, compare, is_rounded, read_number
from gnomon.geometry import Misconception, Solution, is_noticeable
from gnomon.problem import Question
from gnomon.tracing.derivation import holds
from gnomon.tracing.hypotheses import Ending, Hypotheses, Hypothesis

COINCIDENCE = 0.2
"""Share of the numbers near the right answer that may be explained; benchmarks/traced_answers.py measures what comes of it."""
_NEAR = (0.3, 3.0)
"""What is near the right answer, as multiples of it."""
_MOST_DECIMALS = 3
"""Of an answer that has more, so many are looked at: numbers are told apart by three well enough."""
_ROUNDED_TO_WHOLE = 0.75
"""Added to a hypothesis whose value is not whole where the answer is: who found 8.94 seldom writes 9. Less than one more idea."""
_FURTHER = 1.0
"""By how much an explanation may cost more than the first: one wrong idea. Nobody is suspected of two where one will do."""
_MOST_EXPLANATIONS = 5
"""Given for one answer: nobody reads a longer list of maybes."""


class Outcome(StrEnum):
    """What has become of an answer."""

    RIGHT = "right"
    ROUNDED_EARLY = "rounded_early"
    EXPLAINED = "explained"
    UNEXPLAINED = "unexplained"
    UNREAD = "unread"


class Explanation(NamedTuple):
    """A hypothesis that gives the answer."""

    hypothesis: Hypothesis
    cost: float
    """That of the hypothesis, and what is added where the answer is its value rounded to a whole number."""
    chance: float
    """Share of the numbers near the right answer, written with as many decimals, that are explained at least as well."""


@dataclass(frozen=True)
class Trace:
    """One answer, traced."""

    text: str
    """As the learner wrote it."""
    number: float | None
    """None where it could not be read."""
    outcome: Outcome
    explanations: tuple[Explanation, ...] = ()
    """Most likely first; none but of an explained answer."""

    @property
    def ideas(self) -> tuple[Misconception | Ending, ...]:
        """What the first explanation says is believed; empty without one."""
        return self.explanations[0].hypothesis.ideas if self.explanations else ()


class Tracer:
    """Traces answers to one problem.

    Args:
        solution: of the problem, with a proof.

    Raises:
        ValueError: for a solution without one.
    """

    def __init__(self, solution: Solution) -> None:
        self.hypotheses = Hypotheses(solution)
        self.question = solution.problem.question
        self.right = self.hypotheses.proof.answer.number
        self._admitted: dict[int, tuple[Explanation, ...]] = {}

    def trace(self, text: str) -> Trace:
        """Trace one answer; one that cannot be read says so."""
        read = _read(text, self.question)
        if read is None:
            return Trace(text, None, Outcome.UNREAD)
        if compare(self.right, read, "exact").is_right or compare(self.right, read, "rounded").is_right:
            return Trace(text, read.value, Outcome.RIGHT)
        if self._is_rounded_early(read):
            return Trace(text, read.value, Outcome.ROUNDED_EARLY)
        found = tuple(self._explanations(read))
        return Trace(text, read.value, Outcome.EXPLAINED if found else Outcome.UNEXPLAINED, found)

    def _is_rounded_early(self, read: ReadNumber) -> bool:
        """Whether it is off by rounding; without a value that is no short decimal on the way there is nothing to round."""
        values = [found.value for step in self.hypotheses.proof.steps for found in step.solved]
        has_rounding = any(value.is_rounded or value.exact for value in values)
        return has_rounding and not is_noticeable(self.hypotheses.proof, read.value)

    def _explanations(self, read: ReadNumber) -> Iterator[Explanation]:
        """Yield what is admitted and fits; of hypotheses with the same ideas only the first."""
        seen: set[frozenset[str]] = set()
        most = math.inf
        for explanation in self.admitted(_decimals(read)):
            if explanation.cost > most or len(seen) == _MOST_EXPLANATIONS:
                return
            ideas = frozenset(explanation.hypothesis.ids)
            if ideas not in seen and fits(explanation.hypothesis.answer, read) and holds(explanation.hypothesis):
                seen.add(ideas)
                most = min(most, explanation.cost + _FURTHER)
                yield explanation

    def admitted(self, decimals: int) -> tuple[Explanation, ...]:
        """Return the hypotheses that may explain answers of so many decimals, most likely first."""
        if decimals not in self._admitted:
            self._admitted[decimals] = tuple(self._admit(decimals))
        return self._admitted[decimals]

    def _admit(self, decimals: int) -> Iterator[Explanation]:
        low, high = sorted(math.floor(self.right * bound * 10**decimals) for bound in _NEAR)
        # 1: of a right answer of 0 nothing is near but itself.
        near = max(high - low, 1)
        explained: set[int] = set()
        for cost, hypothesis in self._ordered(decimals):
            if len(explained) > COINCIDENCE * near:
                return
            written = {number for number in _writings(hypothesis.answer, decimals) if low <= number <= high}
            more = explained | written
            if len(more) <= COINCIDENCE * near or more == explained:
                explained = more
                yield Explanation(hypothesis, cost, len(explained) / near)

    def _ordered(self, decimals: int) -> Iterator[tuple[float, Hypothesis]]:
        def cost(hypothesis: Hypothesis) -> float:
            is_rounded_to_whole = decimals == 0 and not _is_short(hypothesis.answer, 0)
            return hypothesis.cost + (_ROUNDED_TO_WHOLE if is_rounded_to_whole else 0)

        # Two ideas cost more than one, so they are worked out only where one leaves room for them; a rounded one may come after.
        yield from sorted(((cost(each), each) for each in self.hypotheses.single), key=lambda pair: pair[0])
        yield from sorted(((cost(each), each) for each in self.hypotheses.double), key=lambda pair: pair[0])


def fits(value: float, read: ReadNumber) -> bool:
    """Whether a learner who found ``value`` may have written ``read``: exactly, or rounded by the digits that are written."""
    verdict = compare(value, read, "learner")
    if verdict is not Verdict.RIGHT_ROUNDED or is_rounded(value, read.value, read.decimals):
        return verdict.is_right
    return not _is_short(value, 2)  # nothing is rounded on the way to 57 or 8.25


def _is_short(value: float, decimals: int) -> bool:
    return abs(value - round(value, decimals)) < 1e-9 * max(1.0, abs(value))  # but for the noise of floats


def _decimals(read: ReadNumber) -> int:
    """Return the decimals that tell an answer from others; an exact form such as 5√3 tells as much as many do."""
    return min(read.decimals, _MOST_DECIMALS) if read.kind in {"integer", "decimal"} else _MOST_DECIMALS


def _writings(value: float, decimals: int) -> Iterator[int]:
    """Yield the numbers of so many decimals, times 10^decimals, that somebody who found ``value`` may write."""
    scale = 10**decimals
    # A little more than the 0.2 % that rounding on the way may make, and one digit at least.
    reach = 0.0025 * abs(value) * scale + 1
    for number in range(math.floor(value * scale - reach), math.ceil(value * scale + reach) + 1):
        text = f"{number / scale:.{decimals}f}"
        if fits(value, ReadNumber(number / scale, text, 0, len(text), "decimal", decimals=decimals)):
            yield number


def _read(text: str, question: Question) -> ReadNumber | None:
    """Read an answer: a number, or the letter of a choice."""
    letter = text.strip().strip("().").upper()
    chosen = next((choice for name, choice in question.lettered_choices() if name == letter), None)
    read = read_number(text if chosen is None else chosen)
    return read if read is not None and math.isfinite(read.value) else None
