"""Last calculations in words that the reading of numbers does not take in: roots of sums, steps in turn, names for sizes.

"The square root of 64 − 16", "the square root of 192, and halve it", "sixteen thirty-fourths", and "opposite: 8, hypotenuse: 17.
Write opposite over hypotenuse". It leaves out calculations that are written as such (`gnomon.tutor.guard.stated`).
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence

from gnomon.algebra import read_arithmetic, read_number
from gnomon.tutor.guard import phrases
from gnomon.tutor.guard.handing import is_set_as_task
from gnomon.tutor.guard.protected import Protected, is_near
from gnomon.tutor.guard.turns import Leak, Said, Sentence, calculations_in, numbers_in, words_of
from gnomon.tutor.guard.writing import Writing

_ROOT_OF = re.compile(r"\b(?:square )?root (?:of|from|out of|over) (?:the )?(?P<rest>[^,;:?!]{3,50})", re.IGNORECASE)
_HALVED = r"halve|cut (?:it|that) in (?:half|two)|split (?:it|that) in (?:half|two)|take half|divide (?:it |that )?by (?:2|two)"
_THEN = re.compile(
    rf"(?:°|degrees| ?[cdmk]?m)?,?(?: and| then|,)+ (?P<op>{_HALVED}|double|(?P<verb>divide|multiply) (?:it "
    rf"|that |the result )?by (?P<by>\w+))\b",
    re.IGNORECASE,
)
"""Goes on from a value by one more operation."""
_TENS_NAMES = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_UNITS_NAMES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
_TENS = {name: 10 * place for place, name in enumerate(_TENS_NAMES, start=2)}
_UNITS = {name: place for place, name in enumerate(_UNITS_NAMES, start=1)}
_PARTS = re.compile(rf"[ -](?P<tens>{'|'.join(_TENS)})[- ](?P<units>{'|'.join(_UNITS)})s?\b", re.IGNORECASE)
"""Parts with a compound name: "sixteen thirty-fourths"."""
_NAMED = re.compile(
    r"(?:\A|[.,;:!] ?|\b(?:the|and|your)\b )(?P<name>[^\W\d]{3,14}(?: [^\W\d]{3,12})?)(?::| =| is| are"
    r"| has)(?: the| about)? (?=[\d√])",
    re.IGNORECASE,
)
_OVER = {"over": 0, "divided by": 0, "by": 0, "times": 1, "minus": 2, "less": 2, "plus": 3}
"""Words for operations between two sizes that are named, by the place of the operation among those that are tried."""
_BY_NAME = re.compile(
    r"\b(?P<one>[^\W\d]{3,14}(?: [^\W\d]{3,12})?) (?P<op>over|divided by|times|minus|less|plus) (?:the "
    r"|your )?(?P<other>[^\W\d]{3,14}(?: [^\W\d]{3,12})?)\b",
    re.IGNORECASE,
)
_MOST = 8
"""Names and values of a turn that are looked at."""


def worked_leaks(sentences: Sequence[Sentence], writing: Writing, protected: Protected, said: Said) -> Iterator[Leak]:
    """Rule 4, in words."""
    value = protected.value
    if value is None or any(is_near(value, other) for other in (*said.values, *said.calculations)):
        return
    names: dict[str, float] = {}
    for sentence in sentences:
        has_numbers = bool(numbers_in(sentence.text))
        names |= _named(sentence.text) if has_numbers else {}
        if not has_numbers and len(names) < 2:
            continue
        if sentence.is_question or phrases.HYPOTHETICAL.search(sentence.text):
            continue
        named = list(_by_name(sentence.text, names))
        for start, end, result in (*named, *_roots(sentence.text), *_chains(sentence.text), *_parts(sentence.text)):
            if sentence.next_asks or not is_near(value, result) or phrases.is_refuted(sentence.text, start, end):
                continue
            # Who names sizes and says which goes over which has written the calculation out, "now" or not.
            if (start, end, result) in named or not is_set_as_task(sentence, start, end, protected):
                words = words_of(writing, sentence, start, end)
                yield Leak(words, "calculation", f"{words!r} comes to the answer")


def _roots(text: str) -> Iterator[tuple[int, int, float]]:
    """Yield roots of a whole calculation: what follows "root of" may all stand under it."""
    for match in _ROOT_OF.finditer(text):
        inside = [c for c in read_arithmetic(match["rest"]) if c.start == 0 and c.value > 0]
        inside = inside or [c for c in read_arithmetic(match["rest"].replace("a hundred", "100")) if c.start == 0 and c.value > 0]
        yield from ((match.start(), match.end(), math.sqrt(c.value)) for c in inside)


def _chains(text: str) -> Iterator[tuple[int, int, float]]:
    """Yield a value with one operation more: "the square root of 192 and halve it"."""
    for match in _THEN.finditer(text):
        found = [(n.start, n.value) for n in numbers_in(text) if n.end == match.start() and n.kind in {"root", "power"}]
        found += [(c.start, c.value) for c in calculations_in(text) if c.end == match.start()]
        by = read_number((match["by"] or "2").lower())
        is_product = (match["verb"] or match["op"]).lower() in {"multiply", "double"}
        if by is None or not by.value:
            continue
        for start, value in found:
            yield start, match.end(), value * by.value if is_product else value / by.value


def _parts(text: str) -> Iterator[tuple[int, int, float]]:
    for match in _PARTS.finditer(text):
        whole = _TENS[match["tens"].lower()] + _UNITS[match["units"].lower()]
        yield from ((n.start, match.end(), n.value / whole) for n in numbers_in(text) if n.end == match.start())


def _named(text: str) -> dict[str, float]:
    """Return the sizes that a sentence gives to names that are words: "Opposite: 8"."""
    found = {}
    for match, _ in zip(_NAMED.finditer(text), range(_MOST), strict=False):
        number = next((n for n in numbers_in(text) if n.start == match.end()), None)
        if number is not None:
            found[match["name"].lower()] = number.value
    return found


def _by_name(text: str, names: dict[str, float]) -> Iterator[tuple[int, int, float]]:
    """Yield a calculation with names whose sizes the turn has told."""
    for match in _BY_NAME.finditer(text) if len(names) > 1 else ():
        one, other = (_size(match[part].lower(), names, last=part == "one") for part in ("one", "other"))
        if one is not None and other:
            results = (one / other, one * other, one - other, one + other)
            yield match.start(), match.end(), results[_OVER[match["op"].lower()]]


def _size(words: str, names: dict[str, float], *, last: bool) -> float | None:
    """Return the size of a name that may have a word too many: "write opposite", "base and"."""
    parts = words.split()
    return names.get(words, names.get(parts[-1] if last else parts[0]))
