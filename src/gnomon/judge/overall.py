"""The baseline without a rubric: one overall score for a tutoring reply (MMTutorBench C.2).

It sees what a person would who grades without a rubric: the problem, the pictures of the work, the student's question and the
reply; neither reference answers nor criteria. The paper gives no scale: 0 to 6, as the rubric's total.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pydantic import BaseModel, ConfigDict

from gnomon.judge.asking import Material, ModelJudge
from gnomon.judge.judgement import Read
from gnomon.judge.reading import read_whole_number
from gnomon.judge.table import table
from gnomon.models import Image, ResponseSchema, object_schema
from gnomon.replies import said_in


class OverallCase(BaseModel):
    """One reply to grade."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    reply: str
    problem: str = ""
    """The problem and the work as text; empty where only the pictures tell."""
    images: tuple[Image, ...] = ()
    """The pictures of the work in the order of time, the current one last."""
    question: str = ""
    """What the student asks, also where the tutor was not shown it."""
    dialogue: str = ""
    """The turns before; empty for the first."""


@dataclass(frozen=True)
class OverallJudge(ModelJudge[OverallCase, int]):
    """Give one whole number from 0 to 6."""

    name: ClassVar[str] = "overall"
    schema: ClassVar[ResponseSchema] = ResponseSchema(
        name="overall_score",
        json_schema=object_schema({"rationale": {"type": "string"}, "score": {"type": "integer", "enum": list(range(7))}}),
    )

    def material(self, case: OverallCase) -> Material:
        """Return the reply, the student's side and the pictures."""
        texts = {"problem": case.problem, "dialogue": case.dialogue, "question": case.question, "reply": said_in(case.reply)}
        return Material("judge/overall", texts, {"num_images": len(case.images)}, case.images)

    def read(self, text: str, case: OverallCase) -> Read[int]:  # noqa: ARG002 - the score stands for itself
        """Read the score; anything but a whole number in the range is unparseable."""
        scale = table()["overall"]
        return read_whole_number(text, "score", scale["lowest"], scale["highest"])
