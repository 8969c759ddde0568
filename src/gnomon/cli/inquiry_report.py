"""``gnomon inquiry analyse`` and ``report``: what finished inquiries show, as figures and as pages."""

from __future__ import annotations

import asyncio
import json
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from gnomon.cli.running import MaxTokens, Prices, ReasoningEffort, Temperature, TopP, asking_of, prices_of
from gnomon.cli.showing import number_of, table_as_json, table_as_text
from gnomon.cli.writing import folder_for_tables, refuse_unwritable, write_at_once

if TYPE_CHECKING:
    from gnomon.inquiry.analysis.findings import Findings
    from gnomon.inquiry.analysis.judges import Mark
    from gnomon.inquiry.report.report import InquiryRun
    from gnomon.models import CallSettings

_Folders = Annotated[list[Path], typer.Argument(metavar="DIR...", help="Results folders of runs and searches.")]
_Baseline = Annotated[
    str | None,
    typer.Option(help="Name of the student before training, or of the teacher to compare others with, as rows have it."),
]
_K = Annotated[int, typer.Option("--samples", "-k", min=1, help="k of Pass@k; at most the samples drawn.")]
_Resamples = Annotated[int, typer.Option(min=1, help="Of the bootstrap.")]
_Seed = Annotated[int, typer.Option(help="Of the bootstrap.")]


