"""Who answers in MMTutorBench: a model, the symbolic tutor, an own one, or replies that exist already.

==================  ===============================================================================================
``reference``       the dataset's own reference answer: how a judge marks what it measures by, an upper control
``recorded``        the replies that the dataset brings, of people or products
``replies:DIR``     the replies of a finished run, word for word, so that a second judge grades the very same ones
``symbolic``        the engine's next step, where the dataset has a formal description
``MODULE:FACTORY``  an own key-step tutor
==================  ===============================================================================================

Where a tutor has nothing to answer with, such as a formal description, the answer says so: it gets no mark, and is counted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from gnomon.benchmark.benchmark import Answer, NotApplicableError, is_model
from gnomon.benchmark.errors import ResultsError
from gnomon.benchmark.mmtutorbench.items import KeyStepTurn, pictures, written
from gnomon.benchmark.results import read_record, read_rows
from gnomon.benchmark.sources import formal_description, no_model
from gnomon.datasets import Persona
from gnomon.models import Model, model_name
from gnomon.problem import Problem
from gnomon.tutor import (
    KeyStepContext,
    KeyStepExchange,
    KeyStepReply,
    KeyStepTutor,
    KeyStepVariant,
    ModelKeyStepTutor,
    NoProofError,
    Sampling,
    open_key_step_tutor,
    read_key_step,
)

_REPLIES = "replies:"
_SYMBOLIC = "symbolic"
_PIPELINES = ("grounded+", "focused+")  # of tutors that give turns


@dataclass(frozen=True)
class Asking:
    """How a tutor is asked, whatever the turn."""

    variant: KeyStepVariant
    persona: Persona | None = None
    seed: int = 0


class Tutoring(Protocol):
    """Answers turns."""

    @property
    def role(self) -> str | None:
        """The model role that it asks; None without a model."""
        ...

    @property
    def uses_variant(self) -> bool:
        """Whether the variant decides what it is shown."""
        ...

    def name(self, turn: KeyStepTurn, models: Mapping[str, Model]) -> str:
        """Return the tutor's name in tables."""
        ...

    async def reply(self, turn: KeyStepTurn, earlier: Sequence[KeyStepExchange], models: Mapping[str, Model]) -> KeyStepReply:
        """Answer one turn after the earlier ones.

        Raises:
            ModelError: when a model cannot be asked.
            NotApplicableError: when there is nothing to answer with.
        """
        ...


def open_tutoring(spec: str | None, asking: Asking) -> Tutoring:
    """Open a tutor by its name; see the module. None and URLs mean the model in the role ``tutor``.

    Raises:
        ResultsError: when nothing can be opened by that name.
    """
    if spec is None or (is_model(spec) and not spec.startswith(_PIPELINES)):
        return _ModelTutoring(asking)
    if spec in _GIVEN:
        return _GIVEN[spec]
    try:
        tutor = open_key_step_tutor(spec, no_model, variant=asking.variant.id, seed=asking.seed)
    except ValueError as error:
        raise ResultsError(f"{error}; or one of {', '.join(_GIVEN)}, {_REPLIES}DIR") from error
    return _OwnTutoring(tutor, asking, needs_problem=spec == _SYMBOLIC)


@dataclass(frozen=True)
class GivenReplies:
    """The answers of a finished run by row."""

    answers: Mapping[str, Answer]
    is_recorded: bool
    """Whether that run graded replies that the dataset brings."""
    options: Mapping[str, object]
    """The settings of that run."""


def replies_of(spec: str | None, task: str) -> GivenReplies | None:
    """Read the replies of a finished run of one benchmark; None where ``spec`` names none.

    Raises:
        ResultsError: when the folder holds no finished run of the benchmark.
    """
    if spec is None or not spec.startswith(_REPLIES):
        return None
    folder = Path(spec.removeprefix(_REPLIES))
    config = read_record(folder).config
    if config.task != task:
        raise ResultsError(f"{folder}: expected a run of {task}, it is one of {config.task}")
    answers = {row.id: row.answer for row in read_rows(folder) if row.answer}
    return GivenReplies(answers, config.tutor == "recorded", config.options)


def plain_name(name: str) -> str:
    """Return a model's name without provider and address, so that the same model has one name wherever it runs."""
    return model_name(name.removeprefix("gnomon/"))


