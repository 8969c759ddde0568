"""Whether two problems are the same: their figures up to similarity and renaming, their questions up to names and numbers.

================  ======================================================================================================
kind of match     what is the same
================  ======================================================================================================
``problem``       what is drawn and printed, and what is asked
``figure``        what is drawn and printed, but something else is asked
``numbers``       what is drawn, in shape too, but other numbers are printed
``text``          the text with its numbers; a figure, if both have one, is no reason against it
``wording``       a long text without figure, but for its numbers
``picture``       the picture, to the byte, of problems of which no figure is known
================  ======================================================================================================

*The same* is up to the names of points, letters and people, the order in which a part is named, and turning, mirroring and
scaling the figure, the printed lengths with it by one factor. Coordinates count only where printed numbers do not say the shape:
a figure that is drawn anew out of proportion is the same.

Two circles with a radius are similar, and so are two squares: what coincides must be enough to be no chance. Counted are the
printed numbers that agree (`MIN_PRINTED`), or the free coordinates with the printed texts that agree (`MIN_SHAPE`). A printed
length that stands alone could be scaled to any other, so it must be the same.
"""

from __future__ import annotations

import hashlib
import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Literal, NamedTuple, get_args

from gnomon.corpus.duplicates.drawn import renamings
from gnomon.corpus.duplicates.wording import Correspondence, items_of, num_words, wording_key
from gnomon.figure import ElementNameError, Figure, parse_element
from gnomon.problem import Question

MatchKind = Literal["problem", "figure", "numbers", "text", "wording", "picture"]
MATCH_KINDS: tuple[MatchKind, ...] = get_args(MatchKind)
"""The strongest first."""
MIN_PRINTED = 3
"""Printed numbers that must agree where the question does not: two may meet by chance."""
MIN_SHAPE = 6
"""Free coordinates, with printed texts that agree, where other numbers are printed: of Geometry3K's drawings some parallelograms
with their diagonals, which have four, are of one shape by chance."""
MIN_WORDS = 8
"""Words of a text that stands for a problem without its figure; "Find the value of x" has four."""
MIN_WORDS_ALONE = 15
"""As `MIN_WORDS`, of a text whose numbers differ: "ABCD is a rhombus. Angle BCD = 54. Find angle BAC." is no text of its own."""
TOLERANCE = 0.03
"""Of places, as a share of the figure's size: annotations of one picture differ by a pixel or two in 200."""
_NUMBER_TOLERANCE = 1e-6
"""Of printed numbers that are scaled: what is left of float noise."""

_Place = tuple[str, str, tuple[str, ...]]
"""Of a label: kind of element, vertex of an angle, points."""


class Match(NamedTuple):
    """How two problems are the same."""

    kind: MatchKind
    agreeing: int = 0
    """Printed texts, or free coordinates, that agree."""
    points: Mapping[str, str] = {}
    """Which point of the other figure each stands for."""
    factor: float = 1.0
    """By which the printed lengths of the other are larger."""
    is_mirrored: bool | None = None
    """None where the shapes differ, as in a drawing out of proportion."""

    @property
    def reason(self) -> str:
        """Say in a few words what is the same."""
        said = {
            "problem": "the same figure and question",
            "figure": "the same figure, another question",
            "numbers": "the same drawing with other numbers",
            "text": "the same text",
            "wording": "the same text with other numbers",
            "picture": "the same picture",
        }[self.kind]
        renamed = any(name != new for name, new in self.points.items())
        turned = [
            *(["renamed"] if renamed else []),
            *(["mirrored"] if self.is_mirrored else []),
            *([f"lengths times {self.factor:g}"] if abs(self.factor - 1) > _NUMBER_TOLERANCE else []),
        ]
        return f"{said} ({', '.join(turned)})" if turned else said


def compare_questions(one: Question, other: Question) -> Match | None:
    """Return the strongest way in which two problems are the same; None when they are not."""
    found = [*_by_figure(one, other), *_by_text(one, other), *_by_picture(one, other)]
    return min(found, key=strength, default=None)


