"""Ranking by pairwise judgements: the model of Bradley and Terry (1952, Biometrika 39)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from gnomon.metrics.errors import MetricInputError
from gnomon.metrics.resampling import FloatArray

_PRIOR = 0.5
"""Wins each way that every two of those ranked begin with: without one, who never wins has no finite strength."""
_ROUNDS = 1000
"""At most, so that an unforeseen case ends."""
_STEADY = 1e-10
"""Change of a log strength below which the rounds have settled; they converge, so it takes some dozens."""


class Comparison(NamedTuple):
    """One judgement of two."""

    first: str
    second: str
    score: float
    """1 where the first is better, 0 where the second is, 0.5 for a tie."""
    cluster: Hashable = None
    """Problem or dialogue that it is about: what is resampled."""


@dataclass(frozen=True)
class Strength:
    """One line of a ranking."""

    name: str
    value: float
    """Log strength, with mean 0 over all: a difference of d wins with the chance 1 / (1 + exp(-d))."""
    low: float | None
    """None with one cluster alone."""
    high: float | None
    wins: float
    """Ties count half."""
    comparisons: int
    clusters: int
    """Clusters that were resampled, of all comparisons."""


def bradley_terry(comparisons: Sequence[Comparison], *, seed: int = 0, resamples: int = 200) -> tuple[Strength, ...]:
    """Rank by pairwise judgements, the strongest first.

    Strengths are those of the largest likelihood, found by the rounds of Hunter (2004, Annals of Statistics 32), with half a
    win each way added between every two. Intervals are percentile bootstrap over clusters, at the 95 % level.

    Args:
        comparisons: of any number of names, at least one.
        seed: of the resampling.
        resamples: how many; fewer than for means, since each is a fit.

    Raises:
        MetricInputError: without a comparison, for one with itself, or a score outside 0 to 1.
    """
    if not comparisons or any(each.first == each.second or not 0 <= each.score <= 1 for each in comparisons):
        raise MetricInputError("expected comparisons of two different names each, with scores from 0 to 1")
    names = sorted({name for each in comparisons for name in (each.first, each.second)})
    clusters = list(dict.fromkeys(each.cluster for each in comparisons))
    by_cluster = np.zeros((len(clusters), len(names), len(names)))
    for each in comparisons:
        place, one, two = clusters.index(each.cluster), names.index(each.first), names.index(each.second)
        by_cluster[place, one, two] += each.score
        by_cluster[place, two, one] += 1 - each.score
    wins = by_cluster.sum(axis=0)
    found = _fitted(wins)
    ends: FloatArray | None = None
    if len(clusters) > 1:
        generator = np.random.default_rng(seed)
        drawn = generator.integers(0, len(clusters), size=(resamples, len(clusters)))
        ends = np.quantile([_fitted(by_cluster[line].sum(axis=0)) for line in drawn], (0.025, 0.975), axis=0)
    lines = [
        Strength(
            name,
            float(found[place]),
            None if ends is None else float(ends[0, place]),
            None if ends is None else float(ends[1, place]),
            float(wins[place].sum()),
            round(float(wins[place].sum() + wins[:, place].sum())),
            len(clusters),
        )
        for place, name in enumerate(names)
    ]
    return tuple(sorted(lines, key=lambda line: -line.value))


def _fitted(counted: FloatArray) -> FloatArray:
    wins = counted + _PRIOR * (1 - np.eye(len(counted)))
    games, total = wins + wins.T, wins.sum(axis=1)
    strength = np.ones(len(wins))
    for _ in range(_ROUNDS):
        better = total / (games / (strength[:, np.newaxis] + strength[np.newaxis, :])).sum(axis=1)
        better /= np.exp(np.log(better).mean())
        settled = bool(np.abs(np.log(better / strength)).max() < _STEADY)
        strength = better
        if settled:
            break
    logs: FloatArray = np.log(strength)
    return logs
