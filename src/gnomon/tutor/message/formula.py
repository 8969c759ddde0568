"""From the words of a clause to expressions: what names mean, and the parser of `gnomon.algebra` over the rest.

Names are taken as the learner means them: two letters are a segment, three an angle. What has no one meaning by its words ("it",
"angle C", "the bottom side", a letter of the learner's own) stands in the expression as a letter with a `Description`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from gnomon.algebra import (
    Expression,
    ExpressionError,
    Letter,
    Number,
    Operation,
    Quantity,
    Token,
    bounded,
    read_numbers,
    unknowns,
)
from gnomon.algebra.parser import Parser
from gnomon.figure import Figure
from gnomon.problem import Problem, QuantityKind
from gnomon.tutor.message.described import LYING, OPEN, described
from gnomon.tutor.message.moves import Description, Fit, Meaning, is_final
from gnomon.tutor.message.spoken import is_worked_on, shares, spoken
from gnomon.tutor.message.vocabulary import MEASURES, tokenize, word_list

_SIGNS = {"plus_words": "+", "minus_words": "-", "times_words": "*", "divided_words": "/", "root_words": "√"}
"""Kinds of word with the sign that the parser reads for them."""
_LARGEST_FACTOR = 4
"""``2 KLM`` is a product; ``57 KML`` are two things said side by side: nobody takes an angle more than four times."""
_CONTINUING = frozenset({"times", "*", "/", "divided", "multiplied", "plus", "+"})
"""Operations at the beginning of a clause: they go on with the last result (``times the height is 55``)."""
_MINUS = re.compile(r"\s*minus(?= \d)", re.IGNORECASE)
"""``minus 22`` after a result takes 22 off it."""
_MOST_NESTED = 20
"""Brackets and roots in one clause; nobody means a formula with more."""
_CONVENTIONS: dict[str, tuple[QuantityKind, ...]] = {
    "r": ("radius", "length"), "R": ("radius", "length"), "d": ("diameter", "length"), "h": ("length",), "b": ("length",),
    "A": ("area", "circle_area", "sector_area"), "P": ("perimeter",), "C": ("circumference",), "s": ("length",), "l": ("length",),
    "U": ("circumference", "perimeter"), "w": ("length",), "c": ("length",), "a": ("length",),
}  # fmt: skip
"""What letters of the learner's own mean by the custom of schools."""


_OF_TRIANGLE = frozenset({"hypotenuse", "leg", "height", "base"})
"""Parts that are said to be of a triangle by its name."""
_MAJOR = re.compile(r"\b(?:big|bigger|major|large|larger|long|longer|other)\b")
"""Words for the arc of a circle that is more than half of it."""


_CORNERS = {"triangle": 3, "quadrilateral": 4, "pentagon": 5, "hexagon": 6, "heptagon": 7, "octagon": 8}
"""Names of polygons with their numbers of corners."""
_OPPOSITE = frozenset({"opposite", "opp", "adjacent"})
"""Words for legs that say where something lies, where a name or a number is behind them."""
_IS_FACTOR = re.compile(r" ?times\b(?! *[\d(√A-Z]| (?:the|that|it|pi|by|two|three|four|five|six|root|half)\b)")
"""``1.5 times (as long)``: so many times something, and no value."""
_IS_COUNT = re.compile(
    r" (?:equal |same |little |small |big |congruent |identical |right |such |far |remote |away "
    r"|of them\b|of those\b|of these\b)*"
    r"(?:angles|ones|sides|arcs|triangles|corners|parts|"
    r"pieces|slices|radii|chords|sectors|halves|squares|times as|of them|of those)\b"
)
"""Behind a small number that counts: ``5 equal arcs``."""
_LARGEST_COUNT = 12
"""A larger number before such words is a value: ``57 angles`` is hardly said."""


class Item(NamedTuple):
    """A piece of a clause: an expression, or a word."""

    kind: str
    """``expr``, or the kind of its token."""
    text: str
    start: int
    end: int
    expression: Expression | None = None
    unit: str = ""
    points: tuple[str, ...] = ()
    """Of a name that stands alone."""

    @property
    def is_number(self) -> bool:
        """Whether it is one number, and no calculation."""
        return isinstance(self.expression, Number)


