"""The one lexer: cuts text into numerals, words, signs and LaTeX commands, with their places in the text.

Digits of every script, fullwidth signs and the many minus signs are first mapped, one character to one, to their ASCII
forms, so that a token's span is a span of the original text. What a token means is left to `gnomon.algebra.parser`; what a
*name* means (a letter of a problem, ``LengthOf(Line(A, B))``, a word of tutor talk) to the room that hands a `Namer` in.

What decides how points, commas and spaces in a numeral are read, in this order; a locale is never asked for:

1.  *Grouped by commas*: one to three digits, the first no 0, and then only groups of three behind commas are thousands, with a
    decimal point or without: ``1,728``, ``12,345,678.5``.
2.  *Grouped by points*: points group where a decimal comma follows, or where there are two or more: ``1.728,5``, ``1.234.567``.
3.  *Grouped by spaces* (plain, thin or no-break): one to three digits and groups of exactly three: ``1 728``.
4.  *A lone comma* that 1 does not take is a decimal comma: ``3,5``, ``0,125``, ``1728,5``.
5.  *A lone point* is a decimal point, also before three digits: ``1.728`` is less than two.
6.  *A list*: two commas or more that 1 does not take, or one within brackets of its own: ``5,12,13``, ``(3,4)``.
7.  Anything else is no number: ``1.2.3``.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from gnomon.algebra.expression import Expression

MAX_CHARACTERS = 65_536
"""What lies beyond is not read: a bound on the time that a stranger's text can take, far above any message or reply."""
_MOST_KEPT = 2048
"""Short texts whose tokens are kept: one message and one proof are cut into tokens by many readers, mostly in the same pieces."""
_LONGEST_KEPT = 300
"""Characters of such a text: some sentences."""


class Token(NamedTuple):
    """A piece of text."""

    kind: str
    """``number``, ``fraction_character``, ``superscript``, ``word``, ``command``, ``sign``, ``other``, or what a `Namer` says."""
    text: str
    """As normalised; words and commands in lower case, a command with its backslash."""
    raw: str
    """As written."""
    start: int
    end: int
    """Span in the text, end exclusive."""
    gap: bool = False
    """Whether space or an ignored mark precedes it."""
    value: float = 0.0
    """Of a number, a fraction character or a superscript."""
    decimals: int = 0
    """Decimals written, of a number."""
    meaning: Expression | None = None
    """What a `Namer` takes it to stand for in an expression."""
    points: tuple[str, ...] = ()
    """Of the name of a part of a figure."""

    @property
    def exact(self) -> Fraction:
        """Value of a number, a fraction character or a superscript."""
        if self.kind == "fraction_character":
            return Fraction(self.value).limit_denominator(10)  # the finest that Unicode has is a tenth
        if self.kind == "superscript" or (not self.decimals and abs(self.value) < _EXACT_IN_FLOAT):
            return Fraction(int(self.value))
        return Fraction(_plain_numeral(self.text)[0])


Namer = Callable[[str, int], Token | None]
"""Reads the name that begins at a place of a text (normalised as tokens are); None leaves the place to the lexer."""

_EXACT_IN_FLOAT = 2**53
"""Below it a double holds every whole number exactly; from there on the digits are read again."""

