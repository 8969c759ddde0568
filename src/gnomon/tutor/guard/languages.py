"""What is said in other languages, in the guard's own English: number words as digits, phrases of geometry by a glossary.

Each file of ``words/`` is one language: ``marks`` (words by which it is known, none of them English), ``numbers`` (the parts of
its number words), how they are joined, and ``phrases`` (a pattern and what it stands for, in order; matched without accents
unless written with one). A glossary keeps only what the guard goes by; whatever it does not know stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial

from gnomon.packaged import packaged_yaml
from gnomon.tutor.guard.english import english
from gnomon.tutor.guard.writing import Writing, folded

LANGUAGES = ("de", "es", "fr", "it", "pt", "zh")
_ENOUGH_MARKS = 2
"""Words that have to be seen before a text with English in it is taken for another language too: one alone may be a name."""
_SURE_LENGTH = 7
"""Letters of a number word that is no word of any other language here: "soixante", "siebzehn"; a shorter one may be ("once")."""
_WORD = re.compile(r"[^\W\d_]+")
_PLACE = re.compile(r"\\(\d)")
_LOOKED_AT = 4000
"""Characters by which a text's languages are known: a turn has a few hundred."""


@dataclass(frozen=True, slots=True)
class _Language:
    marks: frozenset[str]
    number: re.Pattern[str]
    """Finds a number word, with the ending of a denominator as its group ``part``."""
    morpheme: re.Pattern[str]
    values: Mapping[str, float]
    units_first: bool
    """Whether units come before tens, as in "siebenundfünfzig"."""
    phrases: tuple[tuple[re.Pattern[str], str], ...]


@cache
def _language(name: str) -> _Language:
    table = packaged_yaml(__package__, "words", f"{name}.yaml")
    values = {str(morpheme): float(value) for morpheme, value in table["numbers"].items()}
    morphemes = "|".join(map(re.escape, sorted(values, key=len, reverse=True)))
    joint, part = table["joint"], table.get("denominator", r"(?!)")
    before, after = (r"(?<![^\W_])", r"(?![^\W_])") if name != "zh" else ("", f"(?:{table['not_before']})")
    # Eight parts make any number below a million; more are a list.
    number = rf"{before}(?:{morphemes})(?:{joint}(?:{morphemes})){{0,8}}(?P<part>{part})?{after}"
    return _Language(
        marks=frozenset(table["marks"].split()),
        number=re.compile(number),
        morpheme=re.compile(morphemes),
        values=values,
        units_first=table.get("units_first", False),
        phrases=tuple((re.compile(found), stands_for) for found, stands_for in table["phrases"]),
    )


def in_english(writing: Writing) -> Writing:
    """Return ``writing`` with what it says in other languages put into the guard's English."""
    spoken = _spoken(writing.text)
    for pattern, number in english().collections if english().any_collection.search(writing.text) else ():
        writing = writing.rewritten(pattern, partial(_expanded, text="", stands_for=number))
    text, low = writing.text, folded(writing.text)
    for name in (*spoken, *(name for name in LANGUAGES if name not in spoken)):
        language = _language(name)
        if writing.text is not text:
            text, low = writing.text, folded(writing.text)
        if name not in spoken and (name == "zh" or not language.number.search(low)):
            continue
        is_sure = name in spoken
        writing = writing.rewritten(
            language.number,
            partial(_digits, text=writing.text, language=language, is_sure=is_sure),
            looked_at=low,
        )
        if is_sure:
            writing = _with_phrases(writing, language.phrases, is_chinese=name == "zh")
    return writing


def _with_phrases(writing: Writing, phrases: Sequence[tuple[re.Pattern[str], str]], *, is_chinese: bool) -> Writing:
    """Put phrases into English in their order; a text is folded anew only where one was found."""
    text = ""
    low = lower = ""
    for pattern, stands_for in phrases:
        if writing.text is not text:
            text = writing.text
            low, lower = folded(text), text.lower()
        looked_at = low if is_chinese or pattern.pattern.replace("ß", "").isascii() else lower
        if len(looked_at) == len(text):
            writing = writing.rewritten(pattern, partial(_expanded, text=text, stands_for=stands_for), looked_at=looked_at)
    return writing


def _spoken(text: str) -> list[str]:
    """Return the languages that a text is in, English aside, the surest first."""
    # Capitals alone are names of points.
    words = [folded(word) for word in _WORD.findall(text[:_LOOKED_AT]) if not word.isupper()]
    seen = {name: sum(word in _language(name).marks for word in words) for name in LANGUAGES if name != "zh"}
    most = max(seen.values())
    enough = _ENOUGH_MARKS if any(word in english().marks for word in words) else 1
    # Romance languages share words: the second best may be meant too, a weak one is not.
    found = [name for name, count in seen.items() if count >= max(enough, 0.6 * most)]
    # Relatives share words: the one that reads most of the number words goes first.
    numbers = {
        name: sum(len(number.group()) for number in _language(name).number.finditer(folded(text[:_LOOKED_AT]))) for name in found
    }
    found.sort(key=lambda name: (numbers[name], seen[name]), reverse=True)
    return [*found, *(["zh"] if re.search(r"[\u4e00-\u9fff]", text[:_LOOKED_AT]) else [])]


def _expanded(match: re.Match[str], *, text: str, stands_for: str) -> str:
    """Fill what a phrase stands for with its parts as written, which keep their capitals."""
    return _PLACE.sub(lambda place: text[match.start(int(place[1])) : match.end(int(place[1]))], stands_for)


def _digits(match: re.Match[str], *, text: str, language: _Language, is_sure: bool) -> str:
    """Write a number word in digits; it stays as it is where it is an article or no number."""
    word, part = match.group(), match["part"] or ""
    morphemes = language.morpheme.findall(word.removesuffix(part))
    value = _value([language.values[morpheme] for morpheme in morphemes], units_first=language.units_first)
    is_article = value == 1 and not part
    if value is None or is_article or (not is_sure and len(word) < _SURE_LENGTH):
        return text[match.start() : match.end()]
    return f"/{value:g}" if part else f"{value:.10g}"


def _value(parts: Sequence[float], *, units_first: bool) -> float | None:
    """Add up the parts of a number word; None where they follow each other in no order of a number."""
    total = current = 0.0
    for part in parts:
        below = current % 100
        if part == 1000:
            total, current = total + (current or 1) * 1000, 0.0
        elif part == 100 and current < 10:
            current = (current or 1) * 100
        elif part == 10 and (1 < below < 10 or (below == 1 and current > 100)) and not units_first:
            current += 9 * below  # Chinese counts its tens
        elif part == 20 and below == 4 and not units_first:
            current += 76  # "quatre-vingts"
        elif _may_follow(below, part, units_first=units_first):
            current += part
        else:
            return None
    return total + current


def _may_follow(below: float, part: float, *, units_first: bool) -> bool:
    """Whether a part of a number word may be added to what stands before it below a hundred."""
    if units_first and 0 < below < 10:
        return part % 10 == 0 and 10 < part < 100  # "siebenundfünfzig"
    is_unit = part < 10 and below % 10 == 0
    is_teen = 10 <= part < 20 and below in {60, 80}  # "soixante-dix-sept"
    return below == 0 or is_unit or is_teen or part < 1
