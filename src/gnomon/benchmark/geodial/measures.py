"""What GeoDial's tables and plots measure over rows: labels, words and highlights, as shares from 0 to 1 (GeoDial 5.1)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from gnomon.benchmark.benchmark import Measure, Row, Rows
from gnomon.benchmark.figures import Estimate, bert_model, mean_of, share
from gnomon.judge import Dimension, Label, PedagogyCase
from gnomon.judge.embedded import EmbeddedJudge
from gnomon.metrics import (
    HighlightFigure,
    HighlightRow,
    Metric,
    MissingExtraError,
    bert_score,
    corpus_bleu_metric,
    highlight_metric,
    macro_f1_metric,
)


def label(name: str) -> Measure:
    """Measure macro-F1 of ``act``, ``subact`` or ``feedback``; nothing where it was not asked."""

    def measure(rows: Rows) -> Estimate | None:
        kept = _asked_for(rows, name)
        return _over(kept, macro_f1_metric([row.truth[name] for row in kept], _marks(kept, name))) if kept else None

    return measure


def right(name: str) -> Measure:
    """Measure the share of turns with the teacher's ``act``, ``subact`` or ``feedback``; a label that cannot be read is wrong."""

    def measure(rows: Rows) -> Estimate | None:
        kept = _asked_for(rows, name)
        return mean_of(kept, [float(row.marks[name] == row.truth[name]) for row in kept]) if kept else None

    return measure


def bleu(rows: Rows) -> Estimate | None:
    """Measure corpus BLEU, 0 to 100; nothing where no words were asked, or sacrebleu is not installed."""
    kept = _asked_for(rows, "utterance")
    try:
        metric = corpus_bleu_metric(_marks(kept, "utterance"), [row.truth["utterance"] for row in kept]) if kept else None
    except MissingExtraError:
        return None
    return None if metric is None else _over(kept, metric)


def bert(rows: Rows) -> Estimate | None:
    """Measure rescaled BERTScore; nothing where no words were asked, or its model is not on this machine."""
    kept, model = _asked_for(rows, "utterance"), bert_model()
    if model is None or not kept:
        return None
    truth = [row.truth["utterance"] for row in kept]
    return mean_of(kept, bert_score(_marks(kept, "utterance"), truth, is_rescaled=True, model=model).values)


def embedded_yes(name: Dimension) -> Measure:
    """Measure how often the judge that ships with the package says Yes of the words given; out of its domain."""

    def measure(rows: Rows) -> Estimate | None:
        kept = [row for row in rows if row.marks.get("utterance")]
        values = [float(_embedded_labels(row.text, row.marks["utterance"])[name] == "Yes") for row in kept]
        return mean_of(kept, values) if kept else None

    return measure


@lru_cache(maxsize=100_000)  # a report asks for each dimension in turn; a row's labels are four short texts
def _embedded_labels(history: str, reply: str) -> Mapping[Dimension, Label | None]:
    given = EmbeddedJudge(tells_words=False).judge(PedagogyCase(history=history, reply=reply))
    return {name: label.label for name, label in given.items()}


def highlights(category: str, figure: HighlightFigure) -> Measure:
    """Measure one figure of a category; nothing where it was not asked, or not in this way."""

    def measure(rows: Rows) -> Estimate | None:
        kept = _asked_for(rows, category)
        is_missing = not kept or (figure.startswith("independent") and not is_focused(kept, category))
        return None if is_missing else _over(kept, highlight_metric([_highlight_row(row, category) for row in kept], figure))

    return measure


def not_read(category: str) -> Measure:
    """Measure the share of replies in which nothing about the category could be read."""

    def measure(rows: Rows) -> float | None:
        kept = _asked_for(rows, category)
        return share(sum(not row.marks[category]["is_read"] for row in kept), len(kept))

    return measure


def is_focused(rows: Rows, category: str) -> bool:
    """Say whether a category was asked for by a question of its own, with yes or no first."""
    return any(row.marks[category]["says"] is not None for row in _asked_for(rows, category))


def _asked_for(rows: Rows, mark: str) -> list[Row]:
    return [row for row in rows if mark in row.marks]


def _marks(rows: Rows, name: str) -> list[str | None]:
    return [row.marks[name] for row in rows]


def _over(rows: Rows, metric: Metric) -> Estimate:
    return Estimate(metric, [row.cluster for row in rows])


def _highlight_row(row: Row, category: str) -> HighlightRow:
    mark = row.marks[category]
    # A which-model that named nothing readable named nothing; only the one-call setting has whole unreadable rows.
    is_unread = mark["says"] is None and not mark["is_read"]
    return HighlightRow(frozenset(mark["true"]), frozenset(mark["given"]), mark["says"], is_unread)
