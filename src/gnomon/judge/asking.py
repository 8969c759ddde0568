"""The one way every model judge asks: fill the prompt, fence the material, call the model, read each sample, keep what failed."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from gnomon.judge.judgement import Failure, Judgement, Read
from gnomon.models import Image, Message, Model, ModelError, Request, Response, ResponseSchema, Usage
from gnomon.prompts import Prompt, fence, load

CaseT = TypeVar("CaseT")
ValueT = TypeVar("ValueT")


class JudgeSettings(BaseModel):
    """How the judging model is asked. None leaves a setting to the server."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    temperature: float | None = Field(default=0.0, ge=0)
    """Some reasoning models refuse any: set None for them. Votes need a temperature above 0."""
    top_p: float | None = Field(default=None, gt=0, le=1)
    max_tokens: int | None = Field(default=4096, ge=1)
    reasoning_effort: str | None = Field(default=None, min_length=1)
    """What the server knows, such as ``low``, ``medium`` or ``high``."""
    seed: int | None = None
    use_schema: bool = True
    """Send a JSON schema with the prompts that ask for JSON objects; switch off for servers that refuse one."""


class Material(NamedTuple):
    """What goes into a prompt."""

    prompt: str
    """The prompt's name."""
    texts: Mapping[str, str]
    """Material to fence, by gap."""
    values: Mapping[str, object] = {}
    """Our own words, not fenced, by gap."""
    images: tuple[Image, ...] = ()
    """Sent with the prompt, in order."""


class _Asked(NamedTuple):
    request: Request
    prompt: Prompt
    flags: tuple[str, ...]


class Prepared(NamedTuple):
    """A request, and what was noticed on the way to it."""

    request: Request
    flags: tuple[str, ...]
    """``control_tokens`` where the material held marks of chat servers."""


def prepared(
    prompt: Prompt, material: Material, settings: JudgeSettings, *, num_samples: int = 1, schema: ResponseSchema | None = None
) -> Prepared:
    """Fill a prompt with fenced material.

    Args:
        prompt: with a gap for each part of the material, and ``code`` for what the tags end in.
        material: what goes in; its name of a prompt is passed over.
        settings: how the model is asked.
        num_samples: how many answers.
        schema: of the answer, sent where the settings say so.
    """
    fenced = fence(material.texts)
    filled = prompt.fill(code=fenced.code, **fenced.blocks, **material.values)
    system = (Message(role="system", text=filled.system),) if filled.system else ()
    request = Request(
        messages=(*system, Message(role="user", text=filled.user, images=material.images)),
        num_samples=num_samples,
        temperature=settings.temperature,
        top_p=settings.top_p,
        reasoning_effort=settings.reasoning_effort,
        max_tokens=settings.max_tokens,
        seed=settings.seed,
        response_schema=schema if settings.use_schema else None,
    )
    return Prepared(request, ("control_tokens",) if fenced.num_control_tokens else ())


@dataclass(frozen=True)
class ModelJudge(ABC, Generic[CaseT, ValueT]):
    """A judge that asks a model once a case; a new one says what to send and how to read the answer."""

    model: Model
    settings: JudgeSettings = field(default_factory=JudgeSettings)
    own_prompts: Mapping[str, Prompt] = field(default_factory=dict, kw_only=True)
    """Prompts to use in place of ours, by our name; they have the same gaps."""

    name: ClassVar[str]
    """The judge's name in records, tables and error boundaries."""
    schema: ClassVar[ResponseSchema | None] = None
    """Of its answer; None where the answer is no JSON object."""

    @abstractmethod
    def material(self, case: CaseT) -> Material:
        """Return what is sent for ``case``."""

    @abstractmethod
    def read(self, text: str, case: CaseT) -> Read[ValueT]:
        """Read one answer about ``case``; never raise on any text."""

    def seeded(self, seed: int | None) -> Self:
        """Return this judge with another seed."""
        return replace(self, settings=self.settings.model_copy(update={"seed": seed}))

    def prompt(self, name: str) -> Prompt:
        """Return the prompt in use under ``name``: the caller's own or ours."""
        return self.own_prompts.get(name) or load(name)

    def request(self, case: CaseT, num_samples: int = 1) -> Request:
        """Return the request that would be sent, for an estimate or a look."""
        return self._prepare(case, num_samples).request

    async def judge(self, case: CaseT) -> Judgement[ValueT]:
        """Judge once. A failed call is a judgement with status ``error``."""
        (judgement,) = await self.sample(case, 1)
        return judgement

    async def sample(self, case: CaseT, num_samples: int) -> tuple[Judgement[ValueT], ...]:
        """Judge ``num_samples`` times in one request, in order; a sample that did not come is a judgement with an error."""
        asked = self._prepare(case, num_samples)
        try:
            response = await self.model.respond(asked.request)
        except ModelError as error:
            record = self._record(asked, Response(samples=()))
            return tuple(self._failed(record, index, type(error).__name__, str(error)) for index in range(num_samples))
        record = self._record(asked, response)
        return tuple(self._judgement(case, asked, response, record, index) for index in range(num_samples))

    def _prepare(self, case: CaseT, num_samples: int) -> _Asked:
        material = self.material(case)
        prompt = self.prompt(material.prompt)
        request, flags = prepared(prompt, material, self.settings, num_samples=num_samples, schema=self.schema)
        return _Asked(request, prompt, flags)

    def _record(self, asked: _Asked, response: Response) -> dict[str, Any]:
        return {
            "judge": self.name,
            "model": self.model.name,
            "prompt": asked.prompt.name,
            "prompt_sha256": asked.prompt.sha256,
            "seed": self.settings.seed,
            "usage": response.usage,
            "seconds": response.seconds,
            "num_cached": response.num_cached,
        }

    def _judgement(self, case: CaseT, asked: _Asked, response: Response, record: dict[str, Any], index: int) -> Judgement[ValueT]:
        if index >= len(response.samples):
            problem = f"expected sample {index + 1}, the server gave {len(response.samples)}; ask for fewer samples"
            return self._failed(record, index, "MissingSample", problem)
        sample = response.samples[index]
        read = self.read(sample.text, case)
        cut = ("truncated",) if sample.finish_reason == "length" else ()
        return Judgement(
            **_billed_once(record, index),
            sample=index,
            status=read.status,
            value=read.value,
            raw=sample.text,
            rationale=read.rationale,
            repaired=read.repaired,
            invalid_fields=read.invalid_fields,
            flags=tuple(dict.fromkeys((*read.flags, *cut, *asked.flags))),
        )

    def _failed(self, record: dict[str, Any], index: int, kind: str, message: str) -> Judgement[ValueT]:
        failure = Failure(kind=kind, message=message, boundary=f"judge/{self.name}")
        return Judgement(**_billed_once(record, index), sample=index, status="error", error=failure)


def _billed_once(record: dict[str, Any], index: int) -> dict[str, Any]:
    """Leave the bill of a request in its first sample alone."""
    return record if index == 0 else record | {"usage": Usage(), "seconds": 0.0, "num_cached": 0}
