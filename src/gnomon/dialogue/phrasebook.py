"""Phrasebooks: sentences with slots, kept in data files, picked with variety and without repeating one in a dialogue."""

from __future__ import annotations

import random
import re
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from string import Formatter
from typing import NamedTuple

from gnomon.packaged import packaged_yaml

_SENTENCE_END = re.compile(r"(?<=[.!?…])\s+")
_LETTER = re.compile(r"[^\W\d_]")
_OPENING = ("“", "„")
"""Marks before a quotation, in English and in German."""
_QUOTED = "[^“”„]+?"


class PhrasebookError(ValueError):
    """A phrasebook that cannot be used: an unknown key, or a slot without a value."""


class Phrase(NamedTuple):
    """A template with its slots filled."""

    text: str
    template: str


class Phrasebook:
    """Templates by key; a template is a text with ``{slots}``.

    Args:
        templates: texts by key.
        name: for messages.
    """

    def __init__(self, templates: Mapping[str, Sequence[str]], name: str = "phrasebook") -> None:
        self._templates = {key: tuple(texts) for key, texts in templates.items()}
        self._name = name

    @classmethod
    def load(cls, package: str, file: str) -> Phrasebook:
        """Read a phrasebook from a YAML file of a package."""
        return _load(package, file)

    def __contains__(self, key: str) -> bool:
        """Whether there are phrases for a key."""
        return key in self._templates

    def templates(self, key: str) -> tuple[str, ...]:
        """Return the templates of a key.

        Raises:
            PhrasebookError: for an unknown key.
        """
        if key not in self._templates:
            raise PhrasebookError(f"{self._name}: no phrases for {key!r}; known are {', '.join(sorted(self._templates))}")
        return self._templates[key]

    def pick(self, key: str, generator: random.Random, used: Collection[str] = (), **slots: str) -> str:
        """Fill one template of ``key``.

        Args:
            key: what to say.
            generator: chooses among the templates.
            used: sentences said before, as `sentences_of` gives them; a template that repeats none is preferred.
            slots: values for the slots; templates with a slot that is missing here are left out.

        Raises:
            PhrasebookError: when no template fits the slots.
        """
        filled = self.choices(key, generator, **slots)
        if not filled:
            raise PhrasebookError(f"{self._name}: {key!r} needs other slots than {sorted(slots)}")
        return min((phrase.text for phrase in filled), key=lambda text: sum(each in used for each in sentences_of(text)))

    def choices(self, key: str, generator: random.Random, **slots: str) -> list[Phrase]:
        """Return every template of ``key`` that these slots fill, in an order that ``generator`` chooses.

        Raises:
            PhrasebookError: for an unknown key.
        """
        fitting = [text for text in self.templates(key) if _slots_of(text) <= slots.keys()]
        return [Phrase(_capitalised(text.format(**slots)), text) for text in generator.sample(fitting, len(fitting))]


def sentences_of(text: str) -> list[str]:
    """Split a text into sentences, lower case, without outer spaces."""
    return [part.strip().lower() for part in _SENTENCE_END.split(text.strip()) if part.strip()]


def is_put_so(text: str, template: str) -> bool:
    """Whether a text says a template, from the beginning of a sentence on, whatever stands in the slots.

    Capitals do not count. False for a template without words of its own, which says what its slots say.
    """
    pattern = _pattern(template)
    return pattern is not None and pattern.search(text) is not None


@cache
def _pattern(template: str) -> re.Pattern[str] | None:
    """Return what a filled template looks like; what a slot within quotation marks holds has none of its own."""
    parts = [(literal, name) for literal, name, _, _ in Formatter().parse(template)]
    if not any(_LETTER.search(literal) for literal, _ in parts):
        return None
    spelled = (
        re.escape(literal) + ("" if name is None else _QUOTED if literal[-1:] in _OPENING else ".+?") for literal, name in parts
    )
    return re.compile(rf"(?:^|(?<=[.!?…]\s)){''.join(spelled)}(?=\s|$)", re.IGNORECASE | re.DOTALL)


@cache
def _load(package: str, file: str) -> Phrasebook:
    return Phrasebook(packaged_yaml(package, file), file)


def _slots_of(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def _capitalised(text: str) -> str:
    sentences = _SENTENCE_END.split(text)
    return " ".join(sentence[:1].upper() + sentence[1:] for sentence in sentences)
