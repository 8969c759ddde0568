"""What belongs together: sides of similar or congruent figures, parts of a proportion, a side that two figures share."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gnomon.dialogue import Feedback
from gnomon.figure import Element
from gnomon.geometry import Step
from gnomon.problem import Equation, Expression, Fact, Operation, Quantity
from gnomon.tutor.symbolic.diagnosis import Diagnostician
from gnomon.tutor.symbolic.uptake import Then
from gnomon.tutor.symbolic.words import Words

_PART = re.compile(r"(?<![A-Za-z])[A-Z]{2,3}(?![A-Za-z])")
_PAIRED = frozenset({"similar", "congruent"})
"""Facts that name two figures with their corners in matching order."""


class Aside(NamedTuple):
    """What answers a question beside the way."""

    say: str
    """Key of the phrases."""
    feedback: Feedback
    then: Then
    slots: tuple[tuple[str, str], ...] = ()
    shown: tuple[tuple[Element, ...], ...] = ()
    """What it points at, in green and in brown; empty: what the question behind it points at."""


class Belonging:
    """Answers what belongs together.

    Args:
        text: the learner's message.
        reader: of the dialogue.
        words: of its language.
        step: in play; None where there is none.
        is_asked: whether the message is a question.
    """

    def __init__(self, text: str, reader: Diagnostician, words: Words, step: Step | None, *, is_asked: bool) -> None:
        self._text = text
        self._reader = reader
        self._words = words
        self._step = step
        self._is_asked = is_asked

    def facts(self, *, given_only: bool = False) -> Iterator[Fact]:
        """Yield what the problem states, and what the steps of its proof rest on."""
        formal = self._reader.problem.formal
        yield from formal.facts if formal else ()
        for step in () if given_only else self._reader.proof.steps:
            yield from (one for one in (step.instance.premises if step.instance else ()) if isinstance(one, Fact))

    def shared(self) -> Aside | None:
        """Say yes where a side is said to be in both of two figures, and it is: "FC is in both"."""
        named = [name for name in _PART.findall(self._text) if len(name) == 2]
        if len(named) != 1 or not self._words.says("shared", self._text) or self._words.says("denying", self._text):
            return None
        for one, other in self._figures():
            if {*named[0]} <= {*one} & {*other}:
                slots = {
                    "parts": self._words.element(Element.of("line", *named[0])),
                    "first": "".join(one),
                    "second": "".join(other),
                }
                return Aside("shared", "positive", "next", tuple(slots.items()))
        return None

    def belonging(self) -> Aside | None:
        """Answer which sides belong together: of two similar or congruent figures, else of the proportion in play."""
        if not (self._words.says("belonging", self._text) and (self._is_asked or self._words.says("how", self._text))):
            return None
        for one, other in self._figures():
            named = [name for name in _PART.findall(self._text) if len(name) == 2]
            if (told := self._pair_told(named, one, other)) is not None:
                return told
            if not named and (told := self._in_step(one, other)) is not None:
                return told
            pairs = ((one, other), (other, one))
            found = next(
                ((name, "".join(b[a.index(point)] for point in name)) for a, b in pairs for name in named if {*name} <= {*a}),
                ("".join(one[:2]), "".join(other[:2])),
            )
            parts = [Element.of("line", *name) for name in found]
            first, second = map(self._words.element, parts)
            slots = {"one": first, "other": second, "first": "".join(one), "second": "".join(other)}
            return Aside("pairs", "none", "back_plain", tuple(slots.items()), ((parts[0],), (parts[1],)))
        return self._in_proportion()

    def _figures(self) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
        """Yield the corners of two figures that are similar or congruent, in matching order."""
        for fact in self.facts():
            half = len(fact.points) // 2
            if fact.kind in _PAIRED:
                yield fact.points[:half], fact.points[half:]

    def _in_proportion(self) -> Aside | None:
        """Name the parts that stand in the same place of the proportion in play."""
        ratios = _ratios(self._step.equation) if self._step is not None else None
        if ratios is None:
            return None
        (one, rest), (other, last) = ratios
        return self._both((one, other), (rest, last))

    def _in_step(self, one: Sequence[str], other: Sequence[str]) -> Aside | None:
        """Name the sides of two figures that stand in the ratios of the step in play, a pair in each."""
        ratios = _ratios(self._step.equation) if self._step is not None else None
        if ratios is None or not all({*a.points} <= {*one} and {*b.points} <= {*other} for a, b in ratios):
            return None
        return self._both(*ratios)

    def _both(self, green: tuple[Element, Element], brown: tuple[Element, Element]) -> Aside:
        names = [self._words.element(part) for part in (*green, *brown)]
        slots = tuple(zip(("one", "other", "first", "second"), names, strict=True))
        return Aside("pairs_of_ratio", "none", "back_plain", slots, (green, brown))

    def _pair_told(self, named: Sequence[str], one: Sequence[str], other: Sequence[str]) -> Aside | None:
        """Say whether two sides that are named belong together, one of each figure: "BH goes with JN?"."""
        if len(named) != 2 or not ({*named[0]} <= {*one} and {*named[1]} <= {*other}):
            named = named[::-1]
        if len(named) != 2 or not ({*named[0]} <= {*one} and {*named[1]} <= {*other}):
            return None
        is_right = {other[one.index(point)] for point in named[0]} == {*named[1]}
        slots = (("said", self._text.strip(" ?.!")), ("first", "".join(one)), ("second", "".join(other)))
        return Aside("pair_right", "positive", "next", slots) if is_right else Aside("pair_wrong", "negative", "ladder", slots)


def _ratios(equation: Equation | None) -> tuple[tuple[Element, Element], tuple[Element, Element]] | None:
    """Return the parts of two ratios of lengths that are equal; None of any other equation."""
    found = [_ratio(side) for side in equation or ()]
    if len(found) != 2 or found[0] is None or found[1] is None:
        return None
    return found[0], found[1]


def _ratio(side: Expression) -> tuple[Element, Element] | None:
    match side:
        case Operation("/", (Quantity() as above, Quantity() as below)) if above.kind == below.kind == "length":
            return Element.measured_by(above), Element.measured_by(below)
    return None
