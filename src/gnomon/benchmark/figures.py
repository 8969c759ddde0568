"""What the tables of all benchmarks are made with: measures over the rows of a line, lines, counts, published rows.

A measure takes rows and gives an `Estimate`, which is resampled only where it is shown, or a plain number.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from gnomon.benchmark.benchmark import Measure, Row, Rows, Runs
from gnomon.metrics import BertModel, Interval, Metric, bootstrap_interval, local_bert_model, mean_metric, value_of
from gnomon.packaged import packaged_yaml
from gnomon.pages import Column, Counts, Line, Measured, PlotSpec, TableSpec, Wording

Value = Callable[[Row], float | None]
NO_BERT = "BERTScore is empty: its model is not on this machine (pip install 'gnomon[bertscore]', then load it once)."
"""Note of a table where `bert_model` gives None."""
RESAMPLES = 1000
"""The ends of a 95 % interval then lie 25 resamples from the edge, and a report of the papers' sizes takes seconds."""
SEED = 0
"""Of the resampling of all reports, so that a report made twice is the same."""


class Estimate(NamedTuple):
    """A figure over rows, with what a bootstrap resamples."""

    metric: Metric
    clusters: Sequence[Hashable]
    """Dialogue or problem of each row."""

    def point(self) -> float | None:
        """Return the figure alone; None where there are no rows."""
        return value_of(self.metric) if self.metric.rows else None

    def interval(self) -> Interval | None:
        """Return the figure with its percentile interval over clusters; None where there are no rows."""
        if not self.metric.rows:
            return None
        return bootstrap_interval(self.metric, clusters=self.clusters, seed=SEED, resamples=RESAMPLES)


RowColumn = Column[Rows]


# measures


def mark(name: str) -> Value:
    """Return what reads a mark; a mark that could not be read is None."""
    return lambda row: row.marks.get(name)


def mean(value: Value) -> Callable[[Rows], Estimate]:
    """Measure the mean over the rows that have a value."""

    def measure(rows: Rows) -> Estimate:
        return mean_of(rows, map(value, rows))

    return measure


def mean_of(rows: Rows, values: Iterable[float | None]) -> Estimate:
    """Return the mean of values of rows; a row without one is in no mean."""
    kept = [(row.cluster, value) for row, value in zip(rows, values, strict=True) if value is not None]
    return Estimate(mean_metric([value for _, value in kept]), [cluster for cluster, _ in kept])


def number(holds: Callable[[Row], bool]) -> Callable[[Rows], int]:
    """Count rows."""
    return lambda rows: sum(map(holds, rows))


def within(measure: Measure, **groups: str) -> Measure:
    """Measure only the rows of a group, given by the name and value of each breakdown."""
    return lambda rows: measure(in_group(rows, **groups))


def in_group(rows: Rows, **groups: str) -> list[Row]:
    """Return the rows of a group."""
    return [row for row in rows if all(row.groups.get(name) == value for name, value in groups.items())]


def share(part: int, whole: int) -> float | None:
    """Return a share from 0 to 1; None of nothing."""
    return part / whole if whole else None


# lines


def counts_of(rows: Rows, judgement: str | None = None) -> Counts:
    """Count what could not be read, failed, or was not asked.

    Args:
        rows: of a line.
        judgement: the one judgement that the line is about; None counts a row once whichever of its replies it was.
    """
    statuses = [statuses_of(row, judgement) for row in rows]
    return Counts(
        rows=len(rows),
        unreadable=sum("unparseable" in found for found in statuses),
        failed=sum(_is_failed(row, judgement) for row in rows),
        partial=sum("partial" in found and "unparseable" not in found for found in statuses),
        not_applicable=sum(row.answer is not None and not row.answer.applies for row in rows),
    )


def statuses_of(row: Row, judgement: str | None = None) -> set[str]:
    """Return how far the replies of a row could be read: the tutor's and the judge's, or those of one judgement."""
    judged = row.grade.status if row.grade else {}
    found = judged.values() if judgement is None else [judged[judgement]] if judgement in judged else []
    return {*([row.answer.status] if row.answer else []), *found}


