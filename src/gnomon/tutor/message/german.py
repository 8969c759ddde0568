"""German in the English that the reader knows: words, then their order (``german.yaml``).

One grammar reads every message; another language says the same things in other words and another order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from gnomon.algebra import NumberKind, ReadNumber
from gnomon.packaged import packaged_yaml
from gnomon.tutor.message.rewriting import Rewritten

_TYPED = (("ä", "(?:ä|ae)"), ("ö", "(?:ö|oe)"), ("ü", "(?:ü|ue)"), ("ß", "(?:ß|ss)"))
"""Letters that many keyboards do not have, and how they are typed."""
_UNITS = ["null", "ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun"]
_TEENS = ["zehn", "elf", "zwölf", *(f"{unit}zehn" for unit in ("drei", "vier", "fünf", "sech", "sieb", "acht", "neun"))]
_TENS = ["zwanzig", "dreißig", *(f"{unit}zig" for unit in ("vier", "fünf", "sech", "sieb", "acht", "neun"))]
_LARGEST_WORD = 10
"""Numbers up to it are words of their own in the tables."""


def translate(message: Rewritten) -> None:
    """Put the German of a message in English; of another language only the words of the trade."""
    is_german = _telling().search(message.text) is not None
    if is_german:
        pattern, german = _words("typed")
        message.sub(pattern, lambda match: _put(match, german))
        message.sub(_spelled(), _in_digits)
    pattern, english = _words("terms", "words", "grammar") if is_german else _words("terms")
    message.sub(pattern, lambda match: _put(match, english))
    for pattern, replacement in _order() if is_german else ():
        message.sub(pattern, replacement)


def _put(match: re.Match[str], english: tuple[str, ...]) -> str:
    is_name = len(match.group()) > 1 and match.group().isupper() and not match.string.isupper()
    return match.group() if is_name else english[(match.lastindex or 1) - 1]


def spelled_numbers(text: str) -> Iterator[ReadNumber]:
    """Yield the numbers that are told in German words: ``siebenundfünfzig``, ``zwei komma fünf``; "ein" is none."""
    for match in _spelled().finditer(text):
        if (value := _value(match)) is not None:
            kind: NumberKind = "decimal" if match["decimals"] else "integer"
            yield ReadNumber(float(value), match.group(), *match.span(), kind)


def _in_digits(match: re.Match[str]) -> str:
    """Return a number in digits; one up to ten without decimals stays, as a word of its own."""
    value = _value(match)
    return match.group() if value is None or (not match["decimals"] and int(value) <= _LARGEST_WORD) else value


def _value(match: re.Match[str]) -> str | None:
    """Return a number that has a word in it, in digits; None where it is written in digits or may be an article."""
    numbers = _number_words()
    whole, decimals = match["whole"].lower(), (match["decimals"] or "").lower().split()
    if not decimals and (whole.isdigit() or numbers[whole] <= 1):
        return None
    digits = "".join(each if each.isdigit() else str(numbers[each]) for each in decimals)
    return f"{whole if whole.isdigit() else numbers[whole]}{'.' if digits else ''}{digits}"


@cache
def _spelled() -> re.Pattern[str]:
    """Return what finds a number in words, and one with "komma" between its words or digits."""
    numbers = _number_words()
    words = "|".join(sorted(numbers, key=lambda word: -len(word)))
    digit = "|".join((*(word for word, value in numbers.items() if value < 10), r"\d"))
    decimals = rf"(?: komma (?P<decimals>(?:{digit})(?: (?:{digit}))*))?"
    return re.compile(rf"(?<![\w.,])(?P<whole>{words}|\d+(?= komma )){decimals}(?!\w)", re.IGNORECASE)


@cache
def _number_words() -> dict[str, int]:
    """Return the number words up to 999."""
    below = {word: value for value, word in enumerate([*_UNITS, *_TEENS])} | {"eins": 1}
    for tens, word in enumerate(_TENS, 2):
        below |= {word: 10 * tens} | {f"{unit}und{word}": 10 * tens + value for value, unit in enumerate(_UNITS) if value}
    found = dict(below)
    for hundreds, unit in enumerate(["", *_UNITS[1:]]):
        head, value = f"{unit}hundert", 100 * max(hundreds, 1)
        found |= {head: value}
        found |= {f"{head}{joint}{word}": value + rest for word, rest in below.items() if rest for joint in ("", "und")}
    return {typed: value for word, value in found.items() for typed in (word, _plain(word))}


def _plain(word: str) -> str:
    """Return a word as it is typed without umlauts."""
    return word.replace("ä", "ae").replace("ö", "oe").replace("ü", "ue").replace("ß", "ss")


@cache
def german_words() -> frozenset[str]:
    """Return the plain words of the tables, in small letters."""
    table = _table()
    entries = [*table["telling"], *(entry for name in ("terms", "words", "grammar") for entry in table[name])]
    return frozenset(word for entry in entries for word in re.findall(r"[a-z]{4,}", entry))


@cache
def is_german(word: str) -> bool:
    """Whether a word, in small letters, is one that tells German, or of the words of the tables."""
    return word in german_words() or _telling().fullmatch(word) is not None


@cache
def _telling() -> re.Pattern[str]:
    return re.compile(_whole("|".join(_table()["telling"])), re.IGNORECASE)


@cache
def _words(*names: str) -> tuple[re.Pattern[str], tuple[str, ...]]:
    """Return one pattern for the entries of some tables, a group for each, and what stands for them."""
    entries = sorted((entry for name in names for entry in _table()[name].items()), key=lambda entry: _rank(entry[0]))
    pattern = "|".join(f"({german})" for german, _ in entries)
    return re.compile(_whole(pattern), re.IGNORECASE), tuple(english for _, english in entries)


def _rank(german: str) -> tuple[int, bool, int]:
    """Return what sorts an entry of more words before one of fewer; what only has to follow is no word of it."""
    words = german.split("(?=", maxsplit=1)[0].split("(?!", maxsplit=1)[0]
    return -words.count(" "), words == german, -len(words)


def _whole(pattern: str) -> str:
    for letter, typed in _TYPED:
        pattern = pattern.replace(letter, typed)
    return rf"(?<!\w)(?:{pattern})(?!\w)"


@cache
def _order() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Return the rules of word order."""
    table = _table()

    def full(pattern: str) -> str:
        for name in ("LEAD", "VERB", "SAID", "SHAPE", "END", "NUMBER"):  # SAID holds NUMBER
            pattern = pattern.replace(name, table["parts"][name])
        return pattern

    return tuple((re.compile(full(pattern), re.IGNORECASE), english) for pattern, english in table["order"])


@cache
def _table() -> dict[str, Any]:
    table: dict[str, Any] = packaged_yaml(__package__, "german.yaml")
    return table
