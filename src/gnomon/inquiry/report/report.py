"""The report of one or more inquiries: reads results folders, and puts tables, plots, costs and failures together.

Everything is computed from the rows; `run.json` gives the settings. Runs of the same setting with different seeds are one
condition.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from gnomon.inquiry.analysis.curves import USUAL, Resampling
from gnomon.inquiry.analysis.findings import Findings, findings_of
from gnomon.inquiry.analysis.judges import JudgedProblem, Mark
from gnomon.inquiry.analysis.pairs import unsaid_in
from gnomon.inquiry.counting import counts_of
from gnomon.inquiry.errors import InquiryError
from gnomon.inquiry.folder import InquiryRecord, read_inquiry, read_results
from gnomon.inquiry.protocol.records import InquiryRow, SearchTree
from gnomon.inquiry.report.details import detail_tables, judged_tables, talk_table
from gnomon.inquiry.report.plots import plots_of
from gnomon.inquiry.report.tables import deviation_table, main_tables
from gnomon.inquiry.sources import find_source
from gnomon.models import Price, model_name
from gnomon.pages import Report, RunView, SampleView, Table, filled, folder_names
from gnomon.runs import require_finished

_MOST_FAILURES = 25
"""Of a report: enough to see what goes wrong; all are in the rows."""


@dataclass(frozen=True)
class InquiryRun:
    """A results folder that was read."""

    folder: Path
    record: InquiryRecord
    rows: tuple[InquiryRow, ...]
    """Dialogues; none in a search."""
    trees: tuple[SearchTree, ...]
    """None in a run."""

    @property
    def results(self) -> tuple[InquiryRow | SearchTree, ...]:
        """All rows."""
        return (*self.rows, *self.trees)


def read_run(folder: Path) -> InquiryRun:
    """Read the results folder of a finished run or search.

    Raises:
        InquiryError: when it holds a selection.
        RunError: when it holds no run, one that is not finished or has lost rows, or a row cannot be read.
    """
    record = read_inquiry(folder)
    if record.config.kind == "select":
        raise InquiryError(f"{folder}: expected the results folder of a run or a search, it holds a selection")
    require_finished(folder)
    found = tuple(read_results(folder))
    rows = tuple(row for row in found if isinstance(row, InquiryRow))
    return InquiryRun(folder, record, rows, tuple(row for row in found if isinstance(row, SearchTree)))


def findings_of_runs(
    runs: Sequence[InquiryRun], *, marks: Sequence[Mark] = (), baseline: str | None = None, how: Resampling = USUAL
) -> Findings:
    """Compute everything that the runs show; arguments and errors as for `findings_of`."""
    rows = [row for run in runs for row in run.rows]
    return findings_of(rows, [tree for run in runs for tree in run.trees], marks, baseline=baseline, how=how)


def texts_of(runs: Sequence[InquiryRun]) -> dict[str, JudgedProblem]:
    """Return the problems of runs with their recorded solutions, by id, from the data that the runs name.

    Only problems that the rows are about are kept.

    Raises:
        InquiryError: when the data are gone; so does `DatasetError`.
    """
    wanted = {row.problem for run in runs for row in run.results}
    found: dict[str, JudgedProblem] = {}
    for run in runs:
        config = run.record.config
        for item in find_source(config.task, config.data).problems(config.limit):
            if item.id in wanted:
                answer = item.problem.exact or (f"{item.problem.answer:g}" if item.problem.answer is not None else "")
                solution = "\n".join(part for part in (item.problem.solution or "", answer) if part)
                found[item.id] = JudgedProblem(item.problem.question.text, solution)
    return found


def tables_of(findings: Findings) -> tuple[Table, ...]:
    """Return all tables that the rows allow."""
    specs = (*main_tables(findings.how), *detail_tables(), *judged_tables(findings), talk_table(), deviation_table())
    return filled(specs, findings)


def inquiry_report(runs: Sequence[InquiryRun], findings: Findings, *, prices: Mapping[str, Price] | None = None) -> Report:
    """Put a report together.

    Args:
        runs: that the findings are of.
        findings: what was computed of them.
        prices: by model; None leaves the cost open.
    """
    named = list(zip(_names(runs), runs, strict=True))
    return Report(
        title=f"Inquiry: {', '.join(dict.fromkeys(run.record.config.task for run in runs))}",
        runs=tuple(_run_view(name, run, prices or {}) for name, run in named),
        tables=tables_of(findings),
        plots=plots_of(findings),
        samples=tuple(view for name, run in named for view in _failures(name, run))[:_MOST_FAILURES],
        notes=tuple(_notes(runs, findings)),
    )


def _notes(runs: Sequence[InquiryRun], findings: Findings) -> Iterator[str]:
    if any(condition.setting.simulated for condition in findings.conditions):
        yield "Simulated: these figures show that a run works; they say nothing about any model or learner."
    yield f"Where a name says nothing else: {unsaid_in(findings.conditions)}."
    if any(run.record.config.data is None and run.record.config.task != "geometry" for run in runs):
        yield "No path of problems was given: they are the copy that was added, or else the small sample that comes with gnomon."
    if len({run.record.data_sha256 for run in runs}) > 1:
        yield "The runs are of different problems: what is compared is compared on those that both sides have."
    failed = sum(row.error is not None for condition in findings.conditions for row in condition.rows)
    if failed:
        noun = "dialogue" if failed == 1 else "dialogues"
        yield f"{failed} {noun} failed, and counted up to where that happened: see the list below."


def _names(runs: Sequence[InquiryRun]) -> list[str]:
    """Name runs by their folders, and by their seeds where these are not all 0."""
    seeds = [run.record.config.seed for run in runs]
    folders = folder_names([run.folder for run in runs])
    return [f"{name}, seed={seed}" if any(seeds) else name for name, seed in zip(folders, seeds, strict=True)]


def _run_view(name: str, run: InquiryRun, prices: Mapping[str, Price]) -> RunView:
    config, rows = run.record.config, run.results
    models = {"student": config.student, "peer": config.peer, "teacher": ", ".join(map(model_name, config.teachers))}
    return RunView.of(
        name,
        run.record,
        counts_of(rows),
        calls=(row.calls for row in rows),
        models=models,
        prices=prices,
        unset={"assessment_turn": -1},
    )


def _failures(name: str, run: InquiryRun) -> Iterator[SampleView]:
    for row in run.results:
        if row.error is None:
            continue
        last = row.exchanges[-1] if isinstance(row, InquiryRow) and row.exchanges else None
        yield SampleView(
            run=name,
            id=row.id,
            question=last.question if last else "",
            reply=last.reply if last else "",
            marks=(("evaluations", str(len(row.evaluations))),),
            reason=f"{row.error.boundary}: {row.error.message}",
        )
