"""Read the numbers in a text, each with its value, unit, kind and role.

It reads integers, decimals (point or comma), thousands separators, digits of every script, fractions, mixed numbers, roots,
powers, multiples of π, percent and degrees, in signs, LaTeX or English words. A calculation such as "90 - 37" is left to
`gnomon.algebra.arithmetic`; here its operands are two numbers. It leaves out number words of other languages, and ranges.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from gnomon.algebra.lexer import Token, tokenize
from gnomon.algebra.parser import OPERAND_WORDS, Form, Parsed, Parser, unit_at

NumberKind = Literal["integer", "decimal", "fraction", "mixed", "root", "power", "pi", "expression"]
NumberRole = Literal["value", "count", "ordinal", "name", "factor"]

_NUMBERED = """
    figure fig step question problem exercise part case chapter section page line option choice theorem rule number example grade
    unit lesson item equation hint turn row column attempt version table postulate
"""
_NAMED_BY_NUMBER = frozenset(_NUMBERED.split())
"""Things that a number after them names."""
_COUNTED = """
    triangle angle side line segment point circle arc step way thing leg ray vertex triangles angles sides lines segments points
    circles arcs steps ways things legs rays vertices values parts halves halve equations expressions pieces of times rules facts
    theorems diagonals radii chords tangents squares rectangles questions numbers quantities given known equal others other
    congruent similar right parallel different more another letters pairs pair copies unknown unknowns options base bases
    interior exterior remaining missing opposite acute small smaller large
