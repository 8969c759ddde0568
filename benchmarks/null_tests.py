"""How often the paired tests of reports find a difference where there is none, and where there is one.

Two runs over the same rows, whose values differ by chance alone, are compared again and again; a test that keeps its level of
5 % rejects in about 5 % of them. Metrics: a mean of numbers, of marks 0 and 1, of skewed numbers, and a macro-F1 over three
labels. Clusters: every row its own, or dialogues of 1 to 10 rows that share a part of their noise. ``shift`` then makes the first
run better by so many standard deviations of a row (of a macro-F1: so much more often right), for the power of both tests. The
percentile bootstrap as it was before its correction stands beside.

    python benchmarks/null_tests.py                    # 2,000 simulations, some minutes on 2 cores
    python benchmarks/null_tests.py --simulations 200 --clusters 10
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before numpy: its threads cost more than such small products are worth

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.reporting import Goal, print_goals, print_table, report_json
from gnomon.metrics import FloatArray, IntArray, Metric, macro_f1_metric, mean_metric, paired_bootstrap, paired_tests

LEVEL, LIMIT = 0.05, 0.065
KINDS = ("numbers", "marks", "skewed", "macro-F1")
_LABELS = ("Yes", "To some extent", "No")
_MOST_ROWS = 10
"""Of a dialogue."""
_POWER_SHIFT = 0.8
"""Standard deviations, for the power."""


class Setting(NamedTuple):
    """One line of the table."""

    kind: str
    clusters: int
    uneven: bool
    shift: float = 0.0


class Rates(NamedTuple):
    """Shares of simulations in which a test rejects at 5 %."""

    exchange: float
    bootstrap: float
    plain: float
    """The percentile bootstrap, not corrected."""


def main() -> int:
    """Print the table; 1 when a test rejects too often."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--simulations", type=int, default=2000, help="of each line, default 2000")
    parser.add_argument("--resamples", type=int, default=499, help="of each test, default 499")
    parser.add_argument("--clusters", type=int, nargs="+", default=[10, 30, 100], help="default 10 30 100")
    parser.add_argument("--seed", type=int, default=0, help="default 0")
    parser.add_argument("--jobs", type=int, default=2, help="processes, default 2")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write the figures as JSON too")
    options = parser.parse_args()
    settings = list(_settings(options.clusters))
    with ProcessPoolExecutor(options.jobs) as pool:
        work = partial(rates, simulations=options.simulations, resamples=options.resamples, seed=options.seed)
        found = dict(zip(settings, pool.map(work, settings), strict=True))
    header = ("metric", "clusters", "rows of each", "shift", "sign flip", "bootstrap", "percentile")
    lines = [
        (each.kind, str(each.clusters), "1 to 10" if each.uneven else "1", f"{each.shift:g}", *(f"{share:.1%}" for share in got))
        for each, got in found.items()
    ]
    print_table(f"rejected at {LEVEL:.0%}, {options.simulations} simulations", header, lines)
    nulls = [share for each, got in found.items() if not each.shift for share in (got.exchange, got.bootstrap)]
    goals = [Goal("most rejections without a difference", f"{max(nulls):.1%}", f"at most {LIMIT:.1%}", max(nulls) <= LIMIT)]
    print_goals("Paired tests", goals)
    report_json(options.json, {"lines": [{**each._asdict(), **got._asdict()} for each, got in found.items()]})
    return int(max(nulls) > LIMIT)


def _settings(clusters: Sequence[int]) -> Iterator[Setting]:
    for kind in KINDS:
        for uneven in (False, True):
            for count in clusters:
                yield Setting(kind, count, uneven)
    for kind in KINDS:
        for count in clusters:
            yield Setting(kind, count, uneven=True, shift=_POWER_SHIFT)


def rates(setting: Setting, *, simulations: int, resamples: int, seed: int) -> Rates:
    """Simulate one setting and return how often each test rejects."""
    generator = np.random.default_rng([seed, KINDS.index(setting.kind), setting.clusters, setting.uneven])
    fired = np.zeros(3)
    for number in range(simulations):
        clusters = _clusters(setting, generator)
        first, second, both = _runs(setting, clusters, generator)
        sides = np.repeat([False, True], len(clusters)).tolist()
        found = paired_tests(both, is_second=sides, clusters=[*clusters, *clusters], seed=number, resamples=resamples)
        plain = paired_bootstrap(first, second, clusters=clusters.tolist(), seed=number, resamples=resamples)
        excludes_0 = plain.low is not None and plain.high is not None and not plain.low <= 0 <= plain.high
        fired += [p is not None and p <= LEVEL for p in (found.exchange_p, found.bootstrap_p)] + [excludes_0]
    return Rates(*(fired / simulations).tolist())


def _clusters(setting: Setting, generator: np.random.Generator) -> IntArray:
    sizes = generator.integers(1, _MOST_ROWS + 1, size=setting.clusters) if setting.uneven else np.ones(setting.clusters, int)
    return np.repeat(np.arange(setting.clusters, dtype=np.int64), sizes)


def _runs(setting: Setting, clusters: IntArray, generator: np.random.Generator) -> tuple[Metric, Metric, Metric]:
    """Return the metric over the rows of each run, and over those of both."""
    hard = generator.normal(size=setting.clusters)[clusters]  # what both runs share of a row
    sides = [hard + _noise(setting, clusters, generator) + shift for shift in (setting.shift, 0.0)]
    if setting.kind == "macro-F1":
        truth = generator.integers(0, 3, size=len(clusters))
        wrong = [(truth + generator.integers(1, 3, size=len(clusters))) % 3 for _ in sides]
        output = [np.where(side > 0, truth, other) for side, other in zip(sides, wrong, strict=True)]
        labelled = [([_LABELS[each] for each in truth], [_LABELS[each] for each in given]) for given in output]
        labelled.append((labelled[0][0] + labelled[1][0], labelled[0][1] + labelled[1][1]))
        one, two, both = (macro_f1_metric(*each, labels=_LABELS) for each in labelled)
        return one, two, both
    values = [_VALUES[setting.kind](side).tolist() for side in sides]
    return mean_metric(values[0]), mean_metric(values[1]), mean_metric([*values[0], *values[1]])


def _noise(setting: Setting, clusters: IntArray, generator: np.random.Generator) -> FloatArray:
    """Return noise of one run: half of its variance is of the dialogue, half of the row."""
    shared, own = generator.normal(size=setting.clusters)[clusters], generator.normal(size=len(clusters))
    noise: FloatArray = (shared + own) / np.sqrt(2)
    return noise


_VALUES: dict[str, Callable[[FloatArray], FloatArray]] = {
    "numbers": lambda side: side,
    "marks": lambda side: (side > 0.5).astype(np.float64),
    "skewed": lambda side: np.asarray(np.exp(side)),
}

if __name__ == "__main__":
    sys.exit(main())
