"""Running a grid: its runs one after another into one folder, each by the run layer of benchmarks and inquiries.

The same call goes on after an interruption: runs that are finished are passed over, one that was stopped goes on. A run that
cannot be made keeps none of the others from being made; its cells are then missing, with the reason. A limit of cost is of one
call, over all runs that it makes.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import BaseModel, ConfigDict

from gnomon.benchmark.benchmark import Row
from gnomon.benchmark.catalogue import build
from gnomon.benchmark.errors import ResultsError
from gnomon.benchmark.figures import counts_of
from gnomon.benchmark.grids.grid import Grid
from gnomon.benchmark.grids.plan import Chosen, PlannedRun, plan
from gnomon.benchmark.results import RunConfig
from gnomon.benchmark.running import run
from gnomon.files import write_whole
from gnomon.inquiry import InquiryConfig, InquiryError, read_results, run_inquiry
from gnomon.inquiry.analysis.curves import conditions_of
from gnomon.inquiry.analysis.judges import Mark, write_marks
from gnomon.inquiry.analysis.judging import marks_by
from gnomon.inquiry.report.report import InquiryRun, read_run, texts_of
from gnomon.inquiry.sources import find_source
from gnomon.models import Cache, Ledger, ModelError, open_model
from gnomon.pages import Counts
from gnomon.runs import AllFailedError, Pace, Progress, Record, RunError, difference, read_record
from gnomon.sandbox import SandboxError

RECORD = "grid.json"
JUDGEMENTS = "judgements.jsonl"
_JUDGED_PROBLEMS = 20
"""Of each condition, as `gnomon inquiry analyse` has it: two judgements of similarity a pair of questions are many calls."""
_AT_LIMIT = "the limit of cost was reached before this run; the same command with a higher one goes on"
_NO_CONNECTION = re.compile(r"no connection to (\S+?),? ")
"""How a client says that nobody listens; see `gnomon.models.server`."""
_SPECS = ("tutor", "judge", "reader", "ocr", "student", "peer", "teachers")
"""Fields of a configuration that name models."""
_DEFAULT_PACE = Pace()


class GridConfig(BaseModel):
    """What all runs of a grid's folder have in common. Who fills it may change: further models go into the same folder."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    grid: str
    data: str | None
    limit: int | None
    seed: int
    settings: dict[str, Any]
    all_problems: bool


GridRecord = Record[GridConfig]


class MadeRun(NamedTuple):
    """One run of a grid and what it came to."""

    run: PlannedRun
    rows: tuple[Row, ...] = ()
    """Of a benchmark."""
    inquiry: InquiryRun | None = None
    """Of an inquiry."""
    counts: Counts = Counts(0)
    missing: str = ""
    """Why there are no results; empty where there are."""
    num_asked: int = 0
    """Rows that this pass has made."""


@dataclass(frozen=True)
class GridOutcome:
    """What a grid came to."""

    grid: Grid
    chosen: Chosen
    folder: Path
    made: tuple[MadeRun, ...]
    marks: tuple[Mark, ...] = ()
    """Of an inquiry's questions, where they are judged."""

    @property
    def finished(self) -> tuple[MadeRun, ...]:
        """The runs that have results and are shown."""
        return tuple(each for each in self.made if not each.missing and not each.run.selects)


@dataclass(frozen=True)
class _CountedPace(Pace):
    """A pace that keeps the ledgers it has given out, so that what they cost together is known."""

    ledgers: list[Ledger] = field(default_factory=list)

    def ledger(self) -> Ledger:
        """Return a ledger whose limit is what the others have left."""
        left = None if self.max_cost is None else max(0.0, self.max_cost - self.spent)
        made = Ledger(self.prices, max_cost=left)
        self.ledgers.append(made)
        return made

    @property
    def spent(self) -> float:
        """What all calls so far have cost, as far as prices and token counts are known."""
        rows = (row for ledger in self.ledgers for row in ledger.rows)
        return sum(price.cost(row.usage) for row in rows if (price := (self.prices or {}).get(row.model)))

    @property
    def is_at_limit(self) -> bool:
        """Whether a call was refused because of the limit."""
        return any(ledger.has_refused for ledger in self.ledgers)


