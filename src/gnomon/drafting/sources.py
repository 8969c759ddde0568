"""What a draft is made of: a text and a picture as they are read, with a model's help where one is asked."""

from __future__ import annotations

import math
from pathlib import Path
from typing import NamedTuple

from gnomon.drafting.asking import NothingReadError
from gnomon.drafting.shaded import SHADED_AREA
from gnomon.drafting.suggesting import PATIENCE, Suggested, point_matches, suggest
from gnomon.models import Model
from gnomon.problem.words import Wording, read_words
from gnomon.problem.words.tokens import sentences
from gnomon.reading import ASKING_LIMIT, Picture, Shading, figure_of, read_picture, read_shading

_LIKELY = 0.5
"""Confidence from which a point that the text names is taken: of 22 such points of real figures between this and the limit for
others none was wrong."""
_LONGEST = 4000
"""Characters of a text; a long problem of a schoolbook has a thousand."""
_SAME_SPOT = 4.0
"""Pixels between two readings of one point."""


class Sources(NamedTuple):
    """What a draft is made of."""

    text: str
    wording: Wording
    picture: Picture | None = None
    """None where there is only a text."""
    suggested: Suggested = Suggested()
    """What a model drafted; nothing where none was asked."""
    shading: Shading | None = None
    """What the picture shows filled, where the text speaks of something shaded and does not say what."""


def read_sources(text: str, picture: Path | bytes | None = None) -> Sources:
    """Read a text, and a picture whose names it tells.

    Raises:
        NothingReadError: for a text that is far longer than a problem.
        PictureError: when the picture shows no figure.
        OSError: when it cannot be read.
        ImportError: without the extra ``read``; the message has the command.
    """
    told = named_points(text)
    return _with_shading(_sources(text, told, None if picture is None else _read_with(picture, told)), picture)


async def read_sources_by(model: Model, text: str, picture: Path | None = None, *, patience: float = PATIENCE) -> Sources:
    """Read a text and a picture with the help of a model; where it fails, as without it.

    Args:
        model: a vision model, or one for texts.
        text: of the problem.
        picture: its file.
        patience: seconds to wait for each of two answers.

    Raises:
        NothingReadError, PictureError, OSError, ImportError: as `read_sources`.
    """
    told = named_points(text)
    read = None if picture is None else _read_with(picture, told)
    suggested = await suggest(model, text, picture, told | set(read.points if read else ()), patience)
    if picture is not None and read is not None and suggested.saw_picture:
        read, suggested = await point_matches(model, picture, read, told, suggested, patience)
    return _with_shading(_sources(text, told, read)._replace(suggested=suggested), picture)


def _with_shading(sources: Sources, picture: Path | bytes | None) -> Sources:
    is_asked = picture is not None and any(SHADED_AREA in goal for goal in sources.wording.goals)
    return sources._replace(shading=read_shading(picture)) if is_asked and picture is not None else sources


def named_points(text: str) -> set[str]:
    """Return the points that a text names.

    Raises:
        NothingReadError: for a text that is far longer than a problem.
    """
    if len(text) > _LONGEST:
        lines = text.count("\n") + 1
        raise NothingReadError(f"the text has {len(text)} characters in {lines} lines; expected one problem, at most {_LONGEST}")
    return {point for tokens in sentences(text) for token in tokens for point in token.points}


def _sources(text: str, told: set[str], read: Picture | None) -> Sources:
    if read is None:
        return Sources(text, read_words(text))
    printed = (tuple(point for point in line if point in read.points) for line in figure_of(read, 0).lines)
    lines = tuple(line for line in printed if len(line) > 1)
    return Sources(text, read_words(text, sorted(told | set(read.points)), lines=lines), read)


def _read_with(source: Path | bytes, told: set[str]) -> Picture:
    """Read a picture with the names of the text as a prior.

    A text that names a part of the figure says nothing against the others: of a point that it does not name, what is read
    without the text counts. A point that it names is in the figure, so that more likely than not is sure enough.
    """
    read = read_picture(source, told or None)
    if not told or not read.unsure:
        return read
    alone = read_picture(source)
    confidence = dict(read.confidence)
    for name in read.unsure:
        if name in told:
            confidence[name] = max(confidence[name], ASKING_LIMIT) if confidence[name] >= _LIKELY else confidence[name]
        elif name in alone.points and math.dist(alone.points[name], read.points[name]) <= _SAME_SPOT:
            confidence[name] = alone.confidence[name]
    return read._replace(confidence=confidence)