def strength(match: Match) -> tuple[int, int]:
    """Return what matches are ordered by, the strongest first."""
    return MATCH_KINDS.index(match.kind), -match.agreeing


def _by_figure(one: Question, other: Question) -> Iterator[Match]:
    if one.figure is None or other.figure is None:
        return
    for points in renamings(one.figure, other.figure):
        match = _under(points, one, other, one.figure, other.figure)
        if match is not None:
            yield match
            if match.kind == "problem":
                return


def _under(points: Mapping[str, str], one: Question, other: Question, figure: Figure, figure_of_other: Figure) -> Match | None:
    """Compare what is printed and asked where points correspond in one way."""
    said = Correspondence(points)
    printed = [*_printed(points, figure, figure_of_other)]
    has_same_texts = all(said.takes(*texts, is_angle=is_angle) for texts, is_angle in printed)
    factor = _factor(said) if has_same_texts else None
    shape = fit(points, figure, figure_of_other)
    is_mirrored = None if shape is None else shape.is_mirrored
    if factor is not None:
        with_number = sum(any(item.kind == "number" for item in items_of(first)) for (first, _), _ in printed)
        # A factor is chosen so that one number agrees: that one tells nothing, and a ratio such as 1 : 2 is met by chance.
        is_scaled = abs(factor - 1) > _NUMBER_TOLERANCE
        agreeing = with_number - is_scaled
        if (agreeing > is_scaled or shape is not None) and _asks_the_same(one, other, said, factor):
            return Match("problem", agreeing, points, factor, is_mirrored)
        if agreeing >= MIN_PRINTED:
            return Match("figure", agreeing, points, factor, is_mirrored)
    if shape is None:
        return None
    equal_texts = sum(first == second for (first, second), _ in printed)
    agreeing = equal_texts + free_coordinates(figure, at_least=MIN_SHAPE - equal_texts)
    if agreeing < MIN_SHAPE:
        return None
    return Match("numbers" if factor is None else "figure", agreeing, points, factor or 1.0, is_mirrored)


def _printed(points: Mapping[str, str], figure: Figure, other: Figure) -> Iterator[tuple[tuple[str, str], bool]]:
    """Yield the texts that are printed at one place of both figures, and whether an angle or arc has them."""
    there: dict[_Place, list[str]] = defaultdict(list)
    for label in other.labels:
        there[_place(label.element, {})].append(label.text)
    for texts in there.values():
        texts.sort()
    for label in sorted(figure.labels, key=lambda label: label.text):
        waiting = there.get(_place(label.element, points))
        yield (label.text, waiting.pop(0) if waiting else ""), (label.element or "").startswith(("angle", "arc"))


def _place(element: str | None, points: Mapping[str, str]) -> _Place:
    """Return where a label stands, renamed, in a form that does not depend on the order of its points."""
    try:
        kind, names = parse_element(element or "")
    except ElementNameError:
        return "", "", ()
    renamed = tuple(points.get(name, name) for name in names)
    return kind, renamed[1] if kind == "angle" else "", tuple(sorted(renamed))


def _factor(said: Correspondence) -> float | None:
    """Return the factor between all printed lengths; None where they have none, or degrees differ."""
    if not _agree(said.degrees):
        return None
    if _agree(said.others):
        return 1.0 if _agree(said.factors) else None
    if len(said.others) < 2 or not all(one > 0 and other > 0 for one, other in said.others):
        return None
    factor = said.others[0][1] / said.others[0][0]
    has_factors = _agree(said.factors) or _agree(said.factors, factor)
    return factor if has_factors and _agree(said.others, factor) else None


def _agree(pairs: Iterable[tuple[float, float]], factor: float = 1.0) -> bool:
    return all(math.isclose(factor * one, other, rel_tol=_NUMBER_TOLERANCE) for one, other in pairs)


def _asks_the_same(one: Question, other: Question, said: Correspondence, factor: float) -> bool:
    """Whether the texts say the same; a number may be a length, an area, or what no scaling changes."""
    num_degrees, num_others = len(said.degrees), len(said.others)
    return (
        said.takes(one.text, other.text)
        and _agree(said.degrees[num_degrees:])
        and all(any(_agree([pair], factor**power) for power in range(3)) for pair in said.others[num_others:])
    )