def _is_failed(row: Row, judgement: str | None) -> bool:
    if judgement is None or row.grade is None or judgement not in row.grade.status:
        return row.error is not None
    return row.grade.status[judgement] == "error"


def line(name: str, rows: Rows) -> Line[Rows]:
    """Return a line of rows with its counts."""
    return Line(name, rows, counts_of(rows))


def by_run(runs: Runs) -> Iterator[Line[Rows]]:
    """Yield one line a run."""
    yield from (line(run, rows) for run, rows in runs.items())


def by_tutor(runs: Runs) -> Iterator[Line[Rows]]:
    """Yield one line a run; of recorded replies one for each tutor."""
    for run, rows in runs.items():
        for tutor in dict.fromkeys(row.groups.get("tutor") for row in rows):
            name = f"{tutor}, {run}" if tutor else run
            yield line(name, [row for row in rows if row.groups.get("tutor") == tutor])


def by_group(group: str, shown: Mapping[str, str]) -> Callable[[Runs], Iterator[Line[Rows]]]:
    """Yield the lines of `by_tutor` in parts.

    Args:
        group: name of the breakdown.
        shown: its values, with how they are shown.
    """

    def lines(runs: Runs) -> Iterator[Line[Rows]]:
        for each in by_tutor(runs):
            yield from (line(f"{each.name}, {title}", in_group(each.of, **{group: value})) for value, title in shown.items())

    return lines


def by_value(group: str, word: str = "") -> Callable[[Runs], Iterator[Line[Rows]]]:
    """Yield each run in parts by the values of a breakdown that its rows have, in their order; nothing of rows without one.

    Args:
        group: name of the breakdown.
        word: stands before its values; empty for none.
    """

    def lines(runs: Runs) -> Iterator[Line[Rows]]:
        for run, rows in runs.items():
            for value in sorted({row.groups[group] for row in rows if group in row.groups}):
                yield line(f"{run}, {word}{value}", in_group(rows, **{group: value}))

    return lines


def runs_with(
    holds: Callable[[Row], bool], lines: Callable[[Runs], Iterable[Line[Rows]]] = by_run
) -> Callable[[Runs], Iterator[Line[Rows]]]:
    """Yield the lines with a row that the table is about."""
    return lambda runs: (each for each in lines(runs) if any(map(holds, each.of)))


# specifications, what is published, and models for scores


def table(
    table_id: str,
    columns: Iterable[Column[Any]],
    lines: Callable[[Runs], Iterable[Line[Any]]] = by_run,
    **more: Any,  # noqa: ANN401  # printed, note
) -> TableSpec[Runs, Any]:
    """Return a table whose words are in ``shown/`` of its paper, over the rows of runs; see `Wording.table`."""
    return _wording(table_id).table(table_id, columns, lines, **more)


def plot(
    plot_id: str,
    points: Mapping[Any, Callable[[Any], Measured]],
    lines: Callable[[Runs], Iterable[Line[Any]]] = by_run,
    **more: Any,  # noqa: ANN401  # printed
) -> PlotSpec[Runs, Any]:
    """Return a plot, likewise."""
    return _wording(plot_id).plot(plot_id, points, lines, **more)


def _wording(name: str) -> Wording:
    paper = name.partition(".")[0].partition("_")[0]
    return Wording(_read("shown", paper), published(paper))


def published(name: str) -> Mapping[str, Any]:
    """Return the figures that a paper printed, as its file in ``published/`` holds them."""
    return _read("published", name)


@cache
def _read(folder: str, name: str) -> Mapping[str, Any]:
    loaded: Mapping[str, Any] = packaged_yaml(__package__, folder, f"{name}.yaml")
    return loaded


@cache
def bert_model() -> BertModel | None:
    """Return BERTScore's model; None where it is not on this machine: a report downloads nothing."""
    return local_bert_model()
