"""What a statement is about: what stands left of its first equals sign."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import reduce

from gnomon.algebra import Expression, Letter, Number, Operation, Quantity, constant
from gnomon.tutor.message.described import OPEN
from gnomon.tutor.message.formula import Item, Names
from gnomon.tutor.message.moves import has_unknowns, is_final
from gnomon.tutor.message.segments import (
    ROUNDED,
    SILENT,
    is_operator,
    is_part,
    telling,
)

_PLACING = frozenset({"on", "in", "at", "from", "over", "of", "to"})
"""Words before ``the same`` that say where something lies: ``on the same side``."""
_RIGHT_ANGLES = frozenset({"right angle", "a right angle", "right angles", "90 degree angle", "rt angle"})
"""Words that say of an angle that it has 90°."""
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
_WORKED = re.compile(
    r"^(?:add|subtract|multipl|divid|calculat|work|us|tak|plug|solv|put|typ|round|square|halv|doubl|comput|minus|plus)"
)
"""Beginnings of words for working something out, behind which ``i get`` gives its result."""
_COUNTS = re.compile(r"\b(?:all|the|these|those|both|my|other|first)\s+$", re.IGNORECASE)
"""Before a number that counts what is spoken of."""
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
_FROM_TO = re.compile(r"\bfrom [A-Z] (?:\w+ )?to (?:the|where)\b")
"""A way from a point to somewhere: no angle at that point."""


class Subjects:
    """Finds what the statements of one clause are about.

    Args:
        names: of the figure, and of what was told so far.
        text: of the clause.
    """

    def __init__(self, names: Names, text: str) -> None:
        self.names = names
        self.text = text

    def subject(self, parts: Sequence[Sequence[Item]]) -> Expression | None:
        """Return what stands left of the first equals sign; None where nothing can be made of it."""
        items = [item for item in parts[0] if item.kind != "dimension"]
        expressions = [item for item in items if item.kind == "expr"]
        words = telling(items, SILENT | {"expr"})
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
            return self.noun(words)
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

    def height(self, items: Sequence[Item]) -> Letter | None:
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
            expression is not None and self.is_described(expression, "part", "vertex", "answer")
        )
        if words.startswith(("that", "which")) and self.names.results and is_named and len(parts) == 2:
            return self.names.results[-1]  # "180 - 108 = 72 so thats JFM"
        return self.names.it(words)

    def _named_subject(
        self, items: Sequence[Item], expressions: Sequence[Item], parts: Sequence[Sequence[Item]]
    ) -> Expression | None:
        last = expressions[-1]
        assert last.expression is not None
        is_way = _FROM_TO.search(self.text) is not None and self.is_described(last.expression, "vertex")
        if any(map(is_operator, items[items.index(last) + 1 :])) or is_way:
            return None  # "180 take away both", "from T to the top of the pole"
        after = telling(items[items.index(last) + 1 :], SILENT | {"expr"})
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
        if self.is_described(last.expression, "part") and any(
            item.kind in {"triangle", "circle"} for item in telling(items, SILENT)
        ):
            described = self.names.described[last.expression]  # type: ignore[index]  # a described letter
            return self.names.describe(f"its {last.text}", "part", described.kinds, word=described.word, place="other")
        if after and (not is_named or any(item.kind == "and" for item in after)):
            return None
        if len(expressions) > 1 and not is_named and any(item.kind == "and" for item in items):
            total = total_of([item.expression for item in expressions if item.expression is not None])
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
        return abs(value - result) <= ROUNDED * max(1.0, abs(result))

    def _are_corners(self, items: Sequence[Item]) -> bool:
        """Whether several corners are named, of which none is what is spoken of."""
        return all(item.expression is not None and self.is_described(item.expression, "vertex") for item in items)

    def _is_half(self, items: Sequence[Item]) -> bool:
        """Whether a value is half of the last result."""
        half = next((constant(item.expression) for item in items if item.expression is not None), None)
        last = constant(self.names.results[-1]) if self.names.results else None
        return half is not None and last is not None and abs(2 * half - last) <= ROUNDED * max(1.0, last)

    def noun(self, words: Sequence[Item]) -> Letter | None:
        """Return the goal for a word by which the question calls it: ``the tower``."""
        said = {item.text.lower() for item in words if item.kind not in {"subject", "equals"}} - {"one"}  # "one turn"
        for word, known in (("noun", self.names.nouns), ("thing", self.names.things)):
            if said and said <= known:
                return self.names.describe(" ".join(sorted(said)), "unknown", word=word)
        return None

    def is_described(self, expression: Expression, *sorts: str) -> bool:
        """Whether a letter stands for something that words describe in one of these ways; see `Description.sort`."""
        described = self.names.described.get(expression) if isinstance(expression, Letter) else None
        return described is not None and described.sort in sorts


def taken_up(items: Sequence[Item]) -> Expression | None:
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
    return parts[0] if len(parts) == 1 and is_plain and is_part(parts[0]) else None


def total_of(parts: Sequence[Expression]) -> Expression:
    """Return the sum of several expressions."""
    return reduce(lambda left, right: Operation("+", (left, right)), parts)
