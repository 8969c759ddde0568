"""Marks on a figure: its parts by name, for who does not drag a pen, and what strokes of a pen mean.

Both use the drawing at one width, which is also the figure's on the pages: places are then the same for pen, page and engine.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from typing import Annotated, Literal, NamedTuple

from fastapi import APIRouter, HTTPException
from markupsafe import Markup
from pydantic import BaseModel, ConfigDict, Field

from gnomon.drawing import THEME, draw, highlight_markup
from gnomon.drawing.plane import turn
from gnomon.figure import Element, Figure, Highlights
from gnomon.pages.words import element_in_words
from gnomon.reading.pen import highlights_of
from gnomon.reading.pen.ground import ground_of
from gnomon.studio.access import SignedIn
from gnomon.studio.failing import documented
from gnomon.studio.fields import Line
from gnomon.studio.pointing import visible_figure
from gnomon.studio.studio import TheStudio

FIGURE_WIDTH = 560
"""Of a figure on the pages, in its own pixels; the page scales it."""
_STRAIGHT = math.radians(178)
"""Rays farther apart than this are one line."""

router = APIRouter(prefix="/api/figures", tags=["figures"])

Point = Annotated[list[float], Field(min_length=2, max_length=4)]
"""``[x, y, pressure, t_ms]``, in pixels of the drawing from its upper left corner."""
PenName = Literal["green", "brown"]


class Part(NamedTuple):
    """A part of a figure that can be marked."""

    element: str
    """Such as ``angle:RTS``."""
    words: str
    """As a school book names it."""
    shapes: dict[str, Markup]
    """Its highlight by the name of the pen."""


class Stroke(BaseModel):
    """One stroke."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)

    pen: PenName
    points: Annotated[list[Point], Field(max_length=5000)]


class NamedMark(BaseModel):
    """A part that is marked by its name."""

    model_config = ConfigDict(extra="forbid")

    pen: PenName
    element: Line


class SettledStroke(Stroke):
    """A stroke of which somebody has said what it means."""

    means: Annotated[list[Line], Field(max_length=20)] | None = None


class Marks(BaseModel):
    """What a pen layer sends with a message."""

    model_config = ConfigDict(extra="forbid")

    items: Annotated[list[SettledStroke | NamedMark], Field(max_length=200)]


class Strokes(BaseModel):
    """Strokes over a problem's figure."""

    model_config = ConfigDict(extra="forbid")

    problem: Line
    strokes: Annotated[list[Stroke], Field(max_length=200)]
    width: float = Field(ge=100, le=4000)
    """Of the drawing that they were made over."""


class FoundMark(BaseModel):
    """One highlight that strokes mean."""

    element: str
    pen: PenName
    strokes: list[int]
    confidence: float


class AskedMark(BaseModel):
    """Strokes of which somebody has to say what they mean."""

    strokes: list[int]
    choices: list[Highlights]


class ReadMarks(BaseModel):
    """What strokes mean."""

    found: list[FoundMark]
    asked: list[AskedMark]
    svg: str
    """The figure with what was found."""


@router.post("/read-strokes", responses=documented(401, 403, 404, 422))
async def read_strokes(studio: TheStudio, account: SignedIn, sent: Strokes) -> ReadMarks:
    """Read strokes as parts of the figure."""
    figure = await visible_figure(studio, account, sent.problem)
    try:
        return await asyncio.to_thread(read_marks, figure, sent.strokes, sent.width)
    except ValueError as error:
        raise HTTPException(422, str(error)) from error


def read_marks(figure: Figure, strokes: Sequence[Stroke], width: float = FIGURE_WIDTH) -> ReadMarks:
    """Read the strokes of both pens, each pen's apart, over a drawing of this width.

    Raises:
        ValueError: as `highlights_of`.
    """
    found: list[FoundMark] = []
    asked: list[AskedMark] = []
    shown: list[Highlights] = []
    for pen in THEME.pens:
        numbers = [number for number, stroke in enumerate(strokes) if stroke.pen == pen.name]
        marked = highlights_of([strokes[number].points for number in numbers], figure, width_px=width)
        found += [
            FoundMark(
                element=str(one.element), pen=strokes[numbers[0]].pen, strokes=[numbers[at] for at in one.strokes],
                confidence=round(one.confidence, 3),
            )
            for one in marked.found
        ]  # fmt: skip
        asked += [AskedMark(strokes=[numbers[at] for at in one.strokes], choices=list(one.choices)) for one in marked.asked]
        shown.append(marked.highlights)
    return ReadMarks(found=found, asked=asked, svg=draw(figure, *shown, width_px=width))


def meant_by(figure: Figure, items: Sequence[SettledStroke | NamedMark]) -> list[NamedMark]:
    """Return the parts that marks mean: named ones, strokes as somebody settled them, the others as they are read for sure.

    Raises:
        ValueError: as `read_marks`.
    """
    strokes = [item for item in items if isinstance(item, SettledStroke)]
    named = [item for item in items if isinstance(item, NamedMark)]
    settled = [NamedMark(pen=stroke.pen, element=element) for stroke in strokes for element in stroke.means or ()]
    if all(stroke.means is not None for stroke in strokes):
        return [*named, *settled]
    found = read_marks(figure, strokes).found
    # A stroke that somebody settled counts for nothing else.
    read = [NamedMark(pen=one.pen, element=one.element) for one in found if any(strokes[at].means is None for at in one.strokes)]
    return [*named, *settled, *read]


@lru_cache(maxsize=512)  # the bank, and problems of a school
def parts_of(figure: Figure) -> tuple[Part, ...]:
    """Return the parts of a figure that can be marked by name: points, segments, angles, arcs, in this order."""
    drawn = highlight_markup(figure, dict.fromkeys(_elements(figure)), width_px=FIGURE_WIDTH)
    return tuple(
        # Safe: the drawing escapes every text that it writes.
        Part(str(element), element_in_words(element, figure), {pen: Markup(group) for pen, group in shapes.items()})  # noqa: S704
        for element, shapes in drawn.items()
    )


def _elements(figure: Figure) -> Iterator[Element]:
    ground = ground_of(figure, FIGURE_WIDTH, THEME)
    shown = [name for name in figure.points if name not in figure.hidden]
    yield from (Element.of("label", name) for name in shown)
    for line in figure.lines:
        yield from (Element.of("line", *ends) for ends in pairwise(line))
        yield Element.of("line", line[0], line[-1])
    for vertex, rays in ground.rays.items():
        for one, other in combinations(rays, 2):
            if abs(turn(_way(one.direction), _way(other.direction))) < _STRAIGHT:
                yield ground.angle(one, vertex, other)
    for circle in ground.circles:
        around = sorted(circle.directions, key=circle.directions.__getitem__)
        if len(around) > 1:
            yield from (Element.of("arc", *ends) for ends in pairwise([*around, around[0]]) if len(set(ends)) > 1)


def _way(direction: float) -> complex:
    return complex(math.cos(direction), math.sin(direction))
