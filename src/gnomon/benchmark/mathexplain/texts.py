"""Text metrics of explanations against the reference solution (MathExplain A.3, Table 7).

BLEU-2 and BLEU-4 lie from 0 to 1 and are averaged over explanations, as are ROUGE-L and METEOR; BERTScore is raw F1. A metric
whose library or data is absent gives nothing, with the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from gnomon.benchmark.figures import NO_BERT, bert_model
from gnomon.metrics import (
    MetricError,
    bert_score,
    meteor_score,
    rouge_l,
    sentence_bleu,
)


class TextValues(NamedTuple):
    """One metric over explanations."""

    values: tuple[float, ...] | None
    """One an explanation; None where the metric cannot be had."""
    note: str
    """How it was measured, or why not."""


def measure_texts(name: str, candidates: Sequence[str], references: Sequence[str]) -> TextValues:
    """Measure explanations by one metric.

    Args:
        name: one of `TEXT_METRICS`.
        candidates: explanations; an empty one scores 0.
        references: the reference solution of each.

    Returns:
        No values for no explanations, and where a library or its data is absent.
    """
    if not candidates:
        return TextValues(None, "")
    try:
        return TEXT_METRICS[name](candidates, references)
    except (MetricError, OSError) as error:
        return TextValues(None, f"{name} is empty: {str(error).splitlines()[0]}")


def _bleu(max_order: int) -> Callable[[Sequence[str], Sequence[str]], TextValues]:
    def measure(candidates: Sequence[str], references: Sequence[str]) -> TextValues:
        found = sentence_bleu(candidates, references, max_order=max_order)
        return TextValues(found.values, found.setting)

    return measure


def _rouge(candidates: Sequence[str], references: Sequence[str]) -> TextValues:
    found = rouge_l(candidates, references)
    return TextValues(found.values, found.setting)


def _meteor(candidates: Sequence[str], references: Sequence[str]) -> TextValues:
    found = meteor_score(candidates, references)
    return TextValues(found.values, found.setting)


def _bert(candidates: Sequence[str], references: Sequence[str]) -> TextValues:
    model = bert_model()
    if model is None:
        return TextValues(None, NO_BERT.rstrip("."))
    found = bert_score(candidates, references, is_rescaled=False, model=model)
    return TextValues(found.values, found.setting)


TEXT_METRICS: dict[str, Callable[[Sequence[str], Sequence[str]], TextValues]] = {
    "BLEU-2": _bleu(2),
    "BLEU-4": _bleu(4),
    "ROUGE-L": _rouge,
    "METEOR": _meteor,
    "BERTScore": _bert,
}
"""The columns of Table 7."""
