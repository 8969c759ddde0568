"""What datasets bring beside their own format, read alike by all benchmarks: pictures, formal descriptions, recorded replies."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from gnomon.benchmark.benchmark import NotApplicableError, Picture
from gnomon.benchmark.errors import ResultsError
from gnomon.models import Image, Model
from gnomon.problem import Problem, ProblemError, load_problem

ReplyT = TypeVar("ReplyT", bound=BaseModel)


def images_of(paths: Sequence[str]) -> tuple[Image, ...]:
    """Read the pictures that a tutor is shown.

    Raises:
        NotApplicableError: when one is gone or is no picture; the message is ``no_picture``.
    """
    try:
        return tuple(Image.read(Path(path)) for path in paths)
    except (OSError, ValueError) as error:
        raise NotApplicableError("no_picture") from error


def picture_of(*paths: str | None) -> Picture | None:
    """Return pictures as ``data:`` URIs; None when one is not there."""
    try:
        return Picture(images=tuple(Image.read(Path(path)).data_uri() for path in paths if path))
    except (OSError, ValueError):
        return None


@cache
def formal_description(reference: str) -> Problem:
    """Return the formal description that a dataset names, as `gnomon.problem.load_problem` finds it.

    Raises:
        ResultsError: when it cannot be read.
    """
    try:
        return load_problem(reference)
    except ProblemError as error:
        raise ResultsError(f"the dataset names a formal description that cannot be read: {error}") from error


def recorded_replies(source_id: str, replies: Any, kind: type[ReplyT], form: str) -> list[ReplyT]:  # noqa: ANN401 - unread JSON
    """Read the replies that an item of a dataset brings.

    Args:
        source_id: names the item in the message.
        replies: as read, not checked yet.
        kind: what each is to be.
        form: the same in words, for the message.

    Raises:
        ResultsError: when they are something else.
    """
    try:
        return [kind.model_validate(reply) for reply in replies]
    except (TypeError, ValidationError) as error:
        reason = str(error).splitlines()[-1].strip()
        raise ResultsError(f"{source_id}: expected replies as a list of {form}, got {replies!r:.80} ({reason})") from error


def no_model(address: str) -> Model:
    """Refuse to open a model: the run's models come by their roles.

    Raises:
        ResultsError: always.
    """
    raise ResultsError(f"expected a model as MODEL@URL or a URL, got {address!r}")