@dataclass
class Names:
    """What names and pronouns mean in one problem, and the descriptions that a message has used.

    Args:
        problem: gives the figure, the goal and the unknown letters.
        asked: what the tutor asked for last; None: the goal.
    """

    problem: Problem
    asked: Expression | None = None
    described: dict[Letter, Description] = field(default_factory=dict)
    pair: tuple[Expression, ...] = ()
    """The parts that the last clause with several named: what ``they`` are."""
    results: list[Number] = field(default_factory=list)
    """What earlier calculations came to."""
    subject: Expression | None = None
    """What the last clause spoke of and gave no value: ``NG is across from 45, so its ...``."""
    spoken_of: list[Expression] = field(default_factory=list)
    """Quantities that earlier clauses named: what ``it`` may mean."""

    @cached_property
    def figure(self) -> Figure:
        """What is drawn."""
        return self.problem.question.figure or Figure(points={})

    @cached_property
    def goal(self) -> Expression | None:
        """What the problem asks for."""
        return self.problem.sought

    @cached_property
    def letters(self) -> frozenset[str]:
        """The unknown letters of the problem."""
        sides = self.problem.formal.expressions if self.problem.formal else ()
        return frozenset(leaf.name for side in sides for leaf in unknowns(side) if isinstance(leaf, Letter))

    @cached_property
    def nouns(self) -> frozenset[str]:
        """Words by which the question calls what it asks for: ``tower``, ``fence``."""
        return _nouns(re.split(r"(?<=[.?!])\s+", self.problem.question.text.strip())[-1])

    @cached_property
    def things(self) -> frozenset[str]:
        """Words by which the problem calls anything."""
        return _nouns(self.problem.question.text)

    @cached_property
    def corners(self) -> int:
        """How many corners the polygon of the question has; 0 where it speaks of none, or of several."""
        found = {corners for word, corners in _CORNERS.items() if word in self.problem.question.text.lower()}
        return found.pop() if len(found) == 1 else 0

    @cached_property
    def stated(self) -> frozenset[float]:
        """The numbers in the problem's text."""
        return frozenset(number.value for number in read_numbers(self.problem.question.text))

    def describe(self, words: str, sort: str, kinds: Sequence[str] = (), **rest: object) -> Letter:
        """Return the letter that stands for what ``words`` describe."""
        letter = Letter(words)
        if letter not in self.described:
            meanings: list[Meaning] = []
            if sort in {"asked", "answer", "own", "part", "unknown"}:
                asked = self.asked if sort in {"asked", "own", "part"} else None
                fits = ((asked, Fit.NAMED), (self.goal, Fit.NAMED if asked is None else Fit.EXPECTED))
                meanings = [Meaning(meant, fit) for meant, fit in fits if meant is not None]
            self.described[letter] = Description(letter, sort, tuple(kinds), meanings=tuple(meanings), **rest)  # type: ignore[arg-type]
        return letter

    def it(self, words: str = "") -> Letter:
        """Return the letter that stands for what was asked for; ``words``: said of it, empty for a lone value."""
        if words and isinstance(self.subject, Letter):
            return self.subject  # "I drop the height, it is 4"
        letter = self.describe(words or "this value", "asked", word=words)
        if words and self.subject is not None:
            self.described[letter] = self.described[letter]._replace(meanings=(Meaning(self.subject, Fit.NAMED),))
        elif words and self.spoken_of:
            said = self.described[letter]
            last = Meaning(self.spoken_of[-1], Fit.EXPECTED)
            self.described[letter] = said._replace(meanings=(*said.meanings, last))
        return letter

    def _is_arc(self, points: Sequence[str]) -> bool:
        """Whether two points are the ends of an arc that the problem speaks of, and of no segment."""
        if isinstance(self.goal, Quantity) and self.goal.kind in {"arc", "arc_length"} and set(self.goal.points) == set(points):
            return True
        spoken = self.problem.formal.quantities if self.problem.formal else ()
        has_arc = any(each.kind in {"arc", "arc_length"} and set(each.points) == set(points) for each in spoken)
        has_length = any(each.kind == "length" and set(each.points) == set(points) for each in spoken)
        return has_arc and not has_length and not self.figure.is_drawn(*points)

    def named(self, kind: str, points: Sequence[str], words: str) -> Expression | None:
        """Return the quantity of a name, or a letter for one that has several meanings."""
        try:
            return self._named(kind, points, words)
        except ExpressionError:
            return None

    def _named(self, kind: str, points: Sequence[str], words: str) -> Expression | None:
        size = len(points)
        if kind in {"area", "perimeter", "circumference"} and size >= 3:
            return Quantity.of("area" if kind == "area" else "perimeter", *points)
        if kind in {"area", "circumference", "radius", "diameter", "perimeter"} and size == 1:
            circle: dict[str, QuantityKind] = {"area": "circle_area", "perimeter": "circumference"}
            return Quantity.of(circle.get(kind, kind), *points)  # type: ignore[arg-type]  # one of the circle's kinds
        if kind == "sector_area" and size == 3:
            return Quantity.of("sector_area", *points)
        if kind in {"arc", "arc_length"} and size in {2, 3}:
            is_length = kind == "arc_length" or (isinstance(self.goal, Quantity) and self.goal.kind == "arc_length")
            return Quantity.of("arc_length" if is_length else "arc", *points)
        if size == 1:
            return self.describe(words, "vertex", ("angle",), points=tuple(points))
        if size == 2:
            return Quantity.of("arc" if not kind and self._is_arc(points) else "length", *points)
        if size == 3 and kind in {"", "angle", "length"}:
            return Quantity.of("angle", *points)
        return None


