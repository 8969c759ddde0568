"""Runs for others to use: rows of a leaderboard, tables for papers and wikis, and the marks of every item.

Nothing here is computed anew: figures are those of the runs' reports.
"""

from __future__ import annotations

import csv
import datetime as dt
import io
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from gnomon.benchmark.benchmark import Row
from gnomon.benchmark.bundle.secrets import Secrets
from gnomon.benchmark.catalogue import build, dataset_of
from gnomon.benchmark.data import SAMPLE
from gnomon.benchmark.errors import ResultsError
from gnomon.benchmark.figures import counts_of
from gnomon.benchmark.reporting import report_of
from gnomon.benchmark.results import read_record, read_rows
from gnomon.pages import Estimated, csv_cell, folder_names, latex_table, markdown_table
from gnomon.runs import SUMMARY


def leaderboard(folders: Sequence[Path]) -> str:
    """Return one row a run as a JSON list: models, settings, data, counts, headline figures with intervals, date, versions.

    The date is that of the run's summary. Keys and folders of this machine are left out.

    Raises:
        RunError: when a folder holds no finished run.
        DatasetError: when a run's data are gone.
    """
    return json.dumps([_leaderboard_row(folder) for folder in folders], ensure_ascii=False, indent=1) + "\n"


def latex(folders: Sequence[Path]) -> str:
    """Return the tables of the runs' report as LaTeX (booktabs); errors as of `report_of`."""
    return "\n".join(["% needs \\usepackage{booktabs}", "", *map(latex_table, report_of(folders, samples=0).tables)])


def markdown(folders: Sequence[Path]) -> str:
    """Return the tables of the runs' report as Markdown; errors as of `report_of`."""
    report = report_of(folders, samples=0)
    return "\n".join([f"## {report.title}", "", *map(markdown_table, report.tables), *(f"{note}\n" for note in report.notes)])


def items(folders: Sequence[Path]) -> str:
    """Return one row an item and run as CSV: ids, groups, truth, reply, every mark, error; what is no plain value is JSON.

    Raises:
        RunError: when a folder holds no finished run.
    """
    found = [
        cells for name, folder in zip(folder_names(list(folders)), folders, strict=True) for cells in _item_cells(name, folder)
    ]
    heads = list(dict.fromkeys(head for cells in found for head in cells))
    # Columns of one kind stand together, whichever row has them first.
    kinds = list(dict.fromkeys(head.partition(".")[0] for head in heads))
    heads.sort(key=lambda head: kinds.index(head.partition(".")[0]))
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(map(csv_cell, heads))
    writer.writerows([csv_cell(cells.get(head)) for head in heads] for cells in found)
    return text.getvalue()


FORMATS: Mapping[str, Callable[[Sequence[Path]], str]] = {
    "leaderboard": leaderboard,
    "latex": latex,
    "markdown": markdown,
    "csv": items,
}


def exported(folders: Sequence[Path], form: str) -> str:
    """Return runs in one of `FORMATS`.

    Raises:
        ResultsError: for another format; and as that format does.
    """
    if form not in FORMATS:
        raise ResultsError(f"no format {form!r}; there are {', '.join(FORMATS)}")
    return FORMATS[form](list({folder.resolve(): folder for folder in folders}.values()))


def _leaderboard_row(folder: Path) -> dict[str, Any]:
    record, rows = read_record(folder), tuple(read_rows(folder))
    config = record.config
    secrets = Secrets.of_environment()
    shown = build(config).shown()
    written = dt.datetime.fromtimestamp((folder / SUMMARY).stat().st_mtime, tz=dt.UTC)
    settings = {"limit": config.limit, "seed": config.seed, **config.options}
    return {
        "benchmark": config.task,
        **{role: spec and secrets.setting(_without_folder(spec)) for role, spec in config.models.items()},
        "settings": secrets.settings({name: _without_folder(value) for name, value in settings.items()}),
        "data": {"name": dataset_of(config.task), "is_sample": config.data == SAMPLE, "sha256": record.data_sha256},
        "counts": counts_of(rows)._asdict(),
        "figures": {name: _figure(measure(rows)) for name, measure in shown.headline.items()},
        "date": written.date().isoformat(),
        "versions": record.versions,
        "prompts": record.prompts,
    }


def _without_folder(value: Any) -> Any:  # noqa: ANN401 - plain JSON
    """Return a setting without the folder of a path."""
    if not isinstance(value, str) or "/" not in value:
        return value
    kind, colon, path = value.partition(":")
    if colon and kind in {"replies", "trained"}:
        return f"{kind}:{Path(path).name}"
    return Path(value).name if Path(value).is_absolute() else value


def _figure(measured: object) -> dict[str, Any]:
    interval = measured.interval() if isinstance(measured, Estimated) else None
    if interval is None:
        return {"value": measured if isinstance(measured, int | float) else None, "low": None, "high": None}
    return {"value": interval.value, "low": interval.low, "high": interval.high}


def _item_cells(run: str, folder: Path) -> Iterator[dict[str, Any]]:
    for row in read_rows(folder):
        answer, grade = row.answer, row.grade
        yield {
            "run": run,
            "id": row.id,
            "cluster": row.cluster,
            **{f"group.{name}": value for name, value in row.groups.items()},
            **_named("truth", row.truth),
            "reply": answer.text if answer else None,
            "status": answer.status if answer else None,
            **{f"status.{name}": value for name, value in (grade.status if grade else {}).items()},
            **{f"mark.{name}": _plain(value) for name, value in row.marks.items()},
            "error": _error(row),
        }


def _named(name: str, value: Any) -> dict[str, Any]:  # noqa: ANN401 - plain JSON
    return {f"{name}.{key}": _plain(each) for key, each in value.items()} if isinstance(value, dict) else {name: _plain(value)}


def _plain(value: Any) -> Any:  # noqa: ANN401 - plain JSON
    return json.dumps(value, ensure_ascii=False) if isinstance(value, dict | list) else value


def _error(row: Row) -> str | None:
    return f"{row.error.boundary}: {row.error.message}" if row.error else None
