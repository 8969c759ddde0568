"""Phrases of one sentence by the rules of the grammar: every reading of every kind that begins at every word, each found once.

What a phrase means is left to `gnomon.problem.words.meaning`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from gnomon.algebra import Expression, Letter, Token, unknowns
from gnomon.algebra.parser import Parser
from gnomon.problem.words.grammar import END, Grammar, Pattern, Rule, Slot
from gnomon.problem.words.tokens import lexicon


class Leaf(NamedTuple):
    """Words that the grammar takes as they are: a name, a number, an expression."""

    kind: str
    start: int
    """Index of its first token in the sentence."""
    end: int
    points: tuple[str, ...] = ()
    word: str = ""
    """The last of plain words, a noun mostly."""
    expression: Expression | None = None
    """Its measures are the letters of `parts`."""
    parts: Mapping[str, Node] = {}  # never changed


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
_NOTHING = 1_000_000
"""More than the depth of any search: nothing was come back to."""
_MOST_READINGS = 30
"""Readings of a kind at one place; beyond, a sentence repeats itself."""
_MOST_MEASURES = 3
"""Measures of one length at one place that a calculation may begin with."""
_WORDS = {"story": 12, "noun": 3}
"""Slots for words, with the most that they take: a story that introduces a shape is short."""


def _is_name(phrase: Phrase) -> bool:
    return isinstance(phrase, Leaf) and (bool(phrase.points) or phrase.kind == "letter")


_FRACTIONS = frozenset({r"\frac", r"\dfrac", r"\tfrac"})
"""Commands that two quantities may follow."""
_LONGEST_NUMERAL = 2
"""Digits of the number that names an angle."""
_PAIR = re.compile(r"\((-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)\)")
"""Coordinates of a point."""
_LONGEST_PAIR = 7
"""Words of them: brackets, comma, two numbers with their signs."""
_BARE, _BARE_WORDS = "length", frozenset({"length", "distance", "measure"})
"""The rule of lengths, and the words that make one of a name."""
_ASKS_NEXT = {("and", "find"), (",", "find"), (",", "how"), (",", "what")}
"""What begins a question after words of any kind: "to the nearest degree, how big is angle A"."""
SINGLING = frozenset({"other", "another", "second", "third"})
"""Words that no story ends with: "the other circle has radius 5" is not said of the one that is known."""
_SEPARATORS = (("and",), (",", "and"), (",",), ("&",), ("and", "of"))


def _sharing(begun: tuple[Phrase, ...], last: Phrase) -> tuple[Phrase, ...]:
    """Return a list whose first phrases have what only the last one says: "of triangle ABC" after "the altitudes BD and CE"."""
    if not isinstance(last, Node):
        return (*begun, last)
    return (
        *(p._replace(slots={**last.slots, **p.slots}) if isinstance(p, Node) and p.rule == last.rule else p for p in begun),
        last,
    )


class Chart:
    """The phrases of one sentence."""

    def __init__(
        self,
        grammar: Grammar,
        tokens: Sequence[Token],
        known: Collection[str],
        vocabulary: Collection[str],
        joints: Collection[str],
        called: Collection[str] = (),
    ) -> None:
        self.tokens = tokens
        self.joints = joints
        """Words between clauses: a story begins after one."""
        self.known = known
        """Words that no unknown noun has."""
        self.vocabulary = vocabulary
        """Words of geometry, which no story has."""
        self.called = called
        """Nouns that things of the text are called by."""
        self.words = [token.text for token in tokens]
        self._grammar = grammar
        self._known: dict[tuple[str, int], list[Phrase]] = {}
        self._sought: dict[tuple[str, int], int] = {}
        """What is being looked for, each with the number of those that it is looked for within."""
        self._needed = _NOTHING
        """The least of these numbers that was come back to."""

    def phrases(self, kind: str, at: int) -> list[Phrase]:
        """Return the phrases of a kind that begin at token ``at``, longer ones first, then in the order of the rules."""
        key = kind, at
        if key in self._known:
            return self._known[key]
        if key in self._sought:  # a rule that begins with its own kind finds nothing of it
            self._needed = min(self._needed, self._sought[key])
            return []
        depth = self._sought[key] = len(self._sought)
        before, self._needed = self._needed, _NOTHING
        found = sorted(self._found(kind, at), key=lambda phrase: -phrase.end)[:_MOST_READINGS]
        del self._sought[key]
        if self._needed >= depth:  # else it lacks what is still being looked for: a line is a measure, "6 cm chord AB" is a line
            self._known[key], self._needed = found, _NOTHING
        self._needed = min(self._needed, before)
        return found

    def _found(self, kind: str, at: int) -> Iterator[Phrase]:
        if at >= len(self.tokens):
            return
        if kind not in self._grammar:
            yield from self._leaves(kind, at)
            return
        word = None if self.tokens[at].points else self.words[at]
        for rule in self._grammar[kind]:
            for pattern, begins in zip(rule.patterns, rule.begins, strict=True):
                if begins is not None and word not in begins:
                    continue
                for end, filled in self._matches(pattern, at, {}):
                    if end > at:
                        yield Node(rule, filled, at, end)

    def _matches(self, pattern: Pattern, at: int, filled: _Filled) -> Iterator[tuple[int, _Filled]]:
        if not pattern:
            yield at, filled
            return
        first, rest = pattern[0], pattern[1:]
        if first == END:
            if at == len(self.words):
                yield from self._matches(rest, at, filled)
        elif isinstance(first, str):
            if at < len(self.words) and self.words[at] == first and not self.tokens[at].points:
                yield from self._matches(rest, at + 1, filled)
        elif isinstance(first, Slot):
            for phrases, end in self._fillings(first, at):
                # What is said of a thing again says less: "chords of circle O meet inside the circle".
                yield from self._matches(rest, end, filled if first.name in filled else {**filled, first.name: phrases})
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
                for phrase in (*self._without_noun(begun[0], following), *self.phrases(kind, following)):
                    longer = _sharing(begun, phrase)
                    yield from self._lists(kind, longer)
                    yield longer, phrase.end

    def _without_noun(self, first: Phrase, at: int) -> list[Phrase]:
        """Return phrases that go on as the first of their list does from its name: after "altitudes BD", "CE of triangle ABC"."""
        if isinstance(first, Leaf) or at >= len(self.tokens):
            return []
        names = [name for name, phrases in first.slots.items() if _is_name(phrases[0])]
        is_bare = first.end - first.start == 1  # then the kind's own rules read the next as well
        if len(names) != 1 or is_bare:
            return []
        found: dict[int, Phrase] = {}
        for pattern in first.rule.patterns:
            begins = [place for place, piece in enumerate(pattern) if isinstance(piece, Slot) and piece.name == names[0]]
            for end, filled in self._matches(pattern[begins[0] :], at, {}) if begins else ():
                found.setdefault(end, Node(first.rule, {**first.slots, **filled}, at, end))
        return [found[end] for end in sorted(found, reverse=True)]

    def _leaves(self, kind: str, at: int) -> Iterator[Leaf]:
        token = self.tokens[at]
        low, high = _NAMES.get(kind, (0, 0))
        if kind in {*_NAMES, "letter", "numeral"}:
            is_name = low <= len(token.points) <= high and len(set(token.points)) == len(token.points)
            is_numeral = token.kind == "number" and token.text.isdigit() and len(token.text) <= _LONGEST_NUMERAL
            if is_numeral if kind == "numeral" else is_name if high else token.meaning is not None:
                points = token.points or ((token.text,) if is_numeral else ())
                yield Leaf(kind, at, at + 1, points, expression=token.meaning)
        elif kind == "rest":  # "prove that ABC is isosceles and find AB" asks for something else after it
            ends = (end for end in range(at + 1, len(self.words)) if tuple(self.words[end : end + 2]) in _ASKS_NEXT)
            yield Leaf(kind, at, next(ends, len(self.tokens)))
        elif kind in _WORDS:
            yield from self._words(kind, at)
        elif kind == "pair":
            yield from self._coordinates(at)
        elif kind == "sized":
            yield from self._before_noun(at)
        elif kind == "called" or kind in lexicon().nouns or kind in lexicon().written:
            yield from self._listed(kind, at)
        else:
            measures: list[Node | None] = [*self._measures(kind, at)]
            # "6 cm chord AB" is a measure, and begins with another.
            for first in measures if measures and token.kind != "number" else [*measures, None]:
                leaf = self._expression(kind, at, first)
                if leaf is not None:
                    yield leaf

    def _coordinates(self, at: int) -> Iterator[Leaf]:
        """Yield a pair of numbers in brackets, as ``x,y``."""
        end = next((end for end in range(at, min(at + _LONGEST_PAIR, len(self.words))) if self.words[end] == ")"), at)
        found = _PAIR.fullmatch("".join(self.words[at : end + 1]))
        if found is not None:
            yield Leaf("pair", at, end + 1, word=f"{found.group(1)},{found.group(2)}")

    def _before_noun(self, at: int) -> Iterator[Leaf]:
        """Yield a size between article and noun, "a 6 cm chord": in "a circle of radius 6 cm the chord" it is no chord's."""
        # Articles are left out of the tokens: the shortest, with its spaces, leaves three characters.
        is_after_article = at == 0 or self.tokens[at].start - self.tokens[at - 1].end > 2
        for leaf in self._leaves("amount", at) if is_after_article else ():
            following = self.tokens[leaf.end : leaf.end + 1]
            if following and following[0].start - self.tokens[leaf.end - 1].end <= 1:
                yield leaf

    def _listed(self, kind: str, at: int) -> Iterator[Leaf]:
        """Yield a word of a list, or one that things of the text are called by; nouns in the plural too."""
        token = self.tokens[at]
        is_written = kind in lexicon().written
        words = lexicon().written[kind] if is_written else lexicon().nouns.get(kind, self.called)
        forms = (token.raw.lower(),) if is_written else (token.text, token.text.rstrip("s"))
        if token.kind == "word":
            yield from (Leaf(kind, at, at + 1, word=word) for word in dict.fromkeys(forms) if word in words)

    def _words(self, kind: str, at: int) -> Iterator[Leaf]:
        """Yield rows of plain words: of a story any, of an unknown noun those that the grammar does not know."""
        if kind == "story" and at and self.words[at - 1] not in self.joints:
            return
        for end in range(at + 1, min(at + _WORDS[kind], len(self.tokens)) + 1):
            token = self.tokens[end - 1]
            is_hyphen = token.text == "-" and kind == "story" and end > at + 1
            is_plain = token.kind == "word" and token.text not in (self.known if kind == "noun" else self.vocabulary)
            if not is_plain and not is_hyphen:
                return
            if kind == "noun" or token.text not in SINGLING:
                yield Leaf(kind, at, end, word=token.text)

    def _is_bare(self, measure: Node) -> bool:
        return measure.rule.entry.id == _BARE and self.words[measure.start] not in _BARE_WORDS

    def _ends_amount(self, tokens: Sequence[Token], following: Node) -> bool:
        """Whether a size is over before a measure: "of radius 13 cm the chord AB" is no product, and neither is it without cm."""
        if not tokens or tokens[-1].kind == "number":
            return bool(tokens) and self._is_bare(following) and self.tokens[following.start].kind == "word"
        has_unit = tokens[-1].text == "°" or (tokens[-1].kind == "word" and len(tokens) > 1 and tokens[-2].kind == "number")
        parsed = Parser(tokens, symbolic=True).sum(0) if has_unit else None
        return parsed is not None and parsed.end == len(tokens)

    def _measures(self, kind: str, at: int) -> list[Node]:
        """Return the longest measures that begin at a word: "the height KF of the kite" is of the shape, or of the toy."""
        found = [phrase for phrase in self.phrases("measure", at) if isinstance(phrase, Node)] if kind != "number" else []
        return [phrase for phrase in found if phrase.end == found[0].end][:_MOST_MEASURES]

    def _expression(self, kind: str, at: int, first: Node | None) -> Leaf | None:
        """Read the longest calculation that begins so; where ``kind`` is ``number``, one without measures and letters."""
        tokens: list[Token] = []
        ends: list[int] = []
        parts: dict[str, Node] = {}
        index = at
        while index < len(self.tokens):
            found = first if index == at else next(iter(self._measures(kind, index)), None)
            token = self.tokens[index]
            is_beside = found is not None or (token.text == "(" and token.gap)
            if is_beside and tokens and tokens[-1].text in parts and (len(tokens) < 2 or tokens[-2].text not in _FRACTIONS):
                break  # "angle ABC (x + 5)°" and "AB CD" are no products
            if found is not None and self._ends_amount(tokens, found):
                break
            if found is not None:
                name = f"«{index}»"
                parts[name] = found
                token = token._replace(kind="name", text=name, meaning=Letter(name))
            tokens.append(token)
            index = found.end if found is not None else index + 1
            ends.append(index)
        parsed = Parser(tokens, symbolic=True).sum(0)
        is_unknown = parsed is not None and any(True for _ in unknowns(parsed.tree))
        if parsed is None or (kind == "number" and is_unknown) or (kind == "unknown" and not is_unknown):
            return None
        part = parts.get(str(parsed.tree))
        if kind == "amount" and part is not None and self._is_bare(part):
            return None  # "the diagonals are AC and BD" says no size
        return Leaf(kind, at, ends[parsed.end - 1], expression=parsed.tree, parts=parts)
