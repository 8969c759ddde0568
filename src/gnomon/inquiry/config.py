"""All that decides the rows of an inquiry, in one frozen object."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from gnomon.inquiry.errors import InquiryError
from gnomon.inquiry.protocol.model_players import InquirySampling
from gnomon.inquiry.protocol.records import NUM_QUESTIONS, ProposerName, ProtocolName, Scaffolding, TaskName
from gnomon.inquiry.protocol.tasks import Equality
from gnomon.inquiry.search.search import SearchSettings
from gnomon.inquiry.search.selection import Part
from gnomon.inquiry.simulated.settings import simulated_settings
from gnomon.models import CallSettings

InquiryKind = Literal["run", "search", "select"]
DEFAULT_EQUALITY: dict[TaskName, Equality] = {"gsm8k": "integer", "geometry": "learner", "humaneval": "integer"}
"""Programs are run, not compared: what stands for HumanEval is never used."""


class InquiryConfig(BaseModel):
    """The configuration of a run, a search or a selection."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: InquiryKind
    task: TaskName
    student: str
    """``MODEL@URL``, a URL, or a simulation: ``simulated``, with its settings."""
    teachers: tuple[str, ...] = Field(min_length=1)
    """As ``student``; each problem is talked about with each."""
    peer: str | None = None
    """Who proposes the questions of a search; None is the student itself."""
    data: str | None = None
    """Path of the problems; None takes the copy that was added, else our sample (geometry: the bank)."""
    limit: int | None = Field(default=None, ge=1)
    """Problems from the top, before any selection."""
    selection: str | None = None
    """Results folder of a selection for the same student, whose kept problems alone are used, for each teacher its own."""
    selected_for: str | None = None
    """Name of the student whose kept problems are used; None for the student's own. One that was trained is measured on those of
    the student that it was before."""
    only: tuple[str, ...] | None = None
    """Ids of problems to which the run keeps; None for all that are left by what is above."""
    part: Part | None = None
    """One part of the selection; None takes both."""
    scaffolding: Scaffolding = "unscaffolded"
    assessment_turn: int = Field(default=-1, ge=-1, le=NUM_QUESTIONS)
    protocol: ProtocolName = "paper"
    equality: Equality | None = None
    """Of answers; None takes the task's: ``integer`` for GSM8K, ``learner`` for geometry. Programs are run."""
    num_samples: int = Field(default=5, ge=1)
    """k; ODQS reports Pass@5."""
    num_candidates: int = Field(default=5, ge=1)
    """m."""
    budget: bool = False
    budget_step: int = Field(default=1, ge=1)
    training_share: float = Field(default=0.5, ge=0, le=1)
    teacher_samples: int = Field(default=1, ge=1)
    seed: int = 0
    sampling: InquirySampling = InquirySampling()
    asking: dict[str, CallSettings] = Field(default_factory=dict)
    """By role (``student``, ``peer``, ``teacher``), settings of all its models' calls in place of those of ``sampling``."""
    sandbox: str | None = None
    """Level of the sandbox by name; None takes the first that works. ``none`` isolates nothing."""
    time_limit_seconds: float = Field(default=3.0, ge=0.01)
    """Of the tests of one program; by default as the sandbox has it."""

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.part is not None and self.selection is None:
            raise InquiryError(f"expected a selection to take the {self.part} part of, got none; name its folder")
        if self.selected_for is not None and self.selection is None:
            raise InquiryError(f"expected a selection for {self.selected_for}, got none; name its folder")
        if self.peer is not None and self.kind != "search":
            raise InquiryError("a peer proposes questions in a search; a run has none")
        if len(set(self.teachers)) < len(self.teachers):
            raise InquiryError(f"expected different teachers, got {self.teachers!r}")
        simulated_settings(self.student, self.task, "student")
        for teacher in self.teachers:
            simulated_settings(teacher, self.task, "teacher")
        return self

    @property
    def proposer(self) -> ProposerName:
        """Whose questions a search tries."""
        return "self" if self.peer is None else "peer"

    @property
    def answer_equality(self) -> Equality:
        """The equality in force."""
        return self.equality or DEFAULT_EQUALITY[self.task]

    def settings(self) -> SearchSettings:
        """Return the settings of the dialogues."""
        return SearchSettings.model_validate(self.model_dump(include=set(SearchSettings.model_fields)))