def _nouns(text: str) -> frozenset[str]:
    words = set(re.findall(r"[a-z]{3,}", text.lower()))
    return frozenset(words - word_list("common") - word_list("everyday") - word_list("short") - {"measure", "find", "value"})


def read_items(text: str, names: Names) -> list[Item]:
    """Cut a clause into expressions and words; fillers are left out."""
    is_taken_off = bool(names.results) and _MINUS.match(text) is not None
    text = _MINUS.sub("    -", text) if is_taken_off else text
    tokens = [token for token in tokenize(text, names.figure.points, names.letters) if token.kind != "skipped"]
    if sum(token.text in {"(", "√"} for token in tokens) > _MOST_NESTED:
        return []
    ready, units = _ready(tokens, names)
    if ready and (ready[0].text in _CONTINUING or (ready[0].text == "-" and is_taken_off)):
        if not names.results:
            return []
        at = ready[0].start
        ready = [Token("number", "", "", at, at, meaning=names.results[-1]), *ready]
        units = {index + 1: unit for index, unit in units.items()}
    parser, plain = Parser(ready, symbolic=True), Parser(ready)
    items: list[Item] = []
    index = 0
    while index < len(ready):
        token = ready[index]
        # The parser of algebra leaves inverse functions alone.
        reader = plain if token.text.startswith("arc") and token.kind == "word" else parser
        parsed = reader.sum(index) if _may_begin(ready, index) else None
        if parsed is None:
            kind = token.kind if token.text not in {".", ",", ":"} else "stop"
            items.append(Item(kind, token.raw, token.start, token.end, points=token.points))
            index += 1
            continue
        try:
            bounded(parsed.tree, text)
        except ExpressionError:
            return []
        last = ready[parsed.end - 1]
        alone = parsed.end == index + 1
        # The unit of a value; in a calculation "41°" stands within a sine.
        unit = units.get(parsed.end - 1, "") if is_final(parsed.tree) else ""
        written = text[token.start : last.end]
        if is_final(parsed.tree) and (
            written.endswith(("%", "percent", "pct"))
            or text[last.end :].lstrip().startswith(("%", "€", "£", "$", "th ", "st ", "nd "))
            or (_IS_FACTOR.match(text, last.end) and not (items and items[-1].text in {"=", "≈"}))
            or (parsed.value <= _LARGEST_COUNT and _IS_COUNT.match(text, last.end))
        ):
            items.append(Item("count", written, token.start, last.end))  # 80 %, 3 €, 57th
            index = parsed.end
            continue
        items.append(
            Item("expr", text[token.start : last.end], token.start, last.end, parsed.tree, unit, token.points if alone else ())
        )
        index = parsed.end
    return items


