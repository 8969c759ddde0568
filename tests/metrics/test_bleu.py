"""BLEU over a corpus and over sentences."""

import logging

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnomon.metrics import MetricInputError, bootstrap_interval, corpus_bleu, corpus_bleu_metric, sentence_bleu, value_of

sacrebleu = pytest.importorskip("sacrebleu", reason="needs sacrebleu")

SENTENCES = st.lists(st.sampled_from(["the", "angle", "ABC", "is", "right", "."]), max_size=9).map(" ".join)
PAIRS = st.lists(st.tuples(SENTENCES, SENTENCES), min_size=1, max_size=8)


def test_sentence_bleu_by_hand():
    # "a b c d" against "a b x d": 3 of 4 words, 1 of 3 pairs match; no brevity penalty. BLEU-2 = sqrt(3/4 x 1/3) = .5.
    assert sentence_bleu(["a b c d"], ["a b x d"], max_order=2).mean == pytest.approx(0.5)


def test_a_short_candidate_pays_the_brevity_penalty():
    # All words and pairs of "a b" match; 2 words against 4: exp(1 - 4/2) = .368. Longer n-grams do not exist and are not asked.
    assert sentence_bleu(["a b"], ["a b c d"], max_order=4).mean == pytest.approx(np.exp(-1))


def test_corpus_bleu_by_hand():
    # Matches 4 + 0 words of 4 + 1, 3 pairs of 3, 2 triples of 2, 1 of 1; 5 words against 5: (4/5)^(1/4) = .9457.
    assert corpus_bleu(["a b c d", "x"], ["a b c d", "y"]).score_0_to_100 == pytest.approx(100 * 0.8**0.25)


def test_a_missing_candidate_counts_as_empty_text_and_is_counted():
    # 4 words, 3, 2, 1 n-grams all match; 4 words against 8: exp(1 - 8/4) = .3679.
    score = corpus_bleu(["a b c d", None], ["a b c d", "e f g h"])
    assert (score.score_0_to_100, score.unreadable, score.rows) == pytest.approx((100 * np.exp(-1), 1, 2))
    assert sentence_bleu([None, "a b"], ["a b", "a b"], max_order=2).values == pytest.approx((0, 1))


def test_the_setting_is_written_into_the_result():
    assert f"sacrebleu {sacrebleu.__version__}, corpus BLEU-4, tokenizer 13a" in corpus_bleu(["a"], ["a"]).setting
    assert "sentence BLEU-2" in sentence_bleu(["a"], ["a"], max_order=2).setting


def test_no_rows_and_different_lengths_are_refused():
    for candidates, references in (([], []), (["a"], ["a", "b"])):
        with pytest.raises(MetricInputError, match="one candidate for each reference"):
            corpus_bleu(candidates, references)


@given(PAIRS)
def test_corpus_bleu_is_sacrebleus(pairs):
    candidates, references = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    expected = sacrebleu.corpus_bleu(candidates, [references]).score
    assert corpus_bleu(candidates, references).score_0_to_100 == pytest.approx(expected)


@given(PAIRS, st.data())
def test_a_resample_scores_as_sacrebleu_scores_its_rows_written_out(pairs, data):
    weights = data.draw(st.lists(st.integers(0, 3), min_size=len(pairs), max_size=len(pairs)).filter(any))
    repeated = [pair for pair, weight in zip(pairs, weights, strict=True) for _ in range(weight)]
    metric = corpus_bleu_metric([pair[0] for pair in pairs], [pair[1] for pair in pairs])
    expected = sacrebleu.corpus_bleu([pair[0] for pair in repeated], [[pair[1] for pair in repeated]]).score
    assert metric.of_weights(np.array([weights], dtype=float))[0] == pytest.approx(expected)


def test_nothing_is_logged(caplog):
    with caplog.at_level(logging.WARNING):
        corpus_bleu(["a b c d ."], ["a b ."])
    assert caplog.records == []


def test_the_interval_holds_the_value():
    candidates = ["the angle ABC is right .", "it is the angle BCA", "no"] * 5
    metric = corpus_bleu_metric(candidates, ["the angle ABC is right .", "it is an angle", "yes it is"] * 5)
    interval = bootstrap_interval(metric, seed=3, resamples=200)
    assert (np.diff(np.array([interval.low, value_of(metric), interval.high], dtype=float)) > 0).all()
