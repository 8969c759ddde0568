"""The words of a learner's message: names of figure parts, letters and phrases, for the one lexer of `gnomon.algebra`.

Phrases are data (``words.yaml``). What is no part of a formula becomes an ``other`` token, so that the reader never joins
things that were said apart.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from typing import Any, Literal, NamedTuple

from gnomon.algebra import ElementNameError, Number, ReadNumber, Token, read_numbers, split_points, unit_at
from gnomon.algebra import tokenize as cut
from gnomon.packaged import packaged_yaml
from gnomon.tutor.message.phrases import pattern_of
from gnomon.tutor.message.spelling import is_trade

LONGEST_MESSAGE = 2000
"""Characters, about 350 words; of a longer message nothing is read, and the learner is asked for less."""
_UPPER_NAME = re.compile(r"[A-Z][0-9']?(?:[A-Z][0-9']?)*(?![a-z])")
_SPACED_NAME = re.compile(r"[A-Z](?: [A-Z]){1,3}(?![A-Za-z])")
_LOWER_NAME = re.compile(r"[A-Za-z][a-z]{0,5}(?![A-Za-z])")
_SPACED_LOWER = re.compile(r"[a-z](?: [a-z]){1,2}(?![a-z])")
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_DEGREES = re.compile(r" ?-?(?:deg|degr|degre|degee|degress|derece|grad|grados|gradi|graus|degrés|度|градус)\w*", re.IGNORECASE)
"""Degrees, also misspelled and in other languages."""
_ADVERB = re.compile(r"[a-z]{3,}ly(?![a-z])")
_FORMULA = re.compile(r"[\w²³πr)°] ?= ?[\w√π(]")
"""An equation is read in any language."""
_CLEAR_TRADE = 2
"""Words of the trade from which on a message is English; one alone may be the same in other languages."""
_LONGEST_PHRASE = 40
"""Characters; no phrase of ``words.yaml`` is longer."""
_LISTS = {"intents", "classes", "english", "common", "everyday", "short", "abbreviations", "closer_rules", "roles"}
"""Tables of ``words.yaml`` that are no kinds of token."""
_TIMES = re.compile(r"[xX×] ?[\d(√.]")
_TIMES_NAME = re.compile(r"(?<=[\d)π] )[x×] (?:\d|π|pi\b|cos|sin|tan|[A-Z]{2}|[a-z]{2}\b|sqrt|root|h\b|r\b)")
"""The sign between a number and a name, with a space on either side: ``8 x wp``."""
_VALUES = {"number", "fraction_character", "superscript"}
"""Kinds of the lexer's tokens that end a value."""
FIGURE_UNITS = frozenset({"°", "rad", "mm", "cm", "dm", "km", "m", "in", "ft", "yd", "mi", "unit"})
"""Units of what a figure measures; in "2 minutes" and "3 dollars" the learner speaks of something else."""
_BEFORE_FORMULA = re.compile(
    r"\s*(?:[=≈≠+*/^²<]|-(?!\w*-)|-?\s*\d|\|\||is\b|isn|are\b|equals?\b|must\b|should\b|would\b|has to\b|squared|measures\b|"
    r"and [a-z]{2,3} (?:are|is|add|equal)|&)",
    re.IGNORECASE,
)
_AFTER_FORMULA = re.compile(r"[+*/=(√^<∠:-]\s*$")
_AFTER_LETTER = re.compile(r"\s*(?:[=^²³+*/)<]|-\s*\w|squared|over\b|\d)|\s*[a-z]?\s*(?:=|\^2)")
_AFTER_UNKNOWN = re.compile(r"\s+(?:is|equals|must be|should be|would be|has to be|has to|would equal|comes|turns)\b")
_UNKNOWNS = frozenset("xyzhrdk")
"""Letters that learners give things in sentences, too: ``x is 40``; others only beside a sign."""

_IS_SAID = re.compile(r"\s+(?:make|makes|are|add|is|together|both|equal|sum)\b")
"""Verbs behind two letters that name vertices."""
_IS_VALUE = re.compile(
    r"\s+(?:is|equals|must be|has to be|should be)\s+(?:about |also |then |like |the same |half |twice )*"
    r"(?:\d|[A-Za-z]\b|too\b|right)"
    r"|\s+(?:and|n|&)\s+[a-z]\s+(?:make|makes|are|add|is|together|both|equal|sum)\b"
)
"""What is said behind a small letter that names a vertex."""
_IS_PAIR = re.compile(r"\s+(?:and|n|&)\s+[a-z]\s")
_TO_END = re.compile(r"\s+to\s+[a-z]\b(?!')")
_FROM_END = re.compile(r"\b(?:arc|from|line|distance|side|length) (?:from )?[a-z]\s+to\s+$")
"""``from p to u``."""
_PAIRED = re.compile(r"(?:^|\W)[a-z]\s+(?:and|n|&)\s+$")