class GridProgress(NamedTuple):
    """How far a grid is."""

    number: int
    """Of the run, from 1."""
    of: int
    name: str
    run: Progress


GridTold = Callable[[GridProgress], None]


def run_grid(grid: Grid, chosen: Chosen, out: Path, pace: Pace = _DEFAULT_PACE, told: GridTold = lambda _: None) -> GridOutcome:
    """Make the runs of a grid that are missing, and return all of them.

    Args:
        grid: what is to be filled.
        chosen: who fills it.
        out: folder of the grid: new, or that of this very grid.
        pace: how fast, and how dear all runs together.
        told: is told how far the grid is.

    Raises:
        ResultsError: when what was chosen does not fit, or no run could be made; the message is that of the first.
        RunError: when the folder holds another grid, or one of its runs is another one, with the key that differs.
        DatasetError: when the data cannot be read.
    """
    runs = plan(grid, chosen, out)
    check_first(runs)
    _claim(grid, chosen, out)
    counted = _CountedPace(pace.max_connections, pace.max_cost, pace.prices, pace.addresses)
    made: list[MadeRun] = []
    for number, each in enumerate(runs, 1):

        def tell(progress: Progress, number: int = number, each: PlannedRun = each) -> None:
            told(GridProgress(number, len(runs), each.name, progress))

        made.append(_made(each, made, counted, tell))
    outcome = GridOutcome(grid, chosen, out, tuple(made))
    if not outcome.finished:
        _withdraw(out)
        reason = next((each.missing for each in made if each.missing and each.missing != _AT_LIMIT), "nothing was to be run")
        raise ResultsError(f"no run of the grid {grid.name} has results: {reason}")
    if grid.is_inquiry and chosen.judges:
        return replace(outcome, marks=_judged(outcome, counted))
    return outcome


def check_first(runs: Sequence[PlannedRun]) -> None:
    """Refuse what does not fit any run, before anything is written: the runs differ in what the grid itself says alone.

    Raises:
        ResultsError: for a setting, tutor or judge that cannot be used; so do `InquiryError` and `DatasetError`.
    """
    first = next((each.config for each in runs if each.config is not None), None)
    if isinstance(first, RunConfig):
        _named_or_empty(first)
    elif first is not None:
        find_source(first.task, first.data)


def _named_or_empty(config: RunConfig) -> None:
    """Build the benchmark of a configuration; that its data bring no recorded replies is no mistake of the grid."""
    try:
        build(config)
    except ResultsError:
        if config.tutor != "recorded":
            raise


def _claim(grid: Grid, chosen: Chosen, out: Path) -> None:
    """Write what the folder holds, or see that it is this.

    Raises:
        RunError: when it is another grid, or something else.
    """
    config = GridConfig(
        grid=grid.name, data=chosen.data, limit=chosen.limit, seed=chosen.seed, settings=dict(chosen.settings),
        all_problems=chosen.all_problems,
    )  # fmt: skip
    record, path = GridRecord(config=config, versions={}), out / RECORD
    if path.exists():
        if differs := difference(read_record(path, GridRecord), record):
            raise RunError(f"{out}: holds another grid, which differs in {differs}; name another place with --out")
        return
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise RunError(f"{out}: expected a new or empty folder for the grid, or one of its own; name another one with --out")
    out.mkdir(parents=True, exist_ok=True)
    write_whole(path, record.model_dump_json(indent=2) + "\n")


def _withdraw(out: Path) -> None:
    """Remove what a grid without any run has made; where something was asked, it is kept to go on from."""
    if {each.name for each in out.iterdir()} == {RECORD}:
        (out / RECORD).unlink()
        out.rmdir()


