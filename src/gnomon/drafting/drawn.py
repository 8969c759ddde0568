"""What was read of a picture as a figure: positions give order, sides and incidence, never sizes."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from gnomon.drafting.asking import Asking, DraftError, NothingReadError, Question
from gnomon.figure import Circle, Figure, Spot, merge_lines, order_along
from gnomon.reading import Picture

_ON_LINE = 4.0
"""Pixels that a point of a line may be off it, as the reader's own points may be."""
_ON_CIRCLE = 0.03
"""Of the radius, that a point may be off a circle; and `_NEAR` pixels."""
_NEAR = 2.5
"""Pixels that the reader may be off at a point."""


class Names(NamedTuple):
    """What the text says of the figure's names."""

    points: tuple[str, ...]
    """That its facts and its goal speak of."""
    centres: tuple[str, ...]
    """Of circles."""
    invented: tuple[str, ...]
    """Centres that it does not name itself."""


class DrawnFigure(NamedTuple):
    """A figure from a picture."""

    figure: Figure
    renamed: Mapping[str, str]
    """Invented centres of the text that are points of the picture, with their names there."""


def figure_of(picture: Picture, names: Names, asking: Asking) -> DrawnFigure:
    """Return the figure that a picture shows; y runs upwards, a unit is a pixel.

    Points that the reader is unsure of are asked about, and left out as long as nobody answers; so are points of the text that
    the picture does not show.

    Raises:
        NothingReadError: when no point is left.
        DraftError: for an answer that does not fit its question.
    """
    spots = {
        name: spot for name, spot in picture.points.items() if name not in picture.unsure or _is_there(picture, name, asking)
    }
    renamed = _renamed(picture, names, spots)
    circles, centres = _circles(picture, names, spots, renamed)
    spots |= centres
    open_points = {question.id for question in asking.open}
    wanted = [name for name in names.points if renamed.get(name, name) not in spots and f"point:{name}" not in open_points]
    spots |= {name: spot for name in wanted if (spot := _told_place(name, asking)) is not None}
    if not spots:
        raise NothingReadError("no name of a point could be read in the picture; expected printed capitals beside the points")
    figure = Figure(
        points={name: (x, -y) for name, (x, y) in spots.items()},
        lines=tuple(drawn_lines(picture, spots)),
        circles=tuple(circles),
        hidden=tuple(centres),
    )
    return DrawnFigure(figure, renamed)


def _is_there(picture: Picture, name: str, asking: Asking) -> bool:
    x, y = picture.points[name]
    text = f"Is the point at ({x:.0f}, {y:.0f}) of the picture {name}?"
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
        raise DraftError(f"{question.id}: expected two pixels such as 120, 80, got {given!r}") from error
    return x, y


def _renamed(picture: Picture, names: Names, spots: Mapping[str, Spot]) -> dict[str, str]:
    """Return for the one circle of the text, whose centre it does not name, the centre of the one circle drawn."""
    centres = {circle.centre for circle in picture.circles}
    if len(names.invented) != 1 or len(centres) != 1:
        return {}
    (centre,) = centres
    return {names.invented[0]: centre} if centre is not None and centre in spots else {}


def _circles(
    picture: Picture, names: Names, spots: Mapping[str, Spot], renamed: Mapping[str, str]
) -> tuple[list[Circle], dict[str, Spot]]:
    """Return the circles, and the centres that have no name in the picture."""
    circles: list[Circle] = []
    added: dict[str, Spot] = {}
    unnamed = [circle for circle in picture.circles if circle.centre is None or circle.centre not in spots]
    spoken = [name for name in names.centres if name not in spots and name not in renamed]
    for circle in picture.circles:
        on = tuple(name for name, spot in spots.items() if name != circle.centre and _is_on(spot, circle.spot, circle.radius))
        centre = circle.centre if circle.centre in spots else None
        if centre is None:
            # One circle in picture and text each: it is the same. Else a circle through no point says nothing.
            name = spoken[0] if len(unnamed) == len(spoken) == 1 else _free({*spots, *added, *names.points}) if on else None
            if name is None:
                continue
            added[name] = circle.spot
            centre = name
        if all(other.centre != centre for other in circles):  # of two about one centre a name stands for the first
            circles.append(Circle(centre=centre, points=on, radius=circle.radius))
    return circles, added


def _is_on(spot: Spot, centre: Spot, radius: float) -> bool:
    return abs(math.dist(spot, centre) - radius) <= _ON_CIRCLE * radius + _NEAR


def _free(taken: Collection[str]) -> str:
    return next(name for name in ("O", *(f"O{number}" for number in range(1, len(taken) + 2))) if name not in taken)


def drawn_lines(picture: Picture, spots: Mapping[str, Spot]) -> Iterator[tuple[str, ...]]:
    """Yield each drawn line between points at these places with all its points in order."""
    pairs = [(line.start, line.end) for line in picture.lines if line.start in spots and line.end in spots]
    drawn = {frozenset(pair) for pair in pairs}
    groups = [
        (start, point, end)
        for start, end in pairs
        for point in spots
        if {frozenset((start, point)), frozenset((point, end))} <= drawn and _is_between(spots[start], spots[point], spots[end])
    ]
    for line in merge_lines([*groups, *pairs]):
        yield order_along(line, spots)


def _is_between(start: Spot, spot: Spot, end: Spot) -> bool:
    length = math.dist(start, end)
    along = ((spot[0] - start[0]) * (end[0] - start[0]) + (spot[1] - start[1]) * (end[1] - start[1])) / length
    aside = ((spot[0] - start[0]) * (end[1] - start[1]) - (spot[1] - start[1]) * (end[0] - start[0])) / length
    return 0 < along < length and abs(aside) <= _ON_LINE
