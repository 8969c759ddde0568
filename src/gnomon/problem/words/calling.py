"""What things are called: "the ladder AB", of which "the ladder" is spoken later."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence

from gnomon.algebra import Token
from gnomon.problem.words.chart import Leaf, Node, Phrase
from gnomon.problem.words.context import Context
from gnomon.problem.words.relations import UnknownError
from gnomon.problem.words.tokens import lexicon
from gnomon.problem.words.value import Value, Values, named

_THINGS = {"point", "line", "polygon", "circle", "sector"}
"""Kinds of what is spoken of by a noun."""
_AFTER_NOUN = {"of", "from", "to", "join", "through", "with", "on", "in", "at", "by", "and", "parallel", "perpendicular", "which"}
"""Words after which what a thing is called is over."""


class Nouns:
    """The nouns of a clause, and those that the text has used before it."""

    def __init__(self, context: Context, tokens: Sequence[Token]) -> None:
        self._context = context
        self._tokens = tokens

    def remember(self, node: Node, found: Mapping[str, Sequence[Values]]) -> None:
        """Remember what things are called: "the ladder AB", "AB is a chord", "a garden has the shape of a rectangle ABCD"."""
        things = [value for rows in found.values() for values in rows for value in values if value.kind in _THINGS]
        for name, rows in found.items():
            self._call_listed(zip(node.slots[name], rows, strict=True), node)
            for phrase in node.slots[name]:
                if isinstance(phrase, Leaf) and phrase.kind in {"story", "noun"}:
                    self._call(phrase.start, phrase.end, things)

    def _call_listed(self, listed: Iterable[tuple[Phrase, Values]], node: Node) -> None:
        """Call the things of one slot by the nouns before their names, or after "is"; two posts are "the posts AB and CD"."""
        before = (0, 0)
        for phrase, values in listed:
            if isinstance(phrase, Leaf):
                continue
            at = min(_names_at(phrase), default=phrase.start)
            before = (phrase.start, at) if at > phrase.start else before
            self._call(*before, values)
            if phrase.start == node.start and phrase.end < len(self._tokens) and self._tokens[phrase.end].text == "is":
                self._call(phrase.end + 1, node.end, values)

    def _call(self, start: int, end: int, values: Sequence[Value]) -> None:
        for token in itertools.takewhile(lambda token: token.text not in _AFTER_NOUN, self._tokens[start:end]):
            if token.kind == "word":
                for value in values:
                    self._context.call(token.text.rstrip("s"), value)

    def standing(self, noun: str) -> Values:
        """Return the line from the foot to the top of a thing, or between the ends of what leans."""
        scene = self._context.scene
        ends = scene.leaning() if noun.rstrip("s") in lexicon().nouns["leaning"] else scene.standing(noun)
        return (named("Line", *ends),)

    def called(self, noun: str, node: Node) -> Values:
        """Return what is called so: one thing, or all where the noun stands in the plural."""
        kind = node.rule.entry.kind
        found = tuple(value for value in self._context.called.get(noun.rstrip("s"), ()) if value.kind == kind)
        if kind == "line" and not found:
            return self.standing(noun)
        is_plural = self._tokens[node.end - 1].raw.endswith("s") if self._tokens else False
        if not found or (len(found) > 1) != is_plural:
            raise UnknownError(f"{len(found)} things are called {noun}")
        return found


def _names_at(node: Node) -> Iterator[int]:
    """Yield the places of the names inside a phrase."""
    for phrase in itertools.chain(*node.slots.values()):
        if isinstance(phrase, Node):
            yield from _names_at(phrase)
        elif phrase.points:
            yield phrase.start
