"""Macro-F1, accuracy and confusion."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnomon.metrics import MetricInputError, accuracy_metric, classify, confusion, macro_f1_metric, value_of

LABELS = ("A", "B", "C", "D")
ROWS = st.lists(st.tuples(st.sampled_from(LABELS), st.sampled_from((*LABELS, None))), min_size=1, max_size=30)


def test_macro_f1_of_an_unreadable_output_is_the_worked_example():
    # Truth A, A, B; output A, unreadable, B. A: TP 1, FN 1, FP 0: F1 2/3. B: 1. Mean (2/3 + 1)/2 = .8333.
    scores = classify(["A", "A", "B"], ["A", None, "B"])
    assert [score.f1 for score in scores.classes] == pytest.approx([2 / 3, 1])
    assert scores.macro_f1 == pytest.approx(5 / 6)
    assert (scores.accuracy, scores.unreadable, scores.rows) == pytest.approx((2 / 3, 1, 3))


def test_a_class_that_only_the_output_has_is_not_in_the_mean():
    # A: TP 1, FN 1: 2/3. C never occurs in the truth: it costs A its row and is no class.
    scores = classify(["A", "A"], ["A", "C"])
    assert [score.label for score in scores.classes] == ["A"]
    assert scores.macro_f1 == pytest.approx(2 / 3)


def test_an_absent_class_of_a_fixed_list_scores_0():
    # A: 1; B occurs nowhere: 0. Mean 1/2.
    assert classify(["A"], ["A"], labels=["A", "B"]).macro_f1 == 0.5


def test_a_text_outside_a_fixed_list_is_unreadable():
    assert classify(["A", "A"], ["A", "maybe"], labels=["A", "B"]).unreadable == 1


def test_the_scores_of_a_class_carry_their_counts():
    # A: true in rows 1 to 3, given in rows 1, 2 and 4, both in 1 and 2: P 2/3, R 2/3.
    score = classify(["A", "A", "A", "B"], ["A", "A", "B", "A"]).classes[0]
    assert (score.true_count, score.output_count, score.right_count) == (3, 3, 2)
    assert (score.precision, score.recall) == pytest.approx((2 / 3, 2 / 3))


def test_confusion_keeps_unreadable_output_in_a_column_of_its_own():
    table = confusion(["A", "A", "B", "B"], ["A", "B", None, "other"], labels=["A", "B"])
    assert table.counts.tolist() == [[1, 1, 0], [0, 0, 2]]


@pytest.mark.parametrize(("truth", "output"), [([], []), (["A"], []), (["E"], ["A"])])
def test_rows_that_do_not_fit_are_refused(truth, output):
    with pytest.raises(MetricInputError, match="expected"):
        classify(truth, output, labels=LABELS)


@given(ROWS)
def test_scikit_learn_gives_the_same_over_the_classes_of_the_truth(rows):
    metrics = pytest.importorskip("sklearn.metrics", reason="needs scikit-learn")
    truth, output = [row[0] for row in rows], [row[1] or "unreadable" for row in rows]
    expected = metrics.f1_score(truth, output, labels=sorted(set(truth)), average="macro", zero_division=0)
    scores = classify(truth, [row[1] for row in rows])
    assert scores.macro_f1 == pytest.approx(expected)
    assert scores.accuracy == pytest.approx(metrics.accuracy_score(truth, output))


@given(ROWS)
def test_scikit_learn_gives_the_same_over_a_fixed_list(rows):
    metrics = pytest.importorskip("sklearn.metrics", reason="needs scikit-learn")
    truth, output = [row[0] for row in rows], [row[1] or "unreadable" for row in rows]
    report = metrics.precision_recall_fscore_support(truth, output, labels=LABELS, zero_division=0)
    ours = classify(truth, [row[1] for row in rows], labels=LABELS).classes
    theirs = np.column_stack(report)
    assert np.allclose([[s.precision, s.recall, s.f1, s.true_count] for s in ours], theirs)


@given(ROWS, st.sampled_from([None, LABELS]))
def test_the_form_that_is_resampled_has_the_same_value(rows, labels):
    truth, output = [row[0] for row in rows], [row[1] for row in rows]
    scores = classify(truth, output, labels=labels)
    assert value_of(macro_f1_metric(truth, output, labels=labels)) == pytest.approx(scores.macro_f1)
    assert value_of(accuracy_metric(truth, output, labels=labels)) == pytest.approx(scores.accuracy)


@given(ROWS, st.data())
def test_a_resample_scores_as_its_rows_written_out(rows, data):
    weights = np.array(data.draw(st.lists(st.integers(0, 3), min_size=len(rows), max_size=len(rows)).filter(any)), dtype=float)
    truth, output = [row[0] for row in rows], [row[1] for row in rows]
    repeated = [row for row, weight in zip(rows, weights, strict=True) for _ in range(int(weight))]
    written_out = classify([row[0] for row in repeated], [row[1] for row in repeated])
    assert macro_f1_metric(truth, output).of_weights(weights[None])[0] == pytest.approx(written_out.macro_f1)
