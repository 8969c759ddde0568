"""A picture with its doubts settled: what nobody is sure of asked about or left out, and a name for what the figure needs."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from gnomon.drafting.asking import AnswerError, Asking, NothingReadError, Question
from gnomon.figure import Figure, Marks, Spot, split_points
from gnomon.reading import Circle, Picture, figure_of

_TOLD = 1.0
"""Confidence of a point that an answer places."""
_SNAP = 12.0
"""Pixels that somebody who points at a vertex may be off it: a small letter's height."""


class Names(NamedTuple):
    """What the text says of the figure's names."""

    points: tuple[str, ...]
    """That its facts and its goal speak of."""
    centres: tuple[str, ...]
    """Of circles."""
    invented: tuple[str, ...]
    """Centres that it does not name itself."""
    remarks: Mapping[str, str] = MappingProxyType({})
    """By point: what is told with the question about it."""


class Settled(NamedTuple):
    """A picture that leaves nothing open."""

    picture: Picture
    """Every point is sure; every circle has a centre with a name, of the picture or free."""
    renamed: Mapping[str, str]
    """Invented centres of the text that are points of the picture, with their names there."""

    @property
    def figure(self) -> Figure:
        """Return the figure, without labels and marks: these are facts. y runs upwards, a unit is a pixel."""
        return figure_of(self.picture, 0).model_copy(update={"labels": (), "marks": Marks()})


def settled(picture: Picture, names: Names, asking: Asking) -> Settled:
    """Return a picture without doubts.

    Points that the reader is unsure of are asked about, and left out as long as nobody answers; so are points of the text that
    the picture does not show.

    Raises:
        NothingReadError: when no point is left.
        AnswerError: for an answer that does not fit its question.
    """
    spots = {
        name: spot
        for name, spot in picture.points.items()
        if name not in picture.unsure or _is_there(picture, name, names, asking)
    }
    sure = _with_letters(without_others(picture, spots), names)
    renamed = _renamed(sure, names)
    named = sure._replace(circles=tuple(_named_circles(sure, names, renamed)))
    known = {*spots, *(circle.centre for circle in named.circles)}
    open_points = {question.id for question in asking.open}
    wanted = [name for name in names.points if renamed.get(name, name) not in known and f"point:{name}" not in open_points]
    told = {name: spot for name in wanted if (spot := _told_place(name, asking)) is not None}
    if told:
        return settled(with_told(picture, told), names, asking)
    if not known:
        raise NothingReadError("no name of a point could be read in the picture; expected printed capitals beside the points")
    return Settled(named, renamed)


def with_told(picture: Picture, told: Mapping[str, Spot]) -> Picture:
    """Return the picture with points at told places; one near a vertex without a name is that vertex, with its lines."""
    vertices = {}
    for name, spot in told.items():
        near = min(picture.unnamed, key=lambda each: math.dist(picture.unnamed[each].spot, spot), default=None)
        if near is not None and math.dist(picture.unnamed[near].spot, spot) <= _SNAP:
            vertices[near] = name
    found = picture.renamed(vertices)
    spots = {name: found.unnamed[name].spot if name in found.unnamed else spot for name, spot in told.items()}
    return found._replace(
        points=found.points | spots,
        confidence=found.confidence | dict.fromkeys(told, _TOLD),
        unnamed={name: vertex for name, vertex in found.unnamed.items() if name not in told},
    )


def _is_there(picture: Picture, name: str, names: Names, asking: Asking) -> bool:
    x, y = picture.points[name]
    text = " ".join((f"Is the point at ({x:.0f}, {y:.0f}) of the picture {name}?", names.remarks.get(name, ""))).strip()
    return asking.choice(Question(f"point:{name}", text, ("yes", "no"))) == 0


def _told_place(name: str, asking: Asking) -> Spot | None:
    question = Question(f"place:{name}", f"Where in the picture is {name}? Two pixels, such as 120, 80.")
    given = asking.free(question)
    if given is None:
        return None
    parts = given.split(",") if isinstance(given, str) else given if isinstance(given, Sequence) else ()
    try:
        x, y = (float(part) for part in parts)
    except ValueError as error:
        raise AnswerError(question.id, f"expected two pixels such as 120, 80, got {given!r}") from error
    return x, y


def without_others(picture: Picture, spots: Mapping[str, Spot]) -> Picture:
    """Return what is of these points, and of those without a name that a label or mark needs; a circle stays in any case."""
    nameless = picture.unnamed.keys()
    labels = tuple(bound for bound in picture.labels if _points_of(bound.part) <= spots.keys() | nameless)
    marks = tuple(mark for mark in picture.marks if _points_of(mark.part) <= spots.keys() | nameless)
    needed = {name for part in labels + marks for name in _points_of(part.part)}
    kept = spots.keys() | (needed & nameless)
    return picture._replace(
        points=dict(spots),
        confidence={name: picture.confidence[name] for name in spots},
        lines=tuple(line for line in picture.lines if {line.start, line.end} <= kept),
        circles=tuple(circle if circle.centre in kept else circle._replace(centre=None) for circle in picture.circles),
        labels=labels,
        marks=marks,
        unnamed={name: vertex for name, vertex in picture.unnamed.items() if name in kept},
    )


def _points_of(part: str | None) -> set[str]:
    """Return the points that a part as ``angle:ABC`` is named with."""
    return set() if part is None else set(split_points(part.partition(":")[2]))


def _with_letters(picture: Picture, names: Names) -> Picture:
    """Return the picture with a free letter for each point beside which none is printed."""
    taken = {*picture.points, *names.points, *names.centres, *names.invented}
    # From P on: A to O stand for the corners and centres of most texts.
    free = (letter for letter in "PQRSTUVWXYZKLMNABCDEFGHIJ" if letter not in taken)
    letters = dict(zip(picture.unnamed, free, strict=False))
    return picture.renamed(letters)


def _renamed(picture: Picture, names: Names) -> dict[str, str]:
    """Return for the one circle of the text, whose centre it does not name, the centre of the one circle drawn."""
    centres = {circle.centre for circle in picture.circles}
    unnamed = [name for name in names.invented if name in names.centres]  # other points that are invented are feet or midpoints
    if len(unnamed) != 1 or len(centres) != 1:
        return {}
    (centre,) = centres
    return {} if centre is None else {unnamed[0]: centre}


def _named_circles(picture: Picture, names: Names, renamed: Mapping[str, str]) -> Iterator[Circle]:
    """Yield the circles that say something, each with a name for its centre: the picture's, the text's or a free one."""
    nameless = [circle for circle in picture.circles if circle.centre is None]
    spoken = [name for name in names.centres if name not in picture.points and name not in renamed]
    taken: set[str] = set()
    for circle, drawn in zip(picture.circles, figure_of(picture, 0).circles, strict=True):
        centre = circle.centre
        if centre is None:
            # One circle in picture and text each: it is the same. Else a circle through no point says nothing.
            free = _free({*picture.points, *taken, *names.points}) if drawn.points else None
            centre = spoken[0] if len(nameless) == len(spoken) == 1 else free
        if centre is not None and centre not in taken:  # of two about one centre a name stands for the first
            taken.add(centre)
            yield circle._replace(centre=centre)


def _free(taken: Collection[str]) -> str:
    return next(name for name in ("O", *(f"O{number}" for number in range(1, len(taken) + 2))) if name not in taken)