class Fit(NamedTuple):
    """A similarity from one figure to another."""

    is_mirrored: bool
    scale: float
    """Of the coordinates."""


def fit(points: Mapping[str, str], figure: Figure, other: Figure) -> Fit | None:
    """Return the similarity that takes each point to the one that it stands for; None where none does within `TOLERANCE`.

    A similarity that mirrors is taken only where none else will do.
    """
    one = _about_centre([complex(*figure.points[name]) for name in points])
    there = _about_centre([complex(*other.points[name]) for name in points.values()])
    size, size_of_other = max(map(abs, one), default=0.0), max(map(abs, there), default=0.0)
    if not size or not size_of_other:
        return None
    for is_mirrored in (False, True):
        turned = [place.conjugate() for place in one] if is_mirrored else one
        # Least squares in the plane of complex numbers: a scaled turn is one factor.
        factor = sum(place.conjugate() * image for place, image in zip(turned, there, strict=True)) / sum(
            abs(place) ** 2 for place in turned
        )
        farthest = max(abs(factor * place - image) for place, image in zip(turned, there, strict=True))
        if farthest <= TOLERANCE * size_of_other:
            return Fit(is_mirrored, abs(factor))
    return None


def _about_centre(places: Sequence[complex]) -> list[complex]:
    centre = sum(places) / max(len(places), 1)
    return [place - centre for place in places]


def free_coordinates(figure: Figure, at_least: int = 0) -> int:
    """Count what of a drawing's shape is not settled by what is drawn on what, by its marks, or by its symmetry.

    Args:
        figure: any figure.
        at_least: fewer are of no interest: symmetries, which take time, are not looked for where they can only lead there.
    """
    free = 2 * len(figure.points) - 4  # a similarity has four: place, turn and size
    free -= sum(len(line) - 2 for line in figure.lines)
    free -= sum(max(len(circle.points) - 1, 0) for circle in figure.circles)  # one point gives the radius
    marks = figure.marks
    groups = (*marks.equal_lines, *marks.equal_angles, *marks.parallel_lines)
    free -= len(marks.right_angles) + sum(len(group) - 1 for group in groups)
    if free < at_least:
        return max(free, 0)
    # All regular octagons are similar: of points that a symmetry takes to one another, one place tells the others.
    num_symmetries = sum(fit(points, figure, figure) is not None for points in renamings(figure, figure))
    return max(free, 0) // max(num_symmetries, 1)


def is_text_enough(question: Question) -> bool:
    """Whether a text stands for its problem: it is long, or there is nothing beside it."""
    return (question.figure is None and not question.images) or num_words(question.text) >= MIN_WORDS


def _by_text(one: Question, other: Question) -> Iterator[Match]:
    if not (is_text_enough(one) and is_text_enough(other)):
        return
    is_printed = [question.figure is not None and bool(question.figure.labels) for question in (one, other)]
    if all(is_printed):  # of two figures with numbers it is theirs to say
        return
    if wording_key(one.text, with_numbers=True) == wording_key(other.text, with_numbers=True):
        yield Match("text", num_words(one.text))
        return
    is_long = num_words(one.text) >= MIN_WORDS_ALONE and (one.figure is None or other.figure is None)
    if is_long and wording_key(one.text) == wording_key(other.text):
        yield Match("wording", num_words(one.text))


def _by_picture(one: Question, other: Question) -> Iterator[Match]:
    if (one.figure is None or other.figure is None) and picture_keys(one) & picture_keys(other):
        yield Match("picture")


def picture_keys(question: Question) -> frozenset[str]:
    """Return the hashes of the pictures that are there."""
    return frozenset(filter(None, map(_picture_key, question.images)))


@lru_cache(maxsize=1 << 16)  # rows of one problem name one picture
def _picture_key(path: str) -> str | None:
    file = Path(path)
    return hashlib.sha256(file.read_bytes()).hexdigest() if file.is_file() else None
