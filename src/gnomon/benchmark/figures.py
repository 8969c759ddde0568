"""What the tables of all benchmarks are made with: cells with intervals, shares, published rows."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import cache
from typing import Any

from gnomon.benchmark.benchmark import Row
from gnomon.metrics import BertModel, Metric, bootstrap_interval, local_bert_model
from gnomon.packaged import packaged_yaml
from gnomon.pages import Cell

NO_BERT = "BERTScore is empty: its model is not on this machine (pip install 'gnomon[bertscore]', then load it once)."
"""Note of a table where `bert_model` gives None."""
RESAMPLES = 1000
SEED = 0
"""Of the resampling of all reports, so that a report made twice is the same."""


@cache
def bert_model() -> BertModel | None:
    """Return BERTScore's model; None where it is not on this machine: a report downloads nothing."""
    return local_bert_model()


def cell(metric: Metric, clusters: Sequence[Hashable], *, digits: int = 3) -> Cell:
    """Return a figure with its percentile interval over clusters; an empty cell where there are no rows.

    Args:
        metric: over its rows.
        clusters: dialogue or problem of each row.
        digits: decimals shown.
    """
    if not metric.rows:
        return Cell(None, digits=digits)
    interval = bootstrap_interval(metric, clusters=clusters, seed=SEED, resamples=RESAMPLES)
    return Cell(interval.value, interval.low, interval.high, digits, interval.clusters)


def share_cell(part: int, whole: int) -> Cell:
    """Return a share; an empty cell of nothing."""
    return Cell(part / whole if whole else None)


def failed_share(rows: Sequence[Row]) -> Cell:
    """Return the share of rows with an error, for the last column of every table."""
    return share_cell(sum(row.error is not None for row in rows), len(rows))


@cache
def published(name: str) -> Mapping[str, Any]:
    """Return the figures that a paper printed, as its file in ``published/`` holds them."""
    loaded: Mapping[str, Any] = packaged_yaml(__package__, "published", f"{name}.yaml")
    return loaded
