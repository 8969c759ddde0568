"""``gnomon train students`` and ``judges``: what was trained against what was there before, in one table each."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gnomon.cli.errors import CommandError
from gnomon.cli.inquiry import sampling_of
from gnomon.cli.running import Connections, MaxCost, Prices, pace_of, progress
from gnomon.cli.showing import number_of, table_as_json, table_as_text
from gnomon.cli.trained import addresses_of, spec_of
from gnomon.cli.writing import write_at_once

if TYPE_CHECKING:
    from gnomon.pages import Table

_Out = Annotated[Path, typer.Option(help="Folder for a run of each and the table; the same command goes on.")]
_Limit = Annotated[int | None, typer.Option(min=1, help="Only so many from the top.")]
_SIMULATED = "Simulated: these figures show that a run works; they say nothing about any model or learner."
_SAMPLE = "These figures are of a small sample that comes with gnomon: they show that it runs."
_Json = Annotated[bool, typer.Option("--json", help="Print the table as JSON, with its intervals.")]


def students(  # noqa: PLR0913  # one parameter an option
    *,
    student: Annotated[
        list[str],
        typer.Option(
            metavar="TASK[:GUIDANCE:TRAINING]=MODEL",
            help="gsm8k=MODEL before training, gsm8k:self:sft=DIR, humaneval:peer:sft+dpo=DIR and so on; MODEL is a trained "
            "model's folder, MODEL@URL, a URL or a simulation. May be given again.",
        ),
    ],
    teacher: Annotated[str, typer.Option(help="As a student's MODEL; the same for all.")],
    out: _Out,
    data: Annotated[list[str] | None, typer.Option(metavar="TASK=PATH", help="Problems of a task. [default: as inquiry]")] = None,
    selection: Annotated[
        list[str] | None,
        typer.Option(metavar="TASK=DIR", help="Selection for the student before training: its measuring part is used."),
    ] = None,
    limit: _Limit = None,
    num_samples: Annotated[int, typer.Option("--samples", "-k", min=1, help="Answer-only samples at each state.")] = 5,
    sampling: Annotated[list[str] | None, typer.Option(metavar="NAME=NUMBER", help="As of `gnomon inquiry run`.")] = None,
    seed: Annotated[int, typer.Option(help="Of everything drawn at random.")] = 0,
    sandbox: Annotated[str | None, typer.Option(help="Level of the sandbox for humaneval.")] = None,
    connections: Connections = 20,
    max_cost: MaxCost = None,
    prices: Prices = None,
    as_json: _Json = False,
) -> None:
    """Let students rerun the scaffolded protocol (ODQS): Self and Peer, SFT and SFT with DPO, maths and coding in one table."""
    from gnomon.inquiry import InquirySampling
    from gnomon.inquiry.analysis.curves import Resampling
    from gnomon.training.evaluation.students import Rerun, Student, rerun_all, student_table

    what = Rerun(
        students=tuple(Student.read(text, spec_of) for text in student),
        teacher=spec_of(teacher),
        data=_by_task("--data", data),
        selections=_by_task("--selection", selection),
        limit=limit,
        num_samples=num_samples,
        sampling=InquirySampling.model_validate(sampling_of(sampling)),
        seed=seed,
        sandbox=sandbox,
    )
    with progress("dialogues") as told:
        found = rerun_all(what, out, addresses_of, pace_of(connections, max_cost, prices), told, _tell)
    is_simulated = any(row.simulated for each in found for row in each.rows)
    table = student_table(found, Resampling(num_samples))
    _leave("Trained students in the scaffolded protocol", table, [_SIMULATED] if is_simulated else [], out, as_json=as_json)


def judges(  # noqa: PLR0913  # one parameter an option
    *,
    judge: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME[:DIMENSION]=MODEL",
            help="base=MODEL, strong=MODEL@URL, sft:Actionability=DIR, grpo:Actionability=DIR and so on; MODEL is a trained "
            "model's folder, MODEL@URL or a URL. May be given again.",
        ),
    ] = None,
    data: Annotated[str, typer.Option(help="MRBench's file or folder, or `sample`.")],
    out: _Out,
    folds: Annotated[Path | None, typer.Option(help="Cross-validation folds of the data, such as folds4.json.")] = None,
    fold: Annotated[int | None, typer.Option(help="That is graded. [default: the recipes' test fold]")] = None,
    limit: _Limit = None,
    seed: Annotated[int, typer.Option(help="Of the judges' samples.")] = 0,
    connections: Connections = 20,
    max_cost: MaxCost = None,
    prices: Prices = None,
    as_json: _Json = False,
) -> None:
    """Compare judges dimension by dimension on the test fold (bea-jh): base, strong model, SFT without rationale, GRPO.

    The judge that ships with the package and the commonest label stand beside them.
    """
    from gnomon.training import open_recipe
    from gnomon.training.evaluation.judges import Comparison, JudgeModel, judge_all, judge_table
    from gnomon.training.recipe import JudgeRows

    rows = open_recipe("bea-judge-grpo").rows
    assert isinstance(rows, JudgeRows)
    what = Comparison(
        models=tuple(JudgeModel.read(text, spec_of) for text in judge or ()),
        data=data if data == "sample" else str(Path(data).resolve()),
        folds=folds,
        fold=rows.test_fold.value if fold is None else fold,
        limit=limit,
        seed=seed,
    )
    with progress("responses") as told:
        found = judge_all(what, out, addresses_of, pace_of(connections, max_cost, prices), told, _tell)
    _leave("Judges by dimension", judge_table(found), [_SAMPLE] if data == "sample" else [], out, as_json=as_json)


def _tell(line: str) -> None:
    typer.echo(line, err=True)


def _by_task(option: str, pairs: list[str] | None) -> dict[str, str]:
    found = {}
    for pair in pairs or ():
        task, equals, path = pair.partition("=")
        if not equals or not path:
            raise CommandError(f"expected {option} TASK=PATH, got {pair!r}")
        found[task.strip()] = str(Path(path).resolve())
    return found


def _leave(title: str, table: Table, notes: Sequence[str], out: Path, *, as_json: bool) -> None:
    """Print a table, and leave it as a page and as CSV."""
    from gnomon.pages import Report, report_page, write_tables

    made = Report(title=title, runs=(), tables=(table,), notes=tuple(notes))
    write_at_once({out / "index.html": report_page(made)})
    write_tables(made, out)
    if as_json:
        typer.echo(json.dumps(table_as_json(table), indent=1, ensure_ascii=False))
    else:
        typer.echo(table_as_text(table, with_intervals=True))
    typer.echo(f"{out / 'index.html'}, {number_of(len(made.tables), 'table')} beside it", err=True)
