"""Many problems at once: what a new one is the same as, without comparing it with each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gnomon.corpus.duplicates.comparison import (
    TOLERANCE,
    Match,
    compare_questions,
    is_text_enough,
    picture_keys,
    strength,
)
from gnomon.corpus.duplicates.drawn import figure_key
from gnomon.corpus.duplicates.wording import items_of, wording_key
from gnomon.figure import Figure
from gnomon.problem import Question


class FoundMatch(NamedTuple):
    """A known problem that another one is the same as."""

    id: str
    match: Match

    @property
    def kind(self) -> str:
        """Of the match."""
        return self.match.kind

    @property
    def reason(self) -> str:
        """Of the match."""
        return self.match.reason


_DIGITS = 6
"""Of printed numbers: what is left of float noise after division."""
_Printed = tuple[tuple[float, ...], tuple[float, ...]]


class _Entry(NamedTuple):
    id: str
    question: Question
    shape: _Shape | None


class _Shape(NamedTuple):
    """What similar figures, or those with the same printed numbers, share."""

    drawn: str
    """What is drawn on what."""
    printed: _Printed
    """Degrees, and other numbers as shares of the largest."""
    distances: NDArray[np.float64]
    """Between each two points as shares of the figure's size, sorted."""

    def may_match(self, other: _Shape) -> bool:
        # Both ends of a distance may be off by the tolerance, and the size as well.
        is_near = len(self.distances) == len(other.distances) and bool(
            np.abs(self.distances - other.distances).max(initial=0.0) <= 4 * TOLERANCE
        )
        return is_near or self.printed == other.printed


class KnownProblems:
    """Problems by what they would share with the same one.

    Held are the questions; a comparison is made with those alone that have a key in common: the same drawing with the same
    numbers or the same shape, the same words, the same picture.
    """

    def __init__(self) -> None:
        self._drawn: dict[str, list[_Entry]] = defaultdict(list)
        self._worded: dict[str, list[_Entry]] = defaultdict(list)
        self._pictured: dict[str, list[_Entry]] = defaultdict(list)
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def add(self, problem_id: str, question: Question) -> None:
        """Take in one problem; what is the same as another is taken in too."""
        entry = _Entry(problem_id, question, None if question.figure is None else _shape(question.figure))
        self._size += 1
        if entry.shape is not None:
            self._drawn[entry.shape.drawn].append(entry)
        if is_text_enough(question):
            self._worded[wording_key(question.text)].append(entry)
        for key in picture_keys(question):
            self._pictured[key].append(entry)

    def find(self, question: Question) -> FoundMatch | None:
        """Return the known problem that is the same in the strongest way, the first of several; None without any."""
        return min(self.matches(question), key=lambda found: strength(found.match), default=None)

    def matches(self, question: Question) -> Iterator[FoundMatch]:
        """Yield every known problem that is the same, with how."""
        seen: set[int] = set()
        for entry in self._candidates(question):
            if id(entry) not in seen:
                seen.add(id(entry))
                match = compare_questions(entry.question, question)
                if match is not None:
                    yield FoundMatch(entry.id, match)

    def _candidates(self, question: Question) -> Iterator[_Entry]:
        if question.figure is not None:
            shape = _shape(question.figure)
            known = self._drawn.get(shape.drawn, ())
            yield from (entry for entry in known if entry.shape is not None and entry.shape.may_match(shape))
        if is_text_enough(question):
            yield from self._worded.get(wording_key(question.text), ())
        for key in picture_keys(question):
            yield from self._pictured.get(key, ())


def _shape(figure: Figure) -> _Shape:
    places = np.array([complex(*place) for place in figure.points.values()])
    places = places - places.mean()
    one, other = np.triu_indices(len(places), k=1)
    distances = np.sort(np.abs(places[one] - places[other]))
    return _Shape(figure_key(figure, with_texts=False), _printed(figure), distances / max(float(np.abs(places).max()), 1e-12))


def _printed(figure: Figure) -> _Printed:
    degrees: list[float] = []
    others: list[float] = []
    for label in figure.labels:
        is_angle = (label.element or "").startswith(("angle", "arc"))
        for item in items_of(label.text):
            if item.kind == "number":
                (degrees if is_angle or item.is_degrees else others).append(item.value)
    largest = max(others, default=0.0) or 1.0
    return tuple(sorted(degrees)), tuple(sorted(round(number / largest, _DIGITS) for number in others))
