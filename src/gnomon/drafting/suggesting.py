"""A model as second reader of picture and text: what it drafts, word for word; nothing of it is believed here."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from gnomon.drawing import Raster
from gnomon.models import Image, Message, Model, ModelError, Request, RequestRefusedError, ResponseSchema, object_schema
from gnomon.problem.school import examples
from gnomon.prompts import fence, load
from gnomon.reading import Matched, Picture, match_points
from gnomon.replies import parse_drafted

_PROMPT = "drafting/facts"
PATIENCE = 120.0
"""Seconds that somebody waits who makes a problem: vision models on one's own machine take a minute."""
_MOST_FACTS = 40
"""Of one problem; the longest of the bank has 15, and a model that lists more has lost itself."""
_LONGEST = 200
"""Characters of a fact, a goal or the words for it."""
_TEXT = {"type": "string"}
_SCHEMA = ResponseSchema(
    name="problem",
    json_schema=object_schema(
        {
            "facts": {"type": "array", "items": object_schema({"fact": _TEXT, "words": _TEXT}), "maxItems": _MOST_FACTS},
            "goal": _TEXT,
        }
    ),
)
_DIFFERS = "The reader sees it there, the model elsewhere."
_ALONE = "Only the model says so."
_BY_MODEL_ALONE = 0.5
"""Confidence of a point that the model alone names: below the asking limit."""


class Suggestion(NamedTuple):
    """One fact as the model wrote it."""

    fact: str
    """In school notation."""
    words: str
    """What it says that it read this from."""


class Suggested(NamedTuple):
    """What a model drafted of picture and text."""

    facts: tuple[Suggestion, ...] = ()
    goal: str = ""
    notes: tuple[str, ...] = ()
    """Why there is no more of it, a clause each."""
    saw_picture: bool = False
    points: Mapping[str, str] = MappingProxyType({})
    """By point that it sees otherwise than the reader, or alone: that it does."""


async def suggest(model: Model, text: str, picture: Path | None, names: Iterable[str], patience: float = PATIENCE) -> Suggested:
    """Ask a model for the facts and the goal of a problem; no failure of it is an error.

    Args:
        model: one that sees no pictures is asked again with the text alone.
        text: of the problem.
        picture: its file; None where there is only a text.
        names: points that were read.
        patience: seconds to wait.

    Raises:
        OSError, RasterError: when the picture cannot be read.
    """
    images = () if picture is None else (_image(picture),)
    fenced = fence({"text": text})
    filled = load(_PROMPT).fill(code=fenced.code, text=fenced.blocks["text"], names=", ".join(sorted(names)), examples=examples())
    for sent in (images, ()) if images else ((),):
        messages = (Message(role="system", text=filled.system), Message(role="user", text=filled.user, images=sent))
        try:
            async with asyncio.timeout(patience):
                response = await model.respond(Request(messages=messages, temperature=0, response_schema=_SCHEMA))
        except RequestRefusedError as error:
            why = _unanswered(error)
            continue  # a model without eyes refuses the picture
        except (ModelError, TimeoutError) as error:
            return Suggested(notes=(_unanswered(error),))
        return _suggested(response.text, saw_picture=bool(sent))
    return Suggested(notes=(why,))


async def point_matches(
    model: Model, picture: Path, read: Picture, names: Collection[str], suggested: Suggested, patience: float = PATIENCE
) -> tuple[Picture, Suggested]:
    """Let a vision model match letters with vertices.

    A name that reader and model give one vertex is sure. One that they put at different places, or that the model alone gives, is
    asked about.

    Args:
        model: that sees pictures.
        picture: the file.
        read: what the reader made of it.
        names: points that the text names.
        suggested: what the model drafted of the rest.
        patience: seconds to wait.
    """
    try:
        async with asyncio.timeout(patience):
            matched = await match_points(picture, model, names)
    except (ModelError, TimeoutError) as error:
        return read, suggested._replace(notes=(*suggested.notes, _unanswered(error)))
    remarks = dict.fromkeys(matched.differing, _DIFFERS) | dict.fromkeys(matched.by_model, _ALONE)
    confidence = {name: _confidence(name, matched, read) for name in matched.picture.points}
    return (
        matched.picture._replace(confidence=confidence),
        suggested._replace(notes=(*suggested.notes, *matched.unused), points=remarks),
    )


def _confidence(name: str, matched: Matched, read: Picture) -> float:
    own = matched.picture.confidence[name]
    if name in matched.by_model:
        return min(own, _BY_MODEL_ALONE)
    return own if name in matched.differing else max(own, read.confidence.get(name, 0.0))


def _image(picture: Path) -> Image:
    raster = Raster.read(picture)
    return Image(data=raster.data, media_type=raster.mime)


def _unanswered(error: Exception) -> str:
    """Say why there is no answer, without anything that a server said, so without a key."""
    return "no answer in time" if isinstance(error, TimeoutError) else f"no answer ({type(error).__name__})"


def _suggested(answer: str, *, saw_picture: bool) -> Suggested:
    found = parse_drafted(answer).value
    if found is None:
        return Suggested(notes=("the reply could not be read",), saw_picture=saw_picture)
    rows = [Suggestion(row["fact"].strip(), " ".join(row["words"].split())) for row in found["facts"] if None not in row.values()]
    fitting = [row for row in rows if max(map(len, row)) <= _LONGEST]
    goal = (found["goal"] or "").strip()
    notes = ["a fact without its fields, or far too long"] * (len(found["facts"]) > len(fitting))
    notes += [f"more than {_MOST_FACTS} facts"] * (len(fitting) > _MOST_FACTS)
    return Suggested(tuple(fitting[:_MOST_FACTS]), goal if len(goal) <= _LONGEST else "", tuple(notes), saw_picture)
