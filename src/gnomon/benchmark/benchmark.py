"""What a benchmark is: items, how a tutor answers one, how the answer is graded, and what tables the rows give.

A benchmark knows nothing of runs, folders or reports. One row is one item with the answer and its marks; every figure of a
report is computed from rows alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, ClassVar, Protocol, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from gnomon.benchmark.errors import ResultsError, did_you_mean
from gnomon.figure import Figure, Highlights
from gnomon.models import Calls, Model
from gnomon.pages import Estimated, Measured, Plot, PlotSpec, Table, TableSpec, filled
from gnomon.replies import split_thinking

_FROZEN = ConfigDict(frozen=True, extra="forbid")
NOT_APPLICABLE = "not_applicable"
"""Flag of an answer that a tutor could not be asked for: no formal description, no picture, no recorded reply."""

EPOCH: ContextVar[int] = ContextVar("EPOCH", default=1)
"""Number of the repetition that is answered, from 1; Inspect may be asked for several. What a benchmark keeps holds for one."""


class Options(BaseModel):
    """Settings of a benchmark that change what is asked; each benchmark has its own subclass. Unknown keys are refused."""

    model_config = _FROZEN

    @classmethod
    def checked(cls, values: Mapping[str, Any]) -> Self:
        """Read settings given by name.

        Raises:
            ResultsError: for an unknown one, which names those there are, or a value that does not fit.
        """
        if unknown := sorted(values.keys() - cls.model_fields.keys()):
            known = ", ".join(sorted(cls.model_fields)) or "none"
            raise ResultsError(f"no setting {unknown[0]!r}: {did_you_mean(unknown[0], cls.model_fields)}there are {known}")
        try:
            return cls.model_validate(dict(values))
        except ValidationError as error:
            first = error.errors()[0]
            raise ResultsError(f"setting {'.'.join(map(str, first['loc']))}: {first['msg']}, got {first['input']!r}") from error


@dataclass(frozen=True)
class Item:
    """One thing to answer and grade."""

    id: str
    """Unique in the benchmark, stable over runs."""
    cluster: str
    """Dialogue or problem that the item belongs to: what a bootstrap resamples."""
    text: str
    """The item in short, for people who read rows."""
    groups: Mapping[str, str] = field(default_factory=dict)
    """Values to break figures down by, such as domain or difficulty."""
    content: Any = None  # the dataset's own type
    """The item of the dataset."""


class Answer(BaseModel):
    """What a tutor gave: its raw text and what could be read in it."""

    model_config = _FROZEN

    text: str
    """The raw reply, as graded."""
    status: str = "ok"
    """``ok``, ``partial`` or ``unparseable``."""
    value: Any = None  # plain JSON
    """What was read; None when nothing could be."""
    flags: tuple[str, ...] = ()
    extra: dict[str, Any] = Field(default_factory=dict)  # plain JSON
    """What else the benchmark wants to keep, such as interventions of the guard."""

    @property
    def said(self) -> str:
        """The reply without what a model thought aloud in tags."""
        return split_thinking(self.text).said

    @property
    def applies(self) -> bool:
        """Whether the tutor could be asked at all."""
        return NOT_APPLICABLE not in self.flags


class NotApplicableError(Exception):
    """A tutor has nothing to answer an item with; the message says what is missing."""


def not_applicable(reason: str, extra: Mapping[str, Any] | None = None) -> Answer:
    """Return the answer of a tutor that does not apply to an item: counted and shown, in no figure, never a 0."""
    return Answer(text="", flags=(NOT_APPLICABLE,), extra={**(extra or {}), NOT_APPLICABLE: reason})


class RowError(BaseModel):
    """Why a row has no answer or no marks."""

    model_config = _FROZEN

    boundary: str
    """Where it failed: ``tutor``, ``judge``, ``reader`` or ``benchmark``."""
    message: str
    """One line, without secrets."""


class Grade(BaseModel):
    """What the grader gave."""

    model_config = _FROZEN

    marks: dict[str, Any] = Field(default_factory=dict)  # plain JSON
    """By name; a mark that could not be read is None."""
    status: dict[str, str] = Field(default_factory=dict)
    """By judgement: ``ok``, ``partial``, ``unparseable`` or ``error``."""
    reasons: dict[str, str] = Field(default_factory=dict)
    """By judgement: the judge's reason as far as it gave one, for people who read samples."""
    error: RowError | None = None
    """The first call that failed; the other marks stand."""


