"""Named policies for "is this number the same as that one?".

==========  ==============================================================  ==============================================
policy      equal when                                                      source
==========  ==============================================================  ==============================================
exact       |truth - claim| <= 1e-9 * max(1, |truth|)                       floating-point noise only
textbook    |truth - claim| <= max(0.05, 1 % of |truth|)                    answers of Geometry3K, rounded by their authors
guard       |truth - claim| <= 0.2 % of |truth| (1e-9 at 0)                 gnomon's answer guard
integer     both are whole, and the same                                    GSM8K as graded in ODQS: integer answers
rounded     exact, or rounded or cut off at its own decimals                answers stated in own problem files
learner     right, or rounded, or cut off; see `compare`                    a rounded value is right with a note
==========  ==============================================================  ==============================================

``free``, equality of free expressions by math-verify, needs a process of its own: see `gnomon.algebra.free`.

Edges, for every policy: None (no answer, or one that could not be read) and a text without one number are
`Verdict.UNCHECKED` and ``equal`` gives None, so that nobody counts them as wrong in silence; nan is wrong, also against
nan; infinity is right only against the same infinity.
"""

from __future__ import annotations

import math
from enum import StrEnum
from fractions import Fraction
from typing import Literal, NamedTuple

from gnomon.algebra.numbers import ReadNumber, read_number

Policy = Literal["exact", "textbook", "guard", "integer", "rounded", "learner"]
POLICIES: tuple[Policy, ...] = ("exact", "textbook", "guard", "integer", "rounded", "learner")

TWO_DECIMALS = 0.006
"""What rounding to two decimals, as numbers are written, leaves at most, and a little more."""
_NOISE = 1e-9
"""A few operations on doubles lose some of their sixteen digits; nobody writes, or means, a difference in the tenth."""
_SAME = 1e-6
"""Under ``learner``, relative: a truth stored with six digits equals its exact form."""


class Verdict(StrEnum):
    """What a comparison found."""

    RIGHT = "right"
    RIGHT_ROUNDED = "right_rounded"
    WRONG = "wrong"
    UNCHECKED = "unchecked"

    @property
    def is_right(self) -> bool:
        """Whether it counts as right."""
        return self in {Verdict.RIGHT, Verdict.RIGHT_ROUNDED}


class _Claim(NamedTuple):
    value: float
    decimals: int
    is_numeral: bool
    """Whether it is written as a plain numeral, which may be rounded; "5√3" and "3/4" are exact."""


def compare(truth: float | None, claim: float | str | ReadNumber | None, policy: Policy = "learner") -> Verdict:
    """Judge ``claim`` against ``truth``.

    Args:
        truth: the right value; None when unknown.
        claim: a value as a number, or as written ("8.7", "5√3"), which tells its decimals. A float has the decimals of its
            shortest decimal form.
        policy: a name of `POLICIES`.

    Returns:
        `Verdict.RIGHT`, `Verdict.WRONG` or `Verdict.UNCHECKED`; under ``rounded`` and ``learner`` also `Verdict.RIGHT_ROUNDED`:
        the truth rounded (half up or half even) to the claim's own number of decimals, or cut off at one decimal or more; under
        ``learner`` also within 0.2 % when decimals are written (rounded on the way: 8.65 for 5√3 with √3 ≈ 1.73). 0 is no
        rounding of anything else.

    Raises:
        ValueError: for an unknown policy.
    """
    if policy not in POLICIES:
        raise ValueError(f"unknown equality policy {policy!r}: expected one of {', '.join(POLICIES)}; 'free' is reserved")
    read = _read(claim)
    if truth is None or read is None:
        return Verdict.UNCHECKED
    if math.isnan(truth) or math.isnan(read.value):
        return Verdict.WRONG
    if math.isinf(truth) or math.isinf(read.value):
        return Verdict.RIGHT if truth == read.value else Verdict.WRONG
    return _judge(truth, read, policy)


def equal(truth: float | None, claim: float | str | ReadNumber | None, policy: Policy) -> bool | None:
    """Say whether ``claim`` equals ``truth``; None when either is missing or unreadable. See `compare`."""
    verdict = compare(truth, claim, policy)
    return None if verdict is Verdict.UNCHECKED else verdict.is_right


def is_rounded(truth: float, value: float, decimals: int) -> bool:
    """Whether ``value`` is ``truth`` rounded to ``decimals`` places, or cut off there (one place or more).

    Args:
        truth: the exact value, finite.
        value: the value as written, finite.
        decimals: places that were written, 0 or more.
    """
    if abs(value) < _NOISE:
        return abs(truth) < _NOISE
    step = 10.0 ** -min(decimals, 300)  # beyond about 308 places a float would be 0
    difference = abs(truth - value)
    slack = _NOISE * max(1.0, abs(truth))
    is_cut_off = decimals >= 1 and difference < step - slack and abs(value) <= abs(truth) and truth * value > 0
    return difference <= step / 2 + slack or is_cut_off


def _judge(truth: float, claim: _Claim, policy: Policy) -> Verdict:
    difference = abs(truth - claim.value)
    if policy == "integer":
        both_whole = truth == round(truth) and claim.value == round(claim.value)
        return Verdict.RIGHT if both_whole and truth == claim.value else Verdict.WRONG
    if policy == "learner":
        return _judge_learner(truth, claim)
    tolerance = {
        "exact": _NOISE * max(1.0, abs(truth)),
        "rounded": _NOISE * max(1.0, abs(truth)),
        "textbook": max(0.05, 0.01 * abs(truth)) + _NOISE,
        "guard": max(0.002 * abs(truth), _NOISE),
    }[policy]
    if difference <= tolerance:
        return Verdict.RIGHT
    has_rounded = policy == "rounded" and claim.is_numeral and is_rounded(truth, claim.value, claim.decimals)
    return Verdict.RIGHT_ROUNDED if has_rounded else Verdict.WRONG


def _judge_learner(truth: float, claim: _Claim) -> Verdict:
    if abs(truth - claim.value) <= _SAME * max(1.0, abs(truth)):
        return Verdict.RIGHT
    if not claim.is_numeral:
        return Verdict.WRONG
    # 0.2 %: three digits kept of a value met on the way, as √3 ≈ 1.73 has them.
    rounded_on_the_way = claim.decimals >= 1 and abs(truth - claim.value) <= 0.002 * abs(truth)
    return Verdict.RIGHT_ROUNDED if rounded_on_the_way or is_rounded(truth, claim.value, claim.decimals) else Verdict.WRONG


def _read(claim: float | str | ReadNumber | None) -> _Claim | None:
    if isinstance(claim, str):
        claim = read_number(claim)
    if claim is None:
        return None
    if isinstance(claim, ReadNumber):
        return _Claim(claim.value, claim.decimals, claim.kind in {"integer", "decimal"})
    value = float(claim)
    return _Claim(value, _decimals(value), is_numeral=True)


def _decimals(value: float) -> int:
    """Decimals of the shortest decimal form."""
    if not math.isfinite(value) or value == round(value):
        return 0
    denominator = Fraction(repr(value)).denominator
    # The shortest form of a double has at most 17 digits.
    return next((places for places in range(1, 18) if 10**places % denominator == 0), 17)
