"""What is said of several parts of a kind together, or of one among them, without formulas.

"66 is the difference of the arcs", "the two i know make 235", "BG is the longest side", "LW faces the 48", "the three outside
ones are 120, 135 and 105". Which parts of the figure are meant is for the judge to find.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from gnomon.algebra import Expression, Letter, Number, Quantity
from gnomon.problem import QuantityKind, unknowns
from gnomon.tutor.message.formula import Item
from gnomon.tutor.message.moves import Claim, Group

_KINDS: dict[str, tuple[QuantityKind, ...]] = {
    "arc": ("arc",), "angle": ("angle",), "corner": ("angle",), "side": ("length",), "leg": ("length",), "base": ("length",),
    "parallel": ("length",), "diagonal": ("length",), "chord": ("length",), "tangent": ("length",), "segment": ("length",),
    "line": ("length",), "length": ("length",), "piece": ("length",),
}  # fmt: skip
"""Words for parts of a kind; others ("ones") may be of any."""
_KIND = r"(?P<kind>arc|angle|corner|side|leg|base|parallel|diagonal|chord|tangent|segment|line|length|piece|one|part|bit)s"
_TOP_AND_BOTTOM = r"(?P<both>top and (?:the )?bottom|bottom and (?:the )?top)"
# How many parts are spoken of, by the word that counts them.
_SMALL = {"two": 2, "2": 2, "both": 2, "three": 3, "3": 3, "four": 4, "4": 4}
_COUNT = r"(?:(?P<count>two|three|four|both|[234]) )?"
_SHARE = r"(?:(?P<share>half(?: of)?|twice|double) )?"
# What is taken of parts that are put together.
_SHARES = {"half": Fraction(1, 2), "twice": Fraction(2), "double": Fraction(2)}
_NUMBER = r"\d+(?:\.\d+)?"
_OPERATIONS = {"sum": "sum", "total": "sum", "difference": "difference", "average": "mean", "mean": "mean", "product": "product"}
_PUT_TOGETHER = re.compile(
    rf"\b(?:is|are|=|be|its|it's)\b(?: just| only| exactly| also)? {_SHARE}(?:the |an? )?(?P<operation>{'|'.join(_OPERATIONS)})"
    rf" (?:of|between|from) (?:the |both |these |those |its |all )*{_COUNT}(?:parallel |known |other |given"
    rf" )*(?:{_KIND}|{_TOP_AND_BOTTOM})\W*$"
)
"""Something is said to be a sum, or the like, of parts of a kind."""
_ADDED = re.compile(
    rf"\b(?:is|be|=|are)\b(?: just| only| exactly)? (?:the |these |those )?{_COUNT}(?:far |remote |opposite "
    rf"|other |inside |inner |far away |known |given )*"
    rf"(?:{_KIND}) (?P<operation>together|added|combined|put together|added up|summed up|added together)\W*$"
)
"""Something is said to be several parts together."""
_HALVED_SUM = re.compile(
    rf"\b(?:is|be|=)\b(?: just| only)? (?P<share>half(?: of)?|twice|double) what (?:the |both |these )*{_COUNT}{_KIND}"
    r" (?P<operation>make|add up to|have|are|come to)(?: together| altogether)?\W*$"
)
_DIFFERING = re.compile(
    rf"\b(?:is|are|=|its|it's)\b(?: just| only)? {_SHARE}what (?:the |both |these )*{_COUNT}{_KIND} (?P<operation>differ) by\W*$"
)
_MAKING = re.compile(
    rf"\b(?:the|these|those|both|my|all)(?: other| known| given)* {_COUNT}(?:other |known |given |outside |outer"
    rf" |exterior |inside |inner )*(?:(?:{_KIND}) )?(?:that )?"
    r"(?:(?:i|we|u|you|they) (?:already )?(?:know|have|got|give|gave)(?: me| us)?(?: already)? |are given )?"
    rf"(?P<before>together |all together )?(?:make|makes|add up to|add to|sum to|come to|give|total|are|is)"
    rf" (?:up )?(?P<sum>{_NUMBER})"
    r"(?: ?°| degrees| deg| [ckmd]?m)?(?P<together> (?:together|altogether|in total|all together))?\W*$"
)
"""Parts of a kind are said to have a sum."""
_KNOWN = re.compile(r"\b(?:know|known|given?|gave|have|got)\b")
_TOTALS = frozenset({90, 180, 360, 540, 720})
"""Sums of angles that theorems give."""
_DIFFER = re.compile(rf"\b(?:the |both |these )*{_COUNT}{_KIND} (?:differ|are apart) by (?P<size>{_NUMBER})\b")
_EXTREME = re.compile(
    r"\b(?:is|be) (?:the |our |by far the )*(?P<more>longest|biggest|largest|greatest)?(?P<less>shortest|smallest|least)?"
    r"(?: (?:side|angle|one|part|of (?:all|them|the three|the sides)|of the triangle|in the triangle|here))*\W*$"
)
"""A part is said to be the largest or smallest of its kind."""
_FACES = re.compile(
    r"\b(?:faces|looks at|(?:is|lies|sits) (?:right |straight )?(?:across from|opposite(?: of| to| from)?|facing))"
    rf" (?:the |that |angle )*(?P<size>{_NUMBER})(?: ?°| degrees?)?(?: angle| one)?\W*$"
)
"""A side is said to lie opposite to an angle of some size."""
_FACES_CORNER = re.compile(
    r"\b(?:faces|looks at|(?:is|lies|sits) (?:right |straight )?(?:across from|opposite(?: of| to| from)?"
    r"|facing)) (?:angle |corner |point )?(?P<at>[a-z])\W*$"
)
_THEY_EQUAL = re.compile(
    r"^\W*(?:(?:so|and|then|because|cause|cos|but) )*(?:they|theyre|they're|these|those|both|the two|the (?:two"
    r" )?(?P<kind>angle|side|arc)s"
    r"|both (?P<other>angle|side|arc)s)(?: both| two)?(?: are| r| must be| have to be| should be)? (?:both |all |exactly )?"
    r"(?:the same(?: size| length| big| thing)?|equal|equally (?:big|long|large)|as (?:big|long|large) as each other)\W*$"
)
"""Parts that nobody has named are said to be equal."""
_EXTERIOR = re.compile(r"\b(?:is|be) (?:just |also )?(?:the |an? )?(?:outside|exterior|outer) angle(?! (?:is|=))\b")
"""An angle is said to lie outside a triangle."""
_LISTED = re.compile(
    rf"\b(?:the )?(?:other )?(?P<count>three|four|3|4) (?:outside |inside |other |outer |inner |exterior |interior )*{_KIND}"
    rf" (?:are|would be|must be|=|have) (?P<sizes>{_NUMBER}°?(?:(?:,? and |, | |,? n ){_NUMBER}°?)+)\W*$"
)
"""So many parts are given their sizes."""


def together_of(lower: str, items: Sequence[Item]) -> Claim | None:
    """Return what a clause in small letters says of several parts of a kind; None where it says nothing of the sort."""
    if (match := _LISTED.search(lower)) is not None:
        sizes = [Number(Fraction(number)) for number in re.findall(_NUMBER, match["sizes"])]
        is_all = len(sizes) == _SMALL[match["count"]]
        return Claim("", tuple(sizes), relation="sizes", group=_group(match)) if is_all else None
    if (match := _first(lower, _PUT_TOGETHER, _DIFFERING, _ADDED, _HALVED_SUM)) is not None:
        left = _last(items, match.start())
        told = match.groupdict().get("share")
        share = _SHARES[told.split()[0]] if told else Fraction(1)
        operation = _OPERATIONS.get(match["operation"]) or ("difference" if match["operation"] == "differ" else "sum")
        return None if left is None else Claim("", (left, Number(share)), relation=operation, group=_group(match))
    if (match := _MAKING.search(lower)) is not None:
        total = Number(Fraction(match["sum"]))
        is_told = (match["kind"] and (match["together"] or match["before"])) or _KNOWN.search(match.group())
        is_told = is_told or (match["count"] and match["kind"] and total.value in _TOTALS)
        return Claim("", (total, Number(Fraction(1))), relation="sum", group=_group(match)) if is_told else None
    if (match := _DIFFER.search(lower)) is not None:
        return Claim("", (Number(Fraction(match["size"])), Number(Fraction(1))), relation="difference", group=_group(match))
    if (match := _EXTERIOR.search(lower)) is not None and re.search(r"\d", lower) is None:
        part = _last(items, match.start())
        return Claim("", (part,), relation="exterior") if isinstance(part, Quantity) and part.kind == "angle" else None
    if (match := _EXTREME.search(lower)) is not None and (match["more"] or match["less"]):
        part = _last(items, match.start()) or _size_at(items, match.start())
        relation = "greatest" if match["more"] else "least"
        return Claim("", (part,), relation=relation) if isinstance(part, Quantity | Number) else None
    if (match := _FACES_CORNER.search(lower)) is not None and match["at"].upper() in {
        point for item in items for point in item.points
    }:
        part = _last([item for item in items if len(item.points) != 1], match.start())
        return Claim("", (part, Letter(match["at"].upper())), relation="faces") if isinstance(part, Quantity) else None
    if (match := _FACES.search(lower)) is not None and not re.search(r"\d", lower[: match.start()]):
        part = _last(items, match.start())
        size = Number(Fraction(match["size"]))
        is_side = isinstance(part, Quantity) and part.kind == "length"
        return Claim("", (part, size), relation="faces") if is_side and part is not None else None
    return None


def they_equal(lower: str) -> Claim | None:
    """Return that parts without names are equal, where a clause in small letters says so and no more."""
    match = _THEY_EQUAL.match(lower)
    if match is None:
        return None
    return Claim("", relation="equal", group=Group(_KINDS.get(match["kind"] or match["other"] or "", ()), 2))


def is_said_together(text: str) -> bool:
    """Whether words say something of parts of a kind, where an "and" may join it to another statement."""
    extreme = _EXTREME.search(text)
    is_extreme = extreme is not None and bool(extreme["more"] or extreme["less"])
    return is_extreme or any(pattern.search(text) for pattern in (_FACES, _FACES_CORNER, _EXTERIOR, _PUT_TOGETHER))


def _group(match: re.Match[str]) -> Group:
    found = match.groupdict()
    kind = found.get("kind") or ""
    kinds = ("length",) if found.get("both") else _KINDS.get(kind, ())
    return Group(kinds, _SMALL.get(found.get("count") or "", 0), _KNOWN.search(match.group()) is not None)


def _first(text: str, *patterns: re.Pattern[str]) -> re.Match[str] | None:
    return next((match for pattern in patterns if (match := pattern.search(text)) is not None), None)


def _last(items: Sequence[Item], end: int) -> Expression | None:
    """Return the one number or part that stands before a place."""
    found = [item for item in items if item.expression is not None and item.end <= end]
    named = [leaf for item in found if item.expression is not None for leaf in unknowns(item.expression)]
    is_one = len(found) == 1 and (found[0].is_number or (bool(named) and all(isinstance(leaf, Quantity) for leaf in named)))
    return found[0].expression if is_one else None


def _size_at(items: Sequence[Item], end: int) -> Expression | None:
    """Return the one number that stands before a place, whatever corner is named with it: ``the 60 at L``."""
    found = [item.expression for item in items if item.is_number and item.end <= end]
    return found[0] if len(found) == 1 else None