"""
_THINGS = frozenset(_COUNTED.split())
"""Words after a small number that make it a count."""
_WHOLES = frozenset({"of", "the", "its", "that", "this", "as", "your", "their", "base", "times"})
"""Words after a fraction that make it a factor: "half the base"."""
_SET_NAMES = frozenset({"triangle", "triangles", "triple", "right"})
_MINUS = frozenset({"-", "minus", "negative"})
_NUMBER_SIGNS = frozenset("π√∛")
_LARGEST_COUNT = 12
"""A larger number before one of `_THINGS` is taken for a value, and one after "angle" for a size: nobody counts so far."""


@dataclass(frozen=True, slots=True)
class ReadNumber:
    """A number found in a text."""

    value: float
    """The number itself: 40 for "40 %" and for "40°"."""
    text: str
    """As written, without the unit."""
    start: int
    """First character."""
    end: int
    """After the last character, without the unit."""
    kind: NumberKind
    unit: str = ""
    """``°``, ``%``, ``cm``, ``cm²``, ``$``, ...; empty for none."""
    role: NumberRole = "value"
    """``name`` in "P1", "step 3" or "30-60-90"; ``ordinal`` in "3rd"; ``count`` in "two triangles" or "this one";
    ``factor`` in "2x", "half the base", "3 times as long"; else ``value``."""
    decimals: int = 0
    """Decimals written; 0 for anything but a decimal number."""

    @property
    def span(self) -> tuple[int, int]:
        """First character and the one after the last."""
        return self.start, self.end


def read_numbers(text: str) -> list[ReadNumber]:
    """Return the numbers of ``text`` in order; see `ReadNumber.role` for those that are no values.

    Never raises. Text beyond `gnomon.algebra.lexer.MAX_CHARACTERS` is not read.
    """
    tokens = tokenize(text)
    parser = Parser(tokens)
    found: list[ReadNumber] = []
    index = 0
    while index < len(tokens):
        start, parsed = index, _read_at(parser, index)
        if parsed is None:
            index += 1
            continue
        index = parsed.end
        found.append(_describe(text, tokens, start, parsed))
    return found


def read_number(text: str) -> ReadNumber | None:
    """Return the one number or expression that ``text`` is, as in "57°", "x = 5√3", "2·3√2" or "about 8.66 cm"; else None.

    A leading ``name =`` and words such as "about" are passed over; any other rest makes it None. Never raises.
    """
    tokens = tokenize(text)
    start = _after_prefix(tokens)
    parsed = Parser(tokens).sum(start)
    if parsed is None:
        return None
    _, end = unit_at(tokens, parsed.end)
    if any(token.text not in {".", "!", "°", "}", "="} for token in tokens[end:]):
        return None
    last = _before_unit(tokens, start, parsed.end)
    # The degree of "10·cos 30°" belongs to the argument.
    unit = "" if Form.FUNCTION in parsed.form else unit_at(tokens, last)[0] or _currency(text, tokens[start])
    first, after = tokens[start].start, tokens[last - 1].end
    return ReadNumber(parsed.value, text[first:after], first, after, _kind(parsed.form), unit, decimals=parsed.decimals)


def _before_unit(tokens: Sequence[Token], start: int, end: int) -> int:
    """Return where the unit begins that `Parser.sum` has taken in; ``end`` when there is none."""
    ends = (index for index in range(start + 1, end) if unit_at(tokens, index)[0] and unit_at(tokens, index)[1] == end)
    return next(ends, end)


def _after_prefix(tokens: Sequence[Token]) -> int:
    # Six tokens hold "the measure of angle ABC =".
    equals = [index for index, token in enumerate(tokens[:6]) if token.text in {"=", "≈"}]
    if equals and all(token.kind in {"word", "sign"} for token in tokens[: equals[-1]]):
        return equals[-1] + 1
    return next((index for index, token in enumerate(tokens) if token.text not in {"about", "approximately", "≈", "roughly"}), 0)


def _read_at(parser: Parser, start: int) -> Parsed | None:
    """Read a number, with its sign, that is no calculation."""
    tokens = parser.tokens
    token = tokens[start]
    if token.text in _MINUS:
        return _read_negative(parser, start)
    if token.kind == "other" or (token.kind == "sign" and token.text not in _NUMBER_SIGNS):
        return None
    if token.kind == "word" and token.meaning is None and token.text not in OPERAND_WORDS:
        return None  # most of a text
    parsed = parser.compact(start)
    return None if parsed is None or parsed.form & Form.CALCULATION else parsed


def _read_negative(parser: Parser, start: int) -> Parsed | None:
    tokens = parser.tokens
    following = tokens[start + 1] if start + 1 < len(tokens) else None
    if following is None or following.text in _MINUS or not parser.signed_start(start):
        return None
    if tokens[start].kind == "sign" and following.gap:
        return None
    inner = _read_at(parser, start + 1)
    return None if inner is None else inner._replace(value=-inner.value)


def _kind(form: Form) -> NumberKind:
    if form & Form.CALCULATION:
        return "expression"
    shapes: tuple[tuple[Form, NumberKind], ...] = (
        (Form.ROOT, "root"), (Form.PI, "pi"), (Form.POWER, "power"), (Form.MIXED, "mixed"), (Form.FRACTION, "fraction"),
        (Form.DECIMAL, "decimal"),
    )  # fmt: skip
    return next((kind for shape, kind in shapes if shape in form), "integer")


def _describe(text: str, tokens: Sequence[Token], start: int, parsed: Parsed) -> ReadNumber:
    first, last = tokens[start].start, tokens[parsed.end - 1].end
    unit = unit_at(tokens, parsed.end)[0] or _currency(text, tokens[start])
    role = "value" if unit else _role(tokens, start, parsed)
    return ReadNumber(parsed.value, text[first:last], first, last, _kind(parsed.form), unit, role, parsed.decimals)


def _currency(text: str, token: Token) -> str:
    before = text[token.start - 1 : token.start]
    # A second $ soon after makes the two delimiters of LaTeX.
    return "$" if before == "$" and "$" not in text[token.end : token.end + 40].split("\n", maxsplit=1)[0] else ""


def _role(tokens: Sequence[Token], start: int, parsed: Parsed) -> NumberRole:
    before = tokens[start - 1] if start else None
    after = tokens[parsed.end] if parsed.end < len(tokens) else None
    if _is_name(tokens, start, parsed, before):
        return "name"
    if after is None or after.kind != "word":
        return "count" if _is_pronoun(parsed, tokens[start], before) else "value"
    if after.text in {"st", "nd", "rd", "th"} and not after.gap:
        return "ordinal"
    if _is_factor(tokens, parsed, after):
        return "factor"
    is_whole = not parsed.form & ~Form.WORDS and parsed.value <= _LARGEST_COUNT
    return "count" if is_whole and (after.text in _THINGS or _is_pronoun(parsed, tokens[start], before)) else "value"


def _is_name(tokens: Sequence[Token], start: int, parsed: Parsed, before: Token | None) -> bool:
    if parsed.form & ~(Form.WORDS | Form.DECIMAL):
        return False
    if _in_set_name(tokens, start, parsed.end):
        return True
    if before is None:
        return False
    if before.kind == "word" and not tokens[start].gap and tokens[start].kind == "number":
        return len(before.raw) <= 2 and before.raw[-1:].isupper()  # a point such as P1, or the AB of AB2; no word
    numbered_angle = before.text in {"angle", "∠", "angles"} and parsed.value <= _LARGEST_COUNT and parsed.value >= 1
    return before.text in _NAMED_BY_NUMBER or (numbered_angle and not parsed.form)


def _in_set_name(tokens: Sequence[Token], start: int, end: int) -> bool:
    """Whether the number belongs to a chain such as "30-60-90" or "3-4-5 triangle"."""
    first, last = start, end
    while first >= 2 and tokens[first - 1].text == "-" and not tokens[first - 1].gap and tokens[first - 2].kind == "number":
        first -= 2
    while last + 1 < len(tokens) and tokens[last].text == "-" and not tokens[last].gap and tokens[last + 1].kind == "number":
        last += 2
    if last - first < 5:  # three numbers and the two hyphens between them
        return False
    chain = [tokens[index].value for index in range(first, last, 2)]
    return chain in ([30, 60, 90], [45, 45, 90]) or (last < len(tokens) and tokens[last].text in _SET_NAMES)


def _is_pronoun(parsed: Parsed, token: Token, before: Token | None) -> bool:
    if token.text != "one" or parsed.value != 1:
        return False
    return before is None or (before.kind == "word" and before.text not in {"is", "equals", "be"})


def _is_factor(tokens: Sequence[Token], parsed: Parsed, after: Token) -> bool:
    if not after.gap:
        return len(after.raw) <= 2  # letters of a formula, as in 2x or 3ab; longer is a word run together
    following = tokens[parsed.end + 1] if parsed.end + 1 < len(tokens) else None
    if after.text == "times":
        return following is not None and following.kind == "word" and following.text not in {"the", "root"}
    return Form.FRACTION in parsed.form and after.text in _WHOLES
