"""How alike two questions about one problem are in what they ask: 0, .25, .5, .75 or 1 (ODQS 6.1, F.4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from pydantic import BaseModel, ConfigDict

from gnomon.judge.asking import Material, ModelJudge
from gnomon.judge.judgement import Read
from gnomon.judge.reading import number_in, read_object, read_reply, text_in
from gnomon.judge.table import table
from gnomon.models import ResponseSchema, object_schema


class SimilarityCase(BaseModel):
    """Two messages, each with a question."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    problem: str
    first: str
    second: str
    domain: Literal["math", "coding"] = "math"

    def swapped(self) -> SimilarityCase:
        """Return the same pair in the other order."""
        return self.model_copy(update={"first": self.second, "second": self.first})


@dataclass(frozen=True)
class SimilarityJudge(ModelJudge[SimilarityCase, float]):
    """Place two questions on the five values; the judge is told to choose the lower of two it is torn between."""

    name: ClassVar[str] = "similarity"
    schema: ClassVar[ResponseSchema] = ResponseSchema(
        name="similarity",
        json_schema=object_schema(
            {"justification": {"type": "string"}, "similarity": {"type": "number", "enum": [0, 0.25, 0.5, 0.75, 1]}}
        ),
    )

    def material(self, case: SimilarityCase) -> Material:
        """Return problem and messages, in the prompt of the domain."""
        texts = {"problem": case.problem, "first": case.first, "second": case.second}
        return Material(f"judge/similarity_{case.domain}", texts)

    def read(self, text: str, case: SimilarityCase) -> Read[float]:  # noqa: ARG002 - the value stands for itself
        """Read the value; one between the five is unparseable, never rounded to a neighbour."""
        reading = read_object(text)
        found = reading.value or {}
        rationale = text_in(found, "justification")
        value = number_in(found, "similarity", 0, 1)
        if value not in table()["similarity"]:
            wrong = ("similarity",) if found else ()
            return Read(status="unparseable", rationale=rationale, invalid_fields=wrong, flags=reading.flags)
        return read_reply(reading, lambda _: value, rationale)
