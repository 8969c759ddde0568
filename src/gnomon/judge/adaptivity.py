"""Does a reply adapt to the student it was told of: 0 or 1 (MMTutorBench App. D, Table 11). Style alone, no mathematics."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pydantic import BaseModel, ConfigDict

from gnomon.judge.asking import Material, ModelJudge
from gnomon.judge.judgement import Read
from gnomon.judge.reading import read_whole_number
from gnomon.models import ResponseSchema, object_schema
from gnomon.replies import said_in


class AdaptivityCase(BaseModel):
    """One reply, and the persona its tutor was given."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    reply: str
    persona: str
    """The very text the tutor was given: proficiency, state, goal, tone, granularity, strategy."""
    question: str = ""


@dataclass(frozen=True)
class AdaptivityJudge(ModelJudge[AdaptivityCase, int]):
    """Give 1 if tone, granularity and strategy all fit the persona, else 0."""

    name: ClassVar[str] = "adaptivity"
    schema: ClassVar[ResponseSchema] = ResponseSchema(
        name="adaptivity",
        json_schema=object_schema({"rationale": {"type": "string"}, "adaptivity": {"type": "integer", "enum": [0, 1]}}),
    )

    def material(self, case: AdaptivityCase) -> Material:
        """Return persona, question and reply."""
        texts = {"persona": case.persona, "question": case.question, "reply": said_in(case.reply)}
        return Material("judge/adaptivity", texts)

    def read(self, text: str, case: AdaptivityCase) -> Read[int]:  # noqa: ARG002 - the mark stands for itself
        """Read the mark; anything but 0 or 1 is unparseable."""
        return read_whole_number(text, "adaptivity", 0, 1)
