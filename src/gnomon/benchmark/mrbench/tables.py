"""What MRBench shows: figures by dimension (bea-jh, Tables 3 and 4), and class offsets where there are votes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from gnomon.benchmark.benchmark import Measure, Rows, Runs, Shown
from gnomon.benchmark.figures import Estimate, RowColumn, by_value, counts_of, plot, table
from gnomon.benchmark.mrbench.offsets import OFFSETS
from gnomon.judge import Dimension, dimensions
from gnomon.metrics import (
    LENIENT_LABELS,
    STRICT_LABELS,
    Metric,
    accuracy_metric,
    lenient_label,
    macro_f1_metric,
    measure_coverage,
)
from gnomon.pages import Better, Column, Line, counted


class _Labelled(NamedTuple):
    """The rows of one dimension that were judged, and have a true label."""

    truth: list[str]
    output: list[str | None]
    clusters: list[str]


def _labelled(rows: Rows, name: Dimension) -> _Labelled:
    kept = [row for row in rows if name in (row.truth or {}) and row.grade and row.grade.status.get(name) != "error"]
    return _Labelled([row.truth[name] for row in kept], [row.marks.get(name) for row in kept], [row.cluster for row in kept])


def strict(name: Dimension, metric: Callable[..., Metric]) -> Measure:
    """Measure the three labels of a dimension."""

    def measure(rows: Rows) -> Estimate | None:
        found = _labelled(rows, name)
        return Estimate(metric(found.truth, found.output, labels=STRICT_LABELS), found.clusters) if found.truth else None

    return measure


def lenient(name: Dimension, metric: Callable[..., Metric]) -> Measure:
    """Measure a dimension with To some extent counted as Yes."""

    def measure(rows: Rows) -> Estimate | None:
        found = _labelled(rows, name)
        truth, output = [lenient_label(label) or "" for label in found.truth], [lenient_label(label) for label in found.output]
        return Estimate(metric(truth, output, labels=LENIENT_LABELS), found.clusters) if truth else None

    return measure


def _readable_only(name: Dimension) -> Measure:
    def measure(rows: Rows) -> float | None:
        found = _labelled(rows, name)
        readable = [label is not None for label in found.output]
        if not any(readable):
            return None
        return measure_coverage(macro_f1_metric(found.truth, found.output, labels=STRICT_LABELS), readable).readable_only

    return measure


def _judged(name: Dimension) -> Callable[[Runs], Iterator[Line[Rows]]]:
    """Yield one line a run, with the counts of one dimension's judgements."""
    return lambda runs: (Line(run, rows, counts_of(rows, name)) for run, rows in runs.items())


def paper_columns(name: Dimension) -> Iterator[RowColumn]:
    """Yield the four figures of a dimension that the paper prints."""
    for how, measured in {"strict": strict, "lenient": lenient}.items():
        yield Column(f"{how} macro-F1", measured(name, macro_f1_metric))
        yield Column(f"{how} accuracy", measured(name, accuracy_metric))


def _columns(name: Dimension) -> Iterator[RowColumn]:
    yield from paper_columns(name)
    yield Column("strict F1, readable only", _readable_only(name))


def _by_part(name: Dimension) -> Callable[[Runs], Iterator[Line[Rows]]]:
    """Yield each run whole, then by the tutor who wrote the responses, then by the data set that the dialogues are from."""

    def lines(runs: Runs) -> Iterator[Line[Rows]]:
        for run, rows in runs.items():
            yield Line(run, rows, counts_of(rows, name))
            for group in ("tutor", "source"):
                for each in by_value(group)({run: rows}):
                    yield each._replace(counts=counts_of(each.of, name))

    return lines


def _given(name: Dimension, truth: str, given: str | None) -> Callable[[Rows], int]:
    """Count the rows with a true label that were given another one; None is no readable label."""

    def count(rows: Rows) -> int:
        found = _labelled(rows, name)
        return sum(pair == (truth, given) for pair in zip(found.truth, found.output, strict=True))

    return count


def _confusion(name: Dimension) -> Iterator[RowColumn]:
    for truth in STRICT_LABELS:
        for given in (*STRICT_LABELS, None):
            better: Better = "higher" if truth == given else "lower"
            yield counted(f"{truth}: {given or 'no label'}", _given(name, truth, given), better=better)


def _part_columns() -> Iterator[RowColumn]:
    for name, record in dimensions().items():
        yield Column(f"{record.title}, macro-F1", strict(name, macro_f1_metric))
        yield Column(f"{record.title}, accuracy", strict(name, accuracy_metric))
        yield counted(f"{record.title}, responses", partial(_num_labelled, name=name))


def _num_labelled(rows: Rows, name: Dimension) -> int:
    return len(_labelled(rows, name).truth)


_MACRO_F1 = {name: strict(name, macro_f1_metric) for name in dimensions()}
SHOWN = Shown(
    headline={f"{name}.strict_macro_f1": measure for name, measure in _MACRO_F1.items()},
    tables=(
        *(table(f"mrbench.{name}", _columns(name), _judged(name)) for name in dimensions()),
        OFFSETS,
        table("mrbench.by_tutor", _part_columns(), by_value("tutor")),
        table("mrbench.by_source", _part_columns(), by_value("source")),
        *(table(f"mrbench.confusion_{name}", _confusion(name), _by_part(name)) for name in dimensions()),
    ),
    plots=(plot("mrbench.strict", {dimensions()[name].title: measure for name, measure in _MACRO_F1.items()}),),
    also_tested={f"{name}.strict_accuracy": strict(name, accuracy_metric) for name in dimensions()},
)
