r"""A whole text to one expression: school algebra (``3x - 7``, ``\frac{10}{3}x + 4``, ``52°``) and the formal language.

Both are the one parser's; they differ in what a name is. In school algebra every letter is one, so that ``xy`` is a product; in
the formal language (``angle(A,B,C) + 3*x1 - 5``) a whole word is, and the words of `QUANTITY_KINDS` take points. Numbers in
running text are the business of `gnomon.algebra.numbers`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from gnomon.algebra.expression import (
    FUNCTIONS,
    QUANTITY_KINDS,
    Equation,
    Expression,
    ExpressionError,
    Letter,
    Quantity,
    height,
)
from gnomon.algebra.lexer import Namer, Token, tokenize
from gnomon.algebra.parser import Parser, is_known_word, is_unit_word
from gnomon.algebra.points import ElementNameError, split_points
from gnomon.algebra.words import NUMBER_WORDS

MAX_HEIGHT = 100
"""Operations inside one another; ``a + b + c`` has two. What works on a tree recurses, within Python's thousand calls."""
_LETTERS = re.compile(r"[A-Za-zα-ορ-ωϑ]+")  # without π, which is a number
_NAME = re.compile(r"[^\W\d_][A-Za-z0-9_]*['′]*")
_POINTS = re.compile(r"\s*\(([^()]*)\)")


def read_algebra(text: str, namer: Namer | None = None) -> Expression:
    """Read school algebra, or the words and numerals of `gnomon.algebra.read_number`, as one expression.

    Args:
        text: what is written.
        namer: says what names are; None: each letter is an unknown, as at school.

    Raises:
        ExpressionError: when it is none, or nests deeper than `MAX_HEIGHT`; the message is one line.
    """
    tokens = tokenize(text, namer or school_letter, has_markdown=False)
    parsed = Parser(tokens, symbolic=True).sum(0)
    if parsed is None or parsed.end < len(tokens):
        at = f" at {_shown(tokens[parsed.end if parsed else 0].raw)}" if tokens else ""
        raise ExpressionError(f"cannot read the expression {_shown(text)}{at}")
    return bounded(parsed.tree, text)


def bounded(expression: Expression, text: str) -> Expression:
    """Return ``expression``, read from ``text``, unless it is too high to work on.

    Raises:
        ExpressionError: beyond `MAX_HEIGHT`.
    """
    if height(expression) > MAX_HEIGHT:
        raise ExpressionError(f"expected at most {MAX_HEIGHT} operations inside one another in {_shown(text)}")
    return expression


def read_tokens(tokens: Sequence[Token]) -> Expression | None:
    """Return the expression that all ``tokens`` make together; None when they make none, or one beyond `MAX_HEIGHT`."""
    parsed = Parser(tokens, symbolic=True).sum(0)
    whole = parsed is not None and parsed.end == len(tokens) and height(parsed.tree) <= MAX_HEIGHT
    return parsed.tree if parsed and whole else None


def parse_expression(text: str) -> Expression:
    """Read an expression of the formal language, such as ``2*length(A,B)/3 + x``.

    Raises:
        ExpressionError: for anything else.
    """
    return read_algebra(text, _formal_name)


def parse_equation(text: str) -> Equation:
    """Read ``left = right``; see `parse_expression`."""
    left, equals, right = text.partition("=")
    if not equals or "=" in right:
        raise ExpressionError(f"expected one '=' in {_shown(text)}")
    return Equation(parse_expression(left), parse_expression(right))


def school_letter(text: str, at: int) -> Token | None:
    """Read one letter as an unknown, unless it begins a word that the parser knows or a unit such as "55 cm"; a `Namer`."""
    run = _LETTERS.match(text, at)
    if run is None or is_known_word(run.group()) or (is_unit_word(run.group()) and _stands_apart(text, at)):
        return None
    counted = _LETTERS.match(text, run.end() + 1)
    if run.group() == "a" and counted and counted.group() in NUMBER_WORDS:
        return None  # a half
    return Token("name", text[at], text[at], at, at + 1, meaning=Letter(text[at]))


def _stands_apart(text: str, at: int) -> bool:
    """Whether a space and then the end of an operand precede: nobody writes the product of 55, c and m as ``55 cm``."""
    before = text[max(0, at - 3) : at]  # the space and the end of what precedes it, a full stop ("sq. cm") between them
    return before[-1:].isspace() and before.rstrip(" .")[-1:] not in {"", *"+-*/^=(["}


def _formal_name(text: str, at: int) -> Token | None:
    name = _NAME.match(text, at)
    if name is None or name.group() in {"pi", "π"} or name.group() in FUNCTIONS:
        return None
    kind, end = name.group(), name.end()
    points = _POINTS.match(text, end)
    if points is None:
        return Token("name", kind, kind, at, end, meaning=Letter(kind))
    if kind not in QUANTITY_KINDS:
        raise ExpressionError(f"cannot read {points.string[at : points.end()]!r} in {_shown(text)}: unknown quantity {kind!r}")
    try:
        meaning = Quantity.of(kind, *split_points(points.group(1)))  # type: ignore[arg-type]  # membership was checked above
    except ElementNameError as error:
        raise ExpressionError(str(error)) from error
    return Token("name", kind, kind, at, points.end(), meaning=meaning)


def _shown(text: str) -> str:
    """Quote a text for a message of one line."""
    return repr(text if len(text) <= 80 else f"{text[:80]}…")
