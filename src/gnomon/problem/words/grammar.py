"""The rules of the grammar: YAML files of phrases with what they say, compiled to patterns; one family of rules a file.

A pattern is words with slots: ``{M:point} is midpoint of {S:line}``. ``(a|b)`` is one of several, ``[a]`` may be left out,
``{M:point+}`` takes a list ("A, B and C"). ``docs/words.md`` tells how a rule is written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict

from gnomon.packaged import packaged_yaml
from gnomon.problem.words.tokens import spelling

END = "END"
"""What stands in a pattern for the end of the sentence."""


class Slot(NamedTuple):
    """A place of a pattern that a phrase of some kind takes."""

    name: str
    kind: str
    many: bool = False
    """Whether it takes a list."""


class OneOf(NamedTuple):
    """Alternatives; an empty one means that the place may be left out."""

    ways: tuple[Pattern, ...]


Pattern = tuple["str | Slot | OneOf", ...]


class RuleEntry(BaseModel):
    """A rule as written."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    """Permanent."""
    kind: str = "clause"
    """What the phrase is: ``clause``, or the kind of slot that it can take."""
    say: tuple[str, ...]
    """Patterns; the first that fits counts."""
    value: str | None = None
    """The literal that a phrase stands for, as a template; of no clause."""
    facts: tuple[str, ...] = ()
    """Templates of literals."""
    goals: tuple[str, ...] = ()
    """Templates of what is asked."""
    note: str | None = None
    """What the phrase says beside facts: ``rounding``, ``form``, ``order``, ``figure``."""
    examples: dict[str, tuple[str, ...]] = {}
    """Texts with the facts, goals as ``find: ...`` and choices as ``ask: ...``, that are read from each: run as tests."""
    drawn: tuple[str, ...] = ()
    """Lines of the figure that the examples are of, as their points run together."""


class Rule(NamedTuple):
    """A rule with its patterns compiled."""

    entry: RuleEntry
    patterns: tuple[Pattern, ...]
    kinds: Mapping[str, str]
    """Slots of all patterns with their kinds."""
    begins: tuple[frozenset[str] | None, ...] = ()
    """The words that each pattern may begin with; None where something else than a word may stand first."""


Grammar = Mapping[str, tuple[Rule, ...]]
"""The rules by the kind of phrase that they make, in the order of the files."""


@cache
def grammar() -> Grammar:
    """Return all rules, those of a kind in the order of the files' names.

    Raises:
        ValueError: for a pattern that cannot be read.
    """
    found: dict[str, list[Rule]] = {}
    for entry in rule_entries():
        patterns = tuple(_compiled(text) for text in entry.say)
        kinds = {slot.name: slot.kind for pattern in patterns for slot in slots(pattern)}
        found.setdefault(entry.kind, []).append(Rule(entry, patterns, kinds, tuple(map(first_words, patterns))))
    return {kind: tuple(rules) for kind, rules in found.items()}


@cache
def rule_entries() -> tuple[RuleEntry, ...]:
    """Return the rules as written."""
    folder = resources.files(__package__ or "") / "grammar"
    names = sorted(file.name for file in folder.iterdir() if file.name.endswith(".yaml"))
    return tuple(RuleEntry.model_validate(rule) for name in names for rule in packaged_yaml(__package__, "grammar", name))


def slots(pattern: Pattern) -> Iterator[Slot]:
    """Yield the slots of a pattern."""
    return (element for element in _leaves(pattern) if isinstance(element, Slot))


def words_of(pattern: Pattern) -> Iterator[str]:
    """Yield the words of a pattern."""
    return (element for element in _leaves(pattern) if isinstance(element, str))


def first_words(pattern: Pattern) -> frozenset[str] | None:
    """Return the words that a pattern may begin with; None where a slot or the end of the sentence may come first."""
    found: set[str] = set()
    for element in pattern:
        if isinstance(element, str):
            return None if element == END else frozenset(found | {element})
        if isinstance(element, Slot):
            return None
        firsts = [first_words(way) for way in element.ways if way]
        if None in firsts:
            return None
        found.update(*(first for first in firsts if first is not None))
        if () not in element.ways:
            return frozenset(found)
    return None


def _leaves(pattern: Pattern) -> Iterator[str | Slot]:
    for element in pattern:
        if isinstance(element, OneOf):
            for way in element.ways:
                yield from _leaves(way)
        else:
            yield element


_PIECE = re.compile(r"\{\w+:\w+\+?\}|[()\[\]|]|[^\s()\[\]|{}]+")


def _compiled(text: str) -> Pattern:
    pieces = _PIECE.findall(text)
    ways, end = _ways(pieces, 0)
    if end != len(pieces) or len(ways) != 1:
        raise ValueError(f"cannot read the pattern {text!r}: brackets do not match, or a | stands outside them")
    return ways[0]


def _ways(pieces: Sequence[str], at: int) -> tuple[tuple[Pattern, ...], int]:
    ways: list[Pattern] = []
    way: list[str | Slot | OneOf] = []
    while at < len(pieces) and pieces[at] not in {")", "]"}:
        piece = pieces[at]
        if piece in {"(", "["}:
            inner, at = _ways(pieces, at + 1)
            way.append(OneOf((*inner, ()) if piece == "[" else inner))
        elif piece == "|":
            ways.append(tuple(way))
            way = []
        elif piece.startswith("{"):
            name, kind = piece[1:-1].split(":")
            way.append(Slot(name, kind.rstrip("+"), kind.endswith("+")))
        else:
            way += spelling(piece)
        at += 1
    return (*ways, tuple(way)), at
