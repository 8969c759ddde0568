"""Runs of one benchmark against one another: repeats of one configuration together, paired tests between configurations.

Only rows that all runs of both sides have are paired: by id, with the same text and the same truth. What is compared is the
statistic itself (a macro-F1, a corpus BLEU, a mean), by exchanging or resampling whole dialogues or problems.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, combinations, product
from statistics import fmean, stdev
from typing import NamedTuple

from gnomon.benchmark.benchmark import Measure, Row, Rows
from gnomon.benchmark.figures import SEED, Estimate
from gnomon.metrics import AveragedMetric, Metric, PairedTests, holm, paired_tests
from gnomon.packaged import packaged_yaml
from gnomon.pages import Cell, Column, Line, Table, Wording, counted, filled

RESAMPLES_OF_TESTS = 4999
"""The smallest p value is then 0.0002 (sign flip) or 0.0004 (bootstrap), so that Holm's correction for a hundred tests still
finds what is there, and a test over 2,000 rows takes about half a second."""
MOST_ALL_PAIRS = 5
"""Configurations of which every two are compared; of more, each with the first."""
Measures = Mapping[str, Measure]


class Arm(NamedTuple):
    """One configuration with its repeats, which differ in their seeds alone."""

    name: str
    repeats: tuple[Rows, ...]


class Difference(NamedTuple):
    """One configuration less another one, in one metric."""

    metric: str
    first: str
    second: str
    num_pairs: int
    """Rows that all runs of both have with a value."""
    num_unpaired: int
    """Rows of either that have none on the other side, or no value there: failed, left out, of other items."""
    found: PairedTests | None
    """None where no row is paired."""
    corrected: float | None = None
    """p value of the sign flip after Holm's correction for all differences."""


def tables_of(arms: Sequence[Arm], measures: Measures) -> tuple[Table, ...]:
    """Return the tables of comparisons and of repeats, as far as there is something in them."""
    comparisons = _wording().table("comparisons", _COMPARISONS, lambda found: [Line(each.metric, each) for each in found])
    repeats = _wording().table("repeats", _REPEATS, lambda found: _repeat_lines(found, measures))
    return (*filled((comparisons,), differences_of(arms, measures)), *filled((repeats,), arms))


def differences_of(arms: Sequence[Arm], measures: Measures) -> list[Difference]:
    """Compare configurations in all measures that can be resampled: each two, or of many each with the first.

    Args:
        arms: in the order of the report.
        measures: by name.
    """
    pairs = list(combinations(arms, 2)) if len(arms) <= MOST_ALL_PAIRS else [(arms[0], other) for other in arms[1:]]
    found = [_difference(name, measure, *pair) for name, measure in measures.items() for pair in pairs]
    kept = [each for each in found if each is not None]
    corrected = holm([each.found.exchange_p if each.found else None for each in kept])
    return [each._replace(corrected=p) for each, p in zip(kept, corrected, strict=True)]


def _difference(name: str, measure: Measure, first: Arm, second: Arm) -> Difference | None:
    """Compare two configurations; None where the measure is no figure that is resampled, or is of neither."""
    runs = (*first.repeats, *second.repeats)
    valued = [_with_value(measure, rows) for rows in runs]
    if not any(valued):
        return None
    paired = set.intersection(*valued)
    num_unpaired = len({row.id for rows in runs for row in rows} - {row_id for row_id, *_ in paired})
    found = Difference(name, first.name, second.name, len(paired), num_unpaired, None)
    if not paired:
        return found
    kept = [[row for row in rows if _identity(row) in paired] for rows in runs]
    return found._replace(found=_tested(measure, kept[: len(first.repeats)], kept[len(first.repeats) :]))


def _tested(measure: Measure, first: Sequence[Rows], second: Sequence[Rows]) -> PairedTests:
    """Test two lists of repeats: each with its partner where they are as many, else each with each, which weighs them alike."""
    partners = list(zip(first, second, strict=True)) if len(first) == len(second) else list(product(first, second))
    made = [_over_both(measure, *pair) for pair in partners]
    places = list(chain.from_iterable(each.clusters for each in made))  # as `_over_both` names them
    metric: Metric = made[0].metric if len(made) == 1 else AveragedMetric(tuple(each.metric for each in made))
    sides, clusters = [side for side, _ in places], [cluster for _, cluster in places]
    return paired_tests(metric, is_second=sides, clusters=clusters, seed=SEED, resamples=RESAMPLES_OF_TESTS)


