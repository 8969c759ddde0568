"""What an inquiry leaves behind: the row of a dialogue, the tree of a candidate search, and their parts.

Turns are counted as in ODQS 4.3 and its tables: evaluation t, from 0 to 5, looks at the state after t replies of the teacher.
Question i, from 1 to 5, is asked at the state after i - 1 replies; the paper's analysis calls it turn i - 1 and its transcripts
turn i, so an `Exchange` knows both. Nothing here calls a model.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from gnomon.metrics import pass_at_k
from gnomon.models import Calls

NUM_QUESTIONS = 5
"""N, the student's budget of questions (ODQS 3)."""

TaskName = Literal["gsm8k", "humaneval", "geometry"]
Scaffolding = Literal["unscaffolded", "scaffolded"]
ProtocolName = Literal["paper", "guarded"]
ProposerName = Literal["self", "peer"]

_FROZEN = ConfigDict(frozen=True, extra="forbid")


class AnswerSample(BaseModel):
    """One answer-only sample."""

    model_config = _FROZEN

    text: str
    is_right: bool | None
    """None where no answer could be read; it is scored as wrong, as the paper does, and counted."""
    verdict: str = ""
    """What the sandbox said of a program; empty for numbers."""
    summary: str = ""
    """What went wrong in the tests, in one line; empty for numbers and where all passed."""


class Evaluation(BaseModel):
    """The samples drawn at one state."""

    model_config = _FROZEN

    turn: int = Field(ge=0, le=NUM_QUESTIONS)
    """Replies of the teacher before it."""
    samples: tuple[AnswerSample, ...]

    @property
    def num_samples(self) -> int:
        """How many were drawn."""
        return len(self.samples)

    @property
    def num_right(self) -> int:
        """How many are right."""
        return sum(sample.is_right is True for sample in self.samples)

    @property
    def num_unread(self) -> int:
        """How many hold no answer that could be read."""
        return sum(sample.is_right is None for sample in self.samples)

    def pass_at_k(self, k: int) -> float:
        """Return the chance that one of k samples is right; see `gnomon.metrics.pass_at_k`.

        Raises:
            MetricInputError: when k is larger than the number of samples.
        """
        return pass_at_k(self.num_samples, self.num_right, k)


class Exchange(BaseModel):
    """A question and the teacher's reply."""

    model_config = _FROZEN

    number: int = Field(ge=1, le=NUM_QUESTIONS)
    """i of question q(i): the turn of a transcript."""
    question: str
    reply: str
    leak: str | None = None
    """What the guard found in the first draft of the reply; None where it found nothing."""
    leak_acted: bool = False
    """Whether the reply was written anew because of it."""

    @property
    def analysis_turn(self) -> int:
        """The turn of the question in the paper's analysis (6.1), 0 to 4."""
        return self.number - 1


class Assessment(BaseModel):
    """One attempt of the student with its verdict and the teacher's feedback."""

    model_config = _FROZEN

    turn: int = Field(ge=0, le=NUM_QUESTIONS)
    attempt: str
    is_right: bool | None
    """None where no answer could be read; the student is told that it was not right."""
    feedback: str
    """As the student sees it, the verdict first."""
    leak: str | None = None
    leak_acted: bool = False


class InquiryFailure(BaseModel):
    """Why a dialogue ended early."""

    model_config = _FROZEN

    boundary: str
    """Where: ``student/question``, ``teacher/reply``, ``sandbox``."""
    message: str


class ProblemRow(BaseModel):
    """What every row of an inquiry begins with: the problem, and who was asked about it."""

    model_config = _FROZEN

    id: str
    problem: str
    task: TaskName
    student: str
    teacher: str

    def identity(self) -> dict[str, Any]:
        """Return all but what the calls cost: equal for runs that ought to be the same."""
        return self.model_dump(mode="json", exclude={"calls"})


class InquiryRow(ProblemRow):
    """One dialogue: five questions, six evaluations, at most one assessment. One that failed keeps what it had."""

    scaffolding: Scaffolding
    assessment_turn: int = Field(default=-1, ge=-1, le=NUM_QUESTIONS)
    """-1: no assessment."""
    protocol: ProtocolName = "paper"
    seed: int = 0
    simulated: bool = False
    """Whether a simulation took part in place of a model."""
    greeting: str = ""
    exchanges: tuple[Exchange, ...] = ()
    evaluations: tuple[Evaluation, ...] = ()
    assessment: Assessment | None = None
    error: InquiryFailure | None = None
    calls: dict[str, Calls] = Field(default_factory=dict)
    """By role: student, teacher. A run fills it in; a dialogue held outside of one has none."""


class Candidate(BaseModel):
    """A question tried at one state."""

    model_config = _FROZEN

    index: int = Field(ge=1)
    """j, from 1."""
    question: str
    reply: str
    samples: tuple[AnswerSample, ...] = ()
    num_right: int = Field(ge=0)
    num_samples: int = Field(ge=0)
    score: float | None = None
    """Pass@k; None where a budget stopped the sampling before all k samples were there."""
    leak: str | None = None
    leak_acted: bool = False


class SearchTurn(BaseModel):
    """All candidates at the state before question i, and the one that the conversation goes on with."""

    model_config = _FROZEN

    number: int = Field(ge=1, le=NUM_QUESTIONS)
    """i."""
    candidates: tuple[Candidate, ...]
    best: int
    """j of the best."""
    state: str = ""
    """Hash of the conversation before the question: equal for equal states."""
    prompt: tuple[dict[str, Any], ...] = ()
    """The messages that the question is asked with, pictures by their hash: the prompt of the training rows."""

    @property
    def chosen(self) -> Candidate:
        """The best candidate."""
        return next(candidate for candidate in self.candidates if candidate.index == self.best)


class SearchTree(ProblemRow):
    """The candidate search for one problem (ODQS, Algorithm 2)."""

    proposer: ProposerName
    peer: str | None = None
    scaffolding: Scaffolding = "unscaffolded"
    assessment_turn: int = Field(default=-1, ge=-1, le=NUM_QUESTIONS)
    protocol: ProtocolName = "paper"
    m: int = Field(ge=1)
    k: int = Field(ge=1)
    budget: bool = False
    seed: int = 0
    simulated: bool = False
    greeting: str = ""
    turns: tuple[SearchTurn, ...] = ()
    evaluations: tuple[Evaluation, ...] = ()
    """At the chosen states, turn 0 first."""
    assessment: Assessment | None = None
    calls_made: int = 0
    """Samples drawn: questions, replies and answers."""
    calls_saved: int = 0
    """Answer samples that the budget did not draw."""
    error: InquiryFailure | None = None
    calls: dict[str, Calls] = Field(default_factory=dict)
