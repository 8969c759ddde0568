"""ROUGE-L."""

import pytest

from gnomon.metrics import MetricInputError, rouge_l

pytest.importorskip("rouge_score", reason="needs rouge-score")


def test_rouge_l_by_hand():
    # "a b c d" against "a x c": longest common subsequence a c: P 2/4, R 2/3, F1 2 x 2/(4 + 3) = .571.
    assert rouge_l(["a b c d"], ["a x c"]).mean == pytest.approx(4 / 7)


def test_a_missing_or_empty_candidate_scores_0_and_only_a_missing_one_is_counted():
    result = rouge_l([None, "", "a b"], ["a", "a", "a b"])
    assert list(result.values) == [0, 0, 1]
    assert (result.mean, result.unreadable) == pytest.approx((1 / 3, 1))


def test_signs_are_no_words_and_words_are_not_stemmed():
    assert rouge_l(["∠ = 60"], ["60"]).mean == 1
    assert rouge_l(["angles"], ["angle"]).mean == 0


def test_no_rows_are_refused():
    with pytest.raises(MetricInputError, match="at least one"):
        rouge_l([], [])
