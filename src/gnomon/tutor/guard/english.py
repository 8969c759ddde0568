"""The English that the guard goes by (``words/en.yaml``), its patterns compiled once."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from gnomon.algebra import Expression, parse_expression
from gnomon.packaged import packaged_yaml

VALUES, SHARES, UNKNOWN = 0xE000, 0xF100, "\uf000"
"""Characters that stand in a skeleton (private use in Unicode): from the first on for items with a value, one for each, from the
second on for items that are a part of something ("half", "40 %"), and the one for the unknown."""
MOST_ITEMS = 0x7FF
"""Characters there are for items of each kind."""
_SHARE = f"[{chr(SHARES)}-{chr(SHARES + MOST_ITEMS)}]"
_FEW_WORDS = r"\W*(?:[\w'’-]+\W+){0,3}?"
"""Up to three words that say nothing, such as "than its little partner": a mark for a value or the unknown is no word."""
_NUMBER = f"[{chr(VALUES)}-{chr(VALUES + MOST_ITEMS)}{_SHARE[1:]}"


@dataclass(frozen=True, slots=True)
class Relation:
    """A phrase that pins a value."""

    meaning: Expression
    """Of the letters a and b, the values it names (b also one said before), and f, the factor it names."""
    pattern: re.Pattern[str]
    """Over skeletons; its groups ``a``, ``b`` and ``f`` where it has them."""


@dataclass(frozen=True, slots=True)
class English:
    """The table, compiled."""

    marks: frozenset[str]
    roles: Mapping[str, str]
    constants: re.Pattern[str]
    constant_values: tuple[float, ...]
    """One for each group of `constants`."""
    operations: Mapping[str, re.Pattern[str]]
    """Words for each operation by which values are put together."""
    difference: re.Pattern[str]
    """Words that make a number a difference."""
    lore: tuple[tuple[float, re.Pattern[str], re.Pattern[str]], ...]
    """Two words that together stand for a number."""
    lore_of_shapes: tuple[tuple[float, re.Pattern[str], re.Pattern[str]], ...]
    """The same in words that any geometry lesson has."""
    spans: tuple[tuple[float, re.Pattern[str], re.Pattern[str]], ...]
    """How many of a smaller unit of time, money or weight a larger one has, and words for both."""
    factors: tuple[tuple[re.Pattern[str], float], ...]
    relations: tuple[Relation, ...]
    inverse: tuple[Relation, ...]
    collections: tuple[tuple[re.Pattern[str], str], ...]
    """Words for a count, and the number for each."""
    any_collection: re.Pattern[str]
    """Any of these words."""
    said: tuple[Relation, ...]
    same: tuple[Relation, ...]
    sums: tuple[Relation, ...]


@cache
def english() -> English:
    """Return the compiled table."""
    table = packaged_yaml(__package__, "words", "en.yaml")
    words = {name: _joined(pattern) for name, pattern in table["words"].items()}
    factors = {float(value): pattern for value, pattern in table["factors"].items()}
    any_factor = "|".join(factors.values())
    constants = {float(value): _joined(pattern) for value, pattern in table["constants"].items()}
    return English(
        marks=frozenset(table["marks"].split()),
        roles={name: _joined(pattern) for name, pattern in table["roles"].items()},
        constants=_compiled(r"\b(?:" + "|".join(f"({pattern})" for pattern in constants.values()) + r")(?!\w)"),
        constant_values=tuple(constants),
        operations={name: _compiled(rf"\b(?:{_joined(cue)})(?!\w)") for name, cue in table["operations"].items()},
        difference=_compiled(rf"\b(?:{_joined(table['difference'])})(?!\w)"),
        lore=_pairs(table["lore"]),
        lore_of_shapes=_pairs(table["lore_of_shapes"]),
        spans=_pairs(table["spans"]),
        factors=tuple((_compiled(rf"(?:{pattern})"), value) for value, pattern in factors.items()),
        relations=tuple(_relation(row, words, any_factor) for row in table["relations"]),
        inverse=tuple(_relation(row, words, any_factor) for row in table["inverse"]),
        collections=tuple((_compiled(rf"\b(?:{pattern})(?!\w)"), str(value)) for value, pattern in table["collections"].items()),
        any_collection=_compiled(rf"\b(?:{'|'.join(table['collections'].values())})(?!\w)"),
        said=tuple(_relation(row, words, any_factor) for row in table["said"]),
        sums=tuple(_relation(row, words, any_factor) for row in table["sums"]),
        same=tuple(_relation(row, words, any_factor) for row in table["same"]),
    )


def _joined(pattern: str) -> str:
    return pattern.replace("\n", "")


def _pairs(rows: Sequence[tuple[Any, str, str]]) -> tuple[tuple[float, re.Pattern[str], re.Pattern[str]], ...]:
    return tuple(
        (float(value), _compiled(rf"\b(?:{one})\b"), _compiled(rf"\b(?:{_singular_too(other)})\b")) for value, one, other in rows
    )


def _singular_too(words: str) -> str:
    """Let plurals be singular: "for each day of the week"."""
    return re.sub(r"s(?=\||$)", "s?", words)


def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


def _relation(row: tuple[Any, str], words: Mapping[str, str], any_factor: str) -> Relation:
    meaning, pattern = row
    for name, word in words.items():
        pattern = pattern.replace(f"{{{name}}}", word)
    pattern = pattern.replace("{_}", _FEW_WORDS).replace("{u}", UNKNOWN).replace("{p}", words["that"])
    pattern = pattern.replace("{f}", rf"(?P<f>(?<![\w.]){any_factor.join(('(?:', ')'))}(?!\w))", 1)
    for name in ("a", "b", "c"):
        place = re.search(r"\{[ns]\}" if name != "c" else r"\{m\}", pattern)
        if place:
            kind = _SHARE if place.group() == "{s}" else _NUMBER
            pattern = f"{pattern[: place.start()]}(?P<{name}>{kind}){pattern[place.end() :]}"
    # What stands for a number or the unknown is no sign that may lie between words.
    pattern = pattern.replace(r"\W", rf"[^\w{chr(VALUES)}-\uf8ff]")
    # A phrase begins where a word does; what stands for a number or the unknown is a word of its own.
    return Relation(parse_expression(str(meaning)), _compiled(rf"(?<![\w])(?:{pattern})"))
