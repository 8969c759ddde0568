"""Which of two conversations about the same problem, with the same learner, shows the better tutor. Nothing names the tutors."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from gnomon.judge.asking import Material, ModelJudge
from gnomon.judge.judgement import Read
from gnomon.judge.reading import read_whole_number
from gnomon.models import ResponseSchema, object_schema


class PairCase(NamedTuple):
    """Two conversations to compare."""

    problem: str
    """The question and the learner's work."""
    first: str
    second: str


class PairwiseJudge(ModelJudge[PairCase, int]):
    """Give 1 or 2 for the better one, 0 for neither."""

    name: ClassVar[str] = "pairwise"
    schema: ClassVar[ResponseSchema] = ResponseSchema(
        name="better_conversation",
        json_schema=object_schema({"rationale": {"type": "string"}, "better": {"type": "integer", "enum": [0, 1, 2]}}),
    )

    def material(self, case: PairCase) -> Material:
        """Return problem and conversations."""
        return Material("judge/pairwise", case._asdict())

    def read(self, text: str, case: PairCase) -> Read[int]:  # noqa: ARG002 - the choice stands for itself
        """Read the choice; anything but 0, 1 or 2 is unparseable."""
        return read_whole_number(text, "better", 0, 2)
