"""``gnomon bench score``: files of somebody else's system against people's labels."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gnomon.cli.bench import settings_of
from gnomon.cli.showing import number_of, table_as_json, table_as_text
from gnomon.cli.writing import refuse_unwritable, write_at_once

if TYPE_CHECKING:
    from gnomon.benchmark.scoring import Board, BoardRow, ScoredDimension, ScoredPredictions, ScoredSubmission

_TITLES = {
    "strict_macro_f1": "strict macro-F1",
    "strict_accuracy": "strict accuracy",
    "lenient_macro_f1": "lenient macro-F1",
    "lenient_accuracy": "lenient accuracy",
}


def score(
    task: Annotated[str, typer.Argument(metavar="TASK", help="mrbench, geodial or mathexplain_keypoints.")],
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE",
            help="Of mrbench a submission of the BEA 2025 shared task (JSON, or zip); else predictions, one JSON a line.",
        ),
    ],
    *,
    gold: Annotated[
        str | None,
        typer.Option(help="Data with the truth: 'sample' or a path. [default: the copy that was added, else the sample]"),
    ] = None,
    setting: Annotated[
        list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="A setting of the benchmark, such as split=test.")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="JSON file for all figures.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace the file where it exists.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Score a submission or predictions: figures with intervals, what is missing, where they would stand on published boards."""
    from gnomon.benchmark.catalogue import dataset_of
    from gnomon.benchmark.data import default_data
    from gnomon.benchmark.scoring import score_predictions, score_submission

    if out is not None:
        refuse_unwritable([out], force=force)
    options = settings_of(setting or [])
    chosen = str(Path(gold).resolve()) if gold not in (None, "sample") else gold or default_data(dataset_of(task))
    if task == "mrbench":
        if options:
            raise typer.BadParameter("--set: a submission is scored in one way; leave it out")
        submission = score_submission(file, chosen)
        found, shown = submission.as_json(), _submission_as_text(submission)
    else:
        predictions = score_predictions(task, file, chosen, options)
        found, shown = _predictions_as_json(predictions), _predictions_as_text(predictions)
    found = {**found, "file": file.name}
    if out is not None:
        write_at_once({out: json.dumps(found, ensure_ascii=False, indent=1) + "\n"})
    typer.echo(json.dumps(found, ensure_ascii=False, indent=1) if as_json else shown)
    if chosen == "sample":
        typer.echo("scored against the small sample that comes with gnomon; name the labelled data with --gold", err=True)


def _submission_as_text(scored: ScoredSubmission) -> str:
    from gnomon.judge import dimensions

    head = f"{number_of(scored.responses, 'response')} of {number_of(scored.dialogues, 'dialogue')} in {scored.gold}"
    lines = [head, *_told_counts(scored.counts, scored.examples), ""]
    for name, record in dimensions().items():
        lines += _dimension_as_text(record.title, scored.dimensions[name], scored.boards.boards[name])
    sources = [f"[{name}] {source.cite}, {source.date.isoformat()}" for name, source in scored.boards.sources.items()]
    return "\n".join([*lines, *sources, "", scored.note])


def _dimension_as_text(title: str, scored: ScoredDimension, board: Board) -> list[str]:
    counts = ", ".join(f"{count} {name}" for name, count in scored.counts.items() if count)
    if not scored.figures:
        return [f"{title}: the submission has no label of it", ""]
    lines = [f"{title} ({number_of(scored.rows, 'response')}{', ' if counts else ''}{counts})"]
    for figure, interval in scored.figures.items():
        place = scored.places[figure]
        value = "–" if interval is None or interval.value is None else f"{interval.value:.3f}"
        ends = "" if interval is None or interval.low is None else f" ({interval.low:.3f} to {interval.high:.3f})"
        stands = "" if place is None else f"  would stand at {place}"
        lines.append(f"  {_TITLES[figure]:<16} {value}{ends}{stands}")
    main = next(iter(scored.figures))
    known = "; ".join(_board_row(row) for row in board.rows.get(main, ()))
    return [*lines, f"  board, {_TITLES[main]}: {known}", ""]


def _board_row(row: BoardRow) -> str:
    rank = "rank unknown" if row.rank is None else f"rank {row.rank}{' if entered' if row.reranked else ''}"
    return f"{row.name} {row.score:.3f}, {rank} [{row.source}]"


def _predictions_as_text(scored: ScoredPredictions) -> str:
    head = f"{scored.task}: {number_of(len(scored.rows), 'item')} in {scored.gold}"
    lines = [head, *_told_counts(scored.counts, scored.examples), ""]
    return "\n".join([*lines, *(table_as_text(table, with_intervals=True) for table in scored.tables if table.ours)])


def _predictions_as_json(scored: ScoredPredictions) -> dict[str, Any]:
    return {
        "benchmark": scored.task,
        "gold": scored.gold,
        "rows": scored.row_counts._asdict(),
        "counts": dict(scored.counts),
        "examples": {name: list(each) for name, each in scored.examples.items()},
        "figures": {name: {"value": cell.value, "low": cell.low, "high": cell.high} for name, cell in scored.figures.items()},
        "tables": {table.id: table_as_json(table) for table in scored.tables},
    }


def _told_counts(counts: Mapping[str, int], examples: Mapping[str, Sequence[str]]) -> list[str]:
    """Say each count that is not 0 with an example, and what is no count but has examples."""
    lines = []
    for name in [*counts, *(name for name in examples if name not in counts)]:
        if counts.get(name, 1):
            number = f"{counts[name]} " if name in counts else ""
            such = f": {', '.join(examples[name])}" if name in examples else ""
            lines.append(f"{number}{_COUNTED[name]}{such}")
    return lines


_COUNTED = {
    "missing": "missing (counted as wrong)",
    "unknown": "not in the data (in no figure)",
    "repeated": "there more than once",
    "other_text": "with another text than the data: perhaps another version of them",
    "unread": "unreadable entries of the file (in no figure)",
    "illegal": "labels that are none",
}
