"""Prediction, Decision, Combined; miss, leave, hit."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnomon.metrics import HighlightRow, MetricInputError, highlight_metric, score_highlights, value_of


def row(truth, output, says=None, *, is_unreadable=False):
    return HighlightRow(frozenset(truth.split()), None if output is None else frozenset(output.split()), says, is_unreadable)


# The running example, lines of seven turns. f of the turns: 2/3, 2/3, 0, -, -, 0, -.
TURNS = [row("AB", "AB BC"), row("AB CD", "AB"), row("EF", ""), row("", "GH"), row("", ""), row("AC", "BD"), row("", "XY")]

NAMES = st.frozensets(st.sampled_from(["AB", "BC", "CD", "DE"]), max_size=4)
ONE_CALL = st.builds(HighlightRow, truth=NAMES, output=NAMES, says_highlight=st.none(), is_unreadable=st.just(False))
FOCUSED = st.builds(HighlightRow, truth=NAMES, output=NAMES, says_highlight=st.booleans(), is_unreadable=st.booleans())
ROWS = st.lists(ONE_CALL | FOCUSED, min_size=1, max_size=20)


def test_prediction_is_the_worked_example():
    # TP turns 1, 2, 6; FP 4, 7; FN 3; TN 5: accuracy 4/7, P 3/5, R 3/4, F1 6/9.
    assert score_highlights(TURNS).prediction == pytest.approx((4 / 7, 3 / 5, 3 / 4, 6 / 9))


def test_decision_is_the_worked_example():
    # Turns 1, 2, 3, 6: p = 1/2, 1, 0, 0 (mean .375); r = 1, 1/2, 0, 0 (.375); f = 2/3, 2/3, 0, 0 (.333, not .375).
    assert score_highlights(TURNS).decision == pytest.approx((0.375, 0.375, 1 / 3))


def test_combined_is_the_worked_example():
    # S = 4/3; four turns with true lines, five that highlight: R .333, P .267, F 2.667/9 = .296.
    assert score_highlights(TURNS).combined == pytest.approx((4 / 15, 1 / 3, 8 / 27))


def test_miss_leave_and_hit_are_the_worked_example():
    # Of turns 1, 2, 3, 6: turn 6 names only a wrong line, turn 3 nothing, turns 1 and 2 a right one.
    assert score_highlights(TURNS).outcomes == pytest.approx((1 / 4, 1 / 4, 2 / 4))


def test_the_counts_are_given_beside_the_figures():
    scores = score_highlights([*TURNS, row("AB", "AB", is_unreadable=True)])
    assert (scores.rows, scores.true_rows, scores.highlighted_rows, scores.unreadable) == (8, 5, 5, 1)


def test_an_unreadable_reply_highlights_nothing_and_is_a_leave():
    scores = score_highlights([row("AB", "AB", is_unreadable=True)])
    assert list(scores.outcomes) == [0, 1, 0]
    assert scores.combined.f1 == scores.prediction.recall == scores.decision.f1 == 0


def test_nothing_true_and_nothing_named_is_in_no_denominator():
    # Prediction is right; Combined has 0/0, which is 0.
    scores = score_highlights([row("", "")])
    assert scores.prediction.accuracy == 1
    assert tuple(scores.combined) == (0, 0, 0)


def test_independent_decision_ignores_what_the_yes_no_model_says():
    # The which-model is right (f = 1), but the yes/no model said no: Decision and Combined 0, independent 1.
    scores = score_highlights([row("AB", "AB", says=False)])
    assert (scores.decision.f1, scores.combined.f1, scores.independent.f1) == (0, 0, 1)


def test_the_which_model_need_not_be_asked_where_nothing_is_true():
    # Row 1: f = 1. Row 2 says yes without truth: it counts in P's denominator. R 1/1, P 1/2, F 2/3.
    scores = score_highlights([row("AB", "AB", says=True), row("", None, says=True)])
    assert scores.combined == pytest.approx((1 / 2, 1, 2 / 3))
    assert scores.independent.f1 == 1


def test_there_is_no_independent_decision_where_the_which_model_was_not_asked():
    rows = [row("AB", None, says=False)]
    assert score_highlights(rows).independent is None
    with pytest.raises(MetricInputError, match="names given"):
        highlight_metric(rows, "independent_f1")


def test_a_yes_without_names_is_a_miss():
    assert score_highlights([row("AB", "", says=True)]).outcomes == (1, 0, 0)


def test_no_rows_and_unknown_figures_are_refused():
    with pytest.raises(MetricInputError, match="at least one row"):
        score_highlights([])
    with pytest.raises(MetricInputError, match="got 'f2'"):
        highlight_metric(TURNS, "f2")


@given(st.lists(ONE_CALL, min_size=1, max_size=20))
def test_combined_recall_is_decision_f1_in_one_call(rows):
    scores = score_highlights(rows)
    assert scores.combined.recall == pytest.approx(scores.decision.f1)
    assert scores.independent == pytest.approx(scores.decision)


@given(ROWS)
def test_combined_and_prediction_have_precision_and_recall_in_one_ratio(rows):
    scores = score_highlights(rows)
    crossed = scores.combined.precision * scores.prediction.recall, scores.combined.recall * scores.prediction.precision
    assert crossed[0] == pytest.approx(crossed[1])


@given(ROWS)
def test_leave_is_what_prediction_recall_lacks_and_the_shares_add_to_1(rows):
    scores = score_highlights(rows)
    if scores.true_rows:
        assert scores.outcomes.leave_share == pytest.approx(1 - scores.prediction.recall)
        assert sum(scores.outcomes) == pytest.approx(1)
    else:
        assert scores.outcomes == (0, 0, 0)


@given(ROWS)
def test_decision_f1_is_at_most_the_share_of_hits(rows):
    scores = score_highlights(rows)
    assert scores.decision.f1 <= scores.outcomes.hit_share + 1e-12


@given(ROWS)
def test_combined_f1_is_the_harmonic_mean_of_its_precision_and_recall(rows):
    precision, recall, f1 = score_highlights(rows).combined
    assert f1 == pytest.approx(2 * precision * recall / (precision + recall) if precision + recall else 0)


@pytest.mark.slow
@given(ROWS)
def test_prediction_agrees_with_scikit_learn(rows):
    metrics = pytest.importorskip("sklearn.metrics", reason="needs scikit-learn")
    truth = [bool(row.truth) for row in rows]
    said = [(bool(row.output) if row.says_highlight is None else row.says_highlight) and not row.is_unreadable for row in rows]
    precision, recall, f1, _ = metrics.precision_recall_fscore_support(truth, said, average="binary", zero_division=0)
    assert score_highlights(rows).prediction == pytest.approx((metrics.accuracy_score(truth, said), precision, recall, f1))


@given(ROWS, st.data())
def test_a_resample_scores_as_its_rows_written_out(rows, data):
    weights = data.draw(st.lists(st.integers(0, 3), min_size=len(rows), max_size=len(rows)).filter(any))
    repeated = [row for row, weight in zip(rows, weights, strict=True) for _ in range(weight)]
    metric = highlight_metric(rows, "combined_f1")
    assert metric.of_weights(np.array([weights], dtype=float))[0] == pytest.approx(score_highlights(repeated).combined.f1)


def test_every_figure_can_be_asked_for_by_name():
    assert value_of(highlight_metric(TURNS, "prediction_f1")) == pytest.approx(6 / 9)
    assert value_of(highlight_metric(TURNS, "hit_share")) == 0.5
    assert value_of(highlight_metric(TURNS, "independent_recall")) == 0.375