def _made(each: PlannedRun, before: Sequence[MadeRun], pace: _CountedPace, tell: Callable[[Progress], None]) -> MadeRun:
    """Make one run; what keeps it from being made is the reason why it is missing."""
    if each.config is None:
        return MadeRun(each, missing=each.missing)
    if pace.is_at_limit:
        return MadeRun(each, missing=_AT_LIMIT)
    if reason := _needed_run_missing(each.config, before) or _dead_server(each.config, before):
        return MadeRun(each, missing=reason)
    try:
        if isinstance(each.config, RunConfig):
            done = run(each.config, each.folder, pace, tell)
            return MadeRun(each, rows=done.rows, counts=counts_of(done.rows), num_asked=done.num_asked)
        asked = run_inquiry(_of_pool(each.config), each.folder, pace, told=tell)
        found = None if each.selects else read_run(each.folder)
        return MadeRun(each, inquiry=found, counts=asked.counts, num_asked=asked.num_asked, missing=_empty(each, asked.counts))
    except (ResultsError, InquiryError, AllFailedError, ModelError, SandboxError) as error:
        return MadeRun(each, missing=" ".join(str(error).split()))


def _empty(each: PlannedRun, counts: Counts) -> str:
    if counts.rows or each.selects:
        return ""
    return "there was no problem that the teacher solves and the student does not" if _pool_of(each.config) else "no problem"


def _needed_run_missing(config: RunConfig | InquiryConfig, before: Sequence[MadeRun]) -> str:
    """Say why a run that this one needs has no results; empty where it has, or none is needed."""
    needed = config.tutor.removeprefix("replies:") if isinstance(config, RunConfig) and config.tutor else _pool_of(config)
    found = next((each for each in before if needed and str(each.run.folder.resolve()) == needed), None)
    return f"the run {found.run.name!r} that it needs is missing: {found.missing}" if found and found.missing else ""


def _of_pool(config: InquiryConfig) -> InquiryConfig:
    """Name the student of a selection as its rows do: a server's URL or a simulation has another name there."""
    if config.selected_for is None or config.selection is None:
        return config
    rows = read_results(Path(config.selection))
    return config.model_copy(update={"selected_for": next((row.student for row in rows), config.selected_for)})


def _dead_server(config: RunConfig | InquiryConfig, before: Sequence[MadeRun]) -> str:
    """Say that a server of this run was not there for an earlier one: who waits for each run anew waits long."""
    asked = " ".join(str(spec) for spec in config.model_dump(include=set(_SPECS)).values())
    dead = (found[1] for each in before if (found := _NO_CONNECTION.search(each.missing)))
    return next((f"no connection to {url}, as in an earlier run" for url in dead if url in asked), "")


def _pool_of(config: RunConfig | InquiryConfig | None) -> str | None:
    return config.selection if isinstance(config, InquiryConfig) else None


def _judged(outcome: GridOutcome, pace: _CountedPace) -> tuple[Mark, ...]:
    """Have the questions of all finished runs judged; calls that were answered before come from the cache."""
    runs = [each.inquiry for each in outcome.finished if each.inquiry is not None]
    conditions = conditions_of(row for each in runs for row in each.rows)
    spec, cache = pace.address(outcome.chosen.judges[0]), Cache(outcome.folder / "judgements.cache")

    async def judge() -> tuple[Mark, ...]:
        opened = await open_model(spec, role="judge", cache=cache, ledger=pace.ledger(), settings=pace.settings())
        async with opened as model:
            return await marks_by(model, conditions, texts_of(runs), most=_JUDGED_PROBLEMS)

    marks = asyncio.run(judge())
    write_marks(marks, outcome.folder / JUDGEMENTS)
    return marks


def asked_in(outcome: GridOutcome) -> Mapping[str, int]:
    """Return how many runs there are, and how many of them this pass has worked on, were there before, or are missing."""
    made = outcome.made
    return {
        "runs": len(made),
        "worked on": sum(each.num_asked > 0 for each in made),
        "there before": sum(not each.num_asked and not each.missing for each in made),
        "missing": sum(bool(each.missing) for each in made),
    }