def _may_begin(tokens: Sequence[Token], index: int) -> bool:
    token = tokens[index]
    if token.kind in {"of", "and"} or (token.text in {")", "]", "}", "°", ".", ",", "=", "x"} and token.meaning is None):
        return False
    # "- 57" behind a word is a dash, not a sign.
    return token.text not in {"+", "*", "/"} and not (token.text == "-" and index > 0 and tokens[index - 1].kind == "other")


_READ_BY_PARSER = frozenset({"number", "superscript", "fraction_character", "sign", "(", ")", "command", "other", "of", "and"})
"""Kinds of token that the parser of algebra knows what to do with."""


_AFTERWARDS = {"halved": ("/", Fraction(2)), "doubled": ("*", Fraction(2)), "squaring": ("^", Fraction(2))}
"""Kinds of word behind a number with what is done to it."""


def _afterwards(token: Token) -> list[Token]:
    symbol, number = _AFTERWARDS[token.kind]
    sign = Token("sign", symbol, "", token.start, token.start)
    return [sign, Token("number", token.raw, token.raw, token.start, token.end, value=float(number), meaning=Number(number))]


def _worked(tokens: Sequence[Token], index: int, names: Names, before: Sequence[Token]) -> tuple[Expression | None, int]:
    """Return the operation in words that begins here, or the last result where a pronoun is worked with."""
    results = [
        Number(each.exact) for at, each in enumerate(before) if each.kind == "number" and at and before[at - 1].kind == "equals"
    ]
    result = results[-1] if results else names.results[-1] if names.results else names.subject

    def read(several: Sequence[Token]) -> tuple[Expression, int] | None:
        if several and several[0].kind == "count" and (count := read_numbers(several[0].text)):
            return Number(Fraction(str(count[0].value))), 1  # "split it into five parts"
        ready, _ = _ready(several, names, is_nested=True)
        parsed = Parser(ready, symbolic=True).sum(0) if ready and _may_begin(ready, 0) else None
        if parsed is None:
            return None
        last = ready[parsed.end - 1].end
        return parsed.tree, next((at for at, each in enumerate(several) if each.start >= last), len(several))

    if result is not None and is_worked_on(tokens, index):
        return result, index + 1
    is_first = index == 0 or tokens[index - 1].kind == "and"
    kind = "squaring" if tokens[index].text == "squared" else tokens[index].kind
    if result is not None and is_first and kind in _AFTERWARDS:  # "116, split in half"; "and squared its 0.16"
        symbol, number = _AFTERWARDS[kind]
        return Operation(symbol, (result, Number(number))), index + 1
    found = spoken(tokens, index, read, result)
    return (None, index + 1) if found is None else found


def _ready(tokens: Sequence[Token], names: Names, *, is_nested: bool = False) -> tuple[list[Token], dict[int, str]]:
    """Turn tokens into those that the parser reads, each named part into one; return them with the units behind them.

    Args:
        tokens: of a clause.
        names: what they may name.
        is_nested: whether they stand within an operation in words; another one in it is not read.
    """
    found: list[Token] = []
    units: dict[int, str] = {}
    index = 0
    while index < len(tokens):
        if tokens[index].kind == "unit":
            if found:
                units[len(found) - 1] = tokens[index].text
            index += 1
            continue
        if found and shares(tokens, index):
            found.append(Token("sign", "/", "", tokens[index].start, tokens[index].start))
            index += 2
            continue
        is_behind = bool(found) and tokens[index].kind != "squaring" and tokens[index - 1].kind not in {"equals", "of"}
        if tokens[index].kind in _AFTERWARDS and is_behind:
            found += _afterwards(tokens[index])
            index += 1
            continue
        meaning, end = (None, index + 1) if is_nested else _worked(tokens, index, names, found)
        if meaning is None:
            meaning, end = _operand(tokens, index, names)
        token = (
            _for_parser(tokens, index, found, len(found) - 1 in units) if meaning is None else _named(tokens, index, end, meaning)
        )
        is_apart = bool(found) and _is_next_equation(found, tokens[index:])
        if found and (is_apart or not _may_follow(found, token, tokens[end : end + 1], has_unit=len(found) - 1 in units)):
            found.append(Token("gap", "\0", "", token.start, token.start))
        found.append(token)
        index = max(end, index + 1)
    return found, units


