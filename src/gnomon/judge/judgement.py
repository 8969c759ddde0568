"""What a judge gives: a frozen record that says what was judged, what was read, and what could not be."""

from __future__ import annotations

from typing import Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict

from gnomon.models import Usage

JudgementStatus = Literal["ok", "partial", "unparseable", "error"]
ValueT = TypeVar("ValueT")


class Failure(BaseModel):
    """Why there is no answer to read."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: str
    """The error's class, such as ``ModelTimeoutError``."""
    message: str
    boundary: str
    """Where it failed, such as ``judge/rubric``."""


class Read(BaseModel, Generic[ValueT]):
    """What was read from one answer of a judging model."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    status: Literal["ok", "partial", "unparseable"]
    value: ValueT | None = None
    """None when the answer cannot be read."""
    rationale: str | None = None
    repaired: bool = False
    invalid_fields: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()


class Judgement(BaseModel, Generic[ValueT]):
    """One judgement of one case.

    A missing value is never a score: ``value`` is None when the answer could not be read (``unparseable``) or there was none
    (``error``), and within a ``partial`` value the missing fields are None.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    judge: str
    """The judge's name, such as ``rubric``."""
    model: str | None = None
    """The judging model's name; None for a judge without a model."""
    prompt: str | None = None
    """The prompt file's name; None where none was used."""
    prompt_sha256: str | None = None
    status: JudgementStatus
    value: ValueT | None = None
    raw: str | None = None
    """The model's text as it came; None when there was none."""
    rationale: str | None = None
    repaired: bool = False
    invalid_fields: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    sample: int = 0
    """Which sample of one request, from 0."""
    seed: int | None = None
    usage: Usage = Usage()
    """Of the whole request; stands in its first sample alone, so that sums are right."""
    seconds: float = 0.0
    num_cached: int = 0
    error: Failure | None = None

    @property
    def told(self) -> str:
        """What a person reads beside the value: the reason, and the model's text where it could not be read whole."""
        unread = f"could not be read: {self.raw}" if self.raw and self.status in {"partial", "unparseable"} else ""
        return "\n".join(part for part in (self.rationale, unread) if part)
