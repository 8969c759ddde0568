"""One page over all benchmarks of a model: of each run its headline figures, the controls and the best published figure beside.

Which figures those are is data (``shown/overview.yaml``); each is a column of a table that the benchmark's own report has.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import BaseModel, ConfigDict

from gnomon.benchmark.catalogue import BENCHMARKS, build
from gnomon.benchmark.errors import ResultsError
from gnomon.benchmark.figures import counts_of
from gnomon.benchmark.results import read_record, read_rows
from gnomon.inquiry import read_inquiry
from gnomon.inquiry.analysis.curves import USUAL
from gnomon.inquiry.counting import counts_of as counts_of_inquiry
from gnomon.inquiry.report.report import findings_of_runs, read_run
from gnomon.inquiry.report.tables import main_tables
from gnomon.inquiry.simulated.settings import is_simulated
from gnomon.models import model_name
from gnomon.packaged import packaged_yaml
from gnomon.pages import BesideView, Cell, Column, Counts, FigureView, ModelView, OverviewView, TableSpec, TileView, cell_of
from gnomon.runs import RunError

_INQUIRY = "inquiry"
_CONTROLS = ("random-turn", "majority", "tutor-name", "empty", "reference", "recorded")
"""Lower and upper controls of the benchmarks; the symbolic tutor and the embedded judge are no controls."""
_GRAMMAR = "the grammar alone"
"""What hears messages where no model does."""
_SAMPLE = "are of small samples that come with gnomon: they show that a run works, and compare with nothing."


class _Figure(BaseModel):
    """One figure of a benchmark."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    called: str
    table: str
    column: str


class _Shown(BaseModel):
    """What is shown of a benchmark."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: str
    figures: tuple[_Figure, ...]
    without: tuple[str, ...] = ()


class _Run(NamedTuple):
    """A results folder, as the page needs it."""

    folder: Path
    task: str
    graded: str
    """Who, by name: the tutor, of judges the judge, of inquiries the student."""
    is_control: bool
    details: str
    counts: Counts
    specs: Mapping[str, TableSpec[Any, Any]]
    source: Any  # what the tables of the benchmark are filled from
    is_sample: bool


def overview_of(folders: Sequence[Path]) -> OverviewView:
    """Read finished runs of any benchmarks and inquiries, and return the page's content.

    Args:
        folders: results folders; of a grid, those in its ``runs``. One named twice counts once.

    Raises:
        RunError: when a folder holds no run, or one that is not finished.
        ResultsError: when none is of a model.
        DatasetError: when a run's data are gone.
    """
    runs = [found for folder in {each.resolve(): each for each in folders}.values() if (found := _read(folder)) is not None]
    models = list(dict.fromkeys(run.graded for run in runs if not run.is_control))
    if not models:
        raise ResultsError("expected a run of a model among the folders, found controls and baselines alone; name one")
    samples = sum(run.is_sample for run in runs)
    return OverviewView(
        models=tuple(
            ModelView(model, tuple(_tile(run, runs) for run in runs if run.graded == model and not run.is_control))
            for model in models
        ),
        notes=(f"{samples} of the runs {_SAMPLE}",) if samples else (),
    )


@cache
def _shown() -> Mapping[str, _Shown]:
    return {task: _Shown.model_validate(each) for task, each in packaged_yaml(__package__, "shown", "overview.yaml").items()}


# reading


def _read(folder: Path) -> _Run | None:
    """Read a folder; None of a selection, which only chooses problems for other runs."""
    try:
        record = read_record(folder)
    except RunError as error:
        return _read_inquiry(folder, error)
    config = record.config
    rows = tuple(read_rows(folder))
    benchmark = build(config)
    spec = config.models[BENCHMARKS[config.task].roles[0]]
    settings = [f"{name} {_words(value)}" for name, value in sorted(config.options.items())]
    judged = [f"judged by {model_name(config.judge)}"] if config.judge and spec != config.judge else []
    is_control = spec is None or spec in _CONTROLS
    return _Run(
        folder, config.task, model_name(spec or _GRAMMAR), is_control, ", ".join([*judged, *settings]), counts_of(rows),
        {each.id: each for each in benchmark.shown().tables}, {"this run": rows}, config.data == "sample",
    )  # fmt: skip


def _read_inquiry(folder: Path, error: RunError) -> _Run | None:
    try:
        config = read_inquiry(folder).config
    except RunError:
        raise error from None  # what is wrong with it as a run of a benchmark
    if config.kind == "select":
        return None
    run = read_run(folder)
    findings = findings_of_runs([run])
    (first, *_) = findings.conditions or (None,)
    if first is None:
        raise ResultsError(f"{folder}: expected dialogues, it has none; leave it out")
    setting = first.setting
    details = f"{setting.task}, {setting.method}, taught by {', '.join(map(model_name, config.teachers))}"
    counts = counts_of_inquiry(run.results)
    specs = {each.id: each for each in main_tables(USUAL)}
    return _Run(
        folder, _INQUIRY, model_name(config.student), is_simulated(config.student), details, counts, specs, findings,
        config.data is None,
    )  # fmt: skip


def _words(value: Any) -> str:  # noqa: ANN401 - plain JSON
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


# one tile


def _tile(run: _Run, runs: Sequence[_Run]) -> TileView:
    shown = _shown()[run.task]
    controls = [each for each in runs if each.is_control and each.task == run.task]
    figures = (_figure(run, figure, controls, shown.without) for figure in shown.figures)
    return TileView(shown.title, run.details, run.folder.name, run.counts, tuple(each for each in figures if each is not None))


def _figure(run: _Run, figure: _Figure, controls: Sequence[_Run], without: tuple[str, ...]) -> FigureView | None:
    """Return a figure of a run; None where the run has none of it, such as another setting's."""
    cell = _cell(run, figure)
    if cell is None or cell.value is None:
        return None
    spec, column = _column(run, figure)
    beside = tuple(BesideView(each.graded, _cell(each, figure) or Cell(None)) for each in controls)
    best = _best(run, spec, column, without)
    return FigureView(figure.called, column.unit or spec.unit, column.better, cell, beside, best)


def _column(run: _Run, figure: _Figure) -> tuple[TableSpec[Any, Any], Column[Any]]:
    spec = run.specs[figure.table]
    return spec, next(column for column in spec.columns if column.heading == figure.column)


def _cell(run: _Run, figure: _Figure) -> Cell | None:
    spec, column = _column(run, figure)
    line = next(iter(spec.lines(run.source)), None)
    digits = spec.digits if column.digits is None else column.digits
    return None if line is None else cell_of(column.measure(line.of), column.unit or spec.unit, digits)


def _best(run: _Run, spec: TableSpec[Any, Any], column: Column[Any], without: tuple[str, ...]) -> BesideView | None:
    """Return the best figure that was printed of a model; None where none was."""
    place = [each.heading for each in spec.columns].index(column.heading)
    found = [(row.values[place], row) for row in _printed(run, spec, place) if not row.name.startswith(without or ("\0",))]
    if not found:
        return None
    value, row = (min if column.better == "lower" else max)(found, key=lambda each: each[0])
    return BesideView(row.name, Cell(value, digits=spec.digits if row.digits is None else row.digits))


def _printed(run: _Run, spec: TableSpec[Any, Any], place: int) -> Iterator[Any]:
    return (row for row in spec.printed(run.source) if place < len(row.values) and isinstance(row.values[place], float | int))
