"""Four ratings of an explanation against a teacher's (MathExplain 5.2, Figure 9). The judge sees texts only, never a picture."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar

from pydantic import BaseModel, ConfigDict

from gnomon.judge.asking import Material, ModelJudge
from gnomon.judge.judgement import Read
from gnomon.judge.reading import read_reply, thinking_in
from gnomon.replies import parse_rating, said_in

_FROZEN = ConfigDict(frozen=True, extra="forbid")
_LABEL = re.compile(r"[*#\s]*Rating[*\s]*:[*\s]*\Z", re.IGNORECASE)


class ExplanationCase(BaseModel):
    """One explanation to rate. There is no field for a picture: the judge sees none."""

    model_config = _FROZEN

    explanation: str
    reference: str
    problem: str = ""
    """The problem's text; the published judge gets none."""


class ExplanationRating(BaseModel):
    """Three ratings from 1 to 5 and whether the answer is right; None where one cannot be read."""

    model_config = _FROZEN

    correctness: int | None = None
    fidelity: int | None = None
    visual_referencing: int | None = None
    answer_right: int | None = None
    """1 or 0."""


@dataclass(frozen=True)
class ExplanationJudge(ModelJudge[ExplanationCase, ExplanationRating]):
    """Rate an explanation; the model answers ``Rating: [[x, y, z, w]]`` after its reasons."""

    name: ClassVar[str] = "explanation"

    def material(self, case: ExplanationCase) -> Material:
        """Return the two explanations, and the problem's text where given."""
        texts = {"problem": case.problem, "reference": case.reference, "explanation": said_in(case.explanation)}
        return Material("judge/explanation", texts)

    def read(self, text: str, case: ExplanationCase) -> Read[ExplanationRating]:  # noqa: ARG002 - ratings stand for themselves
        """Read the rating; what stands before it is the rationale."""
        return read_reply(parse_rating(text), lambda value: ExplanationRating(**value), _reasons(text))


def _reasons(text: str) -> str | None:
    """Return what is said before the last double brackets; where nothing is, what was thought."""
    before = said_in(text).rpartition("[[")[0]
    return _LABEL.sub("", before).strip() or thinking_in(text)
