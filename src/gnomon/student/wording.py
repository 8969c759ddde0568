"""How a simulated learner writes: phrases and notation of a style, as data (``styles.yaml``)."""

from __future__ import annotations

import random
import re
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from types import MappingProxyType

from pydantic import BaseModel, ConfigDict

from gnomon.dialogue import Phrasebook
from gnomon.figure import Figure
from gnomon.packaged import packaged_yaml
from gnomon.problem import named_as_in

_ANGLE = re.compile(r"∠((?:[A-Z][0-9']?){3})")
_SIGN = re.compile(r"\s*([-+*/=])\s*")
_LONG_WORD = re.compile(r"\b[a-z]{5,}\b")
"""Words in which a slip of the thumb leaves something to read."""
_TERM = re.compile(r"(?<=[a-z\d)°√π])\s*·\s*|\s+·\s+")


_LETTER_X = re.compile(r"(?<![A-Za-z])x(?![A-Za-z])")
"""The unknown: beside it nobody writes x for times."""
_WITHIN = re.compile(r"°(?=\s*[-+*/·)])")
"""A degree sign within a calculation, which nobody writes as a word."""


class Notation(BaseModel):
    """How a learner writes mathematics; ``styles.yaml`` says what each entry is."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    angle: str
    degree: str
    times: str
    power: str
    root: str
    lower: bool = False
    tight: bool = False
    vertex: bool = False
    comma: bool = False
    end: bool = False
    typos: float = 0.0

    def write(self, text: str, figure: Figure | None, generator: random.Random) -> str:
        """Write a text, its mathematics as the engine writes it, as this learner would."""
        text = _ANGLE.sub(lambda match: self._angle(match.group(1), figure), text.replace("−", "-"))
        if self.degree != "°":
            text = _WITHIN.sub("", text)
        times = "*" if "x" in self.times and _LETTER_X.search(text) else self.times
        text = _TERM.sub(times, text).replace("°", self.degree).replace("²", self.power).replace("√", self.root)
        if self.tight:
            text = _SIGN.sub(r"\1", text)
        if self.comma:
            text = re.sub(r"(?<=\d)\.(?=\d)", ",", text)
        if not self.end:
            text = re.sub(r"[.](?=\s|$)(?<!\.\.)", "", text)
        if self.lower:
            text = text.lower()
        return _LONG_WORD.sub(lambda match: _typed(match.group(), self.typos, generator), text).strip()

    def _angle(self, name: str, figure: Figure | None) -> str:
        points = re.findall(r"[A-Z][0-9']?", name)
        is_clear = self.vertex and figure is not None and _is_corner(points[1], figure)
        return self.angle.format(points[1] if is_clear else name)


class Style:
    """One way in which learners write.

    Args:
        notation: of mathematics.
        phrases: texts by what is said.
    """

    def __init__(self, notation: Notation, phrases: Mapping[str, Sequence[str]]) -> None:
        self.notation = notation
        self._book = Phrasebook(phrases, "styles.yaml")

    def say(
        self,
        key: str,
        generator: random.Random,
        *,
        figure: Figure | None = None,
        question: str = "",
        used: Collection[str] = (),
        **slots: str,
    ) -> str:
        """Put something into words.

        Args:
            key: what is said.
            generator: chooses among the phrases, and slips of the thumb.
            figure: tells where one letter is enough for an angle.
            question: names parts as the learner reads them.
            used: sentences said before, lower case; one of them is not said again where there is a choice.
            slots: what the phrases speak of; an empty one counts as missing.
        """
        filled = {name: text for name, text in slots.items() if text}
        return self.notation.write(named_as_in(question, self._book.pick(key, generator, used, **filled)), figure, generator)

    def joined(self, parts: Sequence[str]) -> str:
        """Put lines of work into one message: sentences after each other, lines without full stops apart."""
        return (" " if self.notation.end else "\n").join(parts)


@cache
def styles() -> Mapping[str, Style]:
    """Return the styles by name."""
    table = dict(packaged_yaml(__package__, "styles.yaml"))
    common = table.pop("common")
    table.pop("terms")
    made = {name: Style(Notation(**row["notation"]), common | row["phrases"]) for name, row in table.items()}
    return MappingProxyType(made)


def hard_word(text: str) -> str:
    """Return the first word of a text that a learner may not know; empty without one."""
    found = [(at, term) for term in packaged_yaml(__package__, "styles.yaml")["terms"] if (at := text.lower().find(term)) >= 0]
    return min(found, default=(0, ""))[1]


def calculation(work: str, name: str) -> str:
    """Return the calculation of ``name`` that an equation asks for: ``180° − 52° − 71°``; empty where it takes more than sums."""
    left, _, right = work.partition(" = ")
    if left == name and name not in right:
        return right if " " in right or "/" in right else ""  # a value alone is no calculation
    terms = left.split(" + ")
    if name in terms and not any(name in other for other in (*(term for term in terms if term != name), right)):
        return " − ".join([right, *(term for term in terms if term != name)])
    return ""


def _is_corner(point: str, figure: Figure) -> bool:
    """Whether just two sides meet at a point, so that its letter alone names the angle."""
    at = [(line.index(point), len(line)) for line in figure.lines if point in line]
    return len(at) == 2 and all(place in (0, length - 1) for place, length in at)


def _typed(word: str, chance: float, generator: random.Random) -> str:
    if not chance or generator.random() >= chance:
        return word
    at = generator.randrange(1, len(word) - 2)
    return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