def _named(tokens: Sequence[Token], index: int, end: int, meaning: Expression) -> Token:
    """Return the one token of a named part."""
    words = " ".join(each.text for each in tokens[index:end])
    last = tokens[end - 1]
    return Token("quantity", words, words, tokens[index].start, last.end, meaning=meaning, points=last.points)


def _for_parser(tokens: Sequence[Token], index: int, found: Sequence[Token], after_unit: bool) -> Token:  # noqa: FBT001  # private
    """Return a sign or word as the parser knows it; words of no formula say nothing to it."""
    token = tokens[index]
    if token.text == "-" and index and tokens[index - 1].kind == "answer":
        return token._replace(kind="equals", text="\0")  # "final answer - 57"
    if token.text == "over" and after_unit:
        return token._replace(kind="place", text="\0")  # "6 metres over G" is no quotient
    if token.text == ":" and found:
        kind = _colon(tokens, index)
        return token._replace(kind=kind, text="/" if kind == "sign" else "\0")
    if token.text == "of" and len(found) > 1 and found[-1].kind == "number" and found[-2].text == "/":
        return token._replace(kind="sign", text="*")  # "2/3 of 21"
    if token.kind in _SIGNS:
        return token._replace(kind="sign", text=_SIGNS[token.kind], raw=token.text)
    if token.kind not in _READ_BY_PARSER:
        return token._replace(text="\0", raw=token.text)
    return token._replace(kind="word") if token.kind == "other" else token


def _colon(tokens: Sequence[Token], index: int) -> str:
    """Give a colon its meaning: ``AB: 4`` states a value, ``AB = 6 : 4`` divides."""
    before = tokens[index - 1]
    if before.kind not in {"number", "name", "letter", "unit", *MEASURES} and before.text != ")":
        return "stop"
    following = tokens[index + 1] if index + 1 < len(tokens) else None
    if before.kind in MEASURES:
        return "equals"  # "longest side: 20"
    if before.kind == "unit" and following is not None and following.gap and not tokens[index].gap:
        return "stop"  # "make 360°: 10x + 10 = 360"
    is_ratio = index + 1 < len(tokens) and before.kind in {"name", "letter"} and tokens[index + 1].kind in {"name", "letter"}
    colons = sum(token.text == ":" for token in tokens)
    has_equals = any(token.kind == "equals" for token in tokens)
    if is_ratio and colons < 2 and index + 2 < len(tokens) and tokens[index + 2].kind == "equals":
        return "stop"  # "short leg of NPG: NG = 5"
    is_ratio = is_ratio or (has_equals and colons > 1) or before.text == ")"
    divides = before.kind in {"number", "unit"} or is_ratio or any(token.kind == "equals" for token in tokens[:index])
    return "sign" if divides else "equals"


def _is_next_equation(found: Sequence[Token], rest: Sequence[Token]) -> bool:
    """Whether a new equation begins behind the value of one, with nothing between: ``sin52=0.788 sin60=0.866``."""
    is_value = len(found) > 1 and found[-1].kind == "number" and found[-2].kind == "equals" and bool(rest[0].gap)
    is_name = rest[0].kind in {"name", "letter"}
    # "BC = 12 cos 55 = 6.88" is one chain: a named part stands first.
    is_name |= rest[0].text in {"sin", "cos", "tan"} and not any(each.kind == "quantity" for each in found)
    if rest[0].text in {"sin", "cos"} and _exceeds_one(rest):
        return False  # "it is 7 sin 70 = 6.58": no sine is that large
    # An angle and its unit at most stand between a function's name and the equals sign.
    before_equals = next((at for at, each in enumerate(rest[:4]) if each.kind == "equals"), None)
    return is_value and is_name and before_equals is not None and all(each.kind != "sign" for each in rest[:before_equals])


def _exceeds_one(tokens: Sequence[Token]) -> bool:
    """Whether the first equals sign has a number above one behind it."""
    at = next((at for at, each in enumerate(tokens) if each.kind == "equals"), len(tokens))
    return any(each.kind == "number" and each.value > 1 for each in tokens[at + 1 : at + 2])


