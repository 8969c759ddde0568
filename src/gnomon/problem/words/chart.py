"""Phrases of one sentence by the rules of the grammar: every reading of every kind that begins at every word, each found once.

What a phrase means is left to `gnomon.problem.words.meaning`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from gnomon.algebra import Expression, Letter, Token, read_tokens
from gnomon.algebra.parser import Parser
from gnomon.problem.words.grammar import Grammar, OneOf, Pattern, Rule, Slot


class Leaf(NamedTuple):
    """Words that the grammar takes as they are: a name, a number, an expression."""

    kind: str
    start: int
    """Index of its first token in the sentence."""
    end: int
    points: tuple[str, ...] = ()
    expression: Expression | None = None
    """Its measures are the letters of `parts`."""
    parts: Mapping[str, Node] = {}  # noqa: RUF012  # never changed


class Node(NamedTuple):
    """A phrase that a rule makes."""

    rule: Rule
    slots: Mapping[str, tuple[Phrase, ...]]
    """What stands in each slot: several where it is a list; an absent slot is missing."""
    start: int
    end: int


Phrase = Node | Leaf
_Filled = Mapping[str, tuple[Phrase, ...]]

_NAMES: Mapping[str, tuple[int, int]] = {"name1": (1, 1), "name2": (2, 2), "name3": (3, 3), "name4": (4, 4), "names": (3, 12)}
"""Slots for names of points with the least and largest number of points."""
_MOST_READINGS = 12
"""Readings of a kind at one place; beyond, a sentence repeats itself."""
_LONGEST_STORY = 9
"""Words before "has the shape of": a longer story is none that introduces a shape."""
_SEPARATORS = (("and",), (",", "and"), (",",), ("&",))


class Chart:
    """The phrases of one sentence."""

    def __init__(self, grammar: Grammar, tokens: Sequence[Token]) -> None:
        self.tokens = tokens
        self.words = [token.text for token in tokens]
        self._grammar = grammar
        self._known: dict[tuple[str, int], list[Phrase]] = {}

    def phrases(self, kind: str, at: int) -> list[Phrase]:
        """Return the phrases of a kind that begin at token ``at``, longer ones first, then in the order of the rules."""
        key = kind, at
        if key not in self._known:
            self._known[key] = []  # a rule that begins with its own kind finds nothing of it
            self._known[key] = sorted(self._found(kind, at), key=lambda phrase: -phrase.end)[:_MOST_READINGS]
        return self._known[key]

    def _found(self, kind: str, at: int) -> Iterator[Phrase]:
        if at >= len(self.tokens):
            return
        if kind not in self._grammar:
            leaf = self._leaf(kind, at)
            if leaf is not None:
                yield leaf
            return
        for rule in self._grammar[kind]:
            for pattern in rule.patterns:
                for end, filled in self._matches(pattern, at, {}):
                    if end > at:
                        yield Node(rule, filled, at, end)

    def _matches(self, pattern: Pattern, at: int, filled: _Filled) -> Iterator[tuple[int, _Filled]]:
        if not pattern:
            yield at, filled
            return
        first, rest = pattern[0], pattern[1:]
        if isinstance(first, str):
            if at < len(self.words) and self.words[at] == first and not self.tokens[at].points:
                yield from self._matches(rest, at + 1, filled)
        elif isinstance(first, Slot):
            for phrases, end in self._fillings(first, at):
                yield from self._matches(rest, end, {**filled, first.name: phrases})
        else:
            for way in first.ways:
                yield from self._matches((*way, *rest), at, filled)

    def _fillings(self, slot: Slot, at: int) -> Iterator[tuple[tuple[Phrase, ...], int]]:
        for phrase in self.phrases(slot.kind, at):
            if slot.many:
                yield from self._lists(slot.kind, (phrase,))
            yield (phrase,), phrase.end

    def _lists(self, kind: str, begun: tuple[Phrase, ...]) -> Iterator[tuple[tuple[Phrase, ...], int]]:
        """Yield longer lists that begin so, the longest first."""
        at = begun[-1].end
        for separator in _SEPARATORS:
            if tuple(self.words[at : at + len(separator)]) == separator:
                following = at + len(separator)
                for phrase in (*self.phrases(kind, following), *self._next(kind, following)):
                    yield from self._lists(kind, (*begun, phrase))
                    yield (*begun, phrase), phrase.end

    def _next(self, kind: str, at: int) -> list[Phrase]:
        """Return what may follow in a list without its noun: the B of "angles A and B"."""
        return self.phrases(f"{kind}_next", at) if f"{kind}_next" in self._grammar else []

    def _leaf(self, kind: str, at: int) -> Leaf | None:
        token = self.tokens[at]
        if kind in _NAMES:
            low, high = _NAMES[kind]
            is_fitting = low <= len(token.points) <= high and len(set(token.points)) == len(token.points)
            return Leaf(kind, at, at + 1, token.points) if is_fitting else None
        if kind == "letter":
            return Leaf(kind, at, at + 1, expression=token.meaning) if token.meaning is not None else None
        if kind == "story":
            return self._story(at)
        return self._expression(kind, at)

    def _story(self, at: int) -> Leaf | None:
        end = at
        while end < len(self.tokens) and self.tokens[end].kind == "word" and self.words[end] not in _MARKERS:
            end += 1
        return Leaf("story", at, end) if at < end <= at + _LONGEST_STORY else None

    def _expression(self, kind: str, at: int) -> Leaf | None:
        """Read the longest calculation; where ``kind`` is ``number``, one without measures and letters."""
        tokens: list[Token] = []
        ends: list[int] = []
        parts: dict[str, Node] = {}
        index = at
        while index < len(self.tokens):
            found = next((p for p in self.phrases("measure", index) if isinstance(p, Node)), None) if kind != "number" else None
            token = self.tokens[index]
            if found is not None:
                name = f"«{index}»"
                parts[name] = found
                token = token._replace(kind="name", text=name, meaning=Letter(name))
            tokens.append(token)
            index = found.end if found is not None else index + 1
            ends.append(index)
        parsed = Parser(tokens, symbolic=True).sum(0)
        if parsed is None or parsed.end == 0:
            return None
        if read_tokens(tokens[: parsed.end]) is None and not _has_unit(tokens[: parsed.end]):
            return None
        leaf = Leaf(kind, at, ends[parsed.end - 1], expression=parsed.tree, parts=parts)
        return leaf if kind != "number" or parsed.value == parsed.value else None


def _has_unit(tokens: Sequence[Token]) -> bool:
    return any(token.kind == "word" or token.text in "°^" for token in tokens)


_MARKERS = frozenset({"not", "or", "shape", "unless", "except", "if"})
"""Words at which a story ends."""
