"""What is said of pieces and shares: "cuts FH into two 8s", "LP is a third of the circle", "the tower is 4.5 times the pole".

The whole, the pieces and their sizes are told in any words; which parts of the figure they are is for the judge to find.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from gnomon.algebra import Expression, Number, Operation, Quantity, constant, read_numbers
from gnomon.tutor.message.formula import Item
from gnomon.tutor.message.moves import has_unknowns

_FULL = Number(Fraction(360))
_SPLITS = re.compile(
    r"\b(?:cut|split|divide|break|separate|chop|slice|halve|bisect)(?:s|es|d|ed|ing|ting)?\b(?P<whole>.*?)"
    r"\b(?:in ?to|in|to|as)\b(?P<pieces>.*)"
)
"""A verb that makes pieces of something."""
_COUNT = re.compile(
    r"\s*(?:two|2|both)\b(?=\s*(?:times|x|\*|equal|same|identical|pieces?|parts?|bits?|halves|sides|lots|[a-z]*s of)\b)"
)
"""Before the one size of two pieces."""
_IN_HALF = re.compile(r"\s*half (?:is|=|makes|gives)")
"""A result behind what was halved."""
_SHARED = re.compile(
    r"(?P<share>\d+ ?/ ?\d+|half"
    r"|(?:a |an |one |two |three )?(?:third|quarter|fourth|fifth|sixth|seventh|eighth|ninth|tenth|twelfth)s?"
    r"|\d+(?:\.\d+)? ?%)(?: of)?(?: (?:the|a|an|our|that|one))?(?P<kind> (?:whole|full|entire|complete|total))?"
    r"(?P<circle> ?(?:circle|turn|pie|pizza|cake|round|circumference|rim))?\W*$"
)
"""A share of a circle, or of nothing that is named, at the end of a clause."""
_NAMED_SHARES = {"half": 2, "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9,
                 "tenth": 10, "twelfth": 12}  # fmt: skip
_FACTOR = re.compile(
    r"^\W*(?:so |and |then )?(?:the |every |each |all |my |its |a |one )*(?P<one>[a-z][a-z ]*?)"
    r" (?:is|are|=|must be|has to be|fits?|goes)"
    r" (?:also |always |exactly |in ?to |about |roughly |around )*(?P<other>(?:the |a )?(?:big|large|bigger|whole|other) \w+ )?"
    r"(?:≈ |= )?(?P<number>[\d./ ]*\d|(?:two|three) (?:thirds|quarters|fifths)|half|twice|double|triple)"
    r"(?P<root> ?≈ ?[\d.]+)?"
    r" ?(?P<times>times|x\b|of\b|as\b)?(?P<rest>[a-z ']*)\W*$"
)
"""One thing is so many times another, and neither has a name."""
_FACTOR_ALONE = re.compile(
    r"^(?:.*\b(?:goes|grows|went|is|are) (?:from )?(?P<from>\d[\d.]*) to (?P<to>\d[\d.]*),?(?= ))?"
    r"\W*(?:(?:so|and|then|but|its|it's|it is|thats|that's|that is|theyre|they are|everything|all|sides?|of it"
    r"|is|are|gets?|just|only"
    r"|exactly|must be|the|one|big|other|new) )*(?P<number>\d[\d./]*) times (?:as )?(?:big|bigger|long|longer"
    r"|large|larger|much|tall|taller)"
    r"(?:,? (?:everything|all|all of it|each|every side))?\W*$"
)
"""Something that is not named is so many times as big."""
_TAIL = re.compile(
    r"(?:\W*\b(?:duh|lol|haha|right|ok|okay|obviously|obv|obvs|for sure|i think|i guess|i believe|bro|basically"
    r"|tbh|or so|i know|easy|imo|miss|sir|please|pls)\b)+\W*$"
)
"""What is said behind a statement and adds nothing to it."""
_SMALL = re.compile(r"\b(?:small|smaller|little|tiny|short|shorter|inner|upper|pole|stick|part|piece|model)\b")
_BIG = re.compile(r"\b(?:big|bigger|large|larger|long|longer|whole|outer|tower|tree|original)\b")
"""Words that say which of two is the larger."""
_SHARE_WORDS = {"two thirds": 2 / 3, "three quarters": 0.75, "two fifths": 0.4, "three fifths": 0.6, "half": 0.5, "twice": 2.0,
                "double": 2.0, "triple": 3.0}  # fmt: skip
EACH_OTHER = re.compile(
    r"\b(?:cut|bisect|halve|split|divide|cross|meet)s? (?:each|one) ?(?:other|another)\b.*"
    r"(?:\b(?:in|into|at) (?:\w+ )*(?:half|halves|two|middles?|midpoints?)\b)?"
)
"""Two lines are said to cut each other in half."""
BOTH_HALVED = re.compile(
    r"\b(?:(?:bisect|halve)s? (?:both|the two) (?:diagonals|lines)\b"
    r"|(?:cut|split|divide)s? (?:both|the two) (?:diagonals|lines) in(?:to)? (?:two|2|half|halves)\b)"
)
"""A point is said to cut two lines in half."""
_RECTANGLE = re.compile(
    r"\b(?:get|gets|got|have|makes?|gives?|becomes?|forms?|into|is)\b"
    r"[^\d]*\brectangle\b[^\d]*(?P<one>\d+(?:\.\d+)?)[a-z ]*?(?:\b(?:and|by|times|x)\b|[x*×,])"
    r"[a-z ]*(?P<other>\d+(?:\.\d+)?)(?![\d.]*\s*[-+/=])"
)
"""The sides of a rectangle that something is turned into."""
HALVES_AT = re.compile(
    r"\b(?:two|both|2)(?: (?:little|small|same|equal|the))* (?:halves|parts|pieces|bits|angles)"
    r"(?: (?:at|of|by|next to|on))+ (?P<at>[a-z])\b.*"
    r"\b(?:same|equal|identical|match|congruent)\b"
)
"""Two parts of the angle at a corner are said to be equal."""


class Split(NamedTuple):
    """Something is cut into two pieces of these sizes."""

    whole: Expression | None
    """What is cut, where it has a name or a size."""
    sizes: tuple[Number, Number]
    is_angle: bool


def split_of(lower: str, items: Sequence[Item]) -> Split | None:
    """Return what a clause says is cut into what: ``OR cuts FH into two halves of 8``."""
    match = _SPLITS.search(lower)
    if match is None:
        return None
    said = match["pieces"]
    if _IN_HALF.match(said):
        return None  # "chops it in half = 58" is a calculation
    count = _COUNT.match(said)
    numbers = [number.value for number in read_numbers(said[count.end() :] if count else said)]
    numbers = [value for value in numbers if value > 0]
    if count is not None or re.search(r"\b(?:each|both|equal|same|apiece)\b", said):
        numbers = [value for value in numbers if count is None or value != 2 or len(numbers) == 1]
        numbers = numbers * 2 if len(numbers) == 1 else numbers
    if len(numbers) != 2 or re.search(r"\d ?[:/]|ratio", said):
        return None
    whole = [
        item.expression
        for item in items
        if item.expression is not None and match.start("whole") <= item.start < match.end("whole")
    ]
    named = [part for part in whole if isinstance(part, Quantity) or constant(part) is not None]
    if len(named) != len(whole) or len(named) > 1:
        named = []
    first = named[0] if named else None
    is_angle = "angle" in lower or (isinstance(first, Quantity) and first.kind == "angle")
    sizes = [Number(Fraction(str(value))) for value in numbers]
    return Split(first, (sizes[0], sizes[1]), is_angle)


def share_of(lower: str, items: Sequence[Item]) -> tuple[Expression | None, Expression] | None:
    """Return the arc that is said to be a share of the circle, none where it is only spoken of, and its degrees."""
    match = _SHARED.search(_TAIL.sub("", lower))
    before = lower[: match.start()] if match is not None else ""
    if match is None or not re.search(
        r"(?:^|\b(?:is|are|its|it's|thats|that's|be|takes?|makes?|covers?|just|gets?)|=)\W*"
        r"(?:just |only |exactly |like |about )*$",
        before,
    ):
        return None
    if re.search(r"\d", before) or (
        match["circle"] is None and not re.match(r"\W*(?:so |and |then )?(?:its|it's|thats|it is)\b", before)
    ):
        return None
    share = _value_of(match["share"])
    named = [item for item in items if len(item.points) > 1 and item.end <= match.start("share")]
    if share is None or len(named) > 1:
        return None
    degrees = Operation("*", (Number(share), _FULL))
    if not named:
        return None, degrees
    return (Quantity.of("arc", *named[0].points), degrees) if len(named[0].points) == 2 else None


def _value_of(share: str) -> Fraction | None:
    word = next((word for word in _NAMED_SHARES if word in share), None)
    if word is not None:
        count = 2 if share.startswith("two") else 3 if share.startswith("three") else 1
        return Fraction(count, _NAMED_SHARES[word])
    if share.endswith("%"):
        return Fraction(share.rstrip("% ")) / 100
    above, _, below = share.partition("/")
    return Fraction(int(above), int(below)) if int(below) else None


def _quotient(written: str) -> Fraction | None:
    above, _, below = written.partition("/")
    try:
        return Fraction(above.rstrip(".")) / Fraction(below.rstrip(".") or "1")
    except (ValueError, ZeroDivisionError):
        return None


def rectangle_of(lower: str) -> Expression | None:
    """Return the area of a rectangle that something is turned into: ``you get a rectangle which is 11 long and 6 high``."""
    match = _RECTANGLE.search(lower)
    return None if match is None else Operation("*", tuple(Number(Fraction(match[side])) for side in ("one", "other")))


def factor_of(lower: str, items: Sequence[Item]) -> tuple[Expression, bool | None] | None:
    """Return how many times one thing without a name is another, and whether the one is said to be the larger."""
    if (alone := _FACTOR_ALONE.match(_TAIL.sub("", lower))) is not None:
        scale = _quotient(alone["number"])
        told = _quotient(f"{alone['to']}/{alone['from']}") if alone["from"] else scale
        return None if scale is None or told != scale else (Number(scale), None)
    match = _FACTOR.match(_TAIL.sub("", lower))
    if sum(item.expression is not None and has_unknowns(item.expression) and item.text[-3:] != "one" for item in items) > 1:
        return None  # "the height is 1.5 times the radius" speaks of two parts by their kinds
    if match is None or any(isinstance(item.expression, Quantity) or len(item.points) > 1 for item in items):
        return None
    rest = match["rest"]
    if match["times"] is None and not match["other"]:
        return None
    other = f"{match['other'] or ''} {rest}"
    if (
        not other.strip()
        or re.search(r"\b(?:circle|it|that|this|them|180|360)\b", rest)
        or (match["times"] == "as" and " as " not in rest)
    ):
        return None
    written = match["number"].strip()
    value = _SHARE_WORDS.get(written)
    if value is None:
        above, _, below = written.replace(" ", "").partition("/")
        try:
            value = float(above) / float(below or 1)
        except (ValueError, ZeroDivisionError):
            return None
    one, is_into = match["one"], re.search(r"\b(?:fits?|goes)\b", lower) is not None
    is_larger: bool | None = None
    if _SMALL.search(one) and _BIG.search(other):
        is_larger = is_into
    elif _BIG.search(one) and _SMALL.search(other):
        is_larger = not is_into
    return Number(Fraction(value).limit_denominator(10**6)), is_larger
