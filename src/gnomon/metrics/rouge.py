"""ROUGE-L by rouge-score (Lin 2004; MathExplain A.3, MMTutorBench Table 6). Needs the extra ``bench``.

F1 of the longest common subsequence of words, 0 to 1, averaged over rows. Its tokenizer keeps lower-case letters and digits of
ASCII alone: signs such as ``=`` or an angle sign are no words to it. Without stemming. A missing or empty candidate scores 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gnomon.metrics.extras import require
from gnomon.metrics.texts import pair_texts


@dataclass(frozen=True)
class RougeL:
    """ROUGE-L of each row and their mean, from 0 to 1."""

    mean: float
    values: tuple[float, ...]
    unreadable: int
    """Rows without a candidate; they score 0."""
    setting: str


def rouge_l(candidates: Sequence[str | None], references: Sequence[str]) -> RougeL:
    """Return the mean F1 of ROUGE-L.

    Args:
        candidates: What was written; None where it could not be read.
        references: The reference of each row.

    Returns:
        Mean and single values.

    Raises:
        MetricInputError: No rows or different lengths.
        MissingExtraError: rouge-score is not installed.
    """
    pairs, missing = pair_texts(candidates, references)
    scorer = require("rouge_score.rouge_scorer", "ROUGE-L", "bench").RougeScorer(["rougeL"], use_stemmer=False)
    values = tuple(float(scorer.score(reference, text)["rougeL"].fmeasure) for text, reference in pairs)
    return RougeL(float(np.mean(values)), values, missing, "rouge-score rougeL F1, no stemming")
