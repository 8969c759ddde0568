"""Claims of one clause: equations, values, calculations, from its expressions and the words between them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import pairwise, takewhile

from gnomon.algebra import Expression, Letter, Number, Operation, Quantity, constant, unknowns
from gnomon.tutor.message.described import LYING, OPEN
from gnomon.tutor.message.formula import Item, Names
from gnomon.tutor.message.moves import Claim, Description, Kind, Move, has_unknowns, is_final
from gnomon.tutor.message.vocabulary import word_list

_SILENT = frozenset({"hedge", "stop", "of", "sign", "command", "circle", "gap", "dimension"})
"""Kinds of item that say nothing about what the clause speaks of."""
_RIGHT_ANGLES = frozenset({"right angle", "a right angle", "right angles", "90 degree angle", "rt angle"})
"""Words that say of an angle that it has 90°."""
_TOTALLING = frozenset({"make", "makes", "give", "gives", "total", "equals", "macht", "ergibt", "ergeben", "="})
"""Verbs after which two numbers or angles are added: ``52 and 71 make 123``; "are" says it of each."""


_GIVING = frozenset({"gives", "give", "makes", "make"})
"""Verbs behind an equation with its solution; an equals sign goes on with the chain."""
_PLACING = frozenset({"on", "in", "at", "from", "over", "of", "to"})
"""Words before ``the same`` that say where something lies: ``on the same side``."""
_PLACING_ALL = _PLACING | {"by", "for", "with", "inside", "outside", "and", "then", "so", "up", "down", "there", "the"}
_RESUMING = frozenset(
    {
        "it",
        "its",
        "it's",
        "it is",
        "that",
        "thats",
        "that's",
        "theres",
        "there's",
        "there is",
        "there",
        "we have",
        "u get",
        "you get",
        "you have",
    }
)
"""Words that stand for a part named before them in a clause."""
_SEEKING = frozenset({"need", "want", "find", "looking", "seek", "calculate", "get"})
"""Words with which a part is said to be looked for."""
_TOTALS = re.compile(r"(?:that|it|this|all|they|which)?(?:'?s| all)? ?(?:makes?|adds? up to) (?:180|360|540|720)\b")
"""What several values of angles are checked by."""
_WORKED = re.compile(
    r"^(?:add|subtract|multipl|divid|calculat|work|us|tak|plug|solv|put|typ|round|square|halv|doubl|comput|minus|plus)"
)
"""Beginnings of words for working something out, behind which ``i get`` gives its result."""
_COUNTS = re.compile(r"\b(?:all|the|these|those|both|my|other|first)\s+$", re.IGNORECASE)
"""Before a number that counts what is spoken of."""
_BESIDE = re.compile(r"\b(?:across from|opposite|facing|next to|beside|between)\b")
"""Words for where a part lies: a number behind them is no value of it (``NG is across from 45``)."""
_GOT = re.compile(r"\b(?:i|we|you|u) (?:get|got|have|end up with)\b|\bgives?\b")
"""Words with which a result is told, and nothing is said of a part."""
_MAKES = re.compile(r"\bis\b.*\b(?:minus|plus|less|take away|times|divided by)\b.*\b(?:makes?|leaves?|gives?)\b")
_ASIDE = frozenset({"i", "we", "you", "u"})
"""Words that begin an aside."""
_LEFT = frozenset({"left", "missing", "remaining"})
"""Words behind a value that say it is what is left."""
_RIGHT = 90
"""Degrees of a right angle."""
_LEADING_AWAY = re.compile(r"\b(?:to|from|off|left(?! for)|away|until)\b")
"""Between a number and a name: what is said lies between that and something else."""
_PART_BESIDE = re.compile(
    r"\b(?:height|altitude|perpendicular|parallel|distance)s? (?:of (?:the |that )?(?:\w+ )?\w+ )?"
    r"(?:on|onto|to|from|above|over|through) (?:side |the side |line )?$"
    r"|\b(?:left|rest|remains|bits?|parts?|pieces?) (?:of|from) (?:side |the side )?$"
)
"""Before a name that only says where another part lies, or of what it is a piece: ``the height on HQ``, ``the rest of SR``."""
_HEIGHT = re.compile(
    r"(?:(?:so|and|then|first|the|its|a) )*(?:height|altitude|perpendicular|(?P<far>(?:shortest |perpendicular )?distance))"
    r"(?: (?:from|of|through) (?:point |corner )?(?P<from>[a-z])\b)?"
    r"(?: (?:on|onto|to|from|over|above) (?:(?:the )?(?:(?:side|line|base|chord) )?(?P<base>[a-z]{2})\b|(?P<chord>the chord)))?",
    re.IGNORECASE,
)
"""A height, or a distance from a line, by the point that it comes from and the line that it stands on."""
_OF_TRIANGLE = re.compile(r"\bangle (?:of|in) (?:the )?triangle\b")
"""Before three letters that name a triangle, and not the angle between two of its sides."""
_MOST_SUMMED = 6
"""Results that ``together`` adds: as many as a hexagon has sides."""
_LARGEST = 1e9
"""No part of a figure is larger."""
_LARGEST_COUNT = 12
"""A larger number is no count of sides or corners."""
_NO_SIZE = frozenset({"way", "direction", "line", "arc", "side", "spot", "point", "triangle", "reason", "thing"})
"""What may be the same without a size being the same: ``they go the same way``."""
_ARTICLE = re.compile(r"\ban?\s+(?:\w+\s+)?$")
"""Before a word for a part that only tells of what kind something is."""
_DRAWN = re.compile(r"\bi (?:\w+ )?(?:colou?red|drew|painted|marked|highlighted|circled|copied|shaded)\b")
"""What is done to a picture claims nothing of the figure."""
_FROM_TO = re.compile(r"\bfrom [A-Z] (?:\w+ )?to (?:the|where)\b")
"""A way from a point to somewhere: no angle at that point."""
_REFERS = re.compile(r"\b(?:the|that|this|high|another|a)\s+$", re.IGNORECASE)
"""Before a number that is only referred to."""


_ARE_RADII = re.compile(r"\b(?:are|r) (?:both |all )?(?:the )?radii\b")
_ARE_VERTICAL = re.compile(r"\b(?:are|r) (?:both )?(?:vertical(?:ly opposite)? angles|vertically opposite|verticals)\b")
"""Where several parts are said to be of a kind whose members are equal."""
_ROUNDED = 0.01
"""Relative difference of a result that was rounded."""


def claims_of(items: Sequence[Item], names: Names, text: str) -> list[Move]:
    """Return the moves that claim something among the items of a clause."""
    told = [item for item in _without_aside(items) if item.kind not in {"hedge", "stop", "gap"}]
    if not any(item.text in {"=", ":"} for item in told):
        told = [item._replace(kind="count", expression=None) if _is_ratio(item) else item for item in told]
    reader = _ClauseReader(names, text)
    found = reader.compared(told) or [
        move for segment in _segments(_with_equals(told)) for move in reader.compared(segment) or list(reader.chain(segment))
    ]
    return [reader.left_open(move) for move in found]


def _is_ratio(item: Item) -> bool:
    """Whether two small numbers are a ratio, which gives no part a value: ``X splits FR 2:1``."""
    match item.expression:
        case Operation("/", (Number(Fraction() as one), Number(Fraction() as other))) if ":" in item.text:
            return max(one, other) <= _LARGEST_COUNT
    return False


def _without_aside(items: Sequence[Item]) -> Sequence[Item]:
    """Leave out what a learner says of themselves behind a value: ``57 and i still hate this``."""
    at = next((at for at, item in enumerate(items) if at and item.kind == "hedge" and item.text.lower() in _ASIDE), len(items))
    is_behind = any(item.kind == "expr" for item in items[:at]) and not any(
        item.kind in {"expr", "equals"} for item in items[at:]
    )
    end = at - (is_behind and items[at - 1].kind == "and")
    return items[:end] if is_behind else items


def _segments(items: Sequence[Item]) -> Iterator[list[Item]]:
    """Cut at an arrow after an equation, at an ``and`` that joins two statements, and before a new one (``a = 7 b = 24``)."""
    segment: list[Item] = []
    for index, item in enumerate(items):
        has_equals = any(each.kind in {"equals", "subject"} for each in segment) or _is_measured(segment)
        is_new = item.kind == "expr" and has_equals and bool(segment) and segment[-1].kind == "expr"
        if is_new and index + 1 < len(items) and items[index + 1].kind == "equals":
            yield segment
            segment = [item]
        elif _is_joint(item, segment, items[index + 1 :], has_equals=has_equals):
            yield segment
            segment = []
        else:
            segment.append(item._replace(kind="equals") if item.kind == "arrow" else item)
    if segment:
        yield segment


def _is_joint(item: Item, before: Sequence[Item], behind: Sequence[Item], *, has_equals: bool) -> bool:
    """Whether an item parts two statements."""
    if _gives_solution(item, before, behind):
        return True
    goes_on = any(each.kind in {"equals", "subject"} for each in behind)
    if item.kind == "and" and [each.is_number for each in before] == [True] and _are_listed(behind):
        return True
    return (has_equals and item.kind == "arrow") or (item.kind == "and" and goes_on and (has_equals or _is_worked(before)))


def _are_listed(items: Sequence[Item]) -> bool:
    """Whether several parts get a value each: ``(27 and) the angles are 64, 42 and 74``."""
    is_several = bool(items) and items[0].expression is not None and items[0].text.lower().endswith("s")
    return is_several and len(items) > 1 and items[1].kind == "equals" and sum(item.is_number for item in items) > 1


def _gives_solution(item: Item, items: Sequence[Item], behind: Sequence[Item]) -> bool:
    """Whether a verb stands between an equation with more than a name on each side and the number that solves it."""
    found = [each for each in behind if each.expression is not None]
    if item.kind != "equals" or item.text not in _GIVING or len(found) != 1 or not found[0].is_number:
        return False  # "6x - 14 = 2x + 50 gives 4x = 64" goes on
    told = [item for item in items if item.expression is not None or item.kind == "equals"]
    sides = [item.expression for item in told if item.expression is not None]
    is_equation = [item.kind for item in told] == ["expr", "equals", "expr"]
    return is_equation and all(map(_is_operation, sides)) and any(map(has_unknowns, sides))


def _is_operation(expression: Expression) -> bool:
    return isinstance(expression, Operation) and not is_final(expression)


def _is_measured(items: Sequence[Item]) -> bool:
    """Whether a length or the like alone is told: ``9 cm and the area would be 81``."""
    return len(items) == 1 and items[0].is_number and items[0].unit not in {"", "°"}


def _is_worked(items: Sequence[Item]) -> bool:
    """Whether a calculation without its result is all that is told: ``i did 21-10 and AG = 11``."""
    told = [item.expression for item in items if item.expression is not None]
    is_sum = len(told) == 1 and isinstance(told[0], Operation) and constant(told[0]) is not None and not is_final(told[0])
    return is_sum and items[-1].expression is not None


def _with_equals(items: Sequence[Item]) -> list[Item]:
    """Write the equals sign that learners leave out: ``ABC 40``, ``i got 57``, ``AB is the same as CD``."""
    found: list[Item] = []
    items = [item for before, item in pairwise([None, *items]) if item is not None and not _is_left(before, item)]
    for index, item in enumerate(items):
        before = found[-1] if found else None
        kind = before.kind if before is not None else ""
        has_equals = any(each.kind == "equals" for each in found)
        counts = index + 1 < len(items) and items[index + 1].kind == "triangle"  # "its 4 same triangles"
        if item.kind in {"same", "add_up"} and has_equals and kind == "expr" and not counts:
            break  # "arc DR = 41° same as the angle" gives a reason
        if item.kind in {"same", "equals"} and kind == "equals":
            continue
        if item.kind == "expr" and kind == "number_word":
            found.append(Item("equals", "", item.start, item.start))
        if (item.kind in {"same", "add_up"} or item.text == "~") and kind in {"expr", "subject"}:
            found.append(item._replace(kind="equals"))
            continue
        if item.kind == "subject" and kind == "subject":
            found.pop()
        elif worked := _worked_before(found, item):
            del found[worked:]  # "take 123 off 180 its 57"
            found.append(Item("equals", "", item.start, item.start))
        elif item.kind == "expr" and before is not None and (kind == "subject" or _gives_value(found, item)):
            while found[-1].kind == "word":
                found.pop()
            found.append(Item("equals", "", item.start, item.start))
        found.append(item)
    return _without_finding(found)


def _is_left(before: Item | None, item: Item) -> bool:
    """Whether a word only says of the value before it that it is what is left: ``there is 57 left``."""
    return item.kind == "place" and item.text in _LEFT and before is not None and before.is_number


def _has_equals_here(before: Sequence[Item]) -> bool:
    """Whether an equals sign stands in the statement that goes on, behind the last "and"."""
    here = takewhile(lambda each: each.kind != "and" or before[-1] is each, reversed(before))
    return any(each.kind == "equals" for each in here)


def _worked_before(before: Sequence[Item], item: Item) -> int | None:
    """Return where a calculation ends whose result the number ``item`` is, with at most "and that makes" between them."""
    if [each.kind for each in before[-2:]] == ["subject", "equals"]:
        before = before[:-1]
    if _has_equals_here(before):
        return None
    result = constant(item.expression) if item.expression is not None and is_final(item.expression) else None
    at = len(before)
    while at and before[at - 1].kind in {"subject", "and"}:
        at -= 1
    worked = before[at - 1].expression if at else None
    is_told = worked is not None and any(character.isalpha() for character in before[at - 1].text)  # "halve it" is 5/2
    if result is None or worked is None or (is_final(worked) and not is_told) or any(map(_is_operator, before)):
        return None
    value = constant(worked)
    # Only where it is the result: else the number may be said of something else.
    return at if value is not None and abs(value - result) <= _ROUNDED * max(1.0, abs(value)) else None


def _gives_value(before: Sequence[Item], item: Item) -> bool:
    """Whether a number behind a part is its value, also behind a verb of another language: ``PVD ölçüsü 115``."""
    if item.expression is None or has_unknowns(item.expression):
        return False
    foreign = list(takewhile(lambda each: each.kind == "word", reversed(before)))
    part = before[-1 - len(foreign)] if len(foreign) < len(before) else None
    if part is None or part.expression is None or not _is_part(part.expression):
        return False
    known = word_list("common") | word_list("everyday") | word_list("short")
    if [each.text for each in foreign] in (["has"], ["have"], ["gets"]):
        value = constant(item.expression)
        return item.unit == "°" or (value is not None and value > _LARGEST_COUNT)  # "angle ABC has 58 degrees"; "has 2 sides"
    return not any(each.text in known or each.text.isascii() for each in foreign)


def _without_finding(items: list[Item]) -> list[Item]:
    """Read ``i got x = 57`` as ``x = 57``: what was got is an equation."""
    for index, item in enumerate(items[:-3]):
        after = items[index + 2].expression
        is_named = items[index + 1].kind == "equals" and after is not None and _is_of_equation(items[index + 2 :])
        if item.kind == "subject" and is_named and any(each.kind == "equals" for each in items[index + 3 :]):
            return items[:index] + items[index + 2 :]
    return items


def _is_of_equation(items: Sequence[Item]) -> bool:
    """Whether an equation with an unknown in it begins: ``x = 57``, ``120 = 8·WP``."""
    first = items[0].expression
    behind = items[2].expression if len(items) > 2 and items[1].kind == "equals" else None
    return any(each is not None and has_unknowns(each) for each in (first, behind))


def _is_part(expression: Expression) -> bool:
    return isinstance(expression, Quantity | Letter)


@dataclass(frozen=True)
class _ClauseReader:
    names: Names
    text: str

    # comparisons of several parts

    def compared(self, items: Sequence[Item]) -> list[Move]:
        """Read ``AB and CD are the same``, ``ABC and CBD add up to 180`` and ``ABC and CBD are both 65``."""
        kinds = [item.kind for item in items]
        is_joined = "and" in kinds and bool({"same", "add_up"} & set(kinds))
        parts = [
            item
            for item in items
            if item.expression is not None
            and (_is_part(item.expression) or (is_joined and has_unknowns(item.expression)))  # "3x+2 and 5x-6 are the same"
        ]
        rest = [item for item in items if item.kind == "expr" and item not in parts]
        named = [item.expression for item in parts if item.expression is not None]
        fits = "length" not in kinds or all(isinstance(p, Quantity) and p.kind == "length" for p in self.names.pair)
        fits = fits and len({part.kind for part in self.names.pair if isinstance(part, Quantity)}) < 2
        if not named and self.names.pair and fits and {"same", "add_up"} & set(kinds):
            named = list(self.names.pair)  # "so they are equal"
        elif len(named) < 2 or "and" not in kinds or "equals" in kinds[: kinds.index("and")]:
            return []
        following = dict(pairwise(items))
        if any(item.kind == "same" and following.get(item) is not None and following[item].text in _NO_SIZE for item in items):
            return []  # "they go the same way"
        if any(each.kind == "same" and before.text in _PLACING for before, each in pairwise(items)):
            return []
        words = {item.text for item in items if item.kind in {"equals", "same", "add_up"}}
        source = self._source(items)
        quantities = [part for part in named if isinstance(part, Quantity)]
        if _is_equal_by_kind(self.text.lower(), quantities):
            return [self._move(pair, source) for pair in pairwise(quantities)]
        if (
            any(is_share(item.text) for item in rest)
            or len(rest) > 1
            or (rest and (rest[0] is not [item for item in items if item.kind == "expr"][-1]))
        ):
            return []
        if not rest:
            if "add_up" in kinds and any("suppl" in word for word in words):
                return [self._move((_total(named), Number(Fraction(180))), source)]
            return [self._move(pair, source) for pair in pairwise(named)] if "same" in kinds else []
        value, unit = rest[0].expression, rest[0].unit
        assert value is not None
        if "add_up" in kinds or words & _TOTALLING:
            return [self._move((_total(named), value), source, unit=unit)]
        return [self._move((part, value), source, unit=unit) for part in named] if "equals" in kinds and parts else []

    def _is_placed(self, side: Expression, behind: Item) -> bool:
        """Whether a part is named behind a value of "it", or a corner behind "there is a right angle"."""
        is_corner = behind.expression is not None and self._is_described(behind.expression, "vertex")
        return self._is_described(side, "asked") or (is_corner and side == Letter("the right angle"))

    def _is_angle_of_length(self, subject: Expression, value: Expression, source: str) -> bool:
        """Whether a length is said to make right angles: ``the altitude makes two right angles``."""
        described = self.names.described.get(subject) if isinstance(subject, Letter) else None
        kinds = described.kinds if described is not None and described.sort == "part" else ()
        is_length = (isinstance(subject, Quantity) and subject.kind == "length") or (bool(kinds) and "angle" not in kinds)
        return is_length and constant(value) == _RIGHT and "right angle" in source.lower()

    # chains

    def chain(self, items: Sequence[Item]) -> Iterator[Move]:
        """Read ``a = b = c``, and what stands alone."""
        parts = _split(items)
        source = self._source(items)
        if len(parts) == 1:
            yield from self._alone(parts[0], source)
            return
        subject = _taken_up(parts[0]) or self._height(parts[0]) or self._subject(parts)
        is_clear = subject is not None and not self._is_described(subject, "asked", "unknown")
        if subject is not None and (got := self._got(parts, subject, source)) is not None:
            yield from self._alone([got], source)
            return
        found = self._right_sides(parts, is_clear=is_clear)
        if found is None and not is_clear:
            subject, found = None, self._calculated(parts)
        if found is None:
            return
        sides = [] if subject is None else [subject]
        sides += [item.expression for item in found if item.expression is not None]
        behind = [item for item in parts[-1][1:] if item.expression is not None and _is_part(item.expression)]
        if len(sides) == 2 and len(behind) == 1 and self._is_placed(sides[0], behind[0]) and not has_unknowns(sides[1]):
            sides[0] = behind[0].expression or sides[0]  # "its 62 up at T"
        sides = sides[self._runs_on(parts, sides, source) or self._is_lead(sides) :]
        if len(sides) > 1 and not _is_told_apart(parts, sides):
            yield from self._pairs(sides, ["", *(item.unit for item in found)][-len(sides) :], source)
            yield from self._named_behind(parts[-1], sides, source)
        elif isinstance(subject, Number) and len(sides) == 1:
            unit = next((item.unit for item in parts[0] if item.expression == subject), "")
            yield from (self._move((subject, meant), source, unit=unit) for meant in self._meant_behind(parts[1]))
        elif subject is None and sides and not parts[0]:
            yield from self._alone([item for item in parts[1] if item.kind == "expr"], source)
        elif subject is not None and len(sides) == 1 and self._is_described(subject, "asked"):
            yield from self._named_result(parts[1], source)

    def _calculated(self, parts: Sequence[Sequence[Item]]) -> list[Item] | None:
        """Return the sides of a calculation with its result, whatever words stand around it: ``it leaves 17-8=9 at the end``."""
        found = self._right_sides(parts, is_clear=True) or []
        is_calculation = len(found) > 1 and isinstance(found[0].expression, Operation) and not is_final(found[0].expression)
        is_plain = all(item.expression is not None and not has_unknowns(item.expression) for item in found)
        return found if is_calculation and is_plain else None

    def _right_sides(self, parts: Sequence[Sequence[Item]], *, is_clear: bool) -> list[Item] | None:
        """Return the expressions behind the equals signs; None where the formula goes on with something that is not read.

        Args:
            parts: what stands between the equals signs.
            is_clear: whether words in between take nothing away: of "it" they may say anything, of a part with a name nothing.
        """
        found: list[Item] = []
        for part in parts[1:]:
            first = next((item for item in part if item.kind == "expr"), None)
            if first is None:
                break
            if isinstance(first.expression, Number) and is_share(first.text):
                return None  # "half of the circle"
            before, behind = part[: part.index(first)], part[part.index(first) + 1 :]
            lead = self.text[part[0].start - 4 if part[0].start > 4 else 0 : first.start].lower()
            is_kind = first.expression is not None and self._is_described(first.expression, "part") and _ARTICLE.search(lead)
            # "The outside angle of triangle CVY" is not angle CVY.
            is_of_triangle = _OF_TRIANGLE.search(self.text[part[0].start : first.end].lower()) is not None
            if _BESIDE.search(self.text[part[0].start : first.start].lower()) or is_kind or is_of_triangle:
                return None  # "is an outer angle" says of what kind it is
            leading = _told(before, _SILENT if is_clear else _SILENT - {"of"})
            if leading and first.expression is not None and _is_part(first.expression):
                if found:
                    break  # "= 6.93 is how far B lies"
                return None  # "is cut in half by GK"
            # "Which is" goes on to the next equals sign.
            # "The two short ones are 5 and 5"
            is_several = any(item.text.endswith("s") or item.kind == "count" for item in parts[0])
            if not is_several and _has_another(behind):
                return None  # "the lower one has 20 and 7"
            trailing = _told(behind, _SILENT if part is parts[-1] else _SILENT | {"subject"})
            is_unclear = bool(trailing) and not is_clear and not self._is_known_tail(trailing)
            if any(map(_is_operator, behind)) or is_unclear:
                return None
            if (leading and not (is_clear and len(leading) <= 2)) or (trailing and part is not parts[-1]):
                break
            found.append(first)
        return found

    def _named_behind(self, part: Sequence[Item], sides: Sequence[Expression], source: str) -> Iterator[Move]:
        """Read what ``64/2 = 32 for JQR`` and ``226/2 = 113 thats L`` say of a part."""
        value = next((item for item in part if item.kind == "expr"), None)
        if value is None or any(map(has_unknowns, sides)):
            return
        behind = part[part.index(value) + 1 :]
        named = [item.expression for item in behind if item.expression is not None and _is_part(item.expression)]
        is_plain = all(item.kind in _SILENT | {"subject", "expr"} for item in behind)
        if len(named) == 1 and is_plain and value.expression is not None:
            yield self._move((named[0], value.expression), source, unit=value.unit)
        elif behind and behind[0].kind == "subject" and not named and value.expression is not None:
            noun = self._noun(_told(behind, _SILENT))  # "12 + 7.5 = 19.5 m thats the fence"
            yield from [] if noun is None else [self._move((noun, value.expression), source, unit=value.unit)]

    def _meant_behind(self, items: Sequence[Item]) -> list[Expression]:
        """Return of what a number is said to be the value: ``29 cm is the rope``, ``58 is what i get for JQR``."""
        told = _told(items, _SILENT | {"subject"})
        named = [item.expression for item in told if item.expression is not None and _is_part(item.expression)]
        if len(named) == 1 and all(item.expression is not None or item.text.lower() == "what" for item in told):
            return named
        noun = self._noun(told) if told else None
        return [] if noun is None else [noun]

    def _named_result(self, items: Sequence[Item], source: str) -> Iterator[Move]:
        """Read ``90 + 65 = 155, thats the fence``: what was worked out gets a name."""
        noun = self._noun(_told(items, _SILENT))
        if noun is not None and self.names.results:
            yield self._move((noun, self.names.results[-1]), source)

    def _subject(self, parts: Sequence[Sequence[Item]]) -> Expression | None:
        """Return what stands left of the first equals sign; None where nothing can be made of it."""
        items = [item for item in parts[0] if item.kind != "dimension"]
        expressions = [item for item in items if item.kind == "expr"]
        words = _told(items, _SILENT | {"expr"})
        if items and items[-1].kind == "subject":
            if expressions and expressions[-1].text == "half" and self.names.results:
                return Operation("/", (self.names.results[-1], Number(Fraction(2))))  # "half that is 10.5"
            if (
                len(items) > 1
                and _WORKED.search(items[-2].text.lower())
                and items[-2].kind == "word"
                and items[-1].text in {"it", "that"}
            ):
                return self.names.describe(f"{items[-2].text} it", "number", word="number")  # "halve it 2.5"
            if len(items) > 2 and items[-2].kind == "of" and items[-3].kind in {"word", "sign", "expr", "count"}:
                return None  # "cos of it is 12/15", "half of it is 8"
            is_worked = bool(expressions) or any(item.kind == "taking" or _WORKED.search(item.text.lower()) for item in words)
            is_loose = any(item.kind not in {"subject", "and"} for item in words) and not is_worked
            is_result = is_worked and any(item.kind == "taking" for item in words)
            # "take 52 off u get 128": what the result is of is open.
            return None if is_loose else self._it(parts, "" if is_result else items[-1].text)  # "gonna get a 5"
        if expressions:
            return self._beside(expressions[-1]) or self._named_subject(items, expressions, parts)
        words = [item for item in words if item.text.lower() != "sqrt"]
        if self.names.results and not words and any(item.text.isalpha() and item.kind in {"sign", "word"} for item in items):
            return Operation("sqrt", (self.names.results[-1],))  # "= 676, root is 26"
        if words and words[0].kind == "number_word":
            return self.names.describe(words[0].text, "number", word="number")
        if words:
            return self._noun(words)
        return self._it(parts, "")

    @property
    def _is_circle_sought(self) -> bool:
        goal = self.names.goal
        return isinstance(goal, Quantity) and goal.kind in {"circle_area", "circumference"}

    def _beside(self, item: Item) -> Letter | None:
        """Return what stands for the part of which a name only says where it lies: ``what is left of SR``."""
        beside = _PART_BESIDE.search(self.text[: item.start].lower()) if isinstance(item.expression, Quantity) else None
        if beside is None:
            return None
        return self.names.describe(f"{beside.group()}{item.text}", "part", ("length",), word="one", place=OPEN)

    def _height(self, items: Sequence[Item]) -> Letter | None:
        """Return what stands for a height, or a distance, that words place: ``the height from S onto HM``."""
        text = self.text[items[0].start : items[-1].end].strip() if items else ""
        match = _HEIGHT.fullmatch(text)
        if match is None or not (match["from"] or match["base"]):
            return None
        if match["far"] and not (match["from"] and (match["base"] or match["chord"])):
            return self.names.describe(f"{text} to anything", "number", word="number")
        points = tuple(f"{match['from'] or ''}{match['base'] or ''}".upper())
        if len(set(points)) < len(points) or not all(point in self.names.figure.points for point in points):
            return None
        place = "chord" if match["chord"] else ""
        letter = self.names.describe(text, "part", ("length",), word="height")
        # The words may have been taken for those of any height before.
        self.names.described[letter] = self.names.described[letter]._replace(place=place, points=points)
        return letter

    def _it(self, parts: Sequence[Sequence[Item]], words: str) -> Expression:
        """Return what ``it`` stands for: an angle where it is a right one, a result where that is given a name.

        Without words nothing is left of "the whole circle" either, which has sizes of its own.
        """
        if not words and any(item.kind == "circle" for item in parts[0]) and not self._is_circle_sought:
            return self.names.describe("the circle", "part", ("circle_area", "circumference"), word="circle")
        after = [item for item in parts[1] if item.kind == "expr"]
        if after and after[0].text in _RIGHT_ANGLES:
            return self.names.describe("the right angle", "part", ("angle",), word="angle")
        expression = after[0].expression if len(after) == 1 else None
        is_named = isinstance(expression, Quantity) or (
            expression is not None and self._is_described(expression, "part", "vertex", "answer")
        )
        if words.startswith(("that", "which")) and self.names.results and is_named and len(parts) == 2:
            return self.names.results[-1]  # "180 - 108 = 72 so thats JFM"
        return self.names.it(words)

    def _named_subject(
        self, items: Sequence[Item], expressions: Sequence[Item], parts: Sequence[Sequence[Item]]
    ) -> Expression | None:
        last = expressions[-1]
        assert last.expression is not None
        is_way = _FROM_TO.search(self.text) is not None and self._is_described(last.expression, "vertex")
        if any(map(_is_operator, items[items.index(last) + 1 :])) or is_way:
            return None  # "180 take away both", "from T to the top of the pole"
        after = _told(items[items.index(last) + 1 :], _SILENT | {"expr"})
        is_named = has_unknowns(last.expression)
        if not is_named and isinstance(last.expression, Number) and _COUNTS.search(self.text[: last.start]):
            return None  # "all 4 = 360"
        if last.text in {"half", "the half"} and not self._is_half(parts[1]):
            return self.names.describe("each half", "part", ("angle", "length", "arc", "area"), word="one", place=OPEN)
        if last.text in {"half", "the half"}:
            return Operation("/", (self.names.results[-1], Number(Fraction(2))))
        is_joined = any(item.kind == "and" for item in items)
        # "EN chops it in half = 58", of what was told before
        is_result = not is_named and self._comes_to(last.expression, parts[1])
        if (
            len(expressions) > 1
            and not is_result
            and (is_named == is_joined or (not is_joined and self._are_corners(expressions)))
        ):
            return None  # "123 taken from 180", "38 and the 60 at V", "the bit from S to below B"
        if self._is_described(last.expression, "part") and any(
            item.kind in {"triangle", "circle"} for item in _told(items, _SILENT)
        ):
            described = self.names.described[last.expression]  # type: ignore[index]  # a described letter
            return self.names.describe(f"its {last.text}", "part", described.kinds, word=described.word, place="other")
        if after and (not is_named or any(item.kind == "and" for item in after)):
            return None
        if len(expressions) > 1 and not is_named and any(item.kind == "and" for item in items):
            total = _total([item.expression for item in expressions if item.expression is not None])
            right = [item.expression for item in parts[1] if item.expression is not None]
            # "9 and 12 makes 15" may be said of a triangle's sides: only a right sum is one.
            return total if len(parts) == 2 and right and constant(total) == constant(right[0]) else None
        return last.expression

    @staticmethod
    def _comes_to(calculation: Expression, behind: Sequence[Item]) -> bool:
        """Whether a calculation has the value that stands behind its equals sign."""
        result = next((constant(item.expression) for item in behind if item.expression is not None), None)
        value = constant(calculation)
        if is_final(calculation) or value is None or result is None:
            return False
        return abs(value - result) <= _ROUNDED * max(1.0, abs(result))

    def _are_corners(self, items: Sequence[Item]) -> bool:
        """Whether several corners are named, of which none is what is spoken of."""
        return all(item.expression is not None and self._is_described(item.expression, "vertex") for item in items)

    def _is_half(self, items: Sequence[Item]) -> bool:
        """Whether a value is half of the last result."""
        half = next((constant(item.expression) for item in items if item.expression is not None), None)
        last = constant(self.names.results[-1]) if self.names.results else None
        return half is not None and last is not None and abs(2 * half - last) <= _ROUNDED * max(1.0, last)

    def _noun(self, words: Sequence[Item]) -> Letter | None:
        """Return the goal for a word by which the question calls it: ``the tower``."""
        said = {item.text.lower() for item in words if item.kind not in {"subject", "equals"}} - {"one"}  # "one turn"
        for word, known in (("noun", self.names.nouns), ("thing", self.names.things)):
            if said and said <= known:
                return self.names.describe(" ".join(sorted(said)), "unknown", word=word)
        return None

    def _is_known_tail(self, items: Sequence[Item]) -> bool:
        """Whether nothing behind a value says that it is of something else; more numbers are a list."""
        is_formula = all(item.kind in {"expr", "subject"} and not item.is_number for item in items)
        return is_formula or {item.text.lower() for item in items} <= self.names.nouns

    def _is_described(self, expression: Expression, *sorts: str) -> bool:
        described = self.names.described.get(expression) if isinstance(expression, Letter) else None
        return described is not None and described.sort in sorts

    def _got(self, parts: Sequence[Sequence[Item]], subject: Expression, source: str) -> Item | None:
        """Return the expression that a calculation came to: ``adding up i get 10x + 10``."""
        right = [item for item in parts[1] if item.expression is not None] if len(parts) == 2 else []
        is_told = self._is_described(subject, "asked") and _GOT.search(source.lower()) is not None and len(right) == 1
        expression = right[0].expression if is_told else None
        return right[0] if isinstance(expression, Operation) and has_unknowns(expression) else None

    def _runs_on(self, parts: Sequence[Sequence[Item]], sides: Sequence[Expression], source: str) -> bool:
        """Whether a verb gives the result of what is said after the subject has its value: ``ABC is 75 minus 35 makes 40``."""
        is_chain = len(parts) == len(sides) == 3 and has_unknowns(sides[0])
        middle = [item for item in parts[1] if item.kind == "expr"] if is_chain else []
        is_calculation = len(middle) == 1 and isinstance(middle[0].expression, Operation) and not is_final(middle[0].expression)
        return is_calculation and _MAKES.search(source.lower()) is not None

    def _is_lead(self, sides: Sequence[Expression]) -> bool:
        """Whether a result that is then said to be something goes on from before: ``= 215 thats XZ squared``."""
        is_it = self._is_described(sides[0], "asked") if sides else False
        return (
            is_it
            and len(sides) == 3
            and isinstance(sides[1], Number)
            and has_unknowns(sides[2])
            and self.text.lstrip().startswith("=")
        )

    def _pairs(self, sides: Sequence[Expression], units: Sequence[str], source: str) -> Iterator[Move]:
        first = sides[0]
        if self._is_angle_of_length(first, sides[-1], source):
            return
        is_named = has_unknowns(first)
        for index, (left, right) in enumerate(pairwise(sides)):
            unit = units[index + 1] if index + 1 < len(units) else ""
            # "x = 180 - 123 = 57" says of x, too, that it is 57.
            is_worked = index > 0 and is_named and not has_unknowns(left)
            yield self._move((first if is_worked else left, right), source, unit=unit, worked=left if is_worked else None)
        # With the learner's own letter between them, TU = 7.5k = 10 says of TU, too, that it is 10.
        is_own = has_unknowns(sides[-2]) and all(isinstance(leaf, Letter) for leaf in unknowns(sides[-2]))
        is_stated = isinstance(first, Quantity) and is_own
        # The side of the square is said to be a diameter, and that 16.
        is_stated |= all(self._is_described(side, "part") for side in sides[:-1])
        is_stated |= is_own and self._is_described(first, "part", "answer")  # "U = π·d = 60π"
        if len(sides) > 2 and is_stated and not has_unknowns(sides[-1]):
            yield self._move((first, sides[-1]), source, unit=units[-1] if units else "")

    # what stands alone

    def _alone(self, items: Sequence[Item], source: str) -> Iterator[Move]:
        """Read a clause without an equals sign: a value, a calculation, ``90 at T``; several values are nobody's claim."""
        found = [item for item in items if item.kind == "expr" and item.expression is not None]
        words = _told(items, _SILENT | {"expr", "and"})
        if any(map(_is_operator, items)) and len(found) < 2:
            return  # "180 minus"
        if not found:
            yield from self._named_result(items, source)
            return
        if len(found) == 2 and _LEADING_AWAY.search(self.text[found[0].end : found[1].start].lower()):
            return  # "5.5 left to M"
        if len(found) == 2 and not words and found[0].is_number and not found[1].is_number and found[1].expression is not None:
            if _is_part(found[1].expression) and found[0].expression is not None:
                yield self._move((found[1].expression, found[0].expression), source, unit=found[0].unit)
            return
        if len(found) > 1 and all(item.is_number for item in found):
            if len({item.expression for item in found}) > 1:
                return
            found = found[:1]  # "28 and 28"
        worked = [item for item in found if not item.is_number]
        for item in worked or found:
            yield from self._lone(item, words, source, is_only=len(found) == 1)

    def _lone(self, item: Item, words: Sequence[Item], source: str, *, is_only: bool) -> Iterator[Move]:
        expression = item.expression
        assert expression is not None
        is_drawn = item.text.strip() in _RIGHT_ANGLES and _DRAWN.search(self.text.lower()) is not None
        if (isinstance(expression, Number) and is_share(item.text)) or is_drawn:
            return  # "half the circle", "i coloured the right angles"
        is_score = isinstance(expression, Operation) and expression.symbol == "/" and bool(words) and not has_unknowns(expression)
        if is_score:
            return  # "50/50 chance"
        if has_unknowns(expression):
            if isinstance(expression, Operation) and not words and is_only:
                yield Move(Kind.WORKING, item.text, self._claim((expression,), item.text, item.unit))
        elif not is_final(expression):
            yield self._working(item, expression)
        elif item.text.strip() in _RIGHT_ANGLES:
            letter = self.names.describe("the right angle", "part", ("angle",), word="angle")
            yield self._move((letter, expression), source)
        elif _REFERS.search(self.text[: item.start]):
            return  # "then the 16"
        elif not words:
            yield self._move((self.names.it(), expression), source, unit=item.unit)
        elif is_only and (subject := self._noun(words)) is not None:
            yield self._move((subject, expression), source, unit=item.unit)

    # moves

    def _working(self, item: Item, expression: Expression) -> Move:
        """Return a calculation without its result, which the next clause may go on with."""
        value = constant(expression)
        if value is not None and value < _LARGEST:
            self.names.results.append(Number(Fraction(str(value))))
        return Move(Kind.WORKING, item.text, self._claim((expression,), item.text, item.unit))

    def _summed(self, move: Move, claim: Claim) -> Move:
        """Return ``together 440`` as the sum of the results before it; of anything else it may be said."""
        before, total = self.names.results[:-1], constant(claim.sides[-1])
        if len(self.names.pair) > 1 and total is not None and total % _RIGHT == 0 and claim.text.lower().startswith("together"):
            return Move(
                Kind.EQUATION, move.words, self._claim((_total(self.names.pair), claim.sides[-1]), claim.text, claim.unit)
            )
        for count in range(2, min(len(before), _MOST_SUMMED) + 1):
            whole = _total(before[-count:])
            if constant(whole) == total:
                return Move(Kind.EQUATION, move.words, claim._replace(sides=(whole, claim.sides[-1]), names=()))
        names = tuple(each._replace(sort="unknown", meanings=()) for each in claim.names)
        return move._replace(claim=claim._replace(names=names))

    def left_open(self, move: Move) -> Move:
        """Return a move with nothing meant by words for any part of a kind, where the problem states the value itself."""
        claim = move.claim
        if claim is None:
            return move
        if any(each.sort == "number" and each.letter.name.startswith("together") for each in claim.names):
            return self._summed(move, claim)
        if _TOTALS.match(claim.text.lower()) is not None and (summed := self._summed(move, claim)).kind is Kind.EQUATION:
            return summed  # "90, 120 and 150, that makes 360"
        values = [value for side in claim.sides if (value := constant(side)) is not None]
        is_stated, is_reflex = any(value in self.names.stated for value in values), any(value > 180 for value in values)
        names = tuple(
            each._replace(sort="unknown", meanings=())
            if (is_stated and _is_any(each))
            or "reflex" in claim.text.lower()
            or (is_reflex and each.sort == "vertex" and claim.atom is not None)  # "inside at L 210"
            else each
            for each in claim.names
        )
        return move._replace(claim=claim._replace(names=names))

    def _move(self, sides: tuple[Expression, ...], text: str, *, unit: str = "", worked: Expression | None = None) -> Move:
        claim = self._claim(sides, text, unit)._replace(worked=worked)
        if isinstance(sides[-1], Number):
            self.names.results.append(sides[-1])
        return Move(Kind.VALUE if claim.atom is not None else Kind.EQUATION, text, claim)

    def _claim(self, sides: tuple[Expression, ...], text: str, unit: str) -> Claim:
        letters = dict.fromkeys(leaf for side in sides for leaf in unknowns(side) if isinstance(leaf, Letter))
        described = tuple(self.names.described[letter] for letter in letters if letter in self.names.described)
        return Claim(text, sides, described, unit=unit)

    def _source(self, items: Sequence[Item]) -> str:
        return self.text[items[0].start : items[-1].end].strip() if items else self.text.strip()


