"""What a question for a number may be about: values that would be right of it, and whether it can be about no other."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import reduce
from typing import NamedTuple

from gnomon.algebra import constant, evaluate
from gnomon.geometry import Valued
from gnomon.problem import Expression, Letter, Number, Operation, Quantity, unknowns
from gnomon.tutor.message.reckoned import Told, in_signs, told_in
from gnomon.tutor.message.turns import leaves_in_play, sentences_in, without_why
from gnomon.tutor.symbolic.truth import SAME

_MOST_SIGNS, _MOST_SENTENCES = 800, 5
"""Characters and sentences at the end of a turn that its question is read from."""
_TRIED = (0.0, 1.0, 2.0, 7.5)
"""Values of a letter at which expressions are compared; two that agree at three of them are one where they are linear."""
_CONDITION = re.compile(
    r"^(?:(?:so|and|now|then),? )?(?:if|since|given|because|when|knowing|once|now that|suppose)\b[^,?]*,\s*(?=.*\w)"
    r"|,? (?:if|since|given that|because|when|knowing|once|now that)\b[^,?]*(?=[,?]|$)",
    re.IGNORECASE,
)
"""A clause of a question that tells what is known."""
_ASSIGNED = re.compile(r"(?<![\w·])([a-z]) ?(?:=|is|equals) ?(?:\()?(-?\d+(?:\.\d+)?)\b(?! ?[-+·*/x]| times)")
_LETTER_WITH_VALUE = re.compile(r"(?<![\w·])([b-hj-z]) ?= ?\(?-?\d")


class Target(NamedTuple):
    """One value that an answer may have."""

    expression: Expression
    part: Valued | None = None
    """The quantity or letter whose size it is."""


class Meant(NamedTuple):
    """What a question for a number may be about."""

    any_of: tuple[Target, ...]
    """Each of these is right."""
    is_sure: bool = False
    """Whether what is none of these is wrong."""
    each_of: tuple[Target, ...] = ()
    """Several parts that are all asked for."""
    is_ratio: bool = False
    is_reckoned: bool = False
    """Whether it is worked out of what the question says, whatever the figure."""
    is_algebra: bool = False
    """Whether an expression with letters is asked for."""


class Asked(NamedTuple):
    """A turn that asks for a number, taken apart."""

    words: str
    """The question as it is written, without what it says is known."""
    signs: str
    """In signs and lower case (`in_signs`)."""
    told: tuple[Told, ...]
    """Its numbers, calculations and equations."""
    context: tuple[str, ...]
    """The sentences before it, as they are written."""
    around: tuple[Told, ...]
    """What these, and what the question says is known, tell."""
    student: tuple[Told, ...]
    """What the learner's message before tells."""
    said: str
    """That message."""
    letters: frozenset[str]
    values: dict[str, float]
    """Of letters, as the turn tells them."""

    @property
    def known(self) -> tuple[Told, ...]:
        """All that is told before the question, the latest last."""
        return (*self.student, *self.around)

    @property
    def equation(self) -> Told | None:
        """The last equation with a letter that is in play."""
        found = [each for each in (*self.known, *self.told) if each.other is not None and _letters_of(each)]
        return found[-1] if found else None

    def numbers(self, told: Iterable[Told]) -> list[Expression]:
        """Return the plain numbers among what is told."""
        return [each.expression for each in told if each.other is None and constant(each.expression) is not None]


def _letters_of(told: Told) -> set[Letter | Quantity]:
    return {leaf for side in (told.expression, told.other) if side is not None for leaf in unknowns(side)}


def taken_apart(turn: str, said: str, letters: frozenset[str]) -> Asked | None:
    """Return what a turn asks last, with what it tells before; None where it asks nothing.

    Args:
        turn: of a tutor.
        said: the learner's message before it, or nothing.
        letters: of the problem.
    """
    sentences = sentences_in(turn[-_MOST_SIGNS:])[-_MOST_SENTENCES:]
    said = said[:_MOST_SIGNS]
    while len(sentences) > 1 and leaves_in_play(sentences[-1]) and "?" in " ".join(sentences[:-1]):
        sentences.pop()
    asking = [at for at, each in enumerate(sentences) if each.endswith("?")]
    if not sentences or (asking and asking[-1] != len(sentences) - 1):
        sentences = sentences[: asking[-1] + 1] if asking else sentences
    if not sentences:
        return None
    letters |= {match[1] for match in _LETTER_WITH_VALUE.finditer(turn)}
    sentences[-1] = without_why(sentences[-1])
    question = _CONDITION.sub(lambda match: " " if match.start() else "", sentences[-1]).strip()
    conditions = [match[0] for match in _CONDITION.finditer(sentences[-1])]
    before = [told for each in (*sentences[:-1], *conditions) for told in told_in(in_signs(each, letters), letters)]
    signs = in_signs(question, letters)
    values = {match[1]: float(match[2]) for match in _ASSIGNED.finditer(in_signs(turn, letters)) if match[1] in letters}
    return Asked(
        question,
        signs,
        tuple(told_in(signs, letters)),
        (*sentences[:-1], *(each.strip(" ,") for each in conditions)),
        tuple(before),
        tuple(told_in(in_signs(said, letters), letters)),
        said,
        letters,
        values,
    )


def at_value(expression: Expression, value: float) -> float | None:
    """Return what an expression with one letter comes to where that is ``value``; None where it has parts in it, or no value."""
    try:
        return evaluate(expression, lambda leaf: value if isinstance(leaf, Letter) else _refuse())
    except (ArithmeticError, ValueError):
        return None


def _refuse() -> float:
    raise ValueError("a part of the figure")


def linear(expression: Expression) -> tuple[float, float] | None:
    """Return the factor of the one letter and the plain number of a linear expression; None for any other."""
    sizes = [at_value(expression, value) for value in _TRIED]
    if any(size is None for size in sizes) or len(set(unknowns(expression))) > 1:
        return None
    zero, one, *rest = (size for size in sizes if size is not None)
    factor = one - zero
    is_linear = all(abs(zero + factor * x - size) < 1e-9 * max(1.0, abs(size)) for x, size in zip(_TRIED[2:], rest, strict=True))
    return (factor, zero) if is_linear else None


def solution(equation: Told) -> float | None:
    """Return the solution of an equation with one letter; None where it is not linear, or has not just one."""
    if equation.other is None:
        return None
    found = linear(Operation("-", (equation.expression, equation.other)))
    return None if found is None or abs(found[0]) < SAME else -found[1] / found[0]


def number(value: float) -> Number:
    """Return a value as a number that is exact where its digits end."""
    return Number(Fraction(f"{value:.10g}")) if abs(value) < 1e12 else Number(Fraction(value))


def added(several: Sequence[Expression]) -> Expression:
    """Return the sum of expressions."""
    return reduce(lambda one, other: Operation("+", (one, other)), several)


def same_everywhere(one: Expression, other: Expression) -> bool:
    """Whether two expressions with one letter agree wherever they are tried."""
    if set(unknowns(one)) != set(unknowns(other)):
        return False
    pairs = [(at_value(one, value), at_value(other, value)) for value in _TRIED]
    return all(a is not None and b is not None and abs(a - b) <= SAME * max(1.0, abs(a)) for a, b in pairs)


__all__ = [
    "Asked",
    "Meant",
    "Target",
    "added",
    "at_value",
    "linear",
    "number",
    "same_everywhere",
    "solution",
    "taken_apart",
]
