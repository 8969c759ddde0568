"""Text metrics of explanations against the reference solution (MathExplain A.3, Table 7).

BLEU-2 and BLEU-4 lie from 0 to 1 and are averaged over explanations, as are ROUGE-L and METEOR; BERTScore is raw F1. A metric
whose library or data is absent gives nothing, with the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple, Protocol

from gnomon.benchmark.figures import NO_BERT, bert_model
from gnomon.metrics import (
    MetricError,
    bert_score,
    meteor_score,
    rouge_l,
    sentence_bleu,
)


class _Scores(Protocol):
    """What each of the metrics gives."""

    @property
    def values(self) -> tuple[float, ...]: ...

    @property
    def setting(self) -> str: ...


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
        found = TEXT_METRICS[name](candidates, references)
    except (MetricError, OSError) as error:
        return TextValues(None, f"{name} is empty: {str(error).splitlines()[0]}")
    return TextValues(None, NO_BERT.rstrip(".")) if found is None else TextValues(found.values, found.setting)


def _bert(candidates: Sequence[str], references: Sequence[str]) -> _Scores | None:
    model = bert_model()
    return None if model is None else bert_score(candidates, references, is_rescaled=False, model=model)


TEXT_METRICS: dict[str, Callable[[Sequence[str], Sequence[str]], _Scores | None]] = {
    "BLEU-2": partial(sentence_bleu, max_order=2),
    "BLEU-4": partial(sentence_bleu, max_order=4),
    "ROUGE-L": rouge_l,
    "METEOR": meteor_score,
    "BERTScore": _bert,
}
"""The columns of Table 7."""