def is_of_open_parts(move: Move) -> bool:
    """Whether an equation relates two parts that are only described, or says which of some a part is."""
    if move.kind is not Kind.EQUATION or move.claim is None:
        return False
    found = {leaf for side in move.claim.sides for leaf in unknowns(side)}
    parts = {name.letter for name in move.claim.names if name.sort == "part"}
    sorts = {name.sort for name in move.claim.names}
    if all(isinstance(side, Letter) for side in move.claim.sides) and sorts in ({"own", "vertex"}, {"own", "part"}):
        return True  # "a = angle at S" gives it a name
    if any(name.word == "one" and name.letter in move.claim.sides for name in move.claim.names):
        return True  # "AB is the short one" says which it is, and of what is open
    return len(found) > 1 and found <= parts


def _is_any(name: Description) -> bool:
    """Whether it may be any part of its kind, wherever it lies."""
    place = name.place.split()
    return name.sort == "part" and place[-1:] == [OPEN] and not set(place) & LYING


def _is_equal_by_kind(lower: str, parts: Sequence[Quantity]) -> bool:
    """Whether parts with a point in common are said to be of one kind, and so equal: ``OD and OJ are radii``."""
    if len(parts) < 2 or len(set(parts)) < len(parts):
        return False
    if _ARE_RADII.search(lower):
        return all(part.kind == "length" for part in parts) and bool(set.intersection(*(set(part.points) for part in parts)))
    is_angle = all(part.kind == "angle" for part in parts)
    return _ARE_VERTICAL.search(lower) is not None and is_angle and len({part.points[1] for part in parts}) == 1


