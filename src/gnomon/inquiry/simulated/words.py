"""Which step of a recorded solution some words are about, and how a step is told without its numbers.

What a simulated student and teacher of word problems understand of each other; both work on text, so that each can also talk to
a model.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from gnomon.algebra import read_numbers
from gnomon.problem import Problem

_WORD = re.compile(r"[^\W\d_]{3,}")
_STEP = re.compile(r"\bstep (\d{1,3})\b", re.IGNORECASE)
_GAP = "__"
_COMMON_WORDS = (
    "and are but can did does each for from had has have her his how its not one per she that the their them then there they "
    "this was what where which will with you your"
)
_COMMON = frozenset(_COMMON_WORDS.split())


def steps_of(problem: Problem) -> tuple[str, ...]:
    """Return the lines of the recorded solution; one empty line where there is none."""
    return tuple(line.strip() for line in (problem.solution or "").splitlines() if line.strip()) or ("",)


def hidden(step: str, problem: Problem) -> str:
    """Return a step with a gap for every number that the problem does not state, and for the final answer wherever it stands."""
    stated = {number.value for number in read_numbers(problem.question.text)} - {problem.answer}
    told = step
    for number in reversed(read_numbers(step)):  # from the end, so that places before it stay
        if number.value not in stated:
            told = told[: number.start] + _GAP + told[number.end :]
    return told


def step_meant(text: str, steps: Sequence[str]) -> int | None:
    """Return the step that a text is about: the one it shares most words with, a word counting less the more steps have it.

    Where that does not decide, the step that is named by its number ("step 2"), else the first.

    Args:
        text: what somebody says.
        steps: of the recorded solution.

    Returns:
        The index of the step, from 0; None where the text shares no word with any step and names none.
    """
    weights = _weights(tuple(steps))
    words = _words(text)
    shared = [sum(weight for word, weight in own.items() if word in words) for own in weights]
    named = next((int(match[1]) - 1 for match in _STEP.finditer(text)), -1)
    # Sums of fractions differ in their last digits by the order of the words: nine digits make equal what is equal
    best = max(range(len(steps)), key=lambda index: (round(shared[index], 9), index == named, -index))
    return best if shared[best] > 0 or best == named else None


@lru_cache(maxsize=1024)  # every turn of a dialogue asks again for the steps of its problem
def _weights(steps: tuple[str, ...]) -> tuple[dict[str, float], ...]:
    words = [_words(step) for step in steps]
    counts = Counter(word for own in words for word in own)
    return tuple({word: 1 / counts[word] for word in sorted(own)} for own in words)


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.lower())) - _COMMON
