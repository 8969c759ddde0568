"""Whether text and facts speak of the same numbers: a slip in one of them teaches another problem than the one that is read.

Compared are values, not spellings. Left alone are numbers that are no data: counts and names ("three roads", "angle 1"), how
an answer is to be rounded, a value to take for π, and what a kind of fact says without a number (a right angle is 90°).
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Iterator
from fractions import Fraction

from gnomon.algebra import Equation, Expression, Number, Operation, ReadNumber, constant, quantities_in, read_numbers
from gnomon.figure import Figure
from gnomon.problem.statements import FormalDescription, Given

_ROUNDED = re.compile(r"\s*(?:-?\s*(?:decimal|significant)|d\.?p|s\.?f)\b", re.IGNORECASE)
_NEAREST = re.compile(r"\b(?:nearest|closest)\s+$", re.IGNORECASE)
_FOR_PI = re.compile(r"(?:π|\bpi)\s*(?:=|≈|as|is|to be)[\s$]*$|\b(?:use|take)\s+$", re.IGNORECASE)
_SAID_WITHOUT = (90, 180, 360)  # degrees that a right angle, a straight line and a full turn have in any case


def numbers_without_fact(text: str, description: FormalDescription) -> list[str]:
    """Return the numbers of ``text``, as written, that no fact has."""
    known = {*_SAID_WITHOUT, *(value for given in description.givens for value in _values(given))}
    return [number.text for number in data_numbers(text) if not _is_among(number.value, known)]


def facts_not_shown(text: str, figure: Figure, description: FormalDescription) -> Iterator[tuple[Given, str]]:
    """Yield facts with a number that neither ``text`` nor what is printed in ``figure`` shows, and that number.

    Args:
        text: of the question.
        figure: with the labels that its facts print (`gnomon.problem.annotate`).
        description: of the problem.
    """
    printed = [number.value for source in (text, *(label.text for label in figure.labels)) for number in read_numbers(source)]
    shown = {*_SAID_WITHOUT, *map(abs, printed)}
    for given in description.givens:
        # An equation between two quantities, such as AB = 2 CD, is said in words: "twice", "half".
        sides = given.content if isinstance(given.content, Equation) else ()
        if len(sides) - sum(any(quantities_in(side)) for side in sides) != 1:
            continue
        for side in sides:
            missing = () if any(quantities_in(side)) else _missing(side, shown)
            if missing:
                yield given, missing[0]


def data_numbers(text: str) -> Iterator[ReadNumber]:
    """Yield the numbers of ``text`` that are data; counts, names, roundings and values for π are none."""
    for number in read_numbers(text):
        before, after = text[: number.start], text[number.end :]
        is_coefficient = number.role == "factor" and after[:1].isalpha()
        if number.role != "value" and not is_coefficient:
            continue
        if number.text.isalpha() and not number.unit:  # "four roads"
            continue
        if _ROUNDED.match(after) or _NEAREST.search(before):
            continue
        # 22/7 and 3.14 are both within a hundredth of π.
        if abs(number.value - math.pi) < 0.01 and (_FOR_PI.search(before) or re.match(r"\s*for\s+(?:π|pi)", after)):
            continue
        yield number


def _values(given: Given) -> Iterator[float]:
    """Yield the size of every constant part of an equation: of ``5√3 + 2`` the whole, 5√3, 5, √3, 3 and 2."""
    for side in given.content if isinstance(given.content, Equation) else ():
        yield from _constants(side)


def _constants(expression: Expression) -> Iterator[float]:
    value = constant(expression)
    if value is not None:
        yield abs(value)
    if isinstance(expression, Number) and isinstance(expression.value, Fraction):
        yield from map(abs, expression.value.as_integer_ratio())
    for part in expression.arguments if isinstance(expression, Operation) else ():
        yield from _constants(part)


def _missing(side: Expression, shown: Collection[float]) -> list[str]:
    """Return the numbers of one side that are shown neither by themselves nor in a constant part."""
    value = constant(side)
    if value is not None and _is_among(value, shown):
        return []
    if isinstance(side, Operation):
        return [text for part in side.arguments for text in _missing(part, shown)]
    return [str(side)] if isinstance(side, Number) and side.value != "pi" else []


def _is_among(value: float, known: Iterable[float]) -> bool:
    return any(math.isclose(abs(value), other, rel_tol=1e-6) for other in known)