def _may_follow(found: Sequence[Token], token: Token, following: Sequence[Token], *, has_unit: bool) -> bool:
    """Whether two tokens side by side are a product, as in 2x, 4 YS and bh, and not two things said one after the other."""
    before = found[-1]
    has_equals = any(each.kind == "equals" for each in found)
    if token.text == "(" and before.kind == "number" and token.start > before.end:
        is_fraction = len(found) > 2 and found[-2].text == "/" and found[-3].text == "1"
        return not has_equals or is_fraction  # "DSN = 68 (180 - 112)", but "A = 1/2 (a + c)"
    if token.kind == "number":
        return before.kind != "quantity"
    if token.kind != "quantity" or not (
        before.meaning is not None or before.kind in {"number", "superscript"} or before.text in {")", "°"}
    ):
        return True
    is_value = len(found) > 1 and found[-2].kind == "equals" and token.start > before.end
    if is_value and following and following[0].kind == "equals":
        return False  # "2x = 8 x = 4"
    if before.kind == "number" and before.value == 1 and token.start > before.end:
        return False  # "with 1 ZI would be 7"
    if before.kind == "number" and not has_unit:
        is_short = (isinstance(token.meaning, Letter) and len(token.text.strip()) == 1) or (
            isinstance(token.meaning, Quantity) and token.meaning.kind == "length"
        )
        return (is_short and " " not in token.text.strip()) or before.value <= _LARGEST_FACTOR
    return token.start == before.end and isinstance(token.meaning, Letter)


def _operand(tokens: Sequence[Token], index: int, names: Names) -> tuple[Expression | None, int]:
    """Return what a name, a letter or the words for a part mean, and the index after them; None where there is none."""
    token = tokens[index]
    following = tokens[index + 1] if index + 1 < len(tokens) else None
    begins_part = token.kind in {"place", "dimension"} and following is not None
    if (special := _special(tokens, index, names)) is not None:
        return special
    if (part := described(tokens, index)) is not None:
        words = " ".join(each.text for each in tokens[index : part.end])
        is_goal = isinstance(names.goal, Quantity) and names.goal.kind in part.kinds and part.place in LYING
        kinds = () if is_goal else part.kinds  # "the top is 63" where an angle is sought
        return names.describe(words, part.sort, kinds, word=part.word, place=part.place, points=part.points), part.end
    if token.kind in MEASURES or token.kind in {"sector", "arc"}:
        return _part(tokens, index, names)
    if begins_part and following is not None and (following.kind in MEASURES or following.text == "one"):
        return _part(tokens, index, names)
    meant: Expression | None = None
    if token.kind == "letter":
        meant = _letter(token, names)
    elif token.kind in {"right_angle", "straight_angle"}:
        meant = Number(Fraction(90 if token.kind == "right_angle" else 180))
    elif token.kind == "answer":
        meant = names.describe(token.text, "answer", word=token.text)
    elif token.kind == "third" and (named := _third_of(tokens, index, names)) is not None:
        return named
    elif token.kind == "third":
        meant = names.describe(token.text, "part", ("angle" if "angle" in token.text else "length",), word="third")
    return meant, index + 1


def _missing(token: Token, names: Names) -> str | None:
    """Return the kind of a missing part that cannot be what is sought: ``the missing side`` where a tangent is."""
    kind = "length" if token.text.endswith(" side") else "angle" if token.text.endswith(" angle") else None
    goal = names.goal
    is_sought = isinstance(goal, Letter) or (isinstance(goal, Quantity) and goal.kind == kind)
    return None if is_sought or goal is None else kind


def _special(tokens: Sequence[Token], index: int, names: Names) -> tuple[Expression | None, int] | None:
    """Read a name, the number of corners in ``(n - 2) · 180``, and ``opposite`` where it says where something lies."""
    token, following = tokens[index], tokens[index + 1] if index + 1 < len(tokens) else None
    is_before_part = following is not None and (following.kind in {"number", "name", "of"} or following.text in {"to", "from"})
    if token.text in _OPPOSITE and is_before_part:
        return None, index + 1  # "BC is opposite the 35"
    if token.kind == "answer" and (kind := _missing(token, names)) is not None:
        return names.describe(token.text, "part", (kind,), word=kind, place=OPEN), index + 1
    if token.kind == "is_diameter" and following is not None and following.kind == "equals":  # "so the diameter is 34"
        return names.describe(token.text, "part", MEASURES["diameter"], word="diameter"), index + 1
    if token.text.lower() == "n" and names.corners and [each.text for each in tokens[index + 1 : index + 3]] == ["-", "2"]:
        return Number(Fraction(names.corners)), index + 1
    return _name(tokens, index, names) if token.kind == "name" else None


