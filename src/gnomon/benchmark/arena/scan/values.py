"""Numbers in text: digits, decimals, words up to a thousand, fractions, roots, multiples of pi, and sums of them.

Written for the benchmark alone: the answer guard reads numbers with other code, so that one cannot hide the other's gaps.
It leaves out LaTeX, powers of ten and other scripts' digits, which a symbolic tutor does not write.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

_TEENS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
_UNITS = {word: value for value, word in enumerate(f"zero one two three four five six seven eight nine {_TEENS}".split())}
_MULTIPLES_OF_TEN = "twenty thirty forty fifty sixty seventy eighty ninety"
_TENS = {word: 10 * value for value, word in enumerate(_MULTIPLES_OF_TEN.split(), 2)}
# Of parts: "two thirds" is 2/3.
_ORDINALS = {"third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "eighth": 8, "tenth": 10}
_PARTS = {"half": 2, "halves": 2, **_ORDINALS, **{f"{word}s": value for word, value in _ORDINALS.items()}}
_WORD = re.compile(r"[A-Za-z]+")
_NUMERAL = re.compile(r"\d+(?:[.,]\d+)?")
_SIGNS = {"+": "+ plus", "-": "- − – minus less", "*": "* × · times", "/": "/ ÷ : over"}
_OPERATORS = {written: sign for sign, several in _SIGNS.items() for written in several.split()}
_TIMES = re.compile(r"(?<=[\dπ)°²] )x(?= [\d√π(])", re.IGNORECASE)
"""An x that stands by itself between numbers; that of ``2x`` is a letter."""
_TOKEN = re.compile(r"\d+(?:[.,]\d+)?|[A-Za-z]+|[√π²³°()+\-−–*×·/÷:=≈]|\S")
# "Squared" as a sign.
_POWERS = {"²": 2, "³": 3}
_MIXED = re.compile(r"(\d+) (\d+)/(\d+)(?![\d/])")
_ROOT_WORDS = re.compile(r"(?:the )?square root of\b|sqrt\b", re.IGNORECASE)
_FACTOR = re.compile(r"(half of|half|twice|double)\b(?= )", re.IGNORECASE)


class Stated(NamedTuple):
    """A value that a text states."""

    value: float
    start: int
    end: int
    is_word: bool
    """Written as one number word, such as ``two``; such a word often counts things."""
    is_sum: bool
    """Not written itself: the value of a calculation that is."""


class _Token(NamedTuple):
    kind: str
    """``number``, ``operator``, ``(``, ``)``, ``root``, ``pi``, ``power``, ``unit`` or ``other``."""
    text: str
    value: float
    start: int
    end: int


class _NoValueError(ValueError):
    """The tokens are no calculation."""


@lru_cache(maxsize=65536)
def stated(text: str) -> tuple[Stated, ...]:
    """Return every number of a text, and the value of every calculation in it; brackets and degree signs may be there.

    A calculation is the longest run of numbers and operators; its parts of one number each are returned beside it.
    """
    tokens = list(_tokens(text))
    found: list[Stated] = []
    for run in _runs(tokens):
        found += _values_of(run)
    return tuple(found)


def read_value(text: str) -> float | None:
    """Return the value of a text that holds one number or calculation and nothing else (``5√3``, ``125°``, ``12π``)."""
    tokens = list(_tokens(text))
    runs = list(_runs(tokens))
    if len(runs) != 1 or sum(token.kind != "unit" for token in runs[0]) != sum(token.kind != "unit" for token in tokens):
        return None
    return _calculated(runs[0])


def _tokens(text: str) -> Iterator[_Token]:
    at = 0
    while at < len(text):
        several = _special(text, at) or [worded for worded in [_number_words(text, at)] if worded is not None]
        if several:
            yield from several
            at = several[-1].end
            continue
        match = _TOKEN.match(text, at)
        if match is None:
            at += 1
            continue
        yield _token(match.group(), match.start(), match.end(), after_space=text[at - 1 : at] == " ")
        at = match.end()


def _special(text: str, at: int) -> list[_Token]:
    """Read ``7 1/2``, ``the square root of``, ``half of`` and the x of ``2π x 6`` from a position."""
    if at and text[at - 1].isalnum():
        return []
    if match := _MIXED.match(text, at):
        whole, top, bottom = (int(part) for part in match.groups())
        return [_Token("number", match.group(), whole + top / bottom, at, match.end())] if bottom else []
    if match := _ROOT_WORDS.match(text, at):
        return [_Token("root", match.group(), 0.0, at, match.end())]
    if match := _TIMES.match(text, at):
        return [_Token("operator", "*", 0.0, at, match.end())]
    if match := _FACTOR.match(text, at):
        factor = 0.5 if match.group(1).lower().startswith("half") else 2.0
        return [_Token("number", "word", factor, at, match.end()), _Token("operator", "*", 0.0, match.end(), match.end())]
    return []


def _token(word: str, start: int, end: int, *, after_space: bool) -> _Token:
    if _NUMERAL.fullmatch(word):
        return _Token("number", word, float(word.replace(",", ".")), start, end)
    kinds = {
        "√": "root",
        "π": "pi",
        "pi": "pi",
        "(": "(",
        ")": ")",
        "²": "power",
        "³": "power",
        "squared": "power",
        "°": "unit",
        "degrees": "unit",
    }
    lower = word.lower()
    if lower in kinds:
        return _Token(kinds[lower], word, float(_POWERS.get(word, 2)), start, end)
    if lower in _OPERATORS and not (word == ":" and not after_space):
        return _Token("operator", _OPERATORS[lower], 0.0, start, end)
    return _Token("other", word, 0.0, start, end)


def _number_words(text: str, at: int) -> _Token | None:
    """Read ``one hundred and twenty-five``, ``six point eight eight`` or ``three quarters`` from a position."""
    if at and (text[at - 1].isalpha() or text[at - 1] == "'"):
        return None
    words = _words_from(text, at)
    total, used = _whole(words)
    if used == 0:
        return None
    value = float(total)
    rest = words[used:]
    if rest and rest[0][0] == "point":
        digits = [str(_UNITS[word]) for word in _leading_digits(rest[1:])]
        if digits:
            value, used = float(f"{total}.{''.join(digits)}"), used + 1 + len(digits)
    elif len(rest) > 2 and [word for word, _ in rest[:2]] == ["and", "a"] and rest[2][0] in _PARTS:
        value, used = total + 1 / _PARTS[rest[2][0]], used + 3
    elif rest and rest[0][0] in _PARTS:
        value, used = total / _PARTS[rest[0][0]], used + 1
    return _Token("number", "word" if used == 1 else "words", value, at, words[used - 1][1])


def _words_from(text: str, at: int, most: int = 12) -> list[tuple[str, int]]:
    words: list[tuple[str, int]] = []
    while len(words) < most:
        match = _WORD.match(text, at)
        if match is None:
            break
        words.append((match.group().lower(), match.end()))
        gap = re.compile(r"[ \-\u2010\u2011]").match(text, match.end())
        at = gap.end() if gap else len(text)
    return words


def _leading_digits(words: list[tuple[str, int]]) -> Iterator[str]:
    for word, _ in words:
        if _UNITS.get(word, 10) > 9:
            return
        yield word


def _whole(words: list[tuple[str, int]]) -> tuple[int, int]:
    """Return a whole number up to a thousand, and how many words it takes; 0 words when there is none."""
    total, used = _below_hundred(words)
    starts = [word for word, _ in words[:2]]
    if starts in (["a", "hundred"], ["a", "thousand"]):
        total, used = 1, 1
    if not used or used >= len(words):
        return total, used
    if words[used][0] == "thousand":
        return total * 1000, used + 1
    if words[used][0] != "hundred":
        return total, used
    total, used = total * 100, used + 1
    joint = 1 if used < len(words) and words[used][0] == "and" else 0
    more, count = _below_hundred(words[used + joint :])
    return (total + more, used + joint + count) if count else (total, used)


def _below_hundred(words: list[tuple[str, int]]) -> tuple[int, int]:
    if not words:
        return 0, 0
    first = words[0][0]
    if first in _UNITS:
        return _UNITS[first], 1
    if first not in _TENS:
        return 0, 0
    second = _UNITS.get(words[1][0], 0) if len(words) > 1 else 0
    return (_TENS[first] + second, 2) if 0 < second < 10 else (_TENS[first], 1)


def _runs(tokens: list[_Token]) -> Iterator[list[_Token]]:
    """Yield stretches of calculation: cut at anything else, and where two numbers stand side by side."""
    run: list[_Token] = []
    for token in [*tokens, _Token("other", "", 0.0, 0, 0)]:
        ends = token.kind == "other" or (token.kind == "number" and bool(run) and run[-1].kind in {"number", "unit", "power"})
        if ends and run:
            for part in _without_letter(run, token):
                yield from _with_a_value(part)
            run = []
        if token.kind != "other":
            run.append(token)


def _without_letter(run: list[_Token], after: _Token) -> Iterator[list[_Token]]:
    """Yield a stretch without its last term, and that apart, where a letter stands right behind it: ``9 + 4x`` is no 13."""
    operators = [place for place, token in enumerate(run) if token.kind == "operator"]
    if operators and after.start == run[-1].end and len(after.text) == 1 and after.text.isalpha():
        yield run[: operators[-1]]
        yield run[operators[-1] + 1 :]
    else:
        yield run


def _with_a_value(run: list[_Token]) -> Iterator[list[_Token]]:
    while (
        run
        and run[0].kind in {"operator", "unit", ")", "power"}
        and not (run[0].text == "-" and len(run) > 1 and run[1].kind == "number")
    ):
        run = run[1:]
    while run and run[-1].kind in {"operator", "(", "root"}:
        run = run[:-1]
    if any(token.kind in {"number", "pi"} for token in run):
        yield run


def _values_of(run: list[_Token]) -> Iterator[Stated]:
    numbers = [token for token in run if token.kind == "number"]
    whole = _calculated(run)
    is_plain = len(numbers) == 1 and all(token.kind in {"number", "unit"} for token in run)
    for token in numbers:
        yield Stated(token.value, token.start, token.end, token.text == "word", is_sum=False)
    if whole is not None and not is_plain:
        has_operator = any(token.kind == "operator" for token in run)
        yield Stated(whole, run[0].start, run[-1].end, is_word=False, is_sum=has_operator)


def _calculated(run: list[_Token]) -> float | None:
    try:
        parser = _Calculation([token for token in run if token.kind != "unit"])
        value = parser.sum()
    except (_NoValueError, ArithmeticError, ValueError):
        return None
    return value if parser.at == len(parser.tokens) and math.isfinite(value) else None


class _Calculation:
    """Recursive descent: sums, products, powers, roots, brackets."""

    def __init__(self, tokens: list[_Token]) -> None:
        self.tokens = tokens
        self.at = 0

    def _peek(self) -> _Token:
        return self.tokens[self.at] if self.at < len(self.tokens) else _Token("end", "", 0.0, 0, 0)

    def sum(self) -> float:
        total = self._product()
        while self._peek().text in {"+", "-"}:
            sign = 1 if self._take().text == "+" else -1
            total += sign * self._product()
        return total

    def _product(self) -> float:
        total = self._unit()
        while True:
            token = self._peek()
            if token.kind == "operator" and token.text in {"*", "/"}:
                self._take()
                total = total * self._unit() if token.text == "*" else total / self._unit()
            elif token.kind in {"root", "pi", "("}:
                total *= self._unit()
            else:
                return total

    def _unit(self) -> float:
        token = self._take()
        value = self._atom(token)
        while self._peek().kind == "power":
            value **= self._take().value
        return value

    def _atom(self, token: _Token) -> float:
        if token.kind == "number":
            return token.value
        if token.kind == "pi":
            return math.pi
        if token.kind == "root":
            return math.sqrt(self._unit())
        if token.text == "-":
            return -self._unit()
        if token.kind == "(":
            value = self.sum()
            if self._take().kind != ")":  # part of a longer calculation: 9 + (4 is no 13
                raise _NoValueError(token.text)
            return value
        raise _NoValueError(token.text)

    def _take(self) -> _Token:
        token = self._peek()
        if token.kind == "end":
            raise _NoValueError("end")
        self.at += 1
        return token
