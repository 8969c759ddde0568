"""METEOR."""

from importlib import import_module
from importlib.util import find_spec
from typing import NamedTuple

import pytest

from gnomon.metrics import MetricInputError, MissingDataError, has_wordnet, meteor_score

pytestmark = pytest.mark.skipif(find_spec("nltk") is None, reason="needs nltk")  # importing it takes a second


class Lemma(NamedTuple):
    word: str

    def name(self):
        return self.word


class Synset(NamedTuple):
    words: tuple[str, ...]

    def lemmas(self):
        return [Lemma(word) for word in self.words]


class TinyThesaurus:
    """Knows one pair of synonyms."""

    def synsets(self, word):
        return [Synset(("big", "great"))] if word in {"big", "great"} else []


def score(candidate, reference):
    return meteor_score([candidate], [reference], thesaurus=TinyThesaurus()).mean


def test_equal_texts_lose_only_the_penalty_of_one_chunk():
    # 4 words match in one chunk: P = R = 1, F = 1, penalty .5 (1/4)^3 = .0078.
    assert score("a big angle .", "a big angle .") == pytest.approx(1 - 0.5 / 64)


def test_half_the_words_in_one_chunk_by_hand():
    # "a b" against "a b c d": P 1, R 1/2, F = PR/(.9 P + .1 R) = .5/(.9 x 1 + .1 x .5) = .5263; one chunk of 2: x (1 - .5/8).
    assert score("a b", "a b c d") == pytest.approx(0.5 / 0.95 * (1 - 0.5 / 8))


def test_stems_and_synonyms_match():
    assert score("angles", "angle") == score("angle", "angle")
    assert score("a big angle", "a great angle") == score("a big angle", "a big angle")


def test_a_missing_or_empty_candidate_scores_0():
    result = meteor_score([None, "", "a"], ["a", "a", "b"], thesaurus=TinyThesaurus())
    assert (result.values, result.unreadable) == ((0, 0, 0), 1)
    assert "TinyThesaurus" in result.setting


def test_the_absence_of_wordnet_is_said_before_any_row_is_scored(monkeypatch, tmp_path):
    monkeypatch.setattr("nltk.data.path", [str(tmp_path)])
    monkeypatch.setattr("nltk.corpus.wordnet", _unloaded_wordnet())
    assert not has_wordnet()
    with pytest.raises(MissingDataError, match=r"nltk\.downloader wordnet"):
        meteor_score(["a"], ["a"])


def test_no_rows_are_refused():
    with pytest.raises(MetricInputError, match="at least one"):
        meteor_score([], [], thesaurus=TinyThesaurus())


def _unloaded_wordnet():
    reader = import_module("nltk.corpus.reader.wordnet").WordNetCorpusReader
    return import_module("nltk.corpus.util").LazyCorpusLoader("wordnet", reader, None)
