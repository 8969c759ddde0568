"""BLEU by sacrebleu: over a corpus for GeoDial, averaged over sentences for MathExplain. Needs the extra ``bench``.

GeoDial (Table 1): one BLEU over all utterances, 0 to 100. The paper does not say which; its figures of 3 to 13 are on this scale.
MathExplain (A.3, Table 7): BLEU-2 and BLEU-4 of each explanation, averaged, 0 to 1; smoothing and tokenizer are ours and are
written into every result. A missing or empty candidate scores 0 and is counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from gnomon.metrics.extras import require
from gnomon.metrics.resampling import FloatArray, SumMetric, value_of
from gnomon.metrics.texts import pair_texts

_ORDERS = 4  # of n-grams, as in sacrebleu and in both papers' BLEU-4


class CorpusBleu(NamedTuple):
    """BLEU of a corpus."""

    score_0_to_100: float
    rows: int
    unreadable: int
    """Rows without a candidate; they count as empty text."""
    setting: str
    """Library, version, orders, tokenizer, smoothing."""


@dataclass(frozen=True)
class SentenceBleu:
    """BLEU of each sentence and their mean, from 0 to 1."""

    mean: float
    values: tuple[float, ...]
    max_order: int
    unreadable: int
    """Rows without a candidate; they score 0."""
    setting: str


def corpus_bleu(candidates: Sequence[str | None], references: Sequence[str]) -> CorpusBleu:
    """Return BLEU over all rows together (Papineni et al. 2002; GeoDial Table 1).

    Orders 1 to 4, brevity penalty, sacrebleu's tokenizer 13a; where no n-gram of an order matches, its exponential smoothing.

    Args:
        candidates: What was written; None where it could not be read.
        references: The true utterance of each row.

    Returns:
        The score with its setting.

    Raises:
        MetricInputError: No rows or different lengths.
        MissingExtraError: sacrebleu is not installed.
    """
    metric = corpus_bleu_metric(candidates, references)
    missing = sum(text is None for text in candidates)
    return CorpusBleu(value_of(metric) or 0.0, metric.rows, missing, _setting("corpus", _ORDERS))


def corpus_bleu_metric(candidates: Sequence[str | None], references: Sequence[str]) -> SumMetric:
    """Return corpus BLEU, 0 to 100, in the form that is resampled; arguments and errors as for `corpus_bleu`."""
    pairs = pair_texts(candidates, references).pairs
    scorer = _scorer(_ORDERS)
    scores = [scorer.sentence_score(text, [reference]) for text, reference in pairs]
    statistics = [[*score.counts, *score.totals, score.sys_len, score.ref_len] for score in scores]
    return SumMetric(np.array(statistics, dtype=np.float64), _bleu_of_sums)


def sentence_bleu(candidates: Sequence[str | None], references: Sequence[str], *, max_order: int) -> SentenceBleu:
    """Return the mean BLEU of single texts, as MathExplain's BLEU-2 and BLEU-4 (A.3).

    Args:
        candidates: What was written; None where it could not be read.
        references: The reference of each row.
        max_order: Longest n-gram: 2 or 4. Shorter texts are scored by the orders that they have.

    Returns:
        Mean and single values, from 0 to 1.

    Raises:
        MetricInputError: No rows or different lengths.
        MissingExtraError: sacrebleu is not installed.
    """
    pairs, missing = pair_texts(candidates, references)
    scorer = _scorer(max_order)
    values = tuple(min(1.0, scorer.sentence_score(text, [reference]).score / 100) for text, reference in pairs)
    return SentenceBleu(float(np.mean(values)), values, max_order, missing, _setting("sentence", max_order))


def _scorer(max_order: int) -> Any:  # noqa: ANN401 -- a class of sacrebleu, imported late
    return require("sacrebleu.metrics", "BLEU", "bench").BLEU(max_ngram_order=max_order, effective_order=True)


def _setting(level: str, max_order: int) -> str:
    version = require("sacrebleu", "BLEU", "bench").__version__
    return f"sacrebleu {version}, {level} BLEU-{max_order}, tokenizer 13a, mixed case, exponential smoothing"


def _bleu_of_sums(sums: FloatArray) -> FloatArray:
    """Compute BLEU from sums of matches and n-grams of each order and both lengths, as sacrebleu's ``compute_bleu`` does."""
    matches, totals = sums[..., :_ORDERS], sums[..., _ORDERS : 2 * _ORDERS]
    length, reference_length = sums[..., -2], sums[..., -1]
    # The n-th order without a match counts as 1/2^n matches.
    without = np.cumsum(matches == 0, axis=-1)
    smoothed = np.where(matches == 0, 0.5**without, matches)
    is_scored = (matches.sum(axis=-1) > 0) & (totals > 0).all(axis=-1)
    precisions = smoothed / np.where(totals > 0, totals, 1.0)
    shortness = np.minimum(0.0, 1 - reference_length / np.maximum(length, 1.0))
    return np.where(is_scored, 100 * np.exp(shortness + np.log(precisions).mean(axis=-1)), 0.0)
