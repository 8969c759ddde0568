"""Scores of a model's answers to the rows of a recipe, by the benchmark's own readers and metrics. Pure functions of text.

What a recipe is scored by follows from its rows: whole turns by labels, words and highlights (GeoDial Table 1), focused tasks by
the metrics of Table 2, a judge by its labels, strict and lenient (bea-jh 3.1). What cannot be read is wrong, and counted. Rows of
a search for questions hold no truth about a question: they are scored by how likely a model finds the best one, and what its
questions lead to is measured by letting it ask (`gnomon.training.evaluation.students`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict

from gnomon.benchmark.geodial.points import named_in
from gnomon.figure import Highlights
from gnomon.metrics import HighlightRow, MissingExtraError, classify, corpus_bleu, score_highlights, score_pedagogy
from gnomon.replies import parse_label, parse_turn
from gnomon.training.errors import TrainingError
from gnomon.training.recipe import HighlightDecisionRows, HighlightPredictionRows, JudgeRows, QuestionRows, Recipe, TurnRows
from gnomon.training.rows import Row
from gnomon.tutor.model.highlight_answers import read_names, read_yes_no

Scores = Mapping[str, float]
"""By name, from 0 to 1; BLEU from 0 to 100, a loss in nats a token. ``rows`` counts; ``malformed`` is the share of answers in
which nothing could be read: of a judge a label that is none of the three, or no decision at all (bea-jh 4.2.1)."""
_ROWS, _MALFORMED = "rows", "malformed"
_SOMETHING = frozenset({"something"})
"""Stands for names where only whether there are some is asked."""


class Likelihood(BaseModel):
    """How likely a model finds what a row says, as it is kept."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    """Of the row."""
    chosen: float
    """Natural logarithm of the probability of the completion, the mark of its end included."""
    tokens: int
    """Of the completion."""
    rejected: float | None
    """As ``chosen``, of the worse text; None where the row is no pair."""


def scores_of(recipe: Recipe, rows: Sequence[Row], answers: Sequence[str]) -> Scores:
    """Score answers to rows.

    Args:
        recipe: that the rows are of.
        rows: at least one.
        answers: one a row, as the model wrote it.

    Raises:
        TrainingError: for rows of a search, which hold no truth that a text can be held against.
    """
    if isinstance(recipe.rows, QuestionRows):
        raise TrainingError(f"{recipe.name}: its rows say no more than which question was best; see `likelihood_scores`")
    if isinstance(recipe.rows, JudgeRows):
        return _judged(rows, answers)
    truth = [row.completion or "" for row in rows]
    if isinstance(recipe.rows, HighlightPredictionRows):
        return _predicted(truth, answers)
    if isinstance(recipe.rows, HighlightDecisionRows):
        return _decided(truth, answers, recipe.rows.category.value)
    assert isinstance(recipe.rows, TurnRows)
    return _turned(truth, answers, with_highlights=recipe.rows.kind == "turn")


def likelihood_scores(rows: Sequence[Row], likelihoods: Mapping[str, Likelihood]) -> Scores:
    """Score rows of a search for questions by how likely a model finds them; no other model is compared with.

    Args:
        rows: at least one.
        likelihoods: by id of the row.

    Returns:
        ``loss``, the mean over tokens of minus the logarithm of a completion's probability; of pairs ``pair accuracy``, the share
        in which the better text is the likelier one, of questions and of the answers that are replayed apart.
    """
    found = [likelihoods[row.id] for row in rows]
    scores: dict[str, float] = {"loss": -sum(each.chosen for each in found) / sum(each.tokens for each in found)}
    for name, is_replayed in (("pair accuracy", False), ("pair accuracy, answers", True)):
        pairs = [
            each.chosen > each.rejected
            for row, each in zip(rows, found, strict=True)
            if each.rejected is not None and bool(row.columns.get("replayed")) == is_replayed
        ]
        if pairs:
            scores[name] = sum(pairs) / len(pairs)
    return {**scores, _ROWS: len(found)}


def _judged(rows: Sequence[Row], answers: Sequence[str]) -> Scores:
    """Score labels; of several dimensions each under its own name, for a mean over them would hide which is learnt."""
    dimensions = list(dict.fromkeys(row.columns["dimension"] for row in rows))
    scores: dict[str, float] = {}
    for dimension in dimensions:
        asked = [(row, text) for row, text in zip(rows, answers, strict=True) if row.columns["dimension"] == dimension]
        prefix = f"{dimension}: " if len(dimensions) > 1 else ""
        found = _judged_alike([row.columns["truth"] for row, _ in asked], [text for _, text in asked])
        scores |= {f"{prefix}{name}": value for name, value in found.items()}
    return scores


def _judged_alike(truth: Sequence[Any], answers: Sequence[str]) -> dict[str, float]:
    readings = [parse_label(text) for text in answers]
    found = score_pedagogy(truth, [(reading.value or {}).get("label") for reading in readings])
    return {
        "label accuracy": found.strict.accuracy,
        "macro-F1": found.strict.macro_f1,
        "lenient accuracy": found.lenient.accuracy,
        "lenient macro-F1": found.lenient.macro_f1,
        _MALFORMED: found.strict.unreadable / found.strict.rows,
        "without a rationale": sum("missing_rationale" in reading.flags for reading in readings) / len(readings),
        _ROWS: found.strict.rows,
    }


def _predicted(truth: Sequence[str], answers: Sequence[str]) -> Scores:
    rows = []
    for expected, text in zip(truth, answers, strict=True):
        says = read_yes_no(text)
        names = _SOMETHING if read_yes_no(expected) else frozenset()
        rows.append(HighlightRow(names, None, says_highlight=says, is_unreadable=says is None))
    found = score_highlights(rows)
    named = {f"prediction {name}": value for name, value in found.prediction._asdict().items()}
    return {**named, _MALFORMED: found.unreadable / found.rows, _ROWS: found.rows}


def _decided(truth: Sequence[str], answers: Sequence[str], category: str) -> Scores:
    rows = []
    for expected, text in zip(truth, answers, strict=True):
        given = read_names(text)
        rows.append(HighlightRow(_names(json.loads(expected), category), _names(given or (), category), None, given is None))
    found = score_highlights(rows)
    named = {f"decision {name}": value for name, value in found.decision._asdict().items()}
    return {**named, _MALFORMED: found.unreadable / found.rows, _ROWS: found.rows}


def _names(names: Sequence[str], category: str) -> frozenset[str]:
    return frozenset(getattr(Highlights.model_validate({category: list(names)}), category))


def _turned(truth: Sequence[str], answers: Sequence[str], *, with_highlights: bool) -> Scores:
    expected, given = ([parse_turn(text).value or {} for text in texts] for texts in (truth, answers))
    scores: dict[str, float] = {}
    for label in ("act", "subact", "feedback"):
        found = classify([each[label] for each in expected], [each.get(label) for each in given])
        scores |= {f"{label} accuracy": found.accuracy, f"{label} macro-F1": found.macro_f1}
    try:
        words = [each.get("utterance") for each in given]
        scores["BLEU"] = corpus_bleu(words, [each["utterance"] for each in expected]).score_0_to_100
    except MissingExtraError:
        pass  # the other scores need no extra
    if with_highlights:
        for category in ("lines", "angles"):
            rows = [
                HighlightRow(_shown(true, category), _shown(said, category), None, not said)
                for true, said in zip(expected, given, strict=True)
            ]
            scores[f"{category} combined F1"] = score_highlights(rows).combined.f1
    return {**scores, _MALFORMED: sum(not each for each in given) / len(given), _ROWS: len(given)}


def _shown(turn: Mapping[str, Any], category: str) -> frozenset[str]:
    """Return the names of a category in both colours of a turn as it was read; what could not be read names nothing."""
    green, brown = (
        Highlights(**{category: (turn.get(colour) or {}).get(category) or ()}) for colour in ("highlights", "highlights2")
    )
    return frozenset(named_in(green, brown, category))
