"""What a short answer says in numbers: "40", "both 90", "10+3 so 13", "5x + 15", "235, so 135 left", "one is 12, the other 15".

Every word of it has to be known, else nothing is said here: a number inside a sentence may be of anything.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from gnomon.algebra import Expression, Letter, unknowns
from gnomon.packaged import packaged_yaml
from gnomon.tutor.message.reckoned import Told, in_signs, told_in

LONGEST = 14
"""Words up to which a message is an answer."""
_MOST_SIGNS = 120
"""Characters up to which it is."""
_LEAD = re.compile(
    r"^[^\w√(\-−]*(?:(?:so|then|ok|okay|oh|ah|u+m+|u+h+m*|h+m+|er+m*|well|also|just|like|and|but|wait|oops"
    r"|sorry|no wait|i think|i thnk|i guess"
    r"|i got|i get|i have|i'd say|id say|i say|i found|i make it|it'?s|it is|that'?s|that is|this is|must be|has to be|should be"
    r"|would be|could be|is|are|they are|theyre|they're|they both are|there are|there r|theres|we have|we"
    r" get|u get|you get|you have"
    r"|it has|they have|the answer is|answer|it has to be|it must be|it would be|it should be|comes to|makes|make|they make|gives"
    r"|that gives|that makes|about|around|roughly|approximately|approx|circa|ca|exactly|idk|dunno|not sure(?:"
    r" but)?|maybe|perhaps|probably"
    r"|i believe|guess|again|still|also|same so|each is|each|both|all|every|the|a|only|easy|yes|yeah|yep"
    r"|ye|yea|ya|you|u|we|leaves|left"
    r"|x is)\b[\s,.:!…]*|[=≈~]\s*)*",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"(?:[\s,.!?…]*(?:\b(?:i think so|think so|i think|i guess|i believe|guess|maybe|or so|lol|haha|xd|too"
    r"|also|as well|then|each|both|again"
    r"|right|left|over|altogether|together|in total|in all|of them|for both|for each|of each|each one|per"
    r" side|easy|obviously|of course|ofc"
    r"|that's it|thats it|correct|no|more|it is|is it|there|of it|long|wide|in all|all in all|or not|pls|sir|miss|total|exactly"
    r"|about|ish|i'd say|id say|a piece|apiece|i hope|hopefully|the same|same)\b|[:;][-']?[)D(P]))*[\s.!?…]*$",
    re.IGNORECASE,
)
_ARTICLED = re.compile(
    r"^(?:so|then|its|it's|it is|thats|that's|i think|maybe|idk|they make|they are|by|about|just|ok|oh|well"
    r"|is|u+m+|u+h+m*)\b[ ,]*"
)
"""What stands before a share with its article: ``its a third``."""
_UNIT = re.compile(
    r"^ ?(?P<unit>°|º|degrees?|deg|[ckmd]?m(?:²|2|\^2| squared)?|(?:square|sq\.?) ?(?:[ckmd]?m|met\w+)|units?"
    r"|centimet(?:er|re)s?|met(?:er|re)s?)(?![\w])",
    re.IGNORECASE,
)
_NOUN = re.compile(
    r"^ ?(?:arcs?|sides?|corners?|angles?|triangles?|vertices|parts?|pieces?|bits?|of them|x'?e?s|equal (?:arcs?"
    r"|sides?|angles?|parts?))\b"
)
_SO = re.compile(
    r"^\W*(?:(?:so|is|are|makes?|that'?s|thats|its|it'?s|gives?|=|≈|and that'?s|which is|equals|then|i get"
    r"|i got|->|→|about)\W*)+$"
)
_OTHER = re.compile(r"^,?(?: and| but)? ?(?:the )?other(?: one)?(?: is| has|'s|s)?,? $")
_ONE = re.compile(r"^(?:the )?(?:one|1|first)(?: one| of them)?(?: is| has|'s|s)?,? (?=[\d(√x])", re.IGNORECASE)
_AND = re.compile(r"^(?:,| and|, and| &| then|, then|, so|,? and then| so) $")
_REASON = re.compile(
    r"^(?:,|\.|:| -)? ?(?:cause|cuz|cos|because|bc|since|as|its|it's|they|theyre|half|like|just|same|by|from"
    r"|so|due|thats|that's|double|twice"
    r"|there'?s|there is|it has|opposite|also|the|pythag\w*|thales|isosceles|like)\b.*$"
)
_BECAUSE = re.compile(r",? (?:cause|cuz|cos|because|bc|since) ")
_TIMES = re.compile(r"^ ?(?:times|x)(?: (?:as|bigger|longer|larger|more|the)\b[\w ]*)?$")
_TABLE = packaged_yaml(__package__, "reckoned.yaml")
_SHARES: dict[str, tuple[int, int]] = {said: (above, below) for said, (above, below) in _TABLE["shares"].items()}
_SHARE_END = re.compile(
    r"(?: (?:of (?:it|that|them|the (?:circle|arc|angle|other(?: one)?|whole(?: thing)?|big one|turn))|as"
    r" (?:long|big|much|large|many|wide)"
    r"|the (?:circle|arc|angle|other one|size|length)|it|that))+$"
)
_AMOUNTS: dict[str, int] = _TABLE["amounts"]


class Said(NamedTuple):
    """What an answer says."""

    values: tuple[Expression, ...]
    """The numbers, or expressions with letters, that it settles on, in order."""
    units: tuple[str, ...]
    """Of each, empty where it has none."""
    shown: Expression | None = None
    """The calculation before the result: 10 + 3 of "10+3 so 13"."""
    reason: str = ""
    """What stands behind the number and is no number: ``its a radius``."""
    is_share: bool = False
    """Whether it is a part or a factor: ``half``, ``2.25 times``."""
    is_amount: bool = False
    """Whether it was told as a size of a known kind: ``half a circle``."""
    is_unequal: bool = False
    """Whether it is said of one and the other."""


def said_in(text: str, letters: frozenset[str] = frozenset()) -> Said | None:
    """Return what a short answer says in numbers; None where it says none, or other words as well.

    Args:
        text: of the message.
        letters: that stand for numbers in the problem.
    """
    plain = " ".join(text.replace("’", "'").split())
    if not plain or len(plain.split()) > LONGEST or len(plain) > _MOST_SIGNS:
        return None
    core = _TAIL.sub("", _LEAD.sub("", plain)).strip()
    for words in dict.fromkeys((core.lower(), _ARTICLED.sub("", plain.lower()).strip(" .!?,"))):
        amount = re.sub(r"^(?:make|give|are|form) ", "", words)
        if amount in _AMOUNTS:
            return _one(_AMOUNTS[amount], is_amount=True)
        head, *reason = _BECAUSE.split(words, maxsplit=1)
        if (share := _share_of(_SHARE_END.sub("", head))) is not None:
            return share._replace(reason=" ".join(reason).strip())
    unequal = _ONE.sub("", core)
    signs = in_signs(unequal, letters)
    return _parts(signs, told_in(signs, letters), is_unequal=unequal != core)


def _one(above: int, below: int = 1, *, is_share: bool = False, is_amount: bool = False) -> Said | None:
    told = told_in(f"{above} / {below}" if below > 1 else str(above))
    return Said((told[0].expression,), ("",), is_share=is_share, is_amount=is_amount) if told else None


def _share_of(words: str) -> Said | None:
    if words in _SHARES:
        return _one(*_SHARES[words], is_share=True)
    percent = re.fullmatch(r"(\d+(?:\.\d+)?) ?(?:%|percent|per cent)", words)
    return None if percent is None else _scaled(percent[1])


def _scaled(percent: str) -> Said:
    return Said((told_in(f"{percent} / 100")[0].expression,), ("",), is_share=True)


def _parts(signs: str, told: list[Told], *, is_unequal: bool) -> Said | None:
    """Return what numbers in signs say, where nothing is left between and behind them."""
    if not told or not signs.startswith(told[0].text.split(" = ")[0]):
        return None
    values: list[Expression] = []
    units: list[str] = []
    shown: Expression | None = None
    at = 0
    for each in told:
        start = signs.find(each.text.split(" = ")[0], at)
        between = signs[at:start]
        if each.other is not None:
            if values or len(told) > 1 or (has_letter(each.expression) and not isinstance(each.expression, Letter)):
                return None
            return (
                Said((each.other,), (_unit_behind(signs, each.end)[0],), each.expression)
                if not signs[each.end :].strip(" .!?°")
                else None
            )
        if values and _SO.match(between) is not None and not is_unequal and not _is_plain(shown, values):
            shown, values, units = values[-1], values[:-1], units[:-1]
        elif values and not (_AND.match(between) or _OTHER.match(between)):
            return _with_reason(signs, at, values, units, shown, is_unequal=is_unequal)
        is_unequal = is_unequal or _OTHER.match(between) is not None
        unit, at = _unit_behind(signs, each.end)
        values.append(each.expression)
        units.append(unit)
    return _with_reason(signs, at, values, units, shown, is_unequal=is_unequal)


def has_letter(expression: Expression) -> bool:
    """Whether a letter stands in an expression."""
    return any(True for _ in unknowns(expression))


def _is_plain(shown: Expression | None, values: list[Expression]) -> bool:
    """Whether the number before is one by itself, so that "so" adds another: ``235, so 135``."""
    return shown is None and str(values[-1]).replace(".", "").isdigit()


def _unit_behind(signs: str, end: int) -> tuple[str, int]:
    """Return the unit at a place, or before it, and where it ends."""
    before = re.search(r"(°|degrees?|deg|[ckmd]?m²?)$", signs[:end])
    match = _UNIT.match(signs[end:])
    if match is not None:
        end += match.end()
    if (noun := _NOUN.match(signs[end:])) is not None:
        end += noun.end()
    return (match["unit"] if match is not None else before[1] if before is not None else ""), end


def _with_reason(
    signs: str, at: int, values: list[Expression], units: list[str], shown: Expression | None, *, is_unequal: bool
) -> Said | None:
    rest = _TAIL.sub("", signs[at:]).strip(" .!?,")
    if _TIMES.fullmatch(rest) and len(values) == 1:
        return Said(tuple(values), tuple(units), shown, is_share=True)
    if rest and not _REASON.match(signs[at:]):
        return None
    return Said(tuple(values), tuple(units), shown, rest, is_unequal=is_unequal)