_SIGNS = {
    "−": "-", "–": "-", "‒": "-", "﹣": "-", "‐": "-", "‑": "-",
    "×": "*", "⋅": "*", "·": "*", "∙": "*", "∗": "*", "÷": "/", "⁄": "/", "∕": "/",
    "٫": ".", "٬": ",", "º": "°", "˚": "°", "٪": "%", "𝜋": "π", "𝛑": "π", "𝝅": "π", "Π": "π",
    "\u00a0": " ", "\u2009": " ", "\u202f": " ", "\u2007": " ", "≃": "≈", "≅": "≈", "≐": "≈",
}  # fmt: skip
_SUPERSCRIPTS = {character: value for value, character in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")}
_FULLWIDTH = ("\uff01", "\uff5e")
_SPACING = r"\left \right \, \; \! \: \quad \qquad \text \mathrm \mathbf \textbf \boxed \displaystyle \( \) \[ \] \big"
_IGNORED_COMMANDS = frozenset([*_SPACING.split(), "\\ "])
_COMMAND_SIGNS = {
    r"\cdot": "*", r"\times": "*", r"\div": "/", r"\pi": "π", r"\circ": "°", r"\degree": "°", r"\%": "%",
    r"\approx": "≈", r"\angle": "∠", r"\{": "{", r"\}": "}", r"\$": "$", r"\ne": "≠", r"\neq": "≠",
}  # fmt: skip
_TOKEN = re.compile(
    r"(?P<number>(?<![\d.,])\d{1,3}(?: \d{3})+(?![\d.,]\d|\d)|\d+(?:[.,]\d+)*|(?<![\w.])\.\d+)"
    r"|(?P<superscript>⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)"
    r"|(?P<fraction_character>[¼½¾⅐-⅞↉])"
    r"|(?P<command>\\[A-Za-z]+|\\.)"
    r"|(?P<word>[^\W\dπ_⁰¹²³⁴⁵⁶⁷⁸⁹¼½¾⅐-⅞↉]+)"
    r"|(?P<sign>\*\*|[-+*/^=≈≠<>≤≥()\[\]{}°%√∛∜π,.;:!?$€£∠])"
    r"|(?P<space>\s+)"
    r"|(?P<other>.)",
    re.DOTALL,
)
_THOUSANDS = re.compile(r"[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?")
_EUROPEAN = re.compile(r"\d{1,3}(?:\.\d{3})+,\d+|[1-9]\d{0,2}(?:\.\d{3}){2,}")
_LIST = re.compile(r"\d+(?:\.\d+)?(?:,\d+(?:\.\d+)?)+")


def tokenize(text: str, namer: Namer | None = None, *, has_markdown: bool = True) -> list[Token]:
    """Return the tokens of ``text`` in order; space and LaTeX spacing are dropped, `Token.gap` remembers them.

    Never raises but what ``namer`` does; characters from `MAX_CHARACTERS` on are not read. Linear in the length of the text.

    Args:
        text: any text.
        namer: is asked first at the beginning of every token.
        has_markdown: whether stars may be emphasis (``**57**``) rather than signs.
    """
    if namer is None and len(text) <= _LONGEST_KEPT:
        return list(_kept(text, has_markdown=has_markdown))
    return _tokenized(text[:MAX_CHARACTERS], namer, has_markdown=has_markdown)


@lru_cache(maxsize=_MOST_KEPT)
def _kept(text: str, *, has_markdown: bool) -> tuple[Token, ...]:
    return tuple(_tokenized(text, None, has_markdown=has_markdown))


def _tokenized(text: str, namer: Namer | None, *, has_markdown: bool) -> list[Token]:
    normal = text if text.isascii() else "".join(map(_normal_character, text))
    tokens: list[Token] = []
    gap, at = False, 0
    while at < len(normal):
        named = namer(normal, at) if namer else None
        if named is not None:
            tokens.append(named._replace(raw=text[at : named.end], gap=gap))
            gap, at = False, named.end
            continue
        match = _TOKEN.match(normal, at)
        assert match is not None  # its last alternative takes any character
        kind, at = match.lastgroup, match.end()
        if kind == "word":  # most of a text: without a detour
            tokens.append(Token("word", match.group().lower(), text[match.start() : at], match.start(), at, gap))
        elif kind == "space" or _is_decoration(match, normal, has_markdown=has_markdown):
            gap = True
            continue
        else:
            tokens.extend(_tokens_of(match, text, gap=gap))
        gap = False
    return tokens


def _normal_character(character: str) -> str:
    if character.isascii():
        return character
    if character in _SIGNS:
        return _SIGNS[character]
    if unicodedata.category(character) == "Nd":
        return str(unicodedata.decimal(character))
    if _FULLWIDTH[0] <= character <= _FULLWIDTH[1]:
        return unicodedata.normalize("NFKC", character)
    return character


def _is_decoration(match: re.Match[str], normal: str, *, has_markdown: bool) -> bool:
    """Whether it is LaTeX spacing, a mathematics delimiter, or a star of Markdown emphasis."""
    piece = match.group()
    if match.lastgroup == "command":
        return piece in _IGNORED_COMMANDS
    if piece == "$":
        return True
    return has_markdown and piece.startswith("*") and not _is_operator_star(normal, match.start(), match.end())


def _is_operator_star(normal: str, start: int, end: int) -> bool:
    before, after = normal[start - 1 : start], normal[end : end + 1]
    if before.isspace() and after.isspace():
        return True
    return bool(before) and (before.isalnum() or before in ")}]°√") and (after.isalnum() or after in "({[√\\-.") and bool(after)


def _tokens_of(match: re.Match[str], text: str, *, gap: bool) -> list[Token]:
    kind, piece, start, end = match.lastgroup, match.group(), match.start(), match.end()
    raw = text[start:end]
    if kind == "number":
        enclosed = text[start - 1 : start] == "(" and text[end : end + 1] == ")"
        return _numerals(piece, start, gap=gap, enclosed=enclosed)
    if kind == "superscript":
        # Three hundred digits still make a finite float.
        value = float("".join(str(_SUPERSCRIPTS[character]) for character in piece[-300:] if character != "⁻"))
        return [Token("superscript", piece, raw, start, end, gap, -value if piece[0] == "⁻" else value)]
    if kind == "fraction_character":
        return [Token("fraction_character", piece, raw, start, end, gap, unicodedata.numeric(piece))]
    if kind == "command":
        sign = _COMMAND_SIGNS.get(piece)
        return [Token("sign", sign, raw, start, end, gap) if sign else Token("command", piece.lower(), raw, start, end, gap)]
    return [Token("sign" if kind == "sign" else "other", piece, raw, start, end, gap)]


def _numerals(piece: str, start: int, *, gap: bool, enclosed: bool) -> list[Token]:
    """Read a run of digits, points and commas: one number, a list such as ``5,12,13``, or neither (``1.2.3``)."""
    if _LIST.fullmatch(piece) and not _THOUSANDS.fullmatch(piece) and (enclosed or piece.count(",") > 1):
        return _list_of_numerals(piece, start, gap=gap)
    plain, decimals = _plain_numeral(piece)
    value = float(plain) if plain else math.inf
    kind = "number" if math.isfinite(value) else "other"
    return [Token(kind, piece, piece, start, start + len(piece), gap, value if kind == "number" else 0.0, decimals)]


def _plain_numeral(piece: str) -> tuple[str, int]:
    """Return the numeral as Python reads it and its decimals; ("", 0) for none."""
    if piece.isdigit():
        return piece, 0
    if " " in piece:
        return piece.replace(" ", ""), 0
    if _THOUSANDS.fullmatch(piece):
        piece = piece.replace(",", "")
    elif _EUROPEAN.fullmatch(piece):
        piece = piece.replace(".", "").replace(",", ".")
    elif piece.count(",") == 1 and "." not in piece:
        piece = piece.replace(",", ".")
    if "," in piece or piece.count(".") > 1:
        return "", 0
    return piece, len(piece.partition(".")[2])


def _list_of_numerals(piece: str, start: int, *, gap: bool) -> list[Token]:
    tokens: list[Token] = []
    for part in re.split(r"(,)", piece):
        if part == ",":
            tokens.append(Token("sign", ",", ",", start, start + 1, gap=False))
        else:
            tokens.extend(_numerals(part, start, gap=gap and not tokens, enclosed=False))
        start += len(part)
    return tokens
