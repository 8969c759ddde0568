"""The words that the grammar knows, by what they are good for."""

from __future__ import annotations

from functools import cache

from gnomon.problem.words.grammar import grammar, words_of
from gnomon.problem.words.tokens import lexicon


@cache
def known_words() -> frozenset[str]:
    """Return the words of the patterns, of joints and of what turns a clause round."""
    words = {word for rules in grammar().values() for rule in rules for pattern in rule.patterns for word in words_of(pattern)}
    return frozenset(words) | lexicon().joints | lexicon().turning | lexicon().plain


@cache
def kinds_of_things() -> frozenset[str]:
    """Return the words by which "the circle", "the sector" and their like are found without what the text calls them."""
    kinds = ("shape", "circle", "sector", "angle", "arc")
    words = {word for kind in kinds for rule in grammar()[kind] for pattern in rule.patterns for word in words_of(pattern)}
    return frozenset(words) - {"kite", "base"}  # a toy, and what a base angle lies at


@cache
def vocabulary() -> frozenset[str]:
    """Return the words that only geometry uses, and those that turn a clause round."""
    return (known_words() - lexicon().plain - lexicon().joints) | lexicon().turning