def _third_of(tokens: Sequence[Token], index: int, names: Names) -> tuple[Expression, int] | None:
    """Read ``the third angle in triangle PSR``: the one that the problem does not speak of, where only one is left."""
    end = index + 1
    while end < len(tokens) and tokens[end].kind in {"of", "triangle"}:
        end += 1
    if end == index + 1 or end >= len(tokens) or len(tokens[end].points) != 3 or "angle" not in tokens[index].text:
        return None
    a, b, c = tokens[end].points
    spoken_of = set(names.problem.formal.quantities) if names.problem.formal else set()
    left = [angle for angle in (Quantity.of("angle", *p) for p in ((c, a, b), (a, b, c), (b, c, a))) if angle not in spoken_of]
    if len(left) == 1:
        return left[0], end + 1
    return names.describe("the third angle of the triangle", "number", word="number"), end + 1


def _name(tokens: Sequence[Token], index: int, names: Names) -> tuple[Expression | None, int]:
    """Read a name: a segment, an angle, an angle by its vertex, ``Q to N``; that of a triangle is no quantity."""
    token = tokens[index]
    if index and _is_object(tokens[index - 1], token):
        goal = names.goal
        has_something = index + 1 < len(tokens) and tokens[index + 1].text in {"has", "have"}  # "has a right angle at Y"
        is_whole = tokens[index - 1].kind == "triangle" and not has_something
        if isinstance(goal, Quantity) and goal.kind in {"area", "perimeter"} and is_whole:
            return names.named(goal.kind, token.points, token.text), index + 1  # "triangle BGN is 140"
        return None, index + 1
    if len(token.points) > 1:
        return names.named("", token.points, token.text), index + 1
    following = tokens[index + 1] if index + 1 < len(tokens) else None
    if not index and following is not None and following.text == "=" and (answer := _conventional(token, names)) is not None:
        return answer, index + 1
    end = _other_end(tokens, index)
    if end is not None:
        return names.named("length", (*token.points, *tokens[end].points), token.text), end + 1
    return names.describe(token.text, "vertex", ("angle",), points=token.points), index + 1


def _conventional(token: Token, names: Names) -> Letter | None:
    """Return the answer for a letter that is a corner's name, and by custom what is sought: ``A = 55`` where the area is."""
    is_goal = isinstance(names.goal, Quantity) and names.goal.kind in _CONVENTIONS.get(token.text, ())
    return names.describe(token.text, "answer", word=token.text) if is_goal and token.text in {"A", "P", "C", "U"} else None


def _other_end(tokens: Sequence[Token], index: int) -> int | None:
    """Return where the other end of ``Q to N`` is named."""
    end = index + 2
    is_pair = end < len(tokens) and tokens[index + 1].text == "to" and tokens[end].kind == "name" and len(tokens[end].points) == 1
    return end if is_pair else None


def _is_object(before: Token, name: Token) -> bool:
    """Whether a name is that of a triangle or of a line with three points, which is no angle."""
    return len(name.points) > 2 and (before.kind in {"triangle", "circle"} or before.text in {"line", "straight line", "lines"})


def _letter(token: Token, names: Names) -> Letter:
    if token.text in names.letters:
        return Letter(token.text)
    if token.text in names.figure.points:
        return names.describe(token.text, "vertex", ("angle",), points=(token.text,))
    vertex = (token.text.upper(),) if token.text.upper() in names.figure.points else ()
    kinds = _CONVENTIONS.get(token.text, ())
    is_goal = isinstance(names.goal, Quantity) and names.goal.kind in kinds and token.text in {"A", "P", "C", "U"}
    if is_goal and names.asked in {None, names.goal}:
        return names.describe(token.text, "answer", word=token.text)
    word = {"r": "radius", "R": "radius", "d": "diameter", "D": "diameter", "h": "height"}.get(token.text, "")
    if word == "diameter" and word not in names.things:
        word = ""  # d is a distance as well
    return names.describe(token.text, "own", ("length",) if not word and token.text in "dD" else kinds, points=vertex, word=word)


