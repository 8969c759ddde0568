"""Offsets per class find a shifted line, and leave noise alone."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnomon.judge.checks import apply_offsets, check_offsets, fit_offsets, grouped_folds
from gnomon.metrics import classify

CLASSES = 3


def votes_of(rng, truth, shift, num_votes=8):
    """Shares of votes of a judge that knows the truth but draws its lines elsewhere by ``shift``."""
    belief = np.eye(CLASSES)[truth] * 1.5 + rng.normal(0, 0.6, (len(truth), CLASSES)) + shift
    chances = np.exp(belief) / np.exp(belief).sum(axis=1, keepdims=True)
    return np.array([rng.multinomial(num_votes, chance) for chance in chances]) / num_votes


def imbalanced_truth(rng, size=600):
    return rng.choice(CLASSES, size=size, p=[0.6, 0.15, 0.25])


def test_a_planted_shift_is_undone_on_rows_that_were_not_fitted_on():
    rng = np.random.default_rng(0)
    truth = imbalanced_truth(rng)
    votes = votes_of(rng, truth, shift=np.array([2.0, 0.0, 0.0]))  # says the first class far too often
    honest = votes_of(rng, truth, shift=np.zeros(3))
    found = check_offsets(votes, truth, grouped_folds(range(len(truth))))
    unshifted = check_offsets(honest, truth, grouped_folds(range(len(truth)))).macro_f1_without
    assert found.macro_f1_with > found.macro_f1_without + 0.1
    assert found.macro_f1_with > unshifted - 0.1  # most of the way back to the judge without the shift


def test_the_offsets_are_those_that_were_planted():
    # two classes, score of the second 0.3 too low: predictions change at offset 0.3 between the nearest rows
    truth = np.array([0] * 50 + [1] * 50)
    scores = np.column_stack([np.zeros(100), np.where(truth == 1, 0.1, -0.1) - 0.3])
    assert fit_offsets(scores, truth) == pytest.approx([0, 0.3])


def test_votes_that_are_noise_lose_nothing_that_counts():
    rng = np.random.default_rng(1)
    lost = []
    for _ in range(5):
        truth = imbalanced_truth(rng)
        votes = rng.multinomial(5, [1 / 3] * 3, size=len(truth)) / 5
        found = check_offsets(votes, truth, grouped_folds(range(len(truth))))
        lost.append(found.macro_f1_without - found.macro_f1_with)
    assert np.mean(lost) < 0.02
    assert max(lost) < 0.05


def test_a_judge_that_is_right_gets_no_offsets():
    truth = imbalanced_truth(np.random.default_rng(2), 60)
    found = check_offsets(np.eye(CLASSES)[truth], truth, grouped_folds(range(60)))
    assert found.macro_f1_with == found.macro_f1_without == 1
    assert all(row.offsets == (0, 0, 0) for row in found.folds)


def test_figures_are_those_of_the_metric():
    rng = np.random.default_rng(3)
    truth = imbalanced_truth(rng, 200)
    votes = votes_of(rng, truth, shift=np.array([1.0, 0, 0]))
    votes[:7] = np.nan
    found = check_offsets(votes, truth, grouped_folds(range(200)))
    for predicted, figure in (
        (found.predictions_without, found.macro_f1_without),
        (found.predictions_with, found.macro_f1_with),
    ):
        labels = [None if label < 0 else str(label) for label in predicted]
        expected = classify([str(label) for label in truth], labels, labels=["0", "1", "2"])
        assert figure == pytest.approx(expected.macro_f1)
        assert expected.unreadable == found.num_unread == 7


def test_a_row_without_scores_stays_without_a_class():
    assert apply_offsets([[0.2, 0.8], [np.nan, np.nan]], [5, 0]).tolist() == [0, -1]


def test_of_equal_scores_the_earlier_class_wins():
    assert apply_offsets([[0.4, 0.4, 0.2]]).tolist() == [0]


def test_held_out_rows_do_not_move_their_own_offsets():
    rng = np.random.default_rng(4)
    truth = imbalanced_truth(rng, 120)
    votes, folds = votes_of(rng, truth, np.array([2.0, 0, 0])), [row % 2 for row in range(120)]
    other = truth.copy()
    other[::2] = (other[::2] + 1) % 3  # change the truth of fold 0 alone
    before, after = check_offsets(votes, truth, folds), check_offsets(votes, other, folds)
    assert before.folds[0].offsets == after.folds[0].offsets


def test_a_group_in_two_folds_is_refused():
    with pytest.raises(ValueError, match=r"group 'a' lies in folds 0 and 1"):
        check_offsets(np.eye(2), [0, 1], [0, 1], groups=["a", "a"])


@pytest.mark.parametrize(
    ("scores", "truth", "folds"),
    [([[0.1, 0.9]], [2], [0]), ([0.1, 0.9], [0, 1], [0, 1]), ([[1, 0], [0, 1]], [0, 1], [0, 0])],
)
def test_what_does_not_fit_is_refused(scores, truth, folds):
    with pytest.raises(ValueError, match="expected"):
        check_offsets(scores, truth, folds)


def test_no_rows_give_no_offsets():
    assert fit_offsets(np.full((3, 3), np.nan), [0, 1, 2]).tolist() == [0, 0, 0]


@given(st.lists(st.tuples(st.lists(st.integers(0, 4), min_size=3, max_size=3), st.integers(0, 2)), min_size=1, max_size=25))
def test_fitted_offsets_are_never_worse_where_they_were_fitted(rows):
    scores, truth = np.array([row for row, _ in rows]) / 4, np.array([label for _, label in rows])
    offsets = fit_offsets(scores, truth)
    labels = ["0", "1", "2"]
    with_them, without = (
        classify([str(label) for label in truth], [str(label) for label in predicted], labels=labels).macro_f1
        for predicted in (apply_offsets(scores, offsets), apply_offsets(scores))
    )
    assert with_them >= without
