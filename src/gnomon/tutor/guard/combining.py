"""What the values of a sentence come to when they are put together by the operations that it names, in whatever words.

"KGH and 24° would fill a right angle between them" has the values 24 and 90 and a word of difference; "twice TY and fourteen
metres on top" has 22, 14, a factor and a word of sum. Every value has to be used once, so that a number that only stands by
speaks against a reading. It leaves out who is spoken of and whether the sentence asserts (`gnomon.tutor.guard.guard`).
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, combinations

from gnomon.tutor.guard import phrases
from gnomon.tutor.guard.english import english
from gnomon.tutor.guard.protected import COMMON_CONSTANTS, is_near
from gnomon.tutor.guard.relations import TIMES, Item, Pinned, Skeleton

_MOST_VALUES = 3
"""Values that are put together: with more of them some combination comes to nearly anything."""
_WHOLE = {"complement": 90.0, "supplement": 180.0, "explement": 360.0}
"""What an operation takes its value from."""
_PLAN = re.compile(
    r"\bfirst\b(?! (?:angle|side|digit)).{0,80}\b(?:second|next|then|after that|last)\b", re.IGNORECASE | re.DOTALL
)
"""Says in which order things are done, and not what comes of them."""
_VAGUE = re.compile(
    r"\b(?:some|something|a (?:bit|little)|a piece) (?:of [^.;,]{1,20} )?(?:is |are |'s )?(?:left|remain|missing|over)",
    re.IGNORECASE,
)
"""Says that there is a rest, and not that the unknown is it."""
_LARGEST_COUNT = 12
"""Of a number that may only count ("the two base angles"), so that it may be left out."""
_LONGEST = 200
"""Characters of a sentence that may be one statement: in a longer one, words of operations and values are of several."""
_MOST_COUNTS = 2
"""Such numbers that are tried with and without."""
_Binary = Callable[[float, float], float]
_Unary = Callable[[float], float]
_BINARY: Mapping[str, _Binary] = {
    "sum": lambda a, b: a + b,
    "difference": lambda a, b: a - b,
    "product": lambda a, b: a * b,
    "quotient": lambda a, b: a / b,
    "mean": lambda a, b: (a + b) / 2,
}
_UNARY: Mapping[str, _Unary] = {
    "square": lambda a: a * a,
    "root": math.sqrt,
    "opposite": lambda a: -a,
    "reciprocal": lambda a: 1 / a,
    "complement": lambda a: 90 - a,
    "supplement": lambda a: 180 - a,
    "explement": lambda a: 360 - a,
}
"""Operations by the names that ``operations`` of ``words/en.yaml`` has for them."""


def combined(
    text: str, bare: Skeleton, counts: Sequence[float], anchors: Sequence[float], before: Sequence[float], *, speaks: bool
) -> Iterator[Pinned]:
    """Yield what a sentence comes to.

    Args:
        text: the sentence.
        bare: its skeleton.
        counts: small numbers of the sentence that count something, which may be used or not.
        anchors: values, one of which it may go on from where it has none of its own, or a word such as "that".
        before: the values of the sentence before, which it may go on from together: "The rest is yours".
        speaks: whether it is about the unknown, by a name for it or by what it says.
    """
    has_values = bool(bare.items or counts or anchors or before)
    if not has_values or len(text) > _LONGEST or _tells_otherwise(text, bare) or phrases.OPEN_EQUATION.search(bare.text):
        return
    named = _named(text, bare)
    factors = [*_factors(bare), *(item.value for item in bare.items if _multiplies(item, text))]
    unary = [_UNARY[name] for name in named if name in _UNARY] + [_times(factor) for factor in factors]
    if phrases.OF_UNKNOWN.search(bare.text):
        unary += [_times(1 / factor) for factor in factors if factor]
    # "A third more than": the part is added to what it is a part of, or taken off.
    unary += [_grown(factor, sign) for factor in factors for name, sign in _SIGNS.items() if name in named]
    # "The two angles share what is left" is there to be divided, unless it is said of the unknown.
    binary = [_BINARY[name] for name in named if name in _BINARY and (name != "quotient" or speaks or works_out(bare.items))]
    own = _put_together(text, bare, named, factors)
    if own is None or not (unary or binary):
        return
    sums = [*binary, _BINARY["sum"]] if "difference" in named else binary  # what makes up for a difference makes a sum
    # "70° each, 140° together" tells of two.
    related = _related([item.value for item in own], sums, [*unary, _times(2)] if phrases.EACH.search(text) else unary)
    # "Take 72 off 180, 108 remains": what is worked out goes on, what it came of is done with.
    own = [item for place, item in enumerate(own) if place not in related]
    if related and all(item.value in COMMON_CONSTANTS for item in own):
        return
    # "60 is the sum of the plain numbers 10, 5, 20 and 25"
    told = [*counts, *(item.value for item in own)]
    if len(told) > _MOST_VALUES and any(is_near(2 * value, math.fsum(told)) for value in told):
        return
    sized = [item for item in own if not _is_count(item, text)]
    # "Angle C and angle D make 90° together" is a theorem to use.
    if phrases.MAKES.search(text) and sized and not any(item.is_number and item.value not in COMMON_CONSTANTS for item in sized):
        return
    sizes = [item.value for item in sized]
    counts = [*counts, *(item.value for item in own if _is_count(item, text))][:_MOST_COUNTS]
    counts, binary = _with_both(text, named, counts, binary)
    refers = any(cue.search(text) for cue in (phrases.GOES_ON, phrases.OF_A_PART, phrases.SPEAKS_OF_STUDENT))
    for chosen in chain.from_iterable(combinations(counts, size) for size in range(len(counts) + 1)):
        used = [*sizes, *chosen]
        # "Six equal angles share it" is what there is to divide, unless it is said of the unknown.
        others = anchors if speaks or not chosen else ()
        for values in _with_others(used, others, before, refers=refers, speaks=speaks):
            for value in _reach(values, binary, unary) - {*counts, *(item.value for item in own)}:
                yield Pinned(value, tuple(used), is_refuted=False, words=text.strip())


def _with_both(text: str, named: Sequence[str], counts: list[float], binary: list[_Binary]) -> tuple[list[float], list[_Binary]]:
    """Let a size count twice that is said of two: "both base angles are 40, and the apex gets the rest"."""
    is_of_two = not counts and "difference" in named and _BOTH_ARE.search(text)
    return ([2.0], [*binary, _BINARY["product"]]) if is_of_two else (counts, binary)


def _tells_otherwise(text: str, bare: Skeleton) -> bool:
    """Whether a sentence says something else of its values than what they come to: a theorem, advice, a plan, what would be."""
    cues = (phrases.GENERAL, phrases.ADVISES, phrases.HYPOTHETICAL, _VAGUE)
    return any(cue.search(text) for cue in cues) or (not bare.speaks_of_unknown and _PLAN.search(text) is not None)


def _named(text: str, bare: Skeleton) -> list[str]:
    """Return the operations that a sentence names."""
    # "GR is shorter than GH" compares and puts nothing together.
    is_ordering = not any(item.is_number for item in bare.items) and (not _factors(bare) or _THAN_PART.search(text) is not None)
    cues = phrases.COMPARES.sub(" ", text) if is_ordering else text if _BY.search(text) else _BOUND.sub(" ", text)
    return [name for name, cue in english().operations.items() if cue.search(cues)]


_BOUND = re.compile(
    r"(?:\b(?:be|is|are|it|stays?|lies?|remains?|not|always|still|and|or|but) |[,;:] |\A\W*)"
    r"(?:\w+er|more|less)(?: than(?= (?:the |an? |your |those )?\d)|\b(?! than))"
    r"|\bthe \w+er (?:one|leg|side|angle|arc|part|piece|triangle|base|of)\b",
    re.IGNORECASE,
)
"""Puts a number in order: "it has to be more than 75°, because 66° is less"."""
_BOTH_ARE = re.compile(r"\b(?:both|each) (?:\w+ ){0,4}(?:are|is|have|has|measures?|=|gets?) ", re.IGNORECASE)
_THAN_PART = re.compile(r"\b(?:\w+er|more|less) than (?:an? |one )?(?:half|third|quarter|twice|double)\b", re.IGNORECASE)
"""Compares with a part, which is no distance: "less than half of a right angle"."""
_BY = re.compile(r"\bby\b", re.IGNORECASE)


def _put_together(text: str, bare: Skeleton, named: Sequence[str], factors: Sequence[float]) -> list[Item] | None:
    """Return the items of a sentence that are values of their own, each once; None where one of them is set aside.

    Factors and names of what halves something are none.
    """
    own = [item for item in bare.items if not item.is_share and not _multiplies(item, text)]
    # "The 28° at C" and "C has 28°" tell one value, by its size and its name.
    numbers = [item.value for item in own if item.is_number]
    own = [item for item in own if item.is_number or item.value in COMMON_CONSTANTS or item.value not in numbers]
    own = [item for place, item in enumerate(own) if item.value not in {o.value for o in own[:place]} & {*COMMON_CONSTANTS}]
    # "Together they're a straight line" names the operation and its constant by the same words.
    own = [item for item in own if item.is_number or not any(_WHOLE[name] == item.value for name in named if name in _WHOLE)]
    # "0.3746, and now five times that": below one, but no part of anything.
    if not own and len(factors) > 1:
        own = [item for item in bare.items if item.is_share and item.is_number][-1:]
    # "6 · 20 is 120, and you divide the 120": what was worked out is gone on with.
    worked = {item.value for item in own if item.is_number and re.search(r"\d\W+\d", item.words)}
    own = [item for place, item in enumerate(own) if not (item.value in worked and _is_told_later(item, own[place + 1 :]))]
    # "260 is the reflex one, and the angle outside is 360 minus your 260"
    own = [item for place, item in enumerate(own) if not _comes_again(item, own[place + 1 :], text)]
    # "49 + 576 = 625" tells one value twice.
    own = [item for item, before in zip(own, [None, *own], strict=False) if not _repeats(item, before, text)]
    # What halves something is named for that, and not for its size: "OQ cuts it in half".
    own = [item for item in own if item.is_number or not phrases.CUTS.match(text, item.end)]
    is_set_aside = any(phrases.NOT_CLOSE_BEFORE.search(text, 0, item.start) or _CANNOT.match(text, item.end) for item in own)
    return None if is_set_aside else own


_CANNOT = re.compile(r"\s*(?:°|degrees?|[cdmk]?m\b)?²? (?:can(?:not|'t| never)|couldn't|won't|wouldn't) ", re.IGNORECASE)
"""Follows what is impossible: "147° can't fit under a right angle"."""


def _is_told_later(item: Item, others: Sequence[Item]) -> bool:
    return item.is_number and any(other.is_number and other.value == item.value for other in others)


def _comes_again(item: Item, others: Sequence[Item], text: str) -> bool:
    """Whether a number is pointed at later in the sentence, by its value."""
    same = (other for other in others if item.is_number and other.is_number and other.value == item.value)
    return any(_POINTED_AT.search(text, max(0, other.start - 12), other.start) for other in same)


_POINTED_AT = re.compile(r"\b(?:your|that|this|those|these) \Z", re.IGNORECASE)


def _repeats(item: Item, before: Item | None, text: str) -> bool:
    """Whether an item only says again what the calculation before it comes to."""
    return before is not None and item.value == before.value and text[before.end : item.start].strip() == "="


def remaining(items: Sequence[Item]) -> list[float]:
    """Return the values that a sentence leaves to go on with, without those of which it has worked another out."""
    values = [item.value for item in items[:_MOST_WORKED]]
    if len(values) <= 2:
        return [item.value for item in items]
    done = _related(values, [_BINARY[name] for name in ("sum", "difference", "product")], [])
    return [item.value for place, item in enumerate(items) if place not in done] or [values[-1]]


def works_out(items: Sequence[Item]) -> bool:
    """Whether a number is what two values before it come to: "subtract 64 from 180, then share the 116"."""
    values = [item.value for item in items[:_MOST_WORKED]]
    return any(
        is_near(result, value)
        for place, value in enumerate(values)
        if items[place].is_number
        for one, other in combinations(values[:place], 2)
        for result in (one + other, abs(one - other), one * other)
    )


_MOST_WORKED = 8
"""Values among which a result is looked for: a list has more."""


def _related(values: Sequence[float], binary: Sequence[_Binary], unary: Sequence[_Unary]) -> set[int]:
    """Return the places of values that are done with, for one is what the others come to: "118° is 28° more than a right angle".

    The one stays where it stands last, for it may be gone on with; else all are done with.
    """
    most = min(len(values), _MOST_VALUES + 1)
    for place in reversed(range(most)):
        others = [other for other in range(most) if other != place]
        for some in chain(combinations(others, 1), combinations(others, 2), combinations(others, 3)):
            reached = _reach(tuple(values[other] for other in some), binary, unary)
            if any(is_near(values[place], value) for value in reached):
                return {*some} if place > max(some) else {*some, place}
    return set()


_SIGNS = {"sum": 1.0, "difference": -1.0}
"""Whether the part of a value that a sentence speaks of is added to it or taken off."""


def _multiplies(item: Item, text: str) -> bool:
    """Whether a number is a factor: "four times"."""
    return item.is_number and TIMES.match(text, item.end) is not None


def _with_others(
    used: Sequence[float], anchors: Sequence[float], before: Sequence[float], *, refers: bool, speaks: bool
) -> Iterator[tuple[float, ...]]:
    if used and len(used) <= _MOST_VALUES:
        yield tuple(used)
    if (refers or (not used and speaks)) and len(used) < _MOST_VALUES:
        yield from ((*used, anchor) for anchor in dict.fromkeys(anchors))
        if len(before) > 1 and len(used) + len(before) <= _MOST_VALUES:
            yield (*used, *before)


def _is_count(item: Item, text: str) -> bool:
    """Whether a number may only count something: a small whole number without a unit."""
    return item.is_number and is_small_whole(item.value) and _NOUN.match(text, item.end) is not None


def is_small_whole(value: float) -> bool:
    """Whether a number may only count something."""
    return value == round(value) and 0 < value <= _LARGEST_COUNT


_NOUN = re.compile(
    r"\s+(?!(?:and|than|more|less|from|with|off|over|to|by|is|in|too|greater|larger|smaller|longer|shorter)\b|degrees?\b|cm\b|m\b|met|centi|milli|units?\b)[^\W\d_]{3,}",
    re.IGNORECASE,
)


def _factors(bare: Skeleton) -> list[float]:
    found = [value for pattern, value in english().factors if pattern.search(bare.text)]
    return found + [item.value for item in bare.items if item.is_share]


def _times(factor: float) -> _Unary:
    return lambda a: factor * a


def _grown(factor: float, sign: float) -> _Unary:
    return lambda a: a * (1 + sign * factor)


def _reach(values: tuple[float, ...], binary: Sequence[_Binary], unary: Sequence[_Unary]) -> set[float]:
    """Return what ``values`` come to, each used once, with at most one operation on a single value on the way."""
    plain, changed = {values}, {_changed(values, place, f) for place in range(len(values)) for f in unary}
    for _ in values[1:]:
        plain, changed = _joined(plain, binary), _joined(changed, binary)
        changed |= {_changed(rest, place, f) for rest in plain for place in range(len(rest)) for f in unary}
    whole = changed if len(values) == 1 else plain | changed
    return {rest[0] for rest in whole if len(rest) == 1 and math.isfinite(rest[0])}


def _changed(values: tuple[float, ...], place: int, operation: _Unary) -> tuple[float, ...]:
    try:
        return (*values[:place], operation(values[place]), *values[place + 1 :])
    except (ArithmeticError, ValueError):
        return (math.nan,) * len(values)


def _joined(found: set[tuple[float, ...]], binary: Sequence[_Binary]) -> set[tuple[float, ...]]:
    joined: set[tuple[float, ...]] = set()
    for values in found:
        for one, other in combinations(range(len(values)), 2):
            rest = tuple(value for place, value in enumerate(values) if place not in {one, other})
            for operation in binary:
                for a, b in ((values[one], values[other]), (values[other], values[one])):
                    try:
                        joined.add((operation(a, b), *rest))
                    except ArithmeticError:
                        continue
    return joined
