"""BERTScore by bert-score (Zhang et al. 2020), raw or rescaled with the library's baseline. Needs the extra ``bertscore``.

GeoDial's figures (3 to 35 in Table 1) are F1 rescaled, times 100; MathExplain's (.74 to .84) are raw F1. Neither paper says
so: it follows from their range. The setting is written into every result. A missing or empty candidate scores 0, raw or rescaled,
without asking the model, on which an empty text fails.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol

import numpy as np

from gnomon.metrics.errors import MissingExtraError
from gnomon.metrics.extras import require
from gnomon.metrics.texts import pair_texts

_LONGEST_TOKENS = 512  # what the encoder of BERT and RoBERTa takes


class BertModel(Protocol):
    """What scores pairs of texts."""

    @property
    def setting(self) -> str:
        """Library, model and layer, for the result."""
        ...

    @property
    def baseline_f1(self) -> float:
        """Raw F1 of unrelated texts, below 1: what becomes 0 when rescaled."""
        ...

    def raw_f1(self, candidates: Sequence[str], references: Sequence[str]) -> Sequence[float]:
        """Return the raw F1 of each pair; no candidate is empty."""
        ...


@dataclass(frozen=True)
class BertScore:
    """F1 of each row and their mean: from 0 to 1 where raw, at most 1 and perhaps below 0 where rescaled."""

    mean: float
    values: tuple[float, ...]
    is_rescaled: bool
    unreadable: int
    """Rows without a candidate; they score 0."""
    empty: int
    """Rows whose candidate or reference is empty; they score 0."""
    setting: str

    @property
    def mean_times_100(self) -> float:
        """The mean as GeoDial prints it."""
        return 100 * self.mean


def bert_score(candidates: Sequence[str | None], references: Sequence[str], *, is_rescaled: bool, model: BertModel) -> BertScore:
    """Return the mean F1 of BERTScore.

    Rescaled is (raw - baseline) / (1 - baseline).

    Args:
        candidates: What was written; None where it could not be read.
        references: The reference of each row.
        is_rescaled: True as for GeoDial, False as for MathExplain.
        model: From `load_bert_model`, or a stand-in.

    Returns:
        Mean and single values, with the setting.

    Raises:
        MetricInputError: No rows or different lengths.
    """
    pairs, missing = pair_texts(candidates, references)
    asked = [row for row, pair in enumerate(pairs) if all(text.strip() for text in pair)]
    values = np.zeros(len(pairs))
    if asked:
        raw = np.asarray(model.raw_f1([pairs[row][0] for row in asked], [pairs[row][1] for row in asked]), dtype=np.float64)
        values[asked] = (raw - model.baseline_f1) / (1 - model.baseline_f1) if is_rescaled else raw
    return BertScore(
        mean=float(values.mean()),
        values=tuple(values.tolist()),
        is_rescaled=is_rescaled,
        unreadable=missing,
        empty=len(pairs) - len(asked) - missing,
        setting=f"{model.setting}, {'rescaled' if is_rescaled else 'raw'}",
    )


def load_bert_model(*, name: str | None = None, language: str = "en", device: str | None = None) -> BertModel:
    """Load bert-score's model; the first use fetches its weights.

    Args:
        name: Model of Hugging Face; None for the library's default of the language (``roberta-large`` for English).
        language: Which baseline rescales.
        device: ``cpu``, ``cuda``; None for a GPU where there is one.

    Returns:
        The model, its tokenizer cut to the length that the encoder takes: tokenizers without a length fail otherwise.

    Raises:
        MissingExtraError: bert-score or torch is not installed.
    """
    library = require("bert_score", "BERTScore", "bertscore")
    return _LibraryModel(library.BERTScorer(model_type=name, lang=language, device=device, rescale_with_baseline=False))


def local_bert_model(name: str = "roberta-large") -> BertModel | None:
    """Load bert-score's model where its library and weights are on this machine already; nothing is fetched.

    Args:
        name: Model of Hugging Face.

    Returns:
        The model; None where the library or the weights are absent.
    """
    try:
        cached = import_module("huggingface_hub").try_to_load_from_cache(name, "config.json")
        return load_bert_model(name=name) if isinstance(cached, str) else None
    except (ImportError, MissingExtraError, OSError):
        return None


class _LibraryModel:
    """`BertModel` on bert-score's scorer."""

    def __init__(self, scorer: Any) -> None:  # noqa: ANN401 -- a class of bert-score, imported late
        self._scorer = scorer
        tokenizer = scorer._tokenizer  # noqa: SLF001 -- the library gives no other way to it
        tokenizer.model_max_length = min(int(tokenizer.model_max_length), _LONGEST_TOKENS)

    @property
    def setting(self) -> str:
        return f"bert-score {self._scorer.hash}"

    @property
    def baseline_f1(self) -> float:
        return float(self._scorer.baseline_vals[2])  # precision, recall, F1, as `score` gives them

    def raw_f1(self, candidates: Sequence[str], references: Sequence[str]) -> Sequence[float]:
        return [float(value) for value in self._scorer.score(list(candidates), list(references))[2]]
