"""Text metrics by their libraries, called directly, and correlations by scipy."""

from __future__ import annotations

import re
from collections.abc import Sequence
from importlib import import_module

from rouge_score.rouge_scorer import RougeScorer
from sacrebleu.metrics.bleu import BLEU
from scipy import stats

__all__ = ["bert_scores", "corpus_bleu", "meteor", "pearson", "rouge", "sentence_bleu", "spearman"]

_ROUGE = RougeScorer(["rougeL"], use_stemmer=False)
_CORPUS = BLEU()
_SENTENCE = {order: BLEU(max_ngram_order=order, effective_order=True) for order in (2, 4)}


def corpus_bleu(pairs: Sequence[tuple[str, str]]) -> float:
    """Return BLEU of candidates and references together, 0 to 100."""
    return float(_CORPUS.corpus_score([text for text, _ in pairs], [[reference for _, reference in pairs]]).score)


def sentence_bleu(text: str, reference: str, order: int) -> float:
    """Return BLEU of one text, 0 to 1."""
    return min(1.0, float(_SENTENCE[order].sentence_score(text, [reference]).score) / 100)


def rouge(text: str, reference: str) -> float:
    """Return ROUGE-L's F1."""
    return float(_ROUGE.score(reference, text)["rougeL"].fmeasure)


def meteor(text: str, reference: str) -> float | None:
    """Return METEOR; None where WordNet is not on this machine."""
    try:
        import_module("nltk.corpus").wordnet.ensure_loaded()
    except LookupError:
        return None
    words = [re.findall(r"\w+|[^\w\s]", each) for each in (reference, text)]
    return float(import_module("nltk.translate.meteor_score").single_meteor_score(*words))


def bert_scores(texts: Sequence[str], references: Sequence[str], *, is_rescaled: bool) -> list[float] | None:
    """Return BERTScore's F1 by its library's function for texts; None where the library is not installed."""
    try:
        library = import_module("bert_score")
    except ImportError:
        return None
    kept = [place for place, pair in enumerate(zip(texts, references, strict=True)) if all(text.strip() for text in pair)]
    found = [0.0] * len(texts)
    if kept:
        *_, values = library.score(
            [texts[place] for place in kept],
            [references[place] for place in kept],
            lang="en",
            rescale_with_baseline=is_rescaled,
        )
        for place, value in zip(kept, values.tolist(), strict=True):
            found[place] = value
    return found


def pearson(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Return Pearson's r; None where one side does not vary."""
    return float(stats.pearsonr(first, second).statistic) if _vary(first, second) else None


def spearman(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Return Spearman's rho; None where one side does not vary."""
    return float(stats.spearmanr(first, second).statistic) if _vary(first, second) else None


def _vary(*sides: Sequence[float]) -> bool:
    return all(len(set(side)) > 1 for side in sides)
