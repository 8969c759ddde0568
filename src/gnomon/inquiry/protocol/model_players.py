"""A student and a teacher that are models.

k samples of one state are one request, and so are the m questions of a candidate search; a client asks one by one only where its
server allows no more. The seed of a request follows from the run's seed and from what is asked for: an attempt is not one of the
samples of the evaluation, and a selection draws others than a run.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

from pydantic import BaseModel, ConfigDict, Field

from gnomon.inquiry.protocol.players import State
from gnomon.inquiry.protocol.records import Scaffolding
from gnomon.inquiry.protocol.views import View
from gnomon.models import Message, Model, Request


class InquirySampling(BaseModel):
    """How models are asked. None leaves a setting to the server."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    question_temperature: float | None = Field(default=0.7, ge=0)
    """ODQS gives none. Candidates of one state must differ, and a student in a run asks as in the search."""
    answer_temperature: float | None = Field(default=0.3, ge=0)
    """ODQS 4.3; of attempts too."""
    teacher_temperature: float | None = Field(default=0.3, ge=0)
    """ODQS gives none."""
    answer_tokens: int | None = Field(default=2048, ge=1)
    """ODQS 4.3."""
    message_tokens: int | None = Field(default=1024, ge=1)
    """Most tokens of a question, reply or comment."""


def derived_seed(seed: int, *purpose: str) -> int:
    """Return a seed from 0 to 2**31 - 1 for one purpose.

    Example:
        >>> derived_seed(0, "answer") == derived_seed(0, "answer") != derived_seed(0, "attempt")
        True
    """
    digest = hashlib.sha256("|".join([str(seed), *purpose]).encode()).digest()
    return int.from_bytes(digest[:4], "big") & 0x7FFF_FFFF  # servers take signed 32-bit seeds at least


@dataclass(frozen=True)
class ModelStudent:
    """A model that asks questions and answers the problem."""

    model: Model
    view: View
    scaffolding: Scaffolding = "unscaffolded"
    seed: int = 0
    sampling: InquirySampling = field(default_factory=InquirySampling)
    shows_working: bool = False
    """Whether answers come with working too: a teacher that is asked whether it can solve a problem may work it out."""
    is_simulated: bool = False

    @property
    def name(self) -> str:
        """The model's name."""
        return self.model.name

    async def questions(self, state: State, count: int) -> tuple[str, ...]:
        """Return questions, drawn in one request.

        Raises:
            ModelError: when the model cannot be asked; so do the others.
        """
        messages = self.view.question(state, scaffolded=self.scaffolding == "scaffolded")
        return await self._ask("question", messages, count)

    async def answers(self, state: State, count: int) -> tuple[str, ...]:
        """Return samples, of the answer only unless the working is to be shown, drawn in one request."""
        return await self._ask("answer", self.view.answer(state, worked=self.shows_working), count)

    async def attempt(self, state: State) -> str:
        """Return one attempt: an answer of its own draw, with its working."""
        (text,) = await self._ask("attempt", self.view.answer(state, worked=True), 1)
        return text

    async def _ask(self, purpose: str, messages: tuple[Message, ...], count: int) -> tuple[str, ...]:
        is_question = purpose == "question"
        request = Request(
            messages=messages,
            num_samples=count,
            temperature=self.sampling.question_temperature if is_question else self.sampling.answer_temperature,
            max_tokens=self.sampling.message_tokens if is_question else self.sampling.answer_tokens,
            seed=derived_seed(self.seed, purpose),
        )
        response = await self.model.respond(request)
        return tuple(sample.text for sample in response.samples)


@dataclass(frozen=True)
class ModelTeacher:
    """A model that answers questions and comments on attempts."""

    model: Model
    view: View
    seed: int = 0
    sampling: InquirySampling = field(default_factory=InquirySampling)
    is_simulated: bool = False

    @property
    def name(self) -> str:
        """The model's name."""
        return self.model.name

    async def reply(self, state: State, question: str, rejected: tuple[str, ...] = ()) -> str:
        """Return the reply to a question.

        Raises:
            ModelError: when the model cannot be asked; so does `feedback`.
        """
        return await self._ask("reply", self.view.reply(state, question, rejected))

    async def feedback(self, state: State, attempt: str, verdict: str, rejected: tuple[str, ...] = ()) -> str:
        """Return a comment on an attempt."""
        return await self._ask("feedback", self.view.feedback(state, attempt, verdict, rejected))

    async def _ask(self, purpose: str, messages: tuple[Message, ...]) -> str:
        request = Request(
            messages=messages,
            temperature=self.sampling.teacher_temperature,
            max_tokens=self.sampling.message_tokens,
            seed=derived_seed(self.seed, purpose),
        )
        response = await self.model.respond(request)
        return response.text