MEASURES: dict[str, tuple[str, ...]] = {
    "area": ("area", "circle_area", "sector_area"),
    "perimeter": ("perimeter", "circumference"),
    "circumference": ("circumference", "perimeter"),
    "radius": ("radius", "length"),
    "diameter": ("diameter", "length"),
    "angle": ("angle",),
    "length": ("length",),
    "arc": ("arc", "arc_length"),
    "hypotenuse": ("length",),
    "leg": ("length",),
    "height": ("length",),
    "base": ("length",),
    "diagonal": ("length",),
}
"""Words for a measure, with the kinds of quantity they may mean."""
_BEFORE_NAMES = {*MEASURES, "angles", "triangle", "circle", "sector", "of", "arc", "and"}
"""Kinds of word after which a lone letter, or small letters, are a name: ``angle b``, ``triangle abc``."""


class Unit(NamedTuple):
    """A unit behind a value."""

    name: str
    """Such as ``cm²`` or ``°``; empty where it measures nothing of a figure, as in ``2 minutes``."""
    start: int
    end: int


def tokenize(text: str, points: Collection[str], letters: Collection[str]) -> list[Token]:
    """Split a message into tokens.

    Args:
        text: the message; never raises on it.
        points: names of the figure's points, which tell names from words.
        letters: unknown letters of the problem.

    Returns:
        Tokens of kind ``number``, ``superscript``, ``name``, ``letter``, ``sign``, ``unit``, ``other`` or of a key of
        ``words.yaml`` such as ``equals``. The text of a ``unit`` is its name.
    """
    text = text[:LONGEST_MESSAGE].replace("’", "'").replace("´", "'")
    # "Half of 96" and "three times" are left to the parser.
    numbers = read_numbers(text)
    spoken = [number for number in numbers if _is_spelled(number) and number.role != "factor"]
    spoken = [number for number in spoken if number.kind != "fraction" or not text[number.end :].startswith(" of ")]
    ends = {number.end for number in numbers}
    spoken = [_without_minus(number, text, ends) for number in spoken if number.text.lower() != "two halves"]  # they are parts
    counts = {number.start: number.end for number in spoken if _counts_things(number, text)}
    spelled = {number.start: number for number in spoken if number.start not in counts}
    units = _units(text, {*letters}, {number.end for number in spelled.values()})
    tokens = cut(text, _Namer(frozenset(points), frozenset(letters), spelled, counts, units))
    return [token._replace(kind=_kind(token)) for token in tokens if token.text not in '"“”']


def _without_minus(number: ReadNumber, text: str, ends: Collection[int]) -> ReadNumber:
    """Return a number in words that is taken from the one before it: ``sixty minus twenty-five`` has no -25."""
    sign = re.match(r"minus\s+", number.text, re.IGNORECASE)
    if sign is None or len(text[: number.start].rstrip(" °")) not in ends:
        return number
    return replace(number, start=number.start + sign.end(), text=number.text[sign.end() :], value=-number.value)


def _units(text: str, letters: Collection[str], ends: Collection[int]) -> dict[int, Unit]:
    """Return units by where they begin: those after a value, and the raised degree sign of LaTeX anywhere.

    Args:
        text: the message.
        letters: of the problem, whose unit is read as that of a number.
        ends: where numbers in words end.
    """
    tokens = cut(text)
    found = {}
    for index, token in enumerate(tokens):
        unit, end = unit_at(tokens, index)
        before = tokens[index - 1] if index else token
        is_value = before.kind in _VALUES or before.text in {")", "}", "π", "pi", *letters} or before.end in ends
        if unit and unit != "%" and (token.text == "^" or (index and is_value)):
            is_measured = unit.rstrip("²³") in FIGURE_UNITS
            found[token.start] = Unit(unit if is_measured else "", token.start, tokens[end - 1].end)
    return found


def _kind(token: Token) -> str:
    """Return the kind of a token that the lexer may have found by itself, such as a sign."""
    if token.kind != "sign":
        return "other" if token.kind in {"word", "fraction_character"} and token.kind == "word" else token.kind
    kinds = [kind for phrase, kind in _phrases().get(token.text[0], ()) if phrase == token.text]
    return kinds[0] if kinds else "sign"