def analyse(  # noqa: PLR0913  # one parameter an option
    folders: _Folders,
    *,
    baseline: _Baseline = None,
    judge: Annotated[str | None, typer.Option(help="URL or MODEL@URL: judge the questions; needs --judgements.")] = None,
    judgements: Annotated[Path | None, typer.Option(help="File of judgements: written with --judge, else read.")] = None,
    judged: Annotated[int, typer.Option(min=1, help="Problems of each condition that are judged, from the top.")] = 20,
    temperature: Temperature = None,
    top_p: TopP = None,
    max_tokens: MaxTokens = None,
    reasoning_effort: ReasoningEffort = None,
    samples: _K = 5,
    resamples: _Resamples = 1000,
    seed: _Seed = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Print Pass@k by turn, differences between conditions with their tests, and turns saved."""
    from gnomon.inquiry.analysis.curves import Resampling
    from gnomon.inquiry.analysis.pairs import unsaid_in
    from gnomon.inquiry.report.report import findings_of_runs, tables_of

    how = Resampling(k=samples, seed=seed, resamples=resamples)
    roles = ("judge",) if judge is not None else ()
    asking = asking_of(
        roles, roles, temperature=temperature, top_p=top_p, max_tokens=max_tokens, reasoning_effort=reasoning_effort
    )
    runs = _read(folders)
    if judge is not None:
        if judgements is None:
            raise typer.BadParameter("--judge needs --judgements FILE: where the judgements are written")
        _judge(runs, judge, judgements, judged, asking.get("judge"))
    findings = findings_of_runs(runs, marks=_marks(judgements), baseline=baseline, how=how)
    tables = tables_of(findings)
    if as_json:
        typer.echo(json.dumps({table.id: table_as_json(table) for table in tables}, indent=1, ensure_ascii=False))
        return
    typer.echo(f"Where a name says nothing else: {unsaid_in(findings.conditions)}.\n")
    for table in tables:
        typer.echo(table_as_text(table))


def report(  # noqa: PLR0913  # one parameter an option
    folders: _Folders,
    *,
    html: Annotated[Path, typer.Option(help="Page to write; transcripts and searches go to pages beside it.")] = Path(
        "inquiry.html"
    ),
    csv: Annotated[Path | None, typer.Option(help="Folder for the tables as CSV files. [default: beside the page]")] = None,
    baseline: _Baseline = None,
    judgements: Annotated[Path | None, typer.Option(help="File of judgements that analyse --judge wrote.")] = None,
    transcripts: Annotated[int, typer.Option(min=0, help="Problems shown as transcripts and as searches.")] = 10,
    judge: Annotated[
        Literal["embedded"] | None,
        typer.Option(help="embedded: its labels below the tutor's replies of transcripts, out of its domain. [default: none]"),
    ] = None,
    samples: _K = 5,
    resamples: _Resamples = 1000,
    seed: _Seed = 0,
    prices: Prices = None,
    force: Annotated[bool, typer.Option("--force", help="Replace pages that exist.")] = False,
    show: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
) -> None:
    """Write the report: tables and plots, transcripts side by side, the searches to read, and CSV files."""
    from gnomon.inquiry.analysis.curves import Resampling
    from gnomon.inquiry.report.report import findings_of_runs, inquiry_report
    from gnomon.pages import report_page, write_tables

    refuse_unwritable([html], force=force)
    tables = folder_for_tables([html, *_beside(html)], csv)
    how = Resampling(k=samples, seed=seed, resamples=resamples)
    runs = _read(folders)
    findings = findings_of_runs(runs, marks=_marks(judgements), baseline=baseline, how=how)
    made = inquiry_report(runs, findings, prices=prices_of(prices))
    pages = {html: report_page(made), **_reading_pages(html, runs, findings, transcripts, is_judged=judge is not None)}
    refuse_unwritable(list(pages), force=force)
    write_at_once(pages)
    written = write_tables(made, tables)
    for path in pages:
        typer.echo(f"{path}")
    typer.echo(f"{number_of(len(written), 'table')} in {tables}", err=True)
    if show:
        webbrowser.open(html.resolve().as_uri())


def _read(folders: list[Path]) -> tuple[InquiryRun, ...]:
    from gnomon.inquiry.report.report import read_run

    # A folder named twice, however it is spelled, is one run
    return tuple(read_run(folder) for folder in {folder.resolve(): folder for folder in folders}.values())


def _beside(html: Path) -> tuple[Path, Path]:
    """Return the pages of transcripts and of searches that go with a report."""
    return html.with_name(f"{html.stem}-transcripts.html"), html.with_name(f"{html.stem}-searches.html")


def _marks(path: Path | None) -> tuple[Mark, ...]:
    from gnomon.inquiry.analysis.judges import read_marks

    return () if path is None else read_marks(path)


def _reading_pages(
    html: Path, runs: tuple[InquiryRun, ...], findings: Findings, most: int, *, is_judged: bool
) -> dict[Path, str]:
    """Return the pages to read; without the problems' texts where the data are gone."""
    from gnomon.datasets import DatasetError
    from gnomon.inquiry.report.report import texts_of
    from gnomon.inquiry.report.transcripts import transcripts_page
    from gnomon.inquiry.report.tree_page import tree_page
    from gnomon.runs import RunError

    texts: dict[str, str] = {}
    try:
        texts = {name: problem.text for name, problem in texts_of(runs).items()}
    except (RunError, DatasetError, OSError) as error:
        typer.echo(f"pages show problems by their ids: {error}", err=True)
    simulated = any(condition.setting.simulated for condition in findings.conditions)
    pages = {}
    talks, searches = _beside(html)
    if most and findings.conditions:
        pages[talks] = transcripts_page(
            findings.conditions, findings.names, texts=texts, most=most, is_simulated=simulated, is_judged=is_judged
        )
    if most and findings.trees:
        pages[searches] = tree_page(findings.trees[:most], texts=texts)
    return pages


def _judge(runs: tuple[InquiryRun, ...], judge: str, path: Path, most: int, asking: CallSettings | None) -> None:
    from gnomon.inquiry.analysis.curves import conditions_of
    from gnomon.inquiry.analysis.judges import write_marks
    from gnomon.inquiry.analysis.judging import judge_questions
    from gnomon.inquiry.report.report import texts_of

    conditions = conditions_of(row for run in runs for row in run.rows)
    refuse_unwritable([path], force=True)
    kept = path.with_suffix(".cache")
    marks = asyncio.run(judge_questions(conditions, judge, texts_of(runs), cache=kept, most=most, asking=asking))
    write_marks(marks, path)
    unread = sum(mark.value is None for mark in marks)
    typer.echo(f"{len(marks)} judgements, {unread} without a score, in {path}", err=True)
