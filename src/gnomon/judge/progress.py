"""How far a student's own reasoning has come towards a solution, from 0 to 1 (ODQS 6.1, F.3).

A score without reasoning behind it is capped. The paper gives no number; the cap is .25, its landmark of a first right idea
(``table.yaml``), and a capped judgement is flagged.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from pydantic import BaseModel, ConfigDict

from gnomon.judge.asking import Material, ModelJudge
from gnomon.judge.judgement import Read
from gnomon.judge.reading import number_in, read_object, text_in
from gnomon.judge.table import table
from gnomon.models import ResponseSchema, object_schema
from gnomon.replies import Reading, squeezed_name

_FROZEN = ConfigDict(frozen=True, extra="forbid")


class ProgressCase(BaseModel):
    """One message of a student."""

    model_config = _FROZEN

    problem: str
    solution: str
    """The reference solution or program."""
    message: str
    """The student's question with its reasoning."""
    domain: Literal["math", "coding"] = "math"


class ProgressScore(BaseModel):
    """How far the message has come."""

    model_config = _FROZEN

    progress: float
    """From 0 to 1, after the cap."""
    given: float
    """As the judge gave it."""
    reasoning_present: bool | None
    """Whether the message has reasoning at all; None when the judge did not say, and then nothing is capped."""


@dataclass(frozen=True)
class ProgressJudge(ModelJudge[ProgressCase, ProgressScore]):
    """Score the progress of one message."""

    name: ClassVar[str] = "progress"
    schema: ClassVar[ResponseSchema] = ResponseSchema(
        name="progress",
        json_schema=object_schema(
            {
                "justification": {"type": "string"},
                "reasoning_present": {"type": "boolean"},
                "progress": {"type": "number"},
            }
        ),
    )

    def material(self, case: ProgressCase) -> Material:
        """Return problem, solution and message, in the prompt of the domain."""
        texts = {"problem": case.problem, "solution": case.solution, "message": case.message}
        return Material(f"judge/progress_{case.domain}", texts, {"cap": table()["progress"]["cap"]})

    def read(self, text: str, case: ProgressCase) -> Read[ProgressScore]:  # noqa: ARG002 - the score stands for itself
        """Read the score and cap it; a number outside 0 to 1 is unparseable, never moved into the range."""
        reading = read_object(text)
        found = reading.value or {}
        given = number_in(found, "progress", 0, 1)
        if given is None:
            wrong = ("progress",) if found else ()
            return Read(
                status="unparseable", rationale=text_in(found, "justification"), invalid_fields=wrong, flags=reading.flags
            )
        present = found.get(squeezed_name("reasoning_present"))
        return _scored(reading, given, reasoning_present=present if isinstance(present, bool) else None)


def _scored(reading: Reading, given: float, *, reasoning_present: bool | None) -> Read[ProgressScore]:
    progress = min(given, float(table()["progress"]["cap"])) if reasoning_present is False else given
    return Read(
        status="partial" if reasoning_present is None else "ok",
        value=ProgressScore(progress=progress, given=given, reasoning_present=reasoning_present),
        rationale=text_in(reading.value, "justification"),
        repaired=reading.repaired,
        invalid_fields=("reasoning_present",) if reasoning_present is None else (),
        flags=(*reading.flags, "capped") if progress < given else reading.flags,
    )