def is_foreign(text: str, things: Collection[str] = ()) -> bool:
    """Whether a message of three words or more is in no language the reader knows: hardly an English word in it.

    Args:
        text: the message.
        things: words of the problem's own text, in small letters.
    """
    words = [word.replace("'", "") for word in _WORD.findall(text.lower())]
    known = sum(word in _english() or word in things for word in words)
    trade = {word for word in words if is_trade(word)}
    # A foreign sentence shares a short word or a name with English, and a word of Latin with geometry; an English one many more.
    return len(words) >= 3 and _FORMULA.search(text) is None and len(trade) < _CLEAR_TRADE and known <= len(words) // 4


@cache
def _english() -> frozenset[str]:
    return word_list("common") | word_list("everyday") | word_list("short") | word_list("english")


@cache
def role(name: str) -> re.Pattern[str]:
    """Return what tells a role of a clause, such as ``denied``; it is searched in lower case."""
    return re.compile(role_pattern(name))


def role_pattern(name: str) -> str:
    """Return the regular expression of a role."""
    return pattern_of(_table()["roles"][name], _class)


@cache
def intent(name: str) -> re.Pattern[str]:
    """Return what tells a kind of message, such as ``greeting``; it is searched in lower case."""
    return re.compile(pattern_of(_table()["intents"][name], _class))


def _class(name: str) -> Sequence[str]:
    phrases: Sequence[str] = _table()["classes"][name]
    return phrases


class CloserRule(NamedTuple):
    """A rule that some phrases name though words in them name others as well."""

    rule: str
    phrases: tuple[str, ...]
    instead_of: frozenset[str]
    """Ids of those others."""


@cache
def closer_rules() -> tuple[CloserRule, ...]:
    """Return the phrases that name one rule alone."""
    rows = _table()["closer_rules"].items()
    return tuple(CloserRule(rule, tuple(row["phrases"]), frozenset(row["instead_of"])) for rule, row in rows)