@dataclass(frozen=True)
class _ModelTutoring:
    """The model in the role ``tutor``."""

    asking: Asking
    role: str | None = "tutor"
    uses_variant: bool = True

    def name(self, turn: KeyStepTurn, models: Mapping[str, Model]) -> str:
        del turn
        return plain_name(models["tutor"].name)

    async def reply(self, turn: KeyStepTurn, earlier: Sequence[KeyStepExchange], models: Mapping[str, Model]) -> KeyStepReply:
        tutor = ModelKeyStepTutor(models["tutor"], self.asking.variant.id, Sampling(seed=self.asking.seed))
        return await tutor.guide(_context(turn, earlier, self.asking))


@dataclass(frozen=True)
class _OwnTutoring:
    """The symbolic tutor, or a user's own; it may use the formal description."""

    tutor: KeyStepTutor
    asking: Asking
    needs_problem: bool
    role: str | None = None

    @property
    def uses_variant(self) -> bool:
        return not self.needs_problem

    def name(self, turn: KeyStepTurn, models: Mapping[str, Model]) -> str:
        del turn, models
        return self.tutor.name

    async def reply(self, turn: KeyStepTurn, earlier: Sequence[KeyStepExchange], models: Mapping[str, Model]) -> KeyStepReply:
        del models
        context = _formal_context(turn, earlier) if self.needs_problem else _context(turn, earlier, self.asking)
        try:
            return await self.tutor.guide(context)
        except NoProofError as error:
            raise NotApplicableError(str(error)) from error


@dataclass(frozen=True)
class _ReferenceTutoring:
    """The dataset's own answer."""

    role: str | None = None
    uses_variant: bool = False

    def name(self, turn: KeyStepTurn, models: Mapping[str, Model]) -> str:
        del turn, models
        return "reference"

    async def reply(self, turn: KeyStepTurn, earlier: Sequence[KeyStepExchange], models: Mapping[str, Model]) -> KeyStepReply:
        del earlier, models
        return read_key_step(written(turn.reference))


@dataclass(frozen=True)
class _RecordedTutoring:
    """A reply that the dataset brings."""

    role: str | None = None
    uses_variant: bool = False

    def name(self, turn: KeyStepTurn, models: Mapping[str, Model]) -> str:
        del models
        return turn.recorded.tutor if turn.recorded else "recorded"

    async def reply(self, turn: KeyStepTurn, earlier: Sequence[KeyStepExchange], models: Mapping[str, Model]) -> KeyStepReply:
        del earlier, models
        if turn.recorded is None:
            raise NotApplicableError("no recorded reply")
        return read_key_step(turn.recorded.text)


_GIVEN: Mapping[str, Tutoring] = {"reference": _ReferenceTutoring(), "recorded": _RecordedTutoring()}


def _context(turn: KeyStepTurn, earlier: Sequence[KeyStepExchange], asking: Asking) -> KeyStepContext:
    """Return what the variant shows; what it needs and the dataset lacks is the reason for no answer."""
    variant = asking.variant
    query = turn.source.query if variant.query else None
    if variant.query and not query:
        raise NotApplicableError("no question of the student")
    if not variant.pictures and not turn.texts:
        raise NotApplicableError("no text of the pictures")
    try:
        images = pictures(turn) if variant.pictures else ()
    except (OSError, ValueError) as error:
        raise NotApplicableError(f"no picture: {error}") from error
    texts = () if variant.pictures else turn.texts
    return KeyStepContext(images, texts, query, tuple(earlier), asking.persona, _problem_of(turn), "\n".join(turn.texts))


def _formal_context(turn: KeyStepTurn, earlier: Sequence[KeyStepExchange]) -> KeyStepContext:
    """Return the work as text, with the steps that earlier turns have carried out."""
    problem = _problem_of(turn)
    if problem is None:
        raise NotApplicableError("no formal description")
    done = [read_key_step(exchange.answer).execution or "" for exchange in earlier]
    return KeyStepContext(earlier=tuple(earlier), problem=problem, attempt="\n".join([*turn.texts, *done]))


def _problem_of(turn: KeyStepTurn) -> Problem | None:
    reference = turn.source.extra.get("problem")
    return None if reference is None else formal_description(str(reference))
