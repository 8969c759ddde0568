"""The debrief after a dialogue and the exit interview with its ratings by rater (GeoDial 4.2.1, 4.2.2, appendix I)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from statistics import fmean, median
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from gnomon.corpus import RATINGS
from gnomon.packaged import packaged_yaml

_FROZEN = ConfigDict(frozen=True, extra="forbid")


class Question(BaseModel):
    """One question; those with anchors are rated from 1 to 5."""

    model_config = _FROZEN

    id: str
    title: str = ""
    """Of its row in a report."""
    text: str
    anchors: tuple[str, str] | None = None
    """What 1 and 5 mean; None: it is not rated."""
    probes: tuple[str, ...] = ()
    """What an interviewer may ask further."""
    is_reversed: bool = False
    """Whether 1 is the high end."""


class Interview(BaseModel):
    """One exit interview."""

    model_config = _FROZEN

    rater: str
    """Code of the annotator."""
    ratings: Mapping[str, int]
    """By id of a rated question; one that was not rated is left out."""
    notes: Mapping[str, str] = Field(default_factory=dict)
    """What was said, by id of a question."""


class RatingRow(NamedTuple):
    """One rated question over all interviews."""

    question: Question
    by_rater: Mapping[str, int | None]
    """None where it was not rated."""
    mean: float | None
    """None where nobody rated it, as the median."""
    median: float | None


@cache
def debrief_questions() -> tuple[Question, ...]:
    """Return Q1 to Q4."""
    return _questions("debrief")


@cache
def interview_questions() -> tuple[Question, ...]:
    """Return the questions of the exit interview: experience, six themes that are rated, what to change."""
    return _questions("interview")


def _questions(name: str) -> tuple[Question, ...]:
    return tuple(Question.model_validate(row) for row in packaged_yaml(__package__, "questionnaires.yaml")[name])


def checked_debrief(answers: Mapping[str, int]) -> dict[str, int]:
    """Return the answers to a debrief, as given and in the order of the questions.

    Raises:
        ValueError: unless each question has one answer from 1 to 5; the message says which has not.
    """
    names = [question.id for question in debrief_questions()]
    for name in (*names, *answers):
        if name not in names:
            raise ValueError(f"expected answers to {', '.join(names)}, got one to {name!r}")
        if answers.get(name) not in RATINGS:
            raise ValueError(f"{name}: expected an answer from 1 to 5, got {answers.get(name)!r}")
    return {name: answers[name] for name in names}


def ratings_by_rater(interviews: Sequence[Interview]) -> tuple[RatingRow, ...]:
    """Return the ratings of all interviews, one row a rated question (Table 16); a rating that is none from 1 to 5 is refused.

    Raises:
        ValueError: for such a rating, a question that is not rated, or two interviews of one rater.
    """
    rated = {question.id: question for question in interview_questions() if question.anchors}
    if len({each.rater for each in interviews}) < len(interviews):
        raise ValueError("expected one interview a rater; join those of one")
    for each in interviews:
        for name, rating in each.ratings.items():
            if name not in rated or rating not in RATINGS:
                raise ValueError(
                    f"rater {each.rater!r}: expected ratings from 1 to 5 of {', '.join(rated)}, got {name}: {rating!r}"
                )
    return tuple(_row(question, interviews) for question in rated.values())


def _row(question: Question, interviews: Sequence[Interview]) -> RatingRow:
    by_rater = {each.rater: each.ratings.get(question.id) for each in interviews}
    given = [rating for rating in by_rater.values() if rating is not None]
    return RatingRow(question, by_rater, fmean(given) if given else None, float(median(given)) if given else None)
