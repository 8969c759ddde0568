"""How long intervals take: for every metric that is resampled, 10,000 rows with 1,000 resamples, on made-up rows.

*Rows* is the time to reduce the rows to their statistics, once; *interval* that of the 1,000 resamples. Rows lie in clusters of
ten (a dialogue has about ten tutor turns); a second interval takes each row as its own cluster, the slowest case. Every interval
is to take less than a second. The general path, for any function of rows, is timed beside them with Spearman's rho by scipy.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from scipy.stats import spearmanr

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.reporting import Goal, print_goals, print_table, report_json
from gnomon.metrics import (
    HighlightRow,
    IntArray,
    Metric,
    RowMetric,
    accuracy_metric,
    bootstrap_interval,
    cohen_kappa_metric,
    corpus_bleu_metric,
    fleiss_kappa_metric,
    highlight_metric,
    krippendorff_alpha_metric,
    macro_f1_metric,
    mean_metric,
    paired_bootstrap,
    pearson_metric,
    spearman_metric,
)

_SUBACTS = [f"subact {number}" for number in range(16)]
_WORDS = ("look", "at", "the", "angle", "ABC", "of", "this", "triangle", "what", "can", "you", "say", "about", "line", "DE", "?")
_LIMIT_SECONDS = 1.0


class Timing(NamedTuple):
    """Seconds of one metric."""

    name: str
    rows_seconds: float
    by_dialogue_seconds: float
    by_row_seconds: float


def main() -> None:
    """Time every metric and print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rows", type=int, default=10_000, help="default 10000")
    parser.add_argument("--resamples", type=int, default=1000, help="default 1000")
    parser.add_argument("--seed", type=int, default=0, help="default 0")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write the figures as JSON too")
    options = parser.parse_args()
    timings = measure(options.rows, options.resamples, options.seed)
    header = ("metric", "rows, s", "interval by dialogue, s", "interval by row, s")
    cells = [(row.name, *(f"{seconds:.3f}" for seconds in row[1:])) for row in timings]
    print_table(f"{options.rows} rows, {options.resamples} resamples", header, cells)
    within = [max(row[2:]) < _LIMIT_SECONDS for row in timings if not row.name.startswith("general")]
    slowest = max(max(row[2:]) for row in timings if not row.name.startswith("general"))
    goals = [Goal("slowest interval, general path apart", f"{slowest:.2f} s", f"under {_LIMIT_SECONDS:.0f} s", all(within))]
    print_goals("Intervals of metrics", goals)
    figures = {"figures": [goal._asdict() for goal in goals], "timings": [row._asdict() for row in timings]}
    report_json(options.json, figures)


def measure(rows: int, resamples: int, seed: int) -> list[Timing]:
    """Time every metric on made-up rows."""
    return [_timed(name, make, rows, resamples, seed) for name, make in _makers(rows, seed).items()]


def _timed(name: str, make: Callable[[], Metric], rows: int, resamples: int, seed: int) -> Timing:
    start = time.perf_counter()
    metric = make()
    made = time.perf_counter()
    dialogues = [row // 10 for row in range(rows)]
    _interval(name, metric, dialogues, resamples, seed)
    middle = time.perf_counter()
    _interval(name, metric, None, resamples, seed)
    return Timing(name, made - start, middle - made, time.perf_counter() - middle)


def _interval(name: str, metric: Metric, clusters: Sequence[int] | None, resamples: int, seed: int) -> None:
    if name.startswith("paired"):
        paired_bootstrap(metric, metric, clusters=clusters, seed=seed, resamples=resamples)
    else:
        bootstrap_interval(metric, clusters=clusters, seed=seed, resamples=resamples)


def _makers(rows: int, seed: int) -> dict[str, Callable[[], Metric]]:
    """Return for each metric what makes it from made-up rows."""
    draw, generator = random.Random(seed), np.random.default_rng(seed)
    truth, output = (draw.choices(_SUBACTS, k=rows) for _ in range(2))
    totals, others = (generator.integers(0, 7, size=rows).tolist() for _ in range(2))
    numbers, more = (generator.normal(size=rows).tolist() for _ in range(2))
    texts, references = ([" ".join(draw.choices(_WORDS, k=15)) for _ in range(rows)] for _ in range(2))
    highlights = [HighlightRow(_names(draw), _names(draw)) for _ in range(rows)]
    raters = generator.multinomial(3, [0.2] * 5, size=rows).tolist()
    ratings = [[draw.choice([1, 2, 3, 4, 5, None]) for _ in range(3)] for _ in range(rows)]
    return {
        "macro-F1, 16 classes of the truth": lambda: macro_f1_metric(truth, output),
        "accuracy": lambda: accuracy_metric(truth, output),
        "highlights: Combined F1": lambda: highlight_metric(highlights, "combined_f1"),
        "mean (rubric total, F1 of matching, ROUGE-L, Pass@k)": lambda: mean_metric(numbers),
        "corpus BLEU": lambda: corpus_bleu_metric(texts, references),
        "Pearson": lambda: pearson_metric(numbers, more),
        "Spearman, no ties": lambda: spearman_metric(numbers, more),
        "Cohen's kappa, 7 labels": lambda: cohen_kappa_metric(totals, others, labels=range(7), weights="quadratic"),
        "Fleiss' kappa, 5 labels": lambda: fleiss_kappa_metric(raters),
        "Krippendorff's alpha, interval, 5 values": lambda: krippendorff_alpha_metric(ratings, scale="interval"),
        "Krippendorff's alpha, ordinal, 5 values": lambda: krippendorff_alpha_metric(ratings, scale="ordinal"),
        "paired test of two means": lambda: mean_metric(numbers),
        "paired test of two macro-F1": lambda: macro_f1_metric(truth, output),
        "general path: Spearman by scipy": lambda: RowMetric(rows, _scipy_spearman(np.array(numbers), np.array(more))),
    }


def _names(draw: random.Random) -> frozenset[str]:
    return frozenset(draw.sample(("AB", "BC", "CD", "DE", "EF"), k=draw.choice((0, 0, 0, 1, 2))))


def _scipy_spearman(first: np.ndarray, second: np.ndarray) -> Callable[[IntArray], float]:
    return lambda rows: float(spearmanr(first[rows], second[rows]).statistic)


if __name__ == "__main__":
    main()