class _OverBoth(NamedTuple):
    metric: Metric
    clusters: list[tuple[bool, str]]
    """Of each row whether it is of the second run, and its dialogue or problem."""


def _over_both(measure: Measure, first: Rows, second: Rows) -> _OverBoth:
    """Measure the rows of two runs as one, so that what a row adds means the same in both."""
    named = {f"{int(is_second)} {row.cluster}": (is_second, row.cluster) for is_second, row in _sided(first, second)}
    rows = [row.model_copy(update={"cluster": f"{int(is_second)} {row.cluster}"}) for is_second, row in _sided(first, second)]
    found = measure(rows)
    assert isinstance(found, Estimate), measure
    return _OverBoth(found.metric, [named[str(cluster)] for cluster in found.clusters])


def _sided(first: Rows, second: Rows) -> Iterator[tuple[bool, Row]]:
    yield from ((False, row) for row in first)
    yield from ((True, row) for row in second)


def _with_value(measure: Measure, rows: Rows) -> set[tuple[str, str, str]]:
    """Return what a measure counts of rows: it names the cluster of each row that it keeps, so that rows tell by theirs."""
    identities = [_identity(row) for row in rows]
    found = measure([row.model_copy(update={"cluster": str(place)}) for place, row in enumerate(rows)])
    return {identities[int(str(place))] for place in found.clusters} if isinstance(found, Estimate) else set()


def _identity(row: Row) -> tuple[str, str, str]:
    return row.id, row.text, repr(row.truth)


def _repeat_lines(arms: Sequence[Arm], measures: Measures) -> Iterator[Line[Sequence[Estimate]]]:
    for name, measure in measures.items():
        for arm in arms:
            found = [measure(rows) for rows in arm.repeats]
            kept = [each for each in found if isinstance(each, Estimate) and each.point() is not None]
            if len(arm.repeats) > 1 and kept:
                yield Line(f"{name}: {arm.name}", kept)


def _mean(repeats: Sequence[Estimate]) -> Estimate:
    clusters = list(chain.from_iterable(each.clusters for each in repeats))
    return Estimate(AveragedMetric(tuple(each.metric for each in repeats)), clusters)


def _points(repeats: Sequence[Estimate]) -> list[float]:
    return [point for each in repeats if (point := each.point()) is not None]


def _deviation(repeats: Sequence[Estimate]) -> float | None:
    points = _points(repeats)
    return stdev(points, fmean(points)) if len(points) > 1 else None


def _widened(difference: Difference) -> Cell | None:
    """Return the difference with its interval, which is widened for few clusters: no warning of them is due."""
    found = difference.found
    return None if found is None else Cell(found.value, found.low, found.high)


@cache
def _wording() -> Wording:
    return Wording(packaged_yaml(__package__, "shown", "comparing.yaml"))


_REPEATS: tuple[Column[Sequence[Estimate]], ...] = (
    counted("repeats", len),
    Column("mean", _mean, better=""),
    Column("standard deviation", _deviation, better="", digits=4),
    Column("lowest", lambda repeats: min(_points(repeats)), better=""),
    Column("highest", lambda repeats: max(_points(repeats)), better=""),
)
_COMPARISONS: tuple[Column[Difference], ...] = (
    Column("run A", lambda each: each.first, unit="name", better=""),
    Column("run B", lambda each: each.second, unit="name", better=""),
    counted("pairs", lambda each: each.num_pairs),
    counted("unpaired", lambda each: each.num_unpaired),
    counted("dialogues or problems", lambda each: each.found.clusters if each.found else None),
    Column("difference", _widened, better=""),
    Column("p, sign flip", lambda each: each.found.exchange_p if each.found else None, unit="probability", better="", digits=4),
    Column("p, Holm", lambda each: each.corrected, unit="probability", better="", digits=4),
    Column("p, bootstrap", lambda each: each.found.bootstrap_p if each.found else None, unit="probability", better="", digits=4),
)
