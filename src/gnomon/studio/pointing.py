"""Figures on the screen: a pen's strokes read as highlights at once, and figures drawn with highlights."""

from __future__ import annotations

import asyncio
from typing import Annotated, Literal

from fastapi import APIRouter, HTTPException, Path, Query
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict, Field

from gnomon.algebra import ElementNameError
from gnomon.drawing import draw
from gnomon.figure import Figure, Highlights, parse_element
from gnomon.problem import Problem, bank
from gnomon.reading.pen import Marked, highlights_of
from gnomon.store import Account
from gnomon.studio.access import SignedIn
from gnomon.studio.annotator.problems import problem_of_start
from gnomon.studio.failing import documented, missing
from gnomon.studio.studio import Studio, TheStudio

router = APIRouter(prefix="/api/figures", tags=["figures"])

FIGURE_WIDTH = 560
"""Of a figure that is drawn on, in its own pixels; the page scales it."""
_ANNOTATED = "annotation:"
"""Before the id of an annotator's dialogue: the problem that it is about, wherever it is from."""
Pen = Literal["green", "brown"]
_PENS: tuple[Pen, ...] = ("green", "brown")
Coordinate = Annotated[float, Field(ge=-1e5, le=1e5, allow_inf_nan=False)]
"""Pixels, pressure or milliseconds modulo a minute and more: nothing that a hand draws goes beyond."""
ProblemId = Annotated[str, Field(max_length=200, pattern=r"^[\w.:#/-]+$")]


class DrawnStroke(BaseModel):
    """One stroke."""

    model_config = ConfigDict(strict=True, extra="forbid")

    pen: Pen
    points: list[Annotated[list[Coordinate], Field(min_length=4, max_length=4)]] = Field(max_length=5000)
    """x, y, pressure, milliseconds; places in pixels of the picture from its upper left corner."""


class Drawn(BaseModel):
    """What is drawn on a figure."""

    model_config = ConfigDict(strict=True, extra="forbid")

    problem: ProblemId
    strokes: list[DrawnStroke] = Field(max_length=300)
    width: float = Field(ge=100, le=4000)
    """Of the figure's picture."""


class FoundPart(BaseModel):
    """A part that is sure."""

    element: str
    pen: Pen
    strokes: list[int]
    """Numbers of its strokes, from 0."""
    confidence: float


class AskedPart(BaseModel):
    """Strokes of which somebody has to say what they mean."""

    pen: Pen
    strokes: list[int]
    choices: list[Highlights]


class ReadStrokes(BaseModel):
    """What strokes mean."""

    found: list[FoundPart]
    asked: list[AskedPart]
    svg: str
    """The figure with what is sure."""


@router.post("/read-strokes", responses=documented(401, 403, 404, 422))
async def read_strokes(studio: TheStudio, account: SignedIn, drawn: Drawn) -> ReadStrokes:
    """Read strokes as highlights."""
    figure = await _figure(studio, account, drawn.problem)
    return await asyncio.to_thread(reading_of, figure, drawn.strokes, drawn.width)


@router.get("/{problem}/drawing", responses=documented(401, 404, 422), response_class=Response)
async def drawing(
    studio: TheStudio,
    account: SignedIn,
    problem: Annotated[str, Path(max_length=200, pattern=r"^[\w.:#-]+$")],
    green: Annotated[str, Query(max_length=2000)] = "",
    brown: Annotated[str, Query(max_length=2000)] = "",
) -> Response:
    """Draw a figure with highlights, as SVG: elements such as ``line:AB``, one a line."""
    figure = await _figure(studio, account, problem)
    try:
        first, second = (Highlights.of(map(parse_element, filter(None, given.split("\n")))) for given in (green, brown))
    except ElementNameError as error:
        raise HTTPException(422, f"{error}.") from error
    svg = await asyncio.to_thread(draw, figure, first, second, width_px=FIGURE_WIDTH)
    return Response(svg, media_type="image/svg+xml")


def reading_of(figure: Figure, strokes: list[DrawnStroke], width: float) -> ReadStrokes:
    """Read the strokes of both pens, each pen's apart."""
    found: list[FoundPart] = []
    asked: list[AskedPart] = []
    marked: dict[Pen, Marked] = {}
    for pen in _PENS:
        numbers = [number for number, stroke in enumerate(strokes) if stroke.pen == pen]
        marked[pen] = highlights_of([strokes[number].points for number in numbers], figure, width_px=width)
        found += [
            FoundPart(element=str(one.element), pen=pen, strokes=[numbers[at] for at in one.strokes], confidence=one.confidence)
            for one in marked[pen].found
        ]
        asked += [
            AskedPart(pen=pen, strokes=[numbers[at] for at in one.strokes], choices=list(one.choices))
            for one in marked[pen].asked
        ]
    svg = draw(figure, marked["green"].highlights, marked["brown"].highlights, width_px=width)
    return ReadStrokes(found=found, asked=asked, svg=svg)


def annotated_problem(item_id: str) -> str:
    """Return the id under which `read_strokes` knows the problem of an annotator's dialogue."""
    return f"{_ANNOTATED}{item_id}"


async def _figure(studio: Studio, account: Account, problem_id: str) -> Figure:
    problem = await _visible(studio, account, problem_id)
    if problem is None or problem.question.figure is None:
        raise missing("figure")
    return problem.question.figure


async def _visible(studio: Studio, account: Account, problem_id: str) -> Problem | None:
    """Return a problem that an account may see; None for another."""
    if problem_id.startswith(_ANNOTATED):
        kept = await studio.store.annotation.item(problem_id.removeprefix(_ANNOTATED))
        is_theirs = kept is not None and (kept.row.account_id == account.id or account.role in {"reviewer", "admin"})
        return await problem_of_start(studio, kept.start) if kept is not None and is_theirs else None
    known = bank().get(problem_id)
    if known is not None:
        return known
    own = await studio.store.problems.get(problem_id)
    if own is None:
        return None
    may_see = own.owner_id == account.id or account.role == "admin" or await _was_given(studio, account, problem_id)
    return await studio.problem(problem_id) if may_see else None


async def _was_given(studio: Studio, account: Account, problem_id: str) -> bool:
    """Whether a learner has a problem to do, or has begun it."""
    if any(talk.problem == problem_id for talk in await studio.store.conversations.of(account_id=account.id)):
        return True
    for classroom in await studio.store.classes.of_learner(account.id):
        if any(each.problem == problem_id for each in await studio.store.classes.assignments(classroom.id)):
            return True
    return False
