"""Four dimensions of a tutor's reply, three labels each, one request a dimension (bea-jh 3.1, 3.2).

For mistake identification the judge first finds the mistake itself; for actionability it answers four questions as the student.
It never learns which tutor wrote the reply.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from operator import itemgetter
from typing import ClassVar

from pydantic import BaseModel, ConfigDict

from gnomon.judge.asking import JudgeSettings, Material, ModelJudge
from gnomon.judge.judgement import Judgement, Read
from gnomon.judge.reading import read_reply, thinking_in
from gnomon.judge.table import Dimension, Label, dimensions
from gnomon.models import Model, all_of
from gnomon.prompts import Prompt
from gnomon.replies import parse_label, said_in


class PedagogyCase(BaseModel):
    """One reply in its conversation."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    history: str
    """The conversation up to the student's last message, speakers named."""
    reply: str


@dataclass(frozen=True)
class DimensionJudge(ModelJudge[PedagogyCase, Label]):
    """Label a reply on one dimension."""

    dimension: Dimension = "Mistake_Identification"

    name: ClassVar[str] = "pedagogy"

    def material(self, case: PedagogyCase) -> Material:
        """Return the conversation and the reply."""
        return Material(dimensions()[self.dimension].prompt, {"history": case.history, "reply": said_in(case.reply)})

    def read(self, text: str, case: PedagogyCase) -> Read[Label]:  # noqa: ARG002 - the label stands for itself
        """Read the label between the answer tags, and the rationale between the think tags."""
        return read_reply(parse_label(text), itemgetter("label"), thinking_in(text))


@dataclass(frozen=True)
class PedagogyJudge:
    """Label a reply on all four dimensions, or on those named."""

    model: Model
    settings: JudgeSettings = field(default_factory=JudgeSettings)
    dimensions: tuple[Dimension, ...] = tuple(dimensions())
    own_prompts: Mapping[str, Prompt] | None = None

    def parts(self) -> Mapping[Dimension, DimensionJudge]:
        """Return the judge of each dimension, in order."""
        own = self.own_prompts or {}
        return {name: DimensionJudge(self.model, self.settings, name, own_prompts=own) for name in self.dimensions}

    async def judge(self, case: PedagogyCase) -> Mapping[Dimension, Judgement[Label]]:
        """Judge once a dimension, all at the same time."""
        return {name: drawn[0] for name, drawn in (await self.sample(case, 1)).items()}

    async def sample(self, case: PedagogyCase, num_samples: int) -> Mapping[Dimension, tuple[Judgement[Label], ...]]:
        """Judge ``num_samples`` times a dimension, one request each; `gnomon.judge.count_votes` counts them."""
        parts = self.parts()
        drawn = await all_of(part.sample(case, num_samples) for part in parts.values())
        return dict(zip(parts, drawn, strict=True))
