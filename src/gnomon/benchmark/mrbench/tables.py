"""Tables and plots of MRBench from its rows (bea-jh, Tables 3 and 4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from gnomon.benchmark.benchmark import Row
from gnomon.benchmark.figures import cell, failed_share, published, share_cell
from gnomon.benchmark.mrbench.offsets import offset_tables
from gnomon.judge import Dimension, dimensions
from gnomon.metrics import (
    LENIENT_LABELS,
    STRICT_LABELS,
    accuracy_metric,
    lenient_label,
    macro_f1_metric,
    measure_coverage,
    value_of,
)
from gnomon.pages import Cell, Plot, Series, Table, TableRow

_COLUMNS = (
    "strict macro-F1",
    "strict accuracy",
    "lenient macro-F1",
    "lenient accuracy",
    "strict F1, readable only",
    "unreadable",
    "failed",
)
_NOTE = (
    "Intervals: percentile bootstrap over dialogues. A label that cannot be read counts as wrong; a call that failed is left "
    "out, and its share stands in the last column. Published figures are of other parts of the data."
)


class _Labelled(NamedTuple):
    """The rows of one dimension that were judged, and have a true label."""

    truth: list[str]
    output: list[str | None]
    clusters: list[str]


def headline(rows: Sequence[Row]) -> Mapping[str, float]:
    """Return strict macro-F1 by dimension; none where nothing is labelled."""
    figures: dict[str, float] = {}
    for name in dimensions():
        labelled = _labelled(rows, name)
        if labelled.truth:
            value = value_of(macro_f1_metric(labelled.truth, labelled.output, labels=STRICT_LABELS))
            figures |= {} if value is None else {f"{name}.strict_macro_f1": value}
    return figures


def tables(runs: Mapping[str, Sequence[Row]]) -> tuple[Table, ...]:
    """Return one table a dimension: the runs, then the published rows; then, where there are votes and folds, class offsets."""
    return (*(_table(name, runs) for name in dimensions()), *offset_tables(runs))


def plots(runs: Mapping[str, Sequence[Row]]) -> tuple[Plot, ...]:
    """Return strict macro-F1 by dimension, one set of bars a run."""
    names = tuple(record.title for record in dimensions().values())
    series = []
    for run, rows in runs.items():
        cells = [_cells(rows, name)[0] for name in dimensions()]
        values = tuple(None if each.value is None else float(each.value) for each in cells)
        series.append(Series(run, names, values, tuple(each.low for each in cells), tuple(each.high for each in cells)))
    return (Plot("mrbench.strict", "Strict macro-F1 by dimension", "bar", "dimension", "strict macro-F1", tuple(series)),)


def _table(name: Dimension, runs: Mapping[str, Sequence[Row]]) -> Table:
    ours = [TableRow(run, _cells(rows, name)) for run, rows in runs.items()]
    theirs = [
        TableRow(row["name"], (*(Cell(value) for value in row[name]), *[Cell(None)] * 3), is_published=True)
        for row in published("mrbench")["rows"]
    ]
    return Table(f"mrbench.{name}", dimensions()[name].title, _COLUMNS, (*ours, *theirs), _NOTE)


def _cells(rows: Sequence[Row], name: str) -> tuple[Cell, ...]:
    labelled = _labelled(rows, name)
    if not labelled.truth:
        return (*[Cell(None)] * 6, failed_share(rows))
    readable = [label is not None for label in labelled.output]
    strict = macro_f1_metric(labelled.truth, labelled.output, labels=STRICT_LABELS)
    lenient_truth = [lenient_label(label) or "" for label in labelled.truth]
    lenient_output = [lenient_label(label) for label in labelled.output]
    metrics = (
        strict,
        accuracy_metric(labelled.truth, labelled.output, labels=STRICT_LABELS),
        macro_f1_metric(lenient_truth, lenient_output, labels=LENIENT_LABELS),
        accuracy_metric(lenient_truth, lenient_output, labels=LENIENT_LABELS),
    )
    return (
        *(cell(metric, labelled.clusters) for metric in metrics),
        Cell(measure_coverage(strict, readable).readable_only if any(readable) else None),
        share_cell(readable.count(False), len(readable)),
        failed_share(rows),
    )


def _labelled(rows: Sequence[Row], name: str) -> _Labelled:
    kept = [row for row in rows if name in (row.truth or {}) and row.grade and row.grade.status.get(name) != "error"]
    return _Labelled([row.truth[name] for row in kept], [row.marks.get(name) for row in kept], [row.cluster for row in kept])
