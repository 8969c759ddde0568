"""What leaves one step to the answer by what the problem itself says: the size of a part labelled 2x, a diameter for a radius.

The parts are noted with the answer (`gnomon.tutor.guard.protected.Tie`); where the answer is a letter, an equation that
everybody solves in the head tells it too. It leaves out whether the sentence asserts, and whether the step is left to the learner
(`gnomon.tutor.guard.guard`).
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from gnomon.algebra import Arithmetic, ReadNumber, read_numbers
from gnomon.tutor.guard import phrases
from gnomon.tutor.guard.protected import Protected, Tie, is_near


def tied(text: str, numbers: Sequence[ReadNumber], protected: Protected, said: Sequence[float]) -> Iterator[tuple[int, int]]:
    """Yield the places of ``text`` that leave one step to the answer.

    Args:
        text: what a tutor asserts.
        numbers: its numbers.
        protected: the answer.
        said: values that the student has said, which are theirs to hear again.
    """
    if protected.asks_for_letter and protected.value is not None:
        for equation in phrases.ONE_STEP.finditer(text):
            told, solution = _solved(equation)
            if _TO_SOLVE.search(text, max(0, equation.start() - _REACH), equation.start()):
                continue
            if is_near(protected.value, solution) and not any(is_near(told, other) for other in said):
                yield equation.span()
    parts = list(protected.tied_parts(text))
    constants = [60.0] if "equilateral" in protected.problem_text else []  # as known as a right angle
    known = (*said, *protected.givens, *constants) if parts else ()
    for number in numbers if parts else ():
        if number.role == "value" and not any(is_near(number.value, other) for other in known):
            for start, end, size in parts:
                if is_near(size, number.value) and _tells_size(text, start, end, number):
                    yield min(start, number.start), max(end, number.end)


_TO_SOLVE = re.compile(r"\b(?:solv\w+|tackle|look at|undo|work on)\W*\Z", re.IGNORECASE)
_REACH = 12
"""Characters that hold what is done with an equation: "then we solve 2x = 10"."""


def put_in_words(calculations: Sequence[Arithmetic], protected: Protected) -> Iterator[tuple[int, int]]:
    """Yield calculations that have the answer in place of the letter, in any notation: "3 times sixteen plus twelve"."""
    if not protected.asks_for_letter or protected.value is None:
        return
    factors = collected(protected.ties).factors
    for calculation in calculations:  # "17 times 20 is 340"
        pair = [number.value for number in read_numbers(calculation.left_text)]
        is_product = len(pair) == 2 and is_near(calculation.value, math.prod(pair)) and protected.value in pair
        if is_product and calculation.claimed is not None and sum(pair) - protected.value in factors:
            yield calculation.start, calculation.start + len(calculation.left_text)
    for tie in protected.ties:
        parts = [float(part) for part in _NUMBER_OR_LETTER.findall(tie.expression.replace("x", f" {protected.value:g} "))]
        for calculation in calculations:
            numbers = [abs(number.value) for number in read_numbers(calculation.left_text)]
            if len(parts) > 2 and is_near(tie.size, calculation.value) and numbers == parts:
                yield calculation.start, calculation.start + len(calculation.left_text)


class Collected(NamedTuple):
    """What comes up when the expressions of a problem are added or set equal."""

    constants: frozenset[float]
    factors: frozenset[float]


@lru_cache(maxsize=256)  # as `protect`
def collected(ties: tuple[Tie, ...]) -> Collected:
    """Return the sizes of the constants and of the factors of the letter, of the expressions alone and put together."""
    expressions = [tie.expression.replace(" ", "").replace("−", "-") for tie in ties if tie.expression]
    factors = [sum(float(m[1] or 1) for m in _X_TERM.finditer(expression)) for expression in expressions]
    constants = [sum(float(m.group()) for m in _CONSTANT.finditer(_X_TERM.sub("", expression))) for expression in expressions]
    return Collected(_put_together(constants), _put_together(factors))


def _put_together(values: Sequence[float]) -> frozenset[float]:
    both = [abs(value) for one, other in combinations(values, 2) for value in (one + other, one - other)]
    return frozenset({*map(abs, values), *both, abs(sum(values))} - {0.0})


_X_TERM = re.compile(r"(\d+(?:\.\d+)?)?\*?[a-z]")
_CONSTANT = re.compile(r"[-+]?\d+(?:\.\d+)?")
_NUMBER_OR_LETTER = re.compile(r"\d+(?:\.\d+)?")


def _solved(equation: re.Match[str]) -> tuple[float, float]:
    """Return the number that an equation of one step tells, and its solution."""
    parts = equation.groupdict()
    told = float(parts["right"] or parts["left"])
    if term := parts["plus"] or parts["plus2"]:
        number = float(re.sub(r"[^\d.]", "", term))
        return told, told - number if "+" in term else told + number
    return told, 2 * told if parts["halved"] or parts["halved2"] else told / 2


def _tells_size(text: str, start: int, end: int, number: ReadNumber) -> bool:
    """Whether a text says a number of the part named from ``start`` to ``end``: "TM turns out to be 7", "is 14 dm wide"."""
    if phrases.is_refuted(text, number.start, number.end):
        return False
    # An expression beside its value tells in any words.
    if phrases.HAS_LETTER.search(text, start, end):
        return True
    if number.end <= start:
        return phrases.WIDE_BEFORE.fullmatch(text, number.end, start) is not None
    between = text[end : number.start]
    is_joined = phrases.COPULA.search(between) or between.strip() == ":"
    return bool(is_joined) and phrases.CLAUSE_BREAK.search(between) is None
