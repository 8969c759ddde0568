"""Claims of one clause: equations, values, calculations, from its expressions and the words between them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

from gnomon.algebra import Expression, Letter, Number, Operation, Quantity, constant, unknowns
from gnomon.tutor.message.described import LYING, OPEN
from gnomon.tutor.message.formula import Item, Names
from gnomon.tutor.message.moves import Claim, Description, Kind, Move, has_unknowns, is_final
from gnomon.tutor.message.segments import (
    SILENT,
    has_another,
    is_operator,
    is_part,
    is_ratio,
    is_share,
    segments,
    split_at_equals,
    telling,
    with_equals,
    without_aside,
)
from gnomon.tutor.message.subjects import Subjects, taken_up, total_of

_RIGHT_ANGLES = frozenset({"right angle", "a right angle", "right angles", "90 degree angle", "rt angle"})
"""Words that say of an angle that it has 90°."""
_TOTALLING = frozenset({"make", "makes", "give", "gives", "total", "equals", "macht", "ergibt", "ergeben", "="})
"""Verbs after which two numbers or angles are added: ``52 and 71 make 123``; "are" says it of each."""
_PLACING = frozenset({"on", "in", "at", "from", "over", "of", "to"})
"""Words before ``the same`` that say where something lies: ``on the same side``."""
_TOTALS = re.compile(r"(?:that|it|this|all|they|which)?(?:'?s| all)? ?(?:makes?|adds? up to) (?:180|360|540|720)\b")
"""What several values of angles are checked by."""
_BESIDE = re.compile(r"\b(?:across from|adj[ae]c[ei]nt to|opposite|facing|next to|beside|between)\b")
"""Words for where a part lies: a number behind them is no value of it (``NG is across from 45``)."""
_GOT = re.compile(r"\b(?:i|we|you|u) (?:get|got|have|end up with)\b|\bgives?\b")
"""Words with which a result is told, and nothing is said of a part."""
_CALCULATING = re.compile(r"^(?:i|we) (?:\w+ )?(?:calculate|calculated|computed?|worked out|work out|did|do|take|took)\b")
"""Words with which a learner tells of their own calculation, and of no part."""
_OF_FIGURES = re.compile(r"\b(?:triangles|shapes|figures|polygons|dreiecke|figuren)\b")
"""What is no part of two that were named before."""
_MAKES = re.compile(r"\bis\b.*\b(?:minus|plus|less|take away|times|divided by)\b.*\b(?:makes?|leaves?|gives?)\b")
_RIGHT = 90
"""Degrees of a right angle."""
_LEADING_AWAY = re.compile(r"\b(?:to|from|off|left(?! for)|away|until)\b")
"""Between a number and a name: what is said lies between that and something else."""
_OF_TRIANGLE = re.compile(r"\bangle (?:of|in) (?:the )?triangle\b")
"""Before three letters that name a triangle, and not the angle between two of its sides."""
_MOST_SUMMED = 6
"""Results that ``together`` adds: as many as a hexagon has sides."""
_LARGEST = 1e9
"""No part of a figure is larger."""
_NO_SIZE = frozenset({"way", "direction", "line", "arc", "side", "spot", "point", "triangle", "reason", "thing"})
"""What may be the same without a size being the same: ``they go the same way``."""
_ARTICLE = re.compile(r"\ban?\s+(?:\w+\s+)?$")
"""Before a word for a part that only tells of what kind something is."""
_DRAWN = re.compile(r"\bi (?:\w+ )?(?:colou?red|drew|painted|marked|highlighted|circled|copied|shaded)\b")
"""What is done to a picture claims nothing of the figure."""
_REFERS = re.compile(r"\b(?:the|that|this|high|another|a)\s+$", re.IGNORECASE)
"""Before a number that is only referred to."""
_ARE_RADII = re.compile(r"\b(?:are|r) (?:both |all )?(?:the )?radii\b")
_ARE_VERTICAL = re.compile(r"\b(?:are|r) (?:both )?(?:vertical(?:ly opposite)? angles|vertically opposite|verticals)\b")
"""Where several parts are said to be of a kind whose members are equal."""


def claims_of(items: Sequence[Item], names: Names, text: str) -> list[Move]:
    """Return the moves that claim something among the items of a clause."""
    told = [item for item in without_aside(items) if item.kind not in {"hedge", "stop", "gap"}]
    if not any(item.text in {"=", ":"} for item in told):
        told = [item._replace(kind="count", expression=None) if is_ratio(item) else item for item in told]
    reader = _ClauseReader(names, text)
    found = reader.compared(told) or [
        move for segment in segments(with_equals(told)) for move in reader.compared(segment) or list(reader.chain(segment))
    ]
    return [reader.left_open(move) for move in found]


class _ClauseReader:
    def __init__(self, names: Names, text: str) -> None:
        self.names = names
        self.text = text
        self._subjects = Subjects(names, text)

    def compared(self, items: Sequence[Item]) -> list[Move]:
        """Read ``AB and CD are the same``, ``ABC and CBD add up to 180`` and ``ABC and CBD are both 65``."""
        kinds = [item.kind for item in items]
        is_joined = "and" in kinds and bool({"same", "add_up"} & set(kinds))
        parts = [
            item
            for item in items
            if item.expression is not None
            and (is_part(item.expression) or (is_joined and has_unknowns(item.expression)))  # "3x+2 and 5x-6 are the same"
        ]
        rest = [item for item in items if item.kind == "expr" and item not in parts]
        named = [item.expression for item in parts if item.expression is not None]
        fits = "length" not in kinds or all(isinstance(p, Quantity) and p.kind == "length" for p in self.names.pair)
        fits = fits and len({part.kind for part in self.names.pair if isinstance(part, Quantity)}) < 2
        fits = fits and _OF_FIGURES.search(self.text.lower()) is None  # "so the two triangles are the same"
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
                return [self._move((total_of(named), Number(Fraction(180))), source)]
            return [self._move(pair, source) for pair in pairwise(named)] if "same" in kinds else []
        value, unit = rest[0].expression, rest[0].unit
        assert value is not None
        if "add_up" in kinds or words & _TOTALLING:
            return [self._move((total_of(named), value), source, unit=unit)]
        return [self._move((part, value), source, unit=unit) for part in named] if "equals" in kinds and parts else []

    def _is_placed(self, side: Expression, behind: Item) -> bool:
        """Whether a part is named behind a value of "it", or a corner behind "there is a right angle"."""
        is_corner = behind.expression is not None and self._subjects.is_described(behind.expression, "vertex")
        return self._subjects.is_described(side, "asked") or (is_corner and side == Letter("the right angle"))

    def _is_angle_of_length(self, subject: Expression, value: Expression, source: str) -> bool:
        """Whether a length is said to make right angles: ``the altitude makes two right angles``."""
        described = self.names.described.get(subject) if isinstance(subject, Letter) else None
        kinds = described.kinds if described is not None and described.sort == "part" else ()
        is_length = (isinstance(subject, Quantity) and subject.kind == "length") or (bool(kinds) and "angle" not in kinds)
        return is_length and constant(value) == _RIGHT and "right angle" in source.lower()

    def chain(self, items: Sequence[Item]) -> Iterator[Move]:
        """Read ``a = b = c``, and what stands alone."""
        parts = split_at_equals(items)
        source = self._source(items)
        if len(parts) == 1:
            yield from self._alone(parts[0], source)
            return
        subject = taken_up(parts[0]) or self._subjects.height(parts[0]) or self._subjects.subject(parts)
        subject = None if self._is_own_work(parts, subject) else subject
        is_clear = subject is not None and not self._subjects.is_described(subject, "asked", "unknown")
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
        behind = [item for item in parts[-1][1:] if item.expression is not None and is_part(item.expression)]
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
        elif subject is not None and len(sides) == 1 and self._subjects.is_described(subject, "asked"):
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
            is_kind = (
                first.expression is not None and self._subjects.is_described(first.expression, "part") and _ARTICLE.search(lead)
            )
            # "The outside angle of triangle CVY" is not angle CVY.
            is_of_triangle = _OF_TRIANGLE.search(self.text[part[0].start : first.end].lower()) is not None
            if _BESIDE.search(self.text[part[0].start : first.start].lower()) or is_kind or is_of_triangle:
                return None  # "is an outer angle" says of what kind it is
            leading = telling(before, SILENT if is_clear else SILENT - {"of"})
            if leading and first.expression is not None and is_part(first.expression):
                if found:
                    break  # "= 6.93 is how far B lies"
                return None  # "is cut in half by GK"
            # "Which is" goes on to the next equals sign.
            # "The two short ones are 5 and 5"
            is_several = any(item.text.endswith("s") or item.kind == "count" for item in parts[0])
            if not is_several and has_another(behind):
                return None  # "the lower one has 20 and 7"
            trailing = telling(behind, SILENT if part is parts[-1] else SILENT | {"subject"})
            is_unclear = bool(trailing) and not is_clear and not self._is_known_tail(trailing)
            if any(map(is_operator, behind)) or is_unclear:
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
        named = [item.expression for item in behind if item.expression is not None and is_part(item.expression)]
        is_plain = all(item.kind in SILENT | {"subject", "expr"} for item in behind)
        if len(named) == 1 and is_plain and value.expression is not None:
            yield self._move((named[0], value.expression), source, unit=value.unit)
        elif behind and behind[0].kind == "subject" and not named and value.expression is not None:
            noun = self._subjects.noun(telling(behind, SILENT))  # "12 + 7.5 = 19.5 m thats the fence"
            yield from [] if noun is None else [self._move((noun, value.expression), source, unit=value.unit)]

    def _meant_behind(self, items: Sequence[Item]) -> list[Expression]:
        """Return of what a number is said to be the value: ``29 cm is the rope``, ``58 is what i get for JQR``."""
        told = telling(items, SILENT | {"subject"})
        named = [item.expression for item in told if item.expression is not None and is_part(item.expression)]
        if len(named) == 1 and all(item.expression is not None or item.text.lower() == "what" for item in told):
            return named
        noun = self._subjects.noun(told) if told else None
        return [] if noun is None else [noun]

    def _named_result(self, items: Sequence[Item], source: str) -> Iterator[Move]:
        """Read ``90 + 65 = 155, thats the fence``: what was worked out gets a name."""
        noun = self._subjects.noun(telling(items, SILENT))
        if noun is not None and self.names.results:
            yield self._move((noun, self.names.results[-1]), source)

    def _is_known_tail(self, items: Sequence[Item]) -> bool:
        """Whether nothing behind a value says that it is of something else; more numbers are a list."""
        is_formula = all(item.kind in {"expr", "subject"} and not item.is_number for item in items)
        return is_formula or {item.text.lower() for item in items} <= self.names.nouns

    def _got(self, parts: Sequence[Sequence[Item]], subject: Expression, source: str) -> Item | None:
        """Return the expression that a calculation came to: ``adding up i get 10x + 10``."""
        right = [item for item in parts[1] if item.expression is not None] if len(parts) == 2 else []
        is_told = self._subjects.is_described(subject, "asked") and _GOT.search(source.lower()) is not None and len(right) == 1
        expression = right[0].expression if is_told else None
        return right[0] if isinstance(expression, Operation) and has_unknowns(expression) else None

    def _is_own_work(self, parts: Sequence[Sequence[Item]], subject: Expression | None) -> bool:
        """Whether a learner tells of a calculation of their own, with its result: ``i calculate 180 - 54 = 126``."""
        right = [item for item in parts[1] if item.expression is not None]
        is_told = isinstance(subject, Letter) and self._subjects.is_described(subject, "asked") and len(parts) > 2
        is_told = is_told and _CALCULATING.match(str(subject)) is not None and len(right) == 1
        expression = right[0].expression if is_told else None
        return isinstance(expression, Operation) and not is_final(expression) and constant(expression) is not None

    def _runs_on(self, parts: Sequence[Sequence[Item]], sides: Sequence[Expression], source: str) -> bool:
        """Whether a verb gives the result of what is said after the subject has its value: ``ABC is 75 minus 35 makes 40``."""
        is_chain = len(parts) == len(sides) == 3 and has_unknowns(sides[0])
        middle = [item for item in parts[1] if item.kind == "expr"] if is_chain else []
        is_calculation = len(middle) == 1 and isinstance(middle[0].expression, Operation) and not is_final(middle[0].expression)
        return is_calculation and _MAKES.search(source.lower()) is not None

    def _is_lead(self, sides: Sequence[Expression]) -> bool:
        """Whether a result that is then said to be something goes on from before: ``= 215 thats XZ squared``."""
        is_it = self._subjects.is_described(sides[0], "asked") if sides else False
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
        is_stated |= all(self._subjects.is_described(side, "part") for side in sides[:-1])
        is_stated |= is_own and self._subjects.is_described(first, "part", "answer")  # "U = π·d = 60π"
        if len(sides) > 2 and is_stated and not has_unknowns(sides[-1]):
            yield self._move((first, sides[-1]), source, unit=units[-1] if units else "")

    def _alone(self, items: Sequence[Item], source: str) -> Iterator[Move]:
        """Read a clause without an equals sign: a value, a calculation, ``90 at T``; several values are nobody's claim."""
        found = [item for item in items if item.kind == "expr" and item.expression is not None]
        words = telling(items, SILENT | {"expr", "and"})
        if any(map(is_operator, items)) and len(found) < 2:
            return  # "180 minus"
        if not found:
            yield from self._named_result(items, source)
            return
        if len(found) == 2 and _LEADING_AWAY.search(self.text[found[0].end : found[1].start].lower()):
            return  # "5.5 left to M"
        if len(found) == 2 and not words and found[0].is_number and not found[1].is_number and found[1].expression is not None:
            if is_part(found[1].expression) and found[0].expression is not None:
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
        elif is_only and (subject := self._subjects.noun(words)) is not None:
            yield self._move((subject, expression), source, unit=item.unit)

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
                Kind.EQUATION, move.words, self._claim((total_of(self.names.pair), claim.sides[-1]), claim.text, claim.unit)
            )
        for count in range(2, min(len(before), _MOST_SUMMED) + 1):
            whole = total_of(before[-count:])
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


def _is_told_apart(parts: Sequence[Sequence[Item]], sides: Sequence[Expression]) -> bool:
    """Whether a number before a pronoun has nothing to do with the parts behind it: ``24.5 u get the radius by halving``."""
    is_behind_number = any(item.is_number for item in parts[0]) and parts[0][-1].kind == "subject"
    return len(sides) == 2 and is_behind_number and not isinstance(sides[0], Number) and has_unknowns(sides[1])