@dataclass
class _Namer:
    """Tells what begins at a place of a message; numerals and signs are the lexer's."""

    points: frozenset[str]
    letters: frozenset[str]
    spelled: dict[int, ReadNumber]
    counts: dict[int, int]
    """Where number words that count something begin and end."""
    units: dict[int, Unit]
    last: Token = field(default_factory=lambda: Token("start", "", "", 0, 0))
    """What was named last."""

    def __call__(self, text: str, at: int) -> Token | None:
        readers = (self._special, self._unit, self._name, self._letter, self._phrase)
        named = next((token for read in readers if (token := read(text, at)) is not None), None)
        if named is None and text[at].isalpha() and text[at] != "π" and (word := _WORD.match(text, at)):
            kind = "skipped" if _ADVERB.match(text, at) else "other"
            named = Token(kind, word.group().lower(), "", at, word.end())
        self.last = named or self.last
        return named

    def _special(self, text: str, at: int) -> Token | None:
        """Read a number in words and the x between two numbers."""
        number = self.spelled.get(at)
        is_placed = self.last.kind == "place" and (number is None or number.text.isalpha())  # "the bottom one", "the other two"
        end = self.counts.get(at) or (number.end if number is not None and is_placed else None)
        if end is not None:
            word = text[at:end].lower()
            return Token("place" if is_placed and word == "one" else "count", word, "", at, end)
        if number is not None:
            # Up to 15 digits a float's decimal form is the number that was written; beyond them it has noise of its own.
            value = Fraction(str(number.value)) if abs(number.value) < 1e15 else Fraction(number.value)
            return Token("number", number.text, "", at, number.end, value=number.value, meaning=Number(value))
        if text[at] in "xX×" and "x" not in self.letters and _TIMES_NAME.match(text, at):
            return Token("sign", "*", "", at, at + 1)
        if text[at] in "xX" and _TIMES.match(text, at) and re.search(r"[\d)°²] ?$", text[:at]):
            return Token("sign", "*", "", at, at + 1)
        return None

    def _unit(self, text: str, at: int) -> Token | None:
        """Read a unit, unless it is a letter of the problem (``8m``) or written in capitals as the name of a part (``2 KM``)."""
        unit = self.units.get(at)
        degrees = _DEGREES.match(text, at) if unit is None and self.last.kind not in _BEFORE_NAMES else None
        if degrees is not None and re.search(r"\d ?$", text[:at]):
            return Token("unit", "°", "", at, degrees.end())
        if unit is None:
            return None
        word = at + len(text[at : unit.end]) - len(text[at : unit.end].lstrip("-{ "))
        if unit.name == "°" and re.match(r" ?[CF](?![A-Za-z])", text[unit.end :]):
            return Token("unit", "°", "", at, unit.end + 1 + (text[unit.end] == " "))  # a slip: degrees of an angle are meant
        is_part = text[word].isupper() and self._name(text, word) is not None
        is_letter = text[word] in self.letters and not text[word + 1 : word + 2].isalpha()
        return (
            None
            if is_part or is_letter
            else Token("unit" if unit.name else "count", unit.name or text[at : unit.end], "", at, unit.end)
        )

    def _name(self, text: str, at: int) -> Token | None:
        if at and (text[at - 1].isalnum() and not text[at - 1].isdigit() and text[at - 1].lower() != "m"):
            return None
        for pattern, is_lower in ((_SPACED_NAME, False), (_UPPER_NAME, False), (_SPACED_LOWER, True), (_LOWER_NAME, True)):
            match = pattern.match(text, at)
            points = self._points(match.group(), is_lower=is_lower) if match else ()
            if match and points and self._is_name(match, points, is_lower=is_lower):
                return Token("name", match.group(), "", at, match.end(), points=points)
        return None

    def _points(self, name: str, *, is_lower: bool) -> tuple[str, ...]:
        try:
            points = split_points(name.upper() if is_lower else name)
        except ElementNameError:
            return ()
        return points if set(points) <= self.points and len(set(points)) == len(points) else ()

    def _is_name(self, match: re.Match[str], points: Sequence[str], *, is_lower: bool) -> bool:
        text = match.string
        follows_kind = self.last.kind in _BEFORE_NAMES and not text[self.last.end : match.start()].strip(" :")
        written = match.group().replace(" ", "")
        if len(points) == 1:
            is_named = follows_kind and self.last.kind not in {"of", "and"}
            if is_lower:
                is_at = self.last.text == "at" and self.last.kind == "of"  # "inside at s"
                return ((is_named or is_at) and written not in {"a", "i"}) or self._is_subject(match)
            is_article = written in {"A", "I"} and not _BEFORE_FORMULA.match(text, match.end()) and not is_named
            return not is_article
        if not is_lower:
            return True
        is_formula = bool(_BEFORE_FORMULA.match(text, match.end())) or bool(_AFTER_FORMULA.search(text[: match.start()]))
        if " " not in match.group() and _is_no_word(written.lower()):
            return True
        return (follows_kind or is_formula) and written.lower() not in word_list("short")

    def _is_subject(self, match: re.Match[str]) -> bool:
        """Whether a lone small letter names a vertex: ``e is 85``, ``d and n make 180``."""
        text, letter = match.string, match.group()
        if letter in self.letters or (letter in _UNKNOWNS and not _IS_PAIR.match(text, match.end())):
            return False
        if _TO_END.match(text, match.end()) or _FROM_END.search(text[: match.start()]):
            return True
        is_second = _PAIRED.search(text[: match.start()]) is not None and self.last.kind == "and"
        return _IS_VALUE.match(text, match.end()) is not None or (is_second and _IS_SAID.match(text, match.end()) is not None)

    def _letter(self, text: str, at: int) -> Token | None:
        """Read a letter of the problem, or one of the learner's own: a lone letter beside a sign of algebra."""
        if not text[at].isalpha() or text[at] == "π" or not text[at].isascii():
            return None
        is_glued = at > 0 and ((text[at - 1].isalpha() and text[at - 1] != "π") or text[at - 1] == "'")
        alone = not text[at + 1 : at + 2].isalpha() and not is_glued and text[at + 1 : at + 2] != "'"
        if alone and text[at] in self.letters:
            return Token("letter", text[at], "", at, at + 1)
        if alone and text[at].lower() in self.letters and text[at] not in self.points:
            return Token("letter", text[at].lower(), "", at, at + 1)  # "X is 30"
        if is_glued and self.last.kind == "letter" and self.last.end == at and not text[at + 1 : at + 2].isalpha():
            return Token("letter", text[at], "", at, at + 1)
        if not alone:
            return self._product(text, at) if not is_glued else None
        touches = at > 0 and (text[at - 1].isdigit() or text[at - 1] in "½√(π")
        # "1/2 b h"
        touches = touches or (text[at] in "bhlwrd" and self.last.kind == "letter" and text[self.last.end : at] == " ")
        touches = touches or (
            text[at] in "bhlwrd" and re.search(r"(?:\d|π|\bpi) $", text[:at]) is not None and not re.match(r" ?=", text[at + 1 :])
        )
        is_operand = _AFTER_FORMULA.search(text[:at]) is not None or touches
        is_subject = _AFTER_LETTER.match(text, at + 1) is not None
        if text[at] in "aiunrk" and re.match(r"\s+\d", text[at + 1 :]):
            is_subject = False  # "get a 4"
        is_unknown = text[at].lower() in _UNKNOWNS and _AFTER_UNKNOWN.match(text, at + 1) is not None
        if (is_operand or is_subject or is_unknown) and not (text[at] in "aiAI" and not (is_subject or is_operand)):
            return Token("letter", text[at], "", at, at + 1)
        return None

    def _product(self, text: str, at: int) -> Token | None:
        """Read the first letter of ``bh`` or ``lw`` in a formula such as ``A = bh``."""
        match = re.compile(r"[bhlwπrd]{2}(?![a-z])").match(text, at)
        beside = at > 0 and (_AFTER_FORMULA.search(text[:at]) or text[at - 1].isdigit())
        return Token("letter", text[at], "", at, at + 1) if match and beside else None

    def _phrase(self, text: str, at: int) -> Token | None:
        if text[at] == "*":
            return None  # the lexer tells signs from emphasis
        lower = text[at : at + _LONGEST_PHRASE].lower()
        for phrase, kind in _phrases().get(lower[0], ()):
            end = at + len(phrase)
            if lower.startswith(phrase) and _is_whole(text, at, end, phrase):
                return Token(kind, phrase, "", at, min(end, len(text)))
        return None


