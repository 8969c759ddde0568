"""Phrasebooks: sentences with slots, kept in data files, picked with variety and without repeating one in a dialogue."""

from __future__ import annotations

import random
import re
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from string import Formatter

from gnomon.packaged import packaged_yaml

_SENTENCE_END = re.compile(r"(?<=[.!?…])\s+")


class PhrasebookError(ValueError):
    """A phrasebook that cannot be used: an unknown key, or a slot without a value."""


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
        return min(filled, key=lambda text: sum(sentence in used for sentence in sentences_of(text)))

    def choices(self, key: str, generator: random.Random, **slots: str) -> list[str]:
        """Return every template of ``key`` that these slots fill, in an order that ``generator`` chooses.

        Raises:
            PhrasebookError: for an unknown key.
        """
        fitting = [text for text in self.templates(key) if _slots_of(text) <= slots.keys()]
        return [_capitalised(text.format(**slots)) for text in generator.sample(fitting, len(fitting))]


def sentences_of(text: str) -> list[str]:
    """Split a text into sentences, lower case, without outer spaces."""
    return [part.strip().lower() for part in _SENTENCE_END.split(text.strip()) if part.strip()]


@cache
def _load(package: str, file: str) -> Phrasebook:
    return Phrasebook(packaged_yaml(package, file), file)


def _slots_of(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def _capitalised(text: str) -> str:
    sentences = _SENTENCE_END.split(text)
    return " ".join(sentence[:1].upper() + sentence[1:] for sentence in sentences)
