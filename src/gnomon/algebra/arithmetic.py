"""Find written calculations such as "180 - 60 - 48 = 72", "1/2 * 14 * 9", "half of 126" or "9^2 + 12^2 is 225".

It leaves out calculations with an unknown: "3x + 5 = 20" is an equation, not a calculation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

from gnomon.algebra.lexer import Token, tokenize
from gnomon.algebra.parser import BEGINNINGS, Form, Parsed, Parser, unit_at

_EQUALITY_SIGNS = frozenset("=≈")
_JOINING = "is equals equal gives give makes make gets get was becomes yields leaves"
_EQUALITY_WORDS = frozenset(_JOINING.split())
_OPERATORS = frozenset({"+", "-", "*", "/", "^", "**", "√", "plus", "minus", "times", "over"})


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """A written calculation."""

    text: str
    """As written, with the claimed result where one is given."""
    start: int
    """First character."""
    end: int
    """After the last character."""
    value: float
    """What the left side really is."""
    claimed: float | None = None
    """What is written to the right of the equals sign; None when nothing readable is."""
    claimed_decimals: int = 0
    """Decimals written in `claimed`."""
    is_approximate: bool = False
    """Whether ``≈`` joins the two."""
    left_text: str = ""
    """The calculation alone."""
    is_root_only: bool = False
    """Whether the only thing to work out is a root or a power, as in "√225" or "3²"."""

    @property
    def span(self) -> tuple[int, int]:
        """First character and the one after the last."""
        return self.start, self.end


def read_arithmetic(text: str) -> list[Arithmetic]:
    """Return the calculations of ``text`` in order.

    A chain "a + b = c + d = e" gives one entry for each equals sign with a calculation on its left. A fraction in lowest
    terms such as 3/4 is a number, no calculation; 16/2 is one. Roots and powers of numbers count ("9²", "√225", not √3).
    Never raises; a division by zero or an overflow is no calculation.
    """
    tokens = tokenize(text)
    parser = Parser(tokens)
    found: list[Arithmetic] = []
    index = 0
    while index < len(tokens):
        parsed = parser.sum(index) if _may_start(parser, index) else None
        if parsed is None:
            index += 1
            continue
        # Of a longer calculation with something unreadable in it, such as a letter.
        is_part = _goes_on_before(tokens, index) or _goes_on_after(tokens, parsed.end)
        if isfinite(parsed.value) and _is_calculation(text, tokens, index, parsed) and not is_part:
            found.append(_entry(text, parser, index, parsed))
        index = max(parsed.end, index + 1)
    return found


def _may_start(parser: Parser, index: int) -> bool:
    token = parser.tokens[index]
    if token.text in {"-", "+", "minus", "negative"}:
        return parser.signed_start(index)
    if token.kind == "word" and token.meaning is None and token.text not in BEGINNINGS:
        return False  # most of a text
    return token.text not in {")", "]", "}", "°", ".", ","}


def _is_calculation(text: str, tokens: Sequence[Token], start: int, parsed: Parsed) -> bool:
    if parsed.form & Form.CALCULATION:
        return not _is_set_name(tokens, start, parsed.end)
    if parsed.form & (Form.POWER | Form.ROOT):
        is_exact = abs(parsed.value - round(parsed.value)) < 1e-9  # a root is worked out on floats
        return is_exact or (Form.ROOT in parsed.form and _has_large_radicand(tokens, start, parsed.end))
    written = text[tokens[start].start : tokens[parsed.end - 1].end]
    if Form.FRACTION in parsed.form and Form.MIXED not in parsed.form and "/" in written:
        return not _is_lowest_terms(tokens, start, parsed.end)
    return False


def _has_large_radicand(tokens: Sequence[Token], start: int, end: int) -> bool:
    """Whether a root can be simplified: its radicand has a square factor, as in √75."""
    # Square factors up to 31² are tried, all that a number below 32² = 1024 can have; larger ones rarely stand under a root.
    radicands = [int(token.value) for token in tokens[start:end] if token.kind == "number" and 1 < token.value < 1e6]
    return bool(radicands) and any(radicands[-1] % (k * k) == 0 for k in range(2, 32))


def _is_lowest_terms(tokens: Sequence[Token], start: int, end: int) -> bool:
    if end - start != 3 or tokens[start].kind != "number" or tokens[end - 1].kind != "number":
        return True
    top, bottom = tokens[start], tokens[end - 1]
    if top.decimals or bottom.decimals or max(top.value, bottom.value) > 1e12:  # nobody writes such a fraction as a number
        return False
    return top.value < bottom.value


def _is_set_name(tokens: Sequence[Token], start: int, end: int) -> bool:
    """Whether it is a name such as "30-60-90" or "3-4-5 triangle"."""
    hyphens = tokens[start + 1 : end : 2]
    if len(hyphens) < 2 or any(token.text != "-" or token.gap for token in hyphens):
        return False
    values = [token.value for token in tokens[start:end:2]]
    named = end < len(tokens) and tokens[end].text in {"triangle", "triangles", "triple", "right"}
    return named or values in ([30, 60, 90], [45, 45, 90], [3, 4, 5])


def _goes_on_before(tokens: Sequence[Token], start: int) -> bool:
    if start == 0:
        return False
    before = tokens[start - 1]
    if before.text in _OPERATORS:
        return start >= 2
    is_glued = before.kind == "word" and not tokens[start].gap
    return is_glued and tokens[start].kind == "number"


def _goes_on_after(tokens: Sequence[Token], end: int) -> bool:
    if end >= len(tokens):
        return False
    after = tokens[end]
    if not after.gap and (after.kind == "word" or after.text in {"(", "^"}):
        return True
    following = tokens[end + 1] if end + 1 < len(tokens) else None
    return after.text in _OPERATORS and following is not None and (following.kind != "sign" or following.text in "(∠√")


def _entry(text: str, parser: Parser, start: int, parsed: Parsed) -> Arithmetic:
    tokens = parser.tokens
    left_end = tokens[parsed.end - 1].end
    root_only = not parsed.form & Form.CALCULATION and bool(parsed.form & (Form.ROOT | Form.POWER))
    left = text[tokens[start].start : left_end]
    equals, approximate = _equality(tokens, parsed.end)
    right = parser.sum(equals) if equals is not None else None
    if right is None or not isfinite(right.value) or _goes_on_after(tokens, right.end):
        return Arithmetic(left, tokens[start].start, left_end, parsed.value, left_text=left, is_root_only=root_only)
    end = tokens[unit_at(tokens, right.end)[1] - 1].end
    return Arithmetic(
        text=text[tokens[start].start : end],
        start=tokens[start].start,
        end=end,
        value=parsed.value,
        claimed=right.value,
        claimed_decimals=right.decimals,
        is_approximate=approximate,
        left_text=left,
        is_root_only=root_only,
    )


def _equality(tokens: Sequence[Token], index: int) -> tuple[int | None, bool]:
    """Return where the right side of an equality sign or word at ``index`` begins, and whether it is approximate."""
    if index >= len(tokens):
        return None, False
    token = tokens[index]
    if token.kind == "sign" and token.text in _EQUALITY_SIGNS:
        return index + 1, token.text == "≈"
    if token.kind != "word" or token.text not in _EQUALITY_WORDS:
        return None, False
    index += 1
    approximate = False
    while index < len(tokens) and tokens[index].text in {"to", "about", "approximately", "roughly", "you", "us", "not"}:
        if tokens[index].text == "not":
            return None, False
        approximate |= tokens[index].text in {"about", "approximately", "roughly"}
        index += 1
    return index, approximate
