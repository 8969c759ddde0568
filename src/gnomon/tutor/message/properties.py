"""What is said of all parts of a kind in this figure, without names: ``the three edges match``, ``you turn 60 at every corner``.

Also how many sides a shape has. Whether it holds is for `gnomon.tutor.symbolic.properties`.
"""

from __future__ import annotations

import re
from fractions import Fraction

from gnomon.algebra import Number
from gnomon.problem import QuantityKind
from gnomon.tutor.message.lexicon import canonical
from gnomon.tutor.message.moves import Claim, Group

SIDES = {
    "triangle": 3, "square": 4, "rectangle": 4, "rhombus": 4, "kite": 4, "parallelogram": 4, "trapezoid": 4, "trapezium": 4,
    "quadrilateral": 4, "pentagon": 5, "hexagon": 6, "heptagon": 7, "octagon": 8, "nonagon": 9, "decagon": 10,
}  # fmt: skip
"""Sides of shapes, by their names."""
_COUNTS = {"two": 2, "both": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}
"""Numbers of sides, corners or parts in words."""
_COUNT = rf"(?P<count>{'|'.join(_COUNTS)}|\d)"
_START = r"^(?:(?:so|and|then|well|ok|but|because|bc|cause|cos|since|now|yes) )*"
_KIND = r"(?P<kind>side|angle|arc)s?"
_KINDS: dict[str, tuple[QuantityKind, ...]] = {"side": ("length",), "angle": ("angle",), "arc": ("arc",)}
_EQUAL = (
    r"(?:are|is|have|has|must be|r) (?:all |both |exactly |also )*(?:the |of )*"
    r"(?:same|equal|identical|equally (?:long|big|large)|congruent)"
    r"(?: (?:length|size|long|big|measure|lengths|sizes|too|as each other))*"
)
_ALL_EQUAL = re.compile(
    rf"{_START}(?:(?P<all>all|every|each)(?: of)? )?(?:the |its |these )?(?:{_COUNT} )?"
    rf"(?:long |outer |inner |slanted )?{_KIND} {_EQUAL}\W*$"
    rf"|{_START}(?P<every>each|every|any) (?P<one>side|angle|arc) is (?:just |exactly )?as (?:big|long|large|wide) as "
    r"(?:(?:any|every|all|each) (?:of )?(?:the )?)?others?(?: one| \w+)?s?\W*$"
    rf"|{_START}no (?P<none>side|angle) is (?:longer|bigger|larger|shorter|smaller) than (?:another|any other|the others?)\W*$"
)
"""All parts of a kind, or so many of them, are said to be equal."""
_HAS_EQUAL = re.compile(
    rf"{_START}(?:(?:it has|its got|there (?:are|r)|theres|we have|there is)(?: got)? "
    rf"|(?:(?:a|the|this) )?(?:{'|'.join(SIDES)}|it) "
    rf"(?:makes|gives|cuts(?: it)? into) )?(?P<all>all )?(?:{_COUNT} )?"
    rf"(?:equal|identical|same)(?: long| sized?)? {_KIND}\W*$"
)
_HAS_SIDES = re.compile(
    rf"{_START}(?:(?:a|an|the|every|any|this|our) )?(?P<shape>{'|'.join(SIDES)}|it|figure|shape)s?(?:'s)? "
    rf"(?:(?:has|have|got|gets) )+(?:only |exactly )?{_COUNT} {_KIND}\W*$"
)
"""How many sides a shape has."""
_ONE = "(?:you|u|i|we)"
_EVERY = r"(?:at |in )?(?:every|each|any|the|a|all(?: the)?) (?:single )?(?:angle|corner)s?"
_SIZE = r"(\d+(?:\.\d+)?) ?(?:°|degrees?)?"
_TURN = re.compile(
    rf"{_START}(?:the )?(?:angle (?:that )?)?(?:{_ONE} )?turns? (?:{_ONE} (?:do|make|take) )?(?:at |in ){_EVERY}"
    rf" (?:is|are|=|by|must be) {_SIZE}\W*$"
    rf"|{_START}(?:(?:at|in) )?{_EVERY} {_ONE} (?:have to )?turn (?:by |for )?{_SIZE}\W*$"
    rf"|{_START}{_ONE} (?:always |have to )?turn (?:by |for )?{_SIZE} {_EVERY}\W*$"
    rf"|{_START}(?:each|every|the|all(?: the)?) (?:exterior|outside|outer) (?:angle|one)s?"
    rf" (?:is|are|=|must be) (?:each )?{_SIZE}\W*$"
)
"""How far one turns at every corner on the way round: the angle outside."""

_REGULAR = re.compile(
    rf"{_START}(?:each|every|one|an?|the|all(?: the)?) (?:single |inside |interior )?(?:angle|corner)s? "
    r"(?:of|in) (?:a|every|any|the) "
    rf"regular (?P<shape>{'|'.join(SIDES)}) (?:is|are|has|have|must be|measures?|=) (?P<size>\d+(?:\.\d+)?) ?(?:°|degrees?)?\W*$"
)
"""How large every angle of a regular shape is said to be."""


def property_of(text: str) -> Claim | None:
    """Return what a clause says of all parts of a kind; None where it says nothing of the sort.

    The claim's relation is ``all_equal`` (its group: the kind and how many, 0 for all), ``turn`` (its one side: the degrees),
    ``regular`` (the degrees of an angle of a regular shape of so many sides) or
    ``sides`` (how many a shape should have, and has; of this figure where the second is missing).
    """
    lower = canonical(text)
    if (match := _TURN.search(lower)) is not None:
        size = next(filter(None, match.groups()))
        return Claim("", (Number(Fraction(size)),), relation="turn")
    if (match := _REGULAR.search(lower)) is not None:
        return Claim("", tuple(Number(Fraction(each)) for each in (match["size"], SIDES[match["shape"]])), relation="regular")
    if (match := _HAS_SIDES.search(lower)) is not None:
        has = [SIDES[match["shape"]]] if match["shape"] in SIDES else []
        return Claim("", tuple(Number(Fraction(each)) for each in (_counted(match["count"]), *has)), relation="sides")
    match = _ALL_EQUAL.search(lower) or _HAS_EQUAL.search(lower)
    if match is None:
        return None
    found = match.groupdict()
    kinds = _KINDS[found["kind"] or found.get("none") or found.get("one") or "angle"]
    is_all = bool(found["all"] or found.get("none") or found.get("every"))
    count = 0 if is_all else _counted(found["count"] or "")
    is_said = is_all or found["count"]
    return Claim("", relation="all_equal", group=Group(kinds, count)) if is_said else None


def _counted(word: str) -> int:
    return int(word) if word.isdigit() else _COUNTS.get(word, 0)
