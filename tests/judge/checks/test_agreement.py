"""Two judges compared, over replies and over models."""

import numpy as np
import pytest

from gnomon.judge.checks import label_agreement, score_agreement

FIRST = [6, 5, 4, 3, 2, 1, None, 4]
SECOND = [5, 5, 3, 4, 1, 2, 3, None]
MODELS = ["a", "a", "b", "b", "c", "c", "c", "a"]


def test_labels_agree_as_another_library_says():
    first, second = ["Yes", "No", "Yes", "To some extent", "No"], ["Yes", "No", "No", "To some extent", "Yes"]
    found = label_agreement(first, second)
    assert found.equal_share == 0.6
    metrics = pytest.importorskip("sklearn.metrics", reason="needs scikit-learn")
    assert found.cohen_kappa == pytest.approx(metrics.cohen_kappa_score(first, second))


def test_unread_labels_are_counted_and_left_out():
    found = label_agreement([None, "Yes", None], ["Yes", None, None])
    assert (found.num_unread, found.equal_share, found.cohen_kappa) == (3, None, None)


def test_scores_over_replies_and_over_models_are_two_figures():
    from scipy.stats import pearsonr, spearmanr  # half a second

    found = score_agreement(FIRST, SECOND, MODELS)
    first, second = FIRST[:6], SECOND[:6]
    assert (found.num_unread, found.num_models) == (2, 3)
    assert found.pearson_over_replies == pytest.approx(pearsonr(first, second).statistic)
    assert found.spearman_over_replies == pytest.approx(spearmanr(first, second).statistic)
    # means of a, b, c: 5.5, 3.5, 1.5 and 5, 3.5, 1.5
    assert found.pearson_over_models == pytest.approx(np.corrcoef([5.5, 3.5, 1.5], [5, 3.5, 1.5])[0, 1])


def test_without_models_there_is_no_figure_over_them():
    assert score_agreement(FIRST, SECOND).pearson_over_models is None


def test_scores_that_never_vary_have_no_correlation():
    found = score_agreement([3, 3, 3], [1, 2, 3])
    assert found.pearson_over_replies is None
    assert found.equal_share == pytest.approx(1 / 3)