def is_share(text: str) -> bool:
    """Whether a number in words is a share of something that is not read: ``half the circle``."""
    return text.strip().startswith(("half", "a half", "third", "a third"))


def _has_another(items: Sequence[Item]) -> bool:
    """Whether another number is joined to a value by "and", and nothing is said of it."""
    told = [item for item in items if item.kind not in _SILENT]
    return len(told) == 2 and told[0].kind == "and" and told[1].is_number


def _taken_up(items: Sequence[Item]) -> Expression | None:
    """Return the one part that is placed or named before a pronoun that stands for it: ``from Q to V its 10.5``."""
    if not items or items[-1].kind != "subject" or items[-1].text not in _RESUMING:
        return None
    items = items[:-1]
    parts = [item.expression for item in items if item.expression is not None]
    is_plain = all(
        item.expression is not None
        or item.kind in {"of", "place", "and", "stop"}
        or item.text.lower() in _PLACING_ALL | _SEEKING  # "first we need AU and thats 8"
        for item in items
    )
    return parts[0] if len(parts) == 1 and is_plain and _is_part(parts[0]) else None


def _is_operator(item: Item) -> bool:
    """Whether a sign, or a word for one, lets a formula go on; smileys and brackets do not."""
    return item.kind == "sign" and not set(item.text) & set("()[]{}°:;,.!?")


def _split(items: Sequence[Item]) -> list[list[Item]]:
    parts: list[list[Item]] = [[]]
    for item in items:
        if item.kind == "equals":
            parts.append([])
        else:
            parts[-1].append(item)
    return parts


def _is_told_apart(parts: Sequence[Sequence[Item]], sides: Sequence[Expression]) -> bool:
    """Whether a number before a pronoun has nothing to do with the parts behind it: ``24.5 u get the radius by halving``."""
    is_behind_number = any(item.is_number for item in parts[0]) and parts[0][-1].kind == "subject"
    return len(sides) == 2 and is_behind_number and not isinstance(sides[0], Number) and has_unknowns(sides[1])


def _told(items: Sequence[Item], silent: frozenset[str]) -> list[Item]:
    """Return the items that say something."""
    return [item for item in items if item.kind not in silent]


def _total(parts: Sequence[Expression]) -> Expression:
    """Return the sum of several expressions."""
    return reduce(lambda left, right: Operation("+", (left, right)), parts)