class Row(BaseModel):
    """One line of ``rows.jsonl``."""

    model_config = _FROZEN

    id: str
    cluster: str
    text: str = ""
    groups: dict[str, str] = Field(default_factory=dict)
    truth: Any = None  # plain JSON
    """What the dataset says is right, as far as the figures need it."""
    answer: Answer | None = None
    grade: Grade | None = None
    error: RowError | None = None
    """Why there is no answer, or why marks are missing."""
    calls: dict[str, Calls] = Field(default_factory=dict)
    """By role. Not part of a row's identity: a resumed run takes finished calls from the cache."""

    @property
    def marks(self) -> Mapping[str, Any]:
        """The marks; empty without a grade."""
        return self.grade.marks if self.grade else {}

    def identity(self) -> dict[str, Any]:
        """Return the row without what its calls cost: equal for a resumed and an undisturbed run."""
        return self.model_dump(mode="json", exclude={"calls"})


@dataclass(frozen=True)
class Picture:
    """What a row looks like: its figure with highlights, or its pictures."""

    figure: Figure | None = None
    highlights: Highlights | None = None
    highlights2: Highlights | None = None
    images: tuple[str, ...] = ()
    """``data:`` URIs."""


Rows = Sequence[Row]
Runs = Mapping[str, Rows]
"""Rows by the names of their runs."""
Measure = Callable[[Rows], Measured]
"""Gives what is resampled only where it is shown, or a plain number; None where there is no figure."""


@dataclass(frozen=True)
class Shown:
    """What a benchmark shows of its runs, as data."""

    headline: Mapping[str, Measure]
    """The few figures that name a run, for logs and summaries."""
    tables: tuple[TableSpec[Runs, Any], ...]
    plots: tuple[PlotSpec[Runs, Any], ...] = ()
    also_tested: Mapping[str, Measure] = field(default_factory=dict)
    """Figures in which runs are compared beside the headline."""

    @property
    def tested(self) -> Mapping[str, Measure]:
        """The figures in which runs are compared with one another."""
        return {**self.headline, **self.also_tested}


class Benchmark(Protocol):
    """One benchmark with its dataset and options, ready to run. What it shows of its rows follows from `shown`."""

    @property
    def name(self) -> str:
        """The name in commands, files and tables; permanent."""
        ...

    baselines: ClassVar[Mapping[str, Sequence[str]]] = {}
    """By role, the names that may stand there for a model."""

    @property
    def roles(self) -> tuple[str, ...]:
        """The model roles that this configuration needs: ``tutor``, ``judge``, ``ocr``, some or none."""
        ...

    @property
    def prompts(self) -> Mapping[str, str]:
        """Hashes by name of the prompts that this configuration uses."""
        ...

    def items(self) -> Sequence[Item]:
        """Return the items in the dataset's order."""
        ...

    def truth(self, item: Item) -> Any:  # noqa: ANN401 - plain JSON
        """Return what the dataset says is right, as plain JSON."""
        ...

    async def answer(self, item: Item, models: Mapping[str, Model]) -> Answer:
        """Let the tutor answer.

        Raises:
            ModelError: when the tutor's model cannot be asked.
        """
        ...

    async def grade(self, item: Item, answer: Answer, models: Mapping[str, Model]) -> Grade:
        """Grade an answer; a call that fails is noted in the grade."""
        ...

    def read(self, item: Item, text: str) -> Answer:
        """Return the answer that a tutor's reply is, as `answer` reads one; for replies that come from a file.

        Raises:
            ResultsError: when the benchmark grades no replies of a tutor, or not in this setting.
        """
        del item, text
        raise ResultsError(f"{self.name} reads no replies from a file")

    def picture(self, item: Item, row: Row) -> Picture | None:
        """Return what to show beside a row; None when there is nothing."""
        ...

    def shown(self) -> Shown:
        """Return tables and plots as data. Imported here, not before: metrics take long to load, and a run needs none."""
        ...

    def headline(self, rows: Rows) -> Mapping[str, float]:
        """Return the few figures that name a run, for logs and summaries; a figure that cannot be had is left out."""
        found = {name: measure(rows) for name, measure in self.shown().headline.items()}
        values = {name: each.point() if isinstance(each, Estimated) else each for name, each in found.items()}
        return {name: value for name, value in values.items() if isinstance(value, int | float)}

    def tables(self, runs: Runs) -> tuple[Table, ...]:
        """Return the tables of one or more runs of this benchmark, by their names, beside the published figures."""
        return filled(self.shown().tables, runs)

    def plots(self, runs: Runs) -> tuple[Plot, ...]:
        """Return the plots of the same runs."""
        return filled(self.shown().plots, runs)


def is_model(spec: str | None) -> bool:
    """Say whether a tutor or judge is a model behind a URL, and not one of ours by name."""
    return spec is not None and "://" in spec