def _is_no_word(written: str) -> bool:
    """Whether small letters can only be a name: no English word, and no abbreviation that learners type."""
    if len(written) == 2:
        return written not in word_list("abbreviations") and written not in word_list("short")
    return not set(written) & set("aeiouy") and written not in word_list("abbreviations")


def _counts_things(number: ReadNumber, text: str) -> bool:
    """Whether a small number word counts what follows it (``the two far ones``)."""
    following = _WORD.match(text, number.end + 1)
    is_small = number.text.isalpha() and number.value < 13  # number words up to twelve; larger counts are seldom spelled
    has_unit = number.unit.rstrip("²³") in FIGURE_UNITS
    if (
        number.text.lower() == "half"
        and following is not None
        and following.group().lower() in {"side", "chord", "base", "angle"}
    ):
        return False
    is_operator = following is not None and following.group().lower() in {
        "plus",
        "minus",
        "times",
        "over",
        "divided",
        "squared",
        "is",
    }
    return number.role != "value" or (is_small and following is not None and not has_unit and not is_operator)


def _is_spelled(number: ReadNumber) -> bool:
    """Whether a number is more than ASCII digits and signs, which the lexer of algebra reads by itself."""
    return any(c.isalpha() or (c.isdigit() and not c.isascii()) for c in number.text) and not re.search(
        r"\b(?:root|rt|squared|cubed|pi)\b|√|π|\\", number.text
    )


def _is_whole(text: str, start: int, end: int, phrase: str) -> bool:
    starts_word, ends_word = phrase[0].isalpha() and phrase[0].isascii(), phrase[-1].isalpha() and phrase[-1].isascii()
    clear_before = start == 0 or not text[start - 1].isalpha() or not starts_word
    clear_after = (
        end >= len(text) or not (text[end].isalpha() or (text[end] == "'" and not phrase.endswith("'"))) or not ends_word
    )
    return clear_before and clear_after


@cache
def _table() -> dict[str, Any]:
    table: dict[str, Any] = packaged_yaml(__package__, "words.yaml")
    return table


@cache
def word_list(name: Literal["common", "everyday", "short", "abbreviations", "english"]) -> frozenset[str]:
    """Return a list of English words: common ones, those that say nothing of geometry, short ones and abbreviations.

    The last two never name points, but for a formula, where abbreviations do.
    """
    return frozenset(str(word) for word in _table()[name])


@cache
def _phrases() -> dict[str, list[tuple[str, str]]]:
    """Phrases by first character, longest first."""
    found: dict[str, list[tuple[str, str]]] = {}
    for kind, phrases in _table().items():
        if kind not in _LISTS:
            for phrase in phrases:
                found.setdefault(phrase[0], []).append((phrase, kind))
    return {first: sorted(entries, key=lambda entry: -len(entry[0])) for first, entries in found.items()}
