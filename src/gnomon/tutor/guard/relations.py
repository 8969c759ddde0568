"""What a sentence says of the unknown by way of something else: "20° larger than angle A", "its square is 4900", "twice that".

A sentence becomes a *skeleton*: every number, part of known size and constant ("a right angle") one character, the unknown
another, articles and fillers gone. The relations of ``words/en.yaml`` are patterns over skeletons, each with the value that it
pins. It leaves out whether that value is the answer (`gnomon.tutor.guard.guard`).
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from gnomon.algebra import Arithmetic, Letter, Quantity, ReadNumber, evaluate, read_number
from gnomon.tutor.guard import phrases
from gnomon.tutor.guard.english import MOST_ITEMS, SHARES, UNKNOWN, VALUES, Relation, english
from gnomon.tutor.guard.protected import Protected, is_near
from gnomon.tutor.guard.roles import is_tied, tells_nothing

_MOST_ANCHORS = 12
"""Values said before that "that" may mean, the latest first: what lies farther back nobody refers to without a name."""
_UNIT = re.compile(
    r"\s*(?:°|degrees?\b|%|percent\b|units?\b|\^\s*\\?circ"
    r"|(?:square |sq\.? )?(?:mm|cm|dm|km|m|centimet\w+|millimet\w+|decimet\w+|met(?:er|re)s?)\b[²2]?)",
    re.IGNORECASE,
)
_FILLERS = re.compile(
    r"\b(?:the|an?|exactly|precisely|simply|only|just|very|about|(?:measure|size|value|length)s? of|degrees?|angles?"
    r"|sides?|segments?|arcs?|given|one at|corner at|corner|both|whopping|good|mere|full|little|tiny|strictly|more or less)\b"
    r"(?! ?(?:before|after|right|turn))",
    re.IGNORECASE,
)
_WANTED = re.compile(
    rf"{UNKNOWN}(?:(?: of| at| in|,)? ?{UNKNOWN}"
    r"| (?:that |which )?(?:you|we)(?:'re| are|'ve been|'d)? (?:looking for|want|need|seek|after|asked for|hunting))+",
    re.IGNORECASE,
)
"""The unknown with more words for it: "the area you're looking for", "angle KML at M"."""
_PRONOUN_AFTER = re.compile(r"\s+(?:(?:that |which )?(?:you|we|they|of)\b|more(?=\W*(?:[,.;]|$)))", re.IGNORECASE)
_THING = re.compile(
    r"\s+(?:division|step|side|end|hand|line|more step|addition|subtraction|multiplication|thing|angle|corner|half)\b",
    re.IGNORECASE,
)
"""Makes "one" a count of no size: "one division remains"."""
_INTO_TWO = re.compile(r"\b(?:cut|split|divide|part|share)\w* (?:\w+ ){0,2}in(?:to)? \Z", re.IGNORECASE)
"""Makes "two" a part of the words for a half."""
_PRONOUN_BEFORE = re.compile(r"\b(?:this|that|which|each|the (?:\w+ )?)\s*\Z", re.IGNORECASE)
"""Make "one" a pronoun: "the one you're asked about", "this one"."""
TIMES = re.compile(r"\s+times\b|\s*×", re.IGNORECASE)
_MINUS = re.compile(r"(?:minus|[-−–])\s*", re.IGNORECASE)
_SPACES = re.compile(r"\s+")
_OF_OF = re.compile(r"\bof(?: of)+\b")


_SEVENS = re.compile(
    r"\b([a-z]{3,6}|\d{1,2}) (two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?:e?s)\b(?!\W*(?:and )?\w+ ones)",
    re.IGNORECASE,
)
"""Three sevens are a product; six tens and four ones are read as places."""


class Item(NamedTuple):
    """Something in a sentence that has a value."""

    start: int
    end: int
    value: float
    words: str
    is_number: bool
    """Whether it is written as a number or calculation, and not the name of something."""
    is_plain: bool = True
    """Whether nothing has to be worked out."""
    is_share: bool = False
    """Whether it is a part of something: a fraction or a percentage."""


class Skeleton(NamedTuple):
    """A sentence as its relations see it."""

    text: str
    items: tuple[Item, ...]
    speaks_of_unknown: bool


class Pinned(NamedTuple):
    """A value that a relation pins."""

    value: float
    by: tuple[float, ...]
    """The values that the sentence itself names for it."""
    is_refuted: bool
    """Whether "not" stands before it."""
    words: str


def items_of(text: str, numbers: Sequence[ReadNumber], calculations: Sequence[Arithmetic], protected: Protected) -> list[Item]:
    """Return what has a value in ``text``, in order and not overlapping: calculations, numbers, known parts and constants."""
    table = english()
    found: list[Item] = []
    is_compared = is_tied(text)
    constants = list(table.constants.finditer(text))
    for a in calculations:
        # "Two fifths of a half turn": the half is of the turn's name.
        if any(a.start < match.start() < a.start + len(a.left_text.rstrip()) <= match.end() for match in constants):
            continue
        # "14° less than half the arc" goes on behind its last word.
        if _GOES_ON.search(a.left_text) and _OF_SOMETHING.match(text, a.start + len(a.left_text.rstrip())):
            continue
        item = Item(
            a.start,
            a.start + len(a.left_text.rstrip()),
            a.value,
            a.left_text,
            is_number=True,
            is_plain=a.is_root_only or a.claimed is not None,
        )
        found.append(item._replace(is_share=0 < a.value < 1))
    found += [
        Item(
            n.start,
            n.end,
            n.value / 100 if n.unit == "%" else n.value,
            n.text,
            is_number=True,
            is_share=n.unit == "%" or n.kind == "fraction" or 0 < n.value < 1,
        )
        for n in numbers
        if (n.role in {"value", "count"} or TIMES.match(text, n.end) or "/" in n.text)
        and not (n.text.lower() == "two" and (_INTO_TWO.search(text, 0, n.start) or _is_pronoun(n, text)))
        and not (
            n.text.lower() == "one"
            and (_THING.match(text, n.end) or _PRONOUN_AFTER.match(text, n.end) or _PRONOUN_BEFORE.search(text, 0, n.start))
        )
        and (is_compared or not tells_nothing(text, n.start, n.end, protected.problem_text))
    ]
    for match in _SEVENS.finditer(text):
        count, each = (read_number(word) for word in match.groups())
        if count and each:
            found.append(Item(match.start(), match.end(), count.value * each.value, match.group(), is_number=True))
    for match in constants:
        assert match.lastindex is not None  # one of its groups has matched
        times, start = _counted_before(numbers, match.start(), text)
        value = times * table.constant_values[match.lastindex - 1]
        found.append(Item(start, match.end(), value, text[start : match.end()], is_number=False))
    found += _circles(numbers, text) if protected.unit == "°" else ()
    for start, end, value in protected.known_parts(text):
        found.append(Item(start, end, value * value if text[end : end + 1] == "²" else value, text[start:end], is_number=False))
    found.sort(key=lambda item: (item.start, -item.end))
    apart: list[Item] = []
    for item in found[:MOST_ITEMS]:
        if not apart or item.start >= apart[-1].end:
            is_taken_off = apart and _MINUS.match(item.words) and not text[apart[-1].end : item.start].strip()
            apart.append(_without_minus(item) if is_taken_off else item)
    return apart


def _circles(numbers: Sequence[ReadNumber], text: str) -> Iterator[Item]:
    """Yield the circle that a part is told of: "a third of the circle"."""
    for number in numbers:
        if (0 < number.value < 1 or number.unit == "%") and (whole := _OF_CIRCLE.match(text, number.end)):
            yield Item(whole.start("circle"), whole.end(), 360.0, whole["circle"], is_number=False)


_OF_CIRCLE = re.compile(
    r"(?: ?%| percent)?(?: part)? (?:of )?(?P<circle>(?:an?|the|this|one|its|your|that) (?:(?:entire|big|round) )?"
    r"(?:circle|turn|revolution|rotation|way round|pie|cake|clock face))\b(?!'s (?:radius|area|diameter|circumference))",
    re.IGNORECASE,
)


def _is_pronoun(number: ReadNumber, text: str) -> bool:
    """Whether "two" stands for values said before: "the two put together"."""
    return _THE_TWO.search(text, 0, number.start) is not None and _NO_NOUN.match(text, number.end) is not None


_THE_TWO = re.compile(r"\b(?:the|these|those|them|both|all)\s+\Z", re.IGNORECASE)
_NO_NOUN = re.compile(
    r"\s*(?:[.,;:!?]|\Z|(?:of (?:them|these|those)|together|put|added|combined|summed|multiplied|taken|side"
    r"|next|end|joined|glued|up|make|makes|give|gives"
    r"|are|is|and|for|in|you|as|when|with|by)\b)",
    re.IGNORECASE,
)
_GOES_ON = re.compile(r"\b(?:half|third|quarter|twice|double)\s*\Z", re.IGNORECASE)
_OF_SOMETHING = re.compile(r"\s+(?:of|the|an?|your|that|this|its|as)\b", re.IGNORECASE)


def _without_minus(item: Item) -> Item:
    """Return a number after another one without its minus, which takes it off: "two right angles minus 60°"."""
    sign = _MINUS.match(item.words)
    assert sign is not None  # the caller has looked
    return item._replace(start=item.start + sign.end(), value=-item.value, words=item.words[sign.end() :])


def _counted_before(numbers: Sequence[ReadNumber], end: int, text: str) -> tuple[float, int]:
    """Return how many of a constant are meant, as in "two right angles", and where that begins."""
    for number in numbers:
        if number.end < end and not text[number.end : end].strip() and number.kind == "integer":
            return number.value, number.start
    return 1.0, end


def skeleton(text: str, items: Sequence[Item], protected: Protected) -> Skeleton:
    """Put one character for each item and each mention of the unknown."""
    marks = [
        (item.start, _end_with_unit(text, item), chr((SHARES if item.is_share else VALUES) + place))
        for place, item in enumerate(items)
    ]
    unknowns = [(start, end, UNKNOWN) for start, end in protected.mentions(text)]
    pieces: list[str] = []
    at = 0
    for start, end, mark in sorted((*marks, *unknowns)):
        if start >= at:
            pieces += (text[at:start], mark)
            at = end
    pieces.append(text[at:])
    bare = _SPACES.sub(" ", _FILLERS.sub(" ", "".join(pieces)))
    bare = _OF_OF.sub("of", _WANTED.sub(UNKNOWN, bare))
    return Skeleton(bare.strip(), tuple(items), bool(unknowns))


def _end_with_unit(text: str, item: Item) -> int:
    unit = _UNIT.match(text, item.end)
    return unit.end() if unit and item.is_number else item.end


def undone(bare: Skeleton) -> Iterator[Pinned]:
    """Yield what the unknown is where a sentence tells what comes of it: "its square is 49"."""
    yield from _told(english().inverse, bare, lambda *items: all(item.is_plain for item in items))


def pinned(bare: Skeleton, anchors: Sequence[float], *, is_about: bool) -> Iterator[Pinned]:
    """Yield what the relations of a sentence come to.

    Args:
        bare: the sentence.
        anchors: values said before, the latest first, which "that" may mean.
        is_about: whether the sentence may be about the unknown, with or without a name for it, so that "that" tells.
    """
    yield from _told(english().relations, bare, lambda *_: True)
    if is_about:
        yield from _compared(english().said, bare, anchors)
    if bare.speaks_of_unknown:
        yield from _told(english().same, bare, lambda part, *_: not part.is_number)
        yield from _told(english().sums, bare, lambda part, number: not part.is_number and number.is_number)


def apart(text: str, bare: Skeleton, anchors: Sequence[float], known: Sequence[float], *, has_own: bool) -> Iterator[Pinned]:
    """Yield what lies as far from an anchor as a sentence says, on either side, whatever its words for that are.

    Args:
        text: the sentence.
        bare: its skeleton.
        anchors: values that it may compare with.
        known: what the learner has already: a distance that is one of these says nothing new.
        has_own: whether it may compare with its own values too.
    """
    for item in bare.items:
        others = [other.value for other in bare.items if other is not item and not other.is_share]
        if not (item.is_number and item.is_plain) or item.is_share or any(is_near(value, item.value) for value in known):
            continue
        near = f"{text[max(0, item.start - _BESIDE) : item.start]}|{text[item.end : item.end + _BESIDE]}"
        cue = english().difference.search(near)
        if _COMPARED.search(text, max(0, item.start - _BESIDE), item.start) or _NO_DISTANCE.match(text, item.end):
            continue
        # "118° is 28° more than a right angle" tells how its own values differ.
        if cue is None or any(is_near(item.value, abs(one - other)) for one in others for other in others):
            continue
        for anchor in (*(others if has_own else ()), *anchors):
            for value in (anchor + item.value, anchor - item.value):
                yield Pinned(value, (item.value,), is_refuted=False, words=f"{item.words} ... {cue.group().strip('|')}")


_COMPARED = re.compile(
    r"\b(?:than|at (?:most|least)|up to|(?:be|is|it|stays?|lies?|keeps?|remains?|falls?|comes?|goes?|well|far|any\w+"
    r"|some\w+|not\w*|always|still)"
    r" (?:below|under|above|over|beyond|within))(?: the| an?| your)?\s*\Z|\ban? \d+\S* by\s*\Z",
    re.IGNORECASE,
)
"""Stands before what is compared with, which is no distance: "bigger than 18", "below 25", "a pool of 6 by 8"."""
_COUNTED_STEPS = re.compile(
    r"\s+(?:\w+ )?(?:subtraction|addition|division|multiplication|step|line|try|thing|sentence|question|key|press|button"
    r"|keystroke|tap|click"
    r"|move|word|root|operation|calculation|detail|idea|bit of \w+)(?:e?s)?\b"
    r"|\s+more (?!than|degrees?|cm|mm|dm|km|m|units?|centi|met|and|or|on|to)[a-z]{3,}",
    re.IGNORECASE,
)
"""Stands behind a count of what is to be done."""
_NO_DISTANCE = re.compile(rf"{_COUNTED_STEPS.pattern}|\s*, ?\d+ ?,", re.IGNORECASE)
"""The same, and of a number that begins a row: "7, 24, 25 is a triple too"."""
_BESIDE = 36
"""Characters beside a number that hold "by a mere" and "degrees too": a comparison stands close to its number."""


def _told(relations: Iterable[Relation], bare: Skeleton, fits: Callable[..., bool]) -> Iterator[Pinned]:
    """Yield what relations come to between values of one sentence, where ``fits`` is true of their items."""
    if not bare.items:  # every pattern has a value
        return
    for relation in relations:
        for match in _found(relation, bare):
            items = [_item(mark, bare) for name, mark in match.groupdict().items() if name in {"a", "b"} and mark]
            is_ordering = len(items) > 1 and not any(item.is_number for item in items) and phrases.COMPARES.search(match.group())
            if fits(*items) and not is_ordering:
                yield from _values(relation, match, bare, (math.nan,))


def _compared(relations: Iterable[Relation], bare: Skeleton, anchors: Sequence[float]) -> Iterator[Pinned]:
    """Yield what relations come to with values said before."""
    own = [item.value for item in reversed(bare.items)]
    for relation in relations:
        for match in _found(relation, bare):
            named = match.groupdict().get("a")
            others = [value for value in own if named is None or value != _item(named, bare).value]
            yield from _values(relation, match, bare, (*others, *anchors)[:_MOST_ANCHORS])


def _item(mark: str, bare: Skeleton) -> Item:
    return bare.items[ord(mark) - (SHARES if ord(mark) >= SHARES else VALUES)]


def _is_item(character: str) -> bool:
    return VALUES <= ord(character) <= VALUES + MOST_ITEMS or SHARES <= ord(character) <= SHARES + MOST_ITEMS


def _found(relation: Relation, bare: Skeleton) -> Iterable[re.Match[str]]:
    return relation.pattern.finditer(bare.text)


def _values(relation: Relation, match: re.Match[str], bare: Skeleton, anchors: Sequence[float]) -> Iterator[Pinned]:
    groups = match.groupdict()
    is_refuted = phrases.NOT_BEFORE.search(bare.text[: match.start()]) is not None
    named = {name: _item(mark, bare).value for name, mark in groups.items() if name in {"a", "b", "c"} and mark}
    if groups.get("f"):
        named["f"] = next(value for pattern, value in english().factors if pattern.fullmatch(groups["f"]))
    for anchor in anchors if "b" not in named else anchors[:1]:
        values = {"b": anchor, **named}

        def of_letter(letter: Letter | Quantity, values: dict[str, float] = values) -> float:
            return values[str(letter)]

        try:
            value = evaluate(relation.meaning, of_letter)
        except (ArithmeticError, ValueError):
            continue
        if math.isfinite(value):
            yield Pinned(
                value, tuple(named[name] for name in ("a", "b", "c") if name in named), is_refuted, _readable(match.group(), bare)
            )


def _readable(words: str, bare: Skeleton) -> str:
    """Return words of a skeleton with its items written out."""
    shown = "".join(_item(c, bare).words if _is_item(c) else "it" if c == UNKNOWN else c for c in words)
    return shown.strip()
