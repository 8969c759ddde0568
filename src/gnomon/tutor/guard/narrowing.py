"""Hints that leave one value only: bounds, with or without a property ("an even number between 16 and 20"), places and digits.

It leaves out what a number is (`gnomon.algebra`) and what is compared (`gnomon.tutor.guard.relations`).
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from gnomon.algebra import ReadNumber
from gnomon.tutor.guard import phrases
from gnomon.tutor.guard.protected import is_near
from gnomon.tutor.guard.relations import Item

_MOST_CANDIDATES = 200
"""Whole numbers between two bounds that are tried: a wider range leaves many whatever the property."""
_ROUND = 1e-9
"""Floats of a few operations are whole within this."""


class Narrowed(NamedTuple):
    """A place that leaves one value."""

    start: int
    end: int
    reason: str


class _Bound(NamedTuple):
    number: Item
    is_lower: bool
    is_inclusive: bool


def bounds_leave_only(text: str, numbers: Sequence[Item], value: float) -> Iterator[Narrowed]:
    """Yield where bounds leave nothing but ``value``: no room beside it, or no other number of the kind that is told."""
    bounds = list(_bounds(text, numbers))
    lower = [bound for bound in bounds if bound.is_lower]
    upper = [bound for bound in bounds if not bound.is_lower]
    tests = phrases.properties_in(text) if bounds else []
    for low in lower:
        for high in upper:
            first, last = sorted((low.number, high.number), key=lambda number: number.start)
            if _leaves_only(low, high, value, tests, text):
                yield Narrowed(first.start, last.end, "the range leaves only the answer")
    yield from _only_one_of_its_kind(text, value)
    yield from _only_one_not_excluded(text, numbers, value)
    for bound, match in _extremes(text, numbers):
        step = 1 if bound.is_lower else -1
        # Within 20 of a number there is a prime below 887, and every other kind of number that is told.
        candidates = (bound.number.value + step * k for k in range(1, 21))
        tested = phrases.properties_in(match.group()) or [_is_whole]
        nearest = next((c for c in candidates if all(test(c) for test in tested)), math.nan)
        if is_near(value, nearest):
            yield Narrowed(match.start(), bound.number.end, "it is the nearest number of its kind")


_MOST_OF_A_KIND = 1000
"""Numbers up to this are tried for "the only even prime"."""


def _only_one_of_its_kind(text: str, value: float) -> Iterator[Narrowed]:
    """Yield "the biggest single digit", "the only even prime", "the smallest prime with two digits"."""
    if not (0 < value < _MOST_OF_A_KIND and _is_whole(value)):
        return
    tests = phrases.properties_in(text)
    if len(tests) >= _LEAST_PROPERTIES and all(test(value) for test in tests):
        left = [number for number in range(1, _MOST_OF_A_KIND) if all(test(float(number)) for test in tests)]
        if len(left) == 1:
            yield Narrowed(0, len(text), "no other number has these properties")
    for match in phrases.SUPERLATIVE.finditer(text):
        which = match["which"].lower()
        tests = phrases.properties_in(_NOT_ALONE.sub(_digit_too, match.group()))
        if not tests or _OF_SOMETHING_ELSE.search(match.group()):
            continue
        numbers = range(_MOST_OF_A_KIND) if which in _LEAST else range(_MOST_OF_A_KIND - 1, -1, -1)
        found = (number for number in numbers if all(test(float(number)) for test in tests))
        first = next(found, None)
        is_open = first is not None and which not in _LEAST and first > _MOST_OF_A_KIND // 2 and "three" not in match.group()
        if first is None or not is_near(value, float(first)) or is_open or (which == "only" and next(found, None) is not None):
            continue
        yield Narrowed(match.start(), match.end(), "there is no other number of its kind")


_LEAST_PROPERTIES = 2
"""Of a riddle: one property alone is a hint."""
_A_FEW = 3
"""Numbers of which one may be chosen by its place: "the larger of the two primes"."""
_LEAST = frozenset({"smallest", "least", "lowest", "first"})
_NOT_ALONE = re.compile(r"\b(\w+ )?digit\b(?! sum)", re.IGNORECASE)
_COUNTS_OF_DIGITS = frozenset(["single", "double", "triple", "one", "two", "three", "last", "final", "first", "units", "ones"])
_OF_SOMETHING_ELSE = re.compile(r"\b(?:factor|divisor|common|side|angle|term)\b", re.IGNORECASE)
"""Makes it a number of something that is not named."""


def _digit_too(match: re.Match[str]) -> str:
    """Write "single digit" for a digit: the largest digit has one."""
    return match.group() if (match[1] or "").strip().lower() in _COUNTS_OF_DIGITS else f"{match[1] or ''}single digit"


def _only_one_not_excluded(text: str, numbers: Sequence[Item], value: float) -> Iterator[Narrowed]:
    """Yield a list that rules out every whole number of a range but one: "neither 14 nor 15, 16, 18 or 19"."""
    if len(numbers) < _LEAST_EXCLUDED or not phrases.REFUTES.search(text) or _WORKS_OUT.search(text):
        return
    named = {round(number.value) for number in numbers if _is_whole(number.value)}
    left = {*range(min(named, default=0), max(named, default=0))} - named if len(named) >= _LEAST_EXCLUDED else set()
    if len(left) == 1 and is_near(value, float(left.pop())):
        yield Narrowed(numbers[0].start, numbers[-1].end, "every other number of the range is ruled out")


_WORKS_OUT = re.compile(r"\d ?[-−+·×*/=] ?\d")
"""Numbers that are put together are no list: "2 · 2 − 1 is 3"."""
_LEAST_EXCLUDED = 4
"""Numbers of a list that rules out: two or three with a gap may be anything."""


def _is_whole(value: float) -> bool:
    return abs(value - round(value)) < _ROUND


def _leaves_only(low: _Bound, high: _Bound, value: float, tests: Sequence[phrases.Test], text: str) -> bool:
    least, most = low.number.value, high.number.value
    is_inside = (least < value or (low.is_inclusive and is_near(least, value))) and (
        value < most or (high.is_inclusive and is_near(most, value))
    )
    if not is_inside or most < least:
        return False
    # 2 units, or 4 % of a large value, with room for float noise: what is left then is the answer, whole or not.
    if most - least <= max(2.0, 0.04 * abs(value)) + _ROUND:
        return True
    if not tests or most - least > _MOST_CANDIDATES:
        return False
    inside = [
        float(candidate)
        for candidate in range(math.ceil(least), math.floor(most) + 1)
        if (candidate > least or low.is_inclusive) and (candidate < most or high.is_inclusive)
    ]
    left = [candidate for candidate in inside if all(test(candidate) for test in tests)]
    if 1 < len(left) <= _A_FEW and (chosen := phrases.OF_TWO.search(text)):
        left = left[-1:] if chosen["larger"] else left[:1]
    return len(left) == 1 and is_near(value, left[0])


def _bounds(text: str, numbers: Sequence[Item]) -> Iterator[_Bound]:
    for number in numbers:
        before = text[max(0, number.start - phrases.BOUND_REACH) : number.start]
        after = text[number.end : number.end + phrases.BOUND_REACH]
        for pattern, is_lower, is_inclusive in phrases.BOUNDS_BEFORE:
            if pattern.search(before):
                yield _Bound(number, is_lower, is_inclusive)
                break
        else:
            for pattern, is_lower, is_inclusive in phrases.BOUNDS_AFTER:
                if pattern.match(after):
                    yield _Bound(number, is_lower, is_inclusive)
    them = phrases.BETWEEN_THEM.search(text)
    two = [number for number in numbers if number.end <= them.start()][-2:] if them else []
    if them and len(two) == 2 and them.start() - two[0].start <= _SENTENCE_OF_TWO:
        low, high = sorted(two, key=lambda number: number.value)
        yield _Bound(low, is_lower=True, is_inclusive=False)
        yield _Bound(high, is_lower=False, is_inclusive=False)
    for first, second in pairwise(numbers):
        between = text[first.end : second.start]
        if phrases.BETWEEN.search(text[max(0, first.start - phrases.BOUND_REACH) : first.start]) and phrases.AND.fullmatch(
            between
        ):
            yield _Bound(first, is_lower=True, is_inclusive=False)
            yield _Bound(second, is_lower=False, is_inclusive=False)


_SENTENCE_OF_TWO = 100
"""Characters from two numbers to "the number between them"."""


def _extremes(text: str, numbers: Sequence[Item]) -> Iterator[tuple[_Bound, re.Match[str]]]:
    """Yield "the smallest prime above 53" and the like."""
    for number in numbers:
        begin = max(0, number.start - 60)  # holds "the very first natural number that is greater than"
        for pattern, is_lower in ((phrases.NEXT_ABOVE, True), (phrases.NEXT_BELOW, False)):
            match = pattern.search(text, begin, number.start)
            if match:
                yield _Bound(number, is_lower, is_inclusive=False), match


_COUNTED = "two three four five six seven eight nine ten eleven twelve"
_PLACES = {"thousand": 1000.0, "hundred": 100.0, "one": 1.0, "unit": 1.0, "single": 1.0, "dozen": 12.0} | {
    word: float(value) for value, word in enumerate(_COUNTED.split(), 2)
}
"""What a plural after a number counts: "five tens", "nine fives"."""
_PLACE = re.compile(rf"\s+(?:(?:full|whole|more|complete)\s+)?({'|'.join(_PLACES)})(?:e?s)?\b", re.IGNORECASE)


def places_make(text: str, numbers: Sequence[ReadNumber], value: float, *, needs_two: bool) -> Iterator[Narrowed]:
    """Yield "one hundred, three tens and six ones", "seven tens" and "nine fives".

    Args:
        text: a sentence.
        numbers: its numbers.
        value: the answer.
        needs_two: whether one place alone may stand for something else.
    """
    total, start, end = 0.0, -1, -1
    places = 0
    for number in numbers:
        place = _PLACE.match(text, number.end)
        is_whole_place = number.value >= 100 and number.value % 100 == 0
        if start >= 0 and (
            number.start - end > 24 or any(mark in text[end : number.start] for mark in ":;")
        ):  # ", and then not more than" joins two parts
            total, start, places = 0.0, -1, 0
        if start >= 0 and math.isnan(total) and place and _IS_SIZE.match(text, place.end()):
            total, start, places = 0.0, -1, 0  # "the mean is 11, and five elevens"
        if place is None and not is_whole_place:
            total, start, end = math.nan, number.start, number.end  # a list such as "eight, nine and seven tens"
            continue
        if start < 0:
            start = number.start
        total += number.value * (_PLACES[place[1].lower()] if place else 1.0)
        end = place.end() if place else number.end
        places += 1
        if (
            place is not None
            and (places > needs_two or _COUNTS_MANY.match(place.group()))
            and is_near(value, total)
            and not _PLACE_FOLLOWS.match(text, end)
        ):
            yield Narrowed(start, end, "its places make the answer")


_IS_SIZE = re.compile(r"\s+(?:is|are|make|makes|give|gives)\b", re.IGNORECASE)
"""Follows places that are said of something: "five elevens are the area"."""
_COUNTS_MANY = re.compile(r"\W*(?:five|six|seven|eight|nine|eleven|twelve)e?s\b", re.IGNORECASE)
"""Plurals that are hardly ever said of anything but a product: "six elevens"."""
_PLACE_FOLLOWS = re.compile(r"\W*(?:and )?(?:\w+ )(?:ones?|units?)\b(?<!single one)", re.IGNORECASE)


def parts_of_a_sum(text: str, numbers: Sequence[ReadNumber], value: float) -> Iterator[Narrowed]:
    """Yield "fifty, and then seven more"."""
    for first, second in pairwise(numbers):
        # Behind the second number only "more" is looked for: 12 characters hold it with its spaces.
        between, after = text[first.end : second.start], text[second.end : second.end + 12]
        # Two numbers farther apart than half a sentence are two statements.
        adds = len(between) < 40 and re.search(r"\b(?:and|then|plus)\b", between) and re.match(r"\s+more\b(?! than)", after)
        if adds and is_near(value, first.value + second.value):
            yield Narrowed(first.start, second.end, "the two parts add up to the answer")


def digits_make(text: str, numbers: Sequence[ReadNumber], value: float) -> Iterator[Narrowed]:
    """Yield the answer read out digit by digit: "five seven", "the first digit is 5, the second 7"."""
    digits = f"{value:.4g}".replace(".", "")
    if len(digits) < 2 or not digits.isdigit():
        return
    if phrases.BACKWARDS.search(text):
        for number in numbers:
            if number.kind == "integer" and f"{number.value:g}"[::-1] == digits:
                yield Narrowed(number.start, number.end, "its digits turned round make the answer")
    for run in _digit_runs(text, numbers):
        if "".join(f"{number.value:g}" for number in run) == digits:
            yield Narrowed(run[0].start, run[-1].end, "these digits make the answer")


_COUNTS_DIGITS = re.compile(r"\s+digits?\b", re.IGNORECASE)
"""Makes a number the count of digits."""
_FOLLOWED = (
    r",? (?:which is |and is |is )?(?:(?:directly|immediately|right) )?"
    r"(?:followed by|next to|beside|in front of|before) (?:an? )?"
)
"""Between two digits that stand side by side: ``1 followed by 0``."""
_DIGIT_REACH = 60
"""Characters before a word for digits in which they stand: "Write a six. Now write another six beside it"."""


def _digit_runs(text: str, numbers: Sequence[ReadNumber]) -> list[list[ReadNumber]]:
    """Group single digits that follow each other with only space or a hyphen between; then all that follow the word "digit"."""
    runs: list[list[ReadNumber]] = [[]]
    for number in numbers:
        # Where nothing stands before them, commas part digits too: "Seven, zero."
        parting = r"[ \-–,]{1,3}" if runs[-1] and not text[: runs[-1][0].start].strip() else r"[ \-–]{1,3}"
        parting = rf"{parting}|{_FOLLOWED}"
        if runs[-1] and not (_is_digit(number) and re.fullmatch(parting, text[runs[-1][-1].end : number.start])):
            runs.append([])
        if _is_digit(number):
            runs[-1].append(number)
    place = phrases.SPEAKS_OF_DIGITS.search(text)
    if place:  # "five is the first digit": a digit may also come before the word
        runs.append(
            [
                number
                for number in numbers
                if number.end > place.start() - _DIGIT_REACH and _is_digit(number) and not _COUNTS_DIGITS.match(text, number.end)
            ]
        )
        # "It starts with 47, then comes the point, then 2 and 8."
        whole = [number for number in numbers if number.kind == "integer"]
        runs.append(whole)
        if len(phrases.STARTS_AND_ENDS.findall(text)) > 1 and len(whole) == 2:
            runs.append(whole[::-1])  # "it ends in 14 and has a 1 in front"
    return [run for run in runs if len(run) > 1]


def _is_digit(number: ReadNumber) -> bool:
    return number.kind == "integer" and 0 <= number.value <= 9


# Places in a list, from its beginning and its end.
_RANKS = {"first": 0, "second": 1, "third": 2, "fourth": 3, "fifth": 4, "last": -1}
_ENDS = {
    **dict.fromkeys(("smallest", "smaller", "lowest", "lower", "least"), 0),
    **dict.fromkeys(("largest", "larger", "biggest", "bigger", "highest", "higher", "greatest"), -1),
}
"""Words for the ends of a list by size."""
_RANKED = re.compile(
    rf"\b(?:(?P<rank>{'|'.join(_RANKS)}|{'|'.join(_ENDS)})(?P<two> two| 2)?|(?P<outer>outer|two outer|outside)|(?P<middle>middle)"
    rf"|(?:two|2) (?P<both>{'|'.join(_ENDS)}))\b",
    re.IGNORECASE,
)


def placed(text: str, options: Sequence[float]) -> list[float]:
    """Return the options of a list that are named by their place: "the first and the last", "the middle one"."""
    by_size = sorted(options)
    found: list[float] = []
    for match in _RANKED.finditer(text) if len(options) > 1 else ():
        word = (match["rank"] or match["both"] or "").lower()
        order, at = (by_size, _ENDS[word]) if word in _ENDS else (list(options), _RANKS.get(word, 0))
        if match["outer"]:
            found += [options[0], options[-1]]
        elif match["middle"]:
            found += list(options[1:-1])
        elif match["two"] or match["both"]:
            found += order[:2] if at == 0 else order[-2:]
        elif -len(order) <= at < len(order):
            found.append(order[at])
    return found
