"""The report of a grid: the paper's tables with our runs beside the published rows, what is missing and why, the cost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from gnomon.benchmark.data import SAMPLE
from gnomon.benchmark.grids.filling import tables_of_grid
from gnomon.benchmark.grids.running import GridOutcome, MadeRun
from gnomon.benchmark.results import RunConfig, read_record
from gnomon.files import write_whole
from gnomon.inquiry import InquiryConfig
from gnomon.models import Price, model_name
from gnomon.pages import Cell, Column, Report, RunView, Table, TableRow, report_page, write_tables
from gnomon.runs import Record

PAGE, TABLES = "report.html", "tables"
_SAMPLE = "These figures are of a small sample that comes with gnomon: they show that the grid runs, and compare with nothing."
_SIMULATED = "Simulated: these figures show that the grid runs; they say nothing about any model or learner."


def report_of_grid(outcome: GridOutcome, prices: Mapping[str, Price] | None = None) -> Report:
    """Put the report of a grid together.

    Args:
        outcome: with at least one finished run.
        prices: by model; None leaves the cost open.
    """
    grid = outcome.grid
    tables, plots = tables_of_grid(outcome)
    return Report(
        title=f"{grid.name}: {grid.paper}, {grid.shows}",
        runs=tuple(_view(each, prices or {}) for each in outcome.finished),
        tables=(*tables, _runs_table(outcome)),
        plots=plots,
        notes=tuple(_notes(outcome)),
    )


def write_report(outcome: GridOutcome, prices: Mapping[str, Price] | None = None) -> tuple[Path, Report]:
    """Write ``report.html`` and ``tables/*.csv`` into the grid's folder, in place of those of an earlier pass.

    Returns:
        The page, and what it shows.
    """
    report, page = report_of_grid(outcome, prices), outcome.folder / PAGE
    write_whole(page, report_page(report))
    write_tables(report, outcome.folder / TABLES)
    return page, report


def _notes(outcome: GridOutcome) -> Iterator[str]:
    if _is_sample(outcome):
        yield _SAMPLE
    if any(row.simulated for each in outcome.finished if each.inquiry for row in each.inquiry.results):
        yield _SIMULATED
    yield f"What varies: {outcome.grid.varies}. Published beside: {outcome.grid.beside}."
    if outcome.grid.note:
        yield outcome.grid.note
    missing = sum(bool(each.missing) for each in outcome.made)
    if missing:
        yield f"{missing} of {len(outcome.made)} runs are missing: the last table says why."


def _is_sample(outcome: GridOutcome) -> bool:
    return outcome.chosen.data in (None, SAMPLE)


def _view(each: MadeRun, prices: Mapping[str, Price]) -> RunView:
    rows: Any = each.rows if each.inquiry is None else each.inquiry.results
    record: Record[Any] = read_record(each.run.folder) if each.inquiry is None else each.inquiry.record
    return RunView.of(
        each.run.name, record, each.counts, calls=(row.calls for row in rows), models=_models(each.run.config), prices=prices,
        unset={"assessment_turn": -1},
    )  # fmt: skip


def _models(config: RunConfig | InquiryConfig | None) -> Mapping[str, str | None]:
    if isinstance(config, InquiryConfig):
        return {"student": config.student, "peer": config.peer, "teacher": ", ".join(map(model_name, config.teachers))}
    return config.models if config else {}


def _runs_table(outcome: GridOutcome) -> Table:
    """Return one line a run: where it lies, its rows, or why it is missing."""
    heads = (Column[MadeRun]("state", better=""), Column[MadeRun]("folder", better=""))
    rows = tuple(
        TableRow(
            each.run.name,
            (Cell(f"missing: {each.missing}" if each.missing else "finished"), Cell(each.run.folder.name)),
            counts=each.counts if each.counts.rows else None,
        )
        for each in outcome.made
    )
    return Table(f"{outcome.grid.name}.runs", "Runs of the grid", heads, rows)
