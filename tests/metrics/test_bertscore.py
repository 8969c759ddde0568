"""BERTScore, with a stand-in for the model: no figure here is one of a real model."""

import sys
from types import SimpleNamespace

import pytest

from gnomon.metrics import MetricInputError, MissingExtraError, bert_score, load_bert_model


class WordModel:
    """Scores the share of common words; unrelated texts have .8."""

    setting = "stand-in"
    baseline_f1 = 0.8

    def __init__(self):
        self.asked = []

    def raw_f1(self, candidates, references):
        self.asked += list(zip(candidates, references, strict=True))
        shared = [len({*a.split()} & {*b.split()}) / len({*a.split()} | {*b.split()}) for a, b in self.asked]
        return [0.8 + 0.2 * share for share in shared]


def test_raw_and_rescaled_by_hand():
    # "a b" against "a c": 1 of 3 words: raw .8 + .2/3 = .8667; rescaled (.8667 - .8)/(1 - .8) = 1/3, printed 33.3.
    raw = bert_score(["a b"], ["a c"], is_rescaled=False, model=WordModel())
    rescaled = bert_score(["a b"], ["a c"], is_rescaled=True, model=WordModel())
    assert (raw.mean, rescaled.mean) == pytest.approx((0.8 + 0.2 / 3, 1 / 3))
    assert rescaled.mean_times_100 == pytest.approx(100 / 3)


def test_the_setting_says_whether_it_is_rescaled():
    assert bert_score(["a"], ["a"], is_rescaled=False, model=WordModel()).setting == "stand-in, raw"
    assert bert_score(["a"], ["a"], is_rescaled=True, model=WordModel()).setting == "stand-in, rescaled"


@pytest.mark.parametrize("is_rescaled", [False, True])
def test_missing_and_empty_candidates_score_0_and_the_model_is_not_asked(is_rescaled):
    model = WordModel()
    result = bert_score([None, " ", "a"], ["a", "a", "a"], is_rescaled=is_rescaled, model=model)
    assert result.values == pytest.approx((0, 0, 1))
    assert (result.unreadable, result.empty, model.asked) == (1, 1, [("a", "a")])


def test_with_nothing_to_ask_the_model_is_not_called():
    model = WordModel()
    assert bert_score([""], ["a"], is_rescaled=True, model=model).mean == 0
    assert model.asked == []


def test_no_rows_are_refused():
    with pytest.raises(MetricInputError, match="at least one"):
        bert_score([], [], is_rescaled=False, model=WordModel())


def test_a_missing_library_is_one_line_with_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "bert_score", None)
    with pytest.raises(MissingExtraError, match=r"^BERTScore needs bert_score: pip install 'gnomon\[bertscore\]'$"):
        load_bert_model()


def test_a_tokenizer_without_a_length_gets_one(monkeypatch):
    # transformers marks "no length" by 10^30, on which bert-score fails.
    library = SimpleNamespace(BERTScorer=FakeScorer)
    monkeypatch.setitem(sys.modules, "bert_score", library)
    model = load_bert_model(language="en")
    assert model.setting == "bert-score roberta-large_L17"
    result = bert_score(["a"], ["b"], is_rescaled=True, model=model)
    assert result.mean == pytest.approx((0.9 - 0.83) / (1 - 0.83))


class FakeScorer:
    """Has the parts of bert-score's class that are used."""

    hash = "roberta-large_L17"
    baseline_vals = (0.81, 0.82, 0.83)

    def __init__(self, *, model_type, lang, device, rescale_with_baseline):
        assert (model_type, lang, device, rescale_with_baseline) == (None, "en", None, False)
        self._tokenizer = SimpleNamespace(model_max_length=int(1e30))

    def score(self, candidates, references):
        assert len(candidates) == len(references)
        assert self._tokenizer.model_max_length == 512
        return [0.1] * len(candidates), [0.2] * len(candidates), [0.9] * len(candidates)