def _part(tokens: Sequence[Token], start: int, names: Names) -> tuple[Expression | None, int]:
    """Read ``angle ABC``, ``area of triangle ABC``, ``the bottom side``, ``the height``."""
    index = start
    while tokens[index].kind in {"place", "dimension"} and index + 1 < len(tokens):
        index += 1
    place = " ".join(token.text for token in tokens[start:index])
    if index > start and tokens[index - 1].text == "one":
        return names.describe(place, "part", word="one", place=place), index
    kind, index = _measure(tokens, index)
    end = index
    while end < len(tokens) and tokens[end].kind in {"of", "triangle", "circle", "sector", "angle", "length", "arc"}:
        if tokens[end].kind in {"sector", "arc"} and kind in {"area", "length"}:
            kind = "sector_area" if tokens[end].kind == "sector" else "arc_length"
        end += 1
    words = " ".join(token.text for token in tokens[start:end])
    named, after = _named_part(tokens, end, kind, words, names)
    if named is not None:
        return named, after
    if end < len(tokens) and len(tokens[end].points) > 2 and tokens[end - 1].kind == "triangle" and kind in _OF_TRIANGLE:
        words = f"{words} {tokens[end].text}"  # "the hypotenuse of triangle WAV"
        return names.describe(words, "part", MEASURES[kind], word=kind, place=place), end + 1
    is_line = end < len(tokens) and len(tokens[end].points) > 2 and kind == "length"
    if kind == "length" and not place and tokens[start].text == "chord":
        return names.describe(words, "part", MEASURES[kind], word="chord"), index
    if is_line or (kind == "length" and not place and tokens[start].text in {"line", "distance", "sides"}):
        return None, start + 1
    kinds: tuple[str, ...] = MEASURES.get(kind) or (("sector_area",) if kind == "sector" else (kind,))
    if (shape := next((token.kind for token in tokens[index:end] if token.kind in _OF_SHAPE), None)) is not None:
        kinds = tuple(each for each in kinds if each in _OF_SHAPE[shape]) or kinds  # the hexagon's perimeter is no circumference
    return names.describe(words, "part", kinds, word=kind, place=place), index


_OF_SHAPE = {"triangle": ("area", "perimeter"), "circle": ("circle_area", "circumference"), "sector": ("sector_area",)}
"""What is measured of a polygon, a circle, a sector."""


def _measure(tokens: Sequence[Token], index: int) -> tuple[str, int]:
    """Return the kind that words for a measure mean together, such as ``length of arc``, and the index after them."""
    kind, index = tokens[index].kind, index + 1
    if kind in {"length", "angle"} and index < len(tokens) and tokens[index].kind in MEASURES:
        is_arc = tokens[index].kind == "arc" and kind == "length"
        kind, index = "arc_length" if is_arc else tokens[index].kind, index + 1
    return kind, index


def _named_part(tokens: Sequence[Token], end: int, kind: str, words: str, names: Names) -> tuple[Expression | None, int]:
    """Return the part that is named behind the words for its kind."""
    if end >= len(tokens) or tokens[end].kind not in {"name", "letter"}:
        return None, end
    token = tokens[end]
    if kind == "arc" and len(token.points) == 2 and _MAJOR.search(words):
        minor = names.named(kind, token.points, "")
        return (None if minor is None else Operation("-", (Number(Fraction(360)), minor))), end + 1
    other = _other_end(tokens, end) if kind == "length" and len(token.points) == 1 else None
    if other is not None:
        return names.named("length", (*token.points, *tokens[other].points), words), other + 1
    points = token.points or ((token.text,) if token.text in names.figure.points else ())
    if points and not (kind == "length" and len(points) > 2):
        return names.named(kind, points, f"{words} {token.text}"), end + 1
    return (_letter(token, names), end + 1) if token.kind == "letter" and kind == "angle" else (None, end)
