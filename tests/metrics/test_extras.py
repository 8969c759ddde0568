"""Libraries of optional extras."""

import sys

import pytest

from gnomon.metrics import MetricError, MissingExtraError, corpus_bleu, has_wordnet, rouge_l


@pytest.mark.parametrize(
    ("library", "module", "call", "line"),
    [
        ("sacrebleu", "sacrebleu.metrics", lambda: corpus_bleu(["a"], ["a"]), "BLEU needs sacrebleu"),
        ("rouge_score", "rouge_score.rouge_scorer", lambda: rouge_l(["a"], ["a"]), "ROUGE-L needs rouge_score"),
        ("nltk", "nltk.corpus", has_wordnet, "METEOR needs nltk"),
    ],
)
def test_a_missing_library_is_one_line_with_what_to_install(monkeypatch, library, module, call, line):
    monkeypatch.setitem(sys.modules, library, None)
    monkeypatch.delitem(sys.modules, module, raising=False)
    with pytest.raises(MissingExtraError) as caught:
        call()
    assert str(caught.value).startswith(line)
    assert str(caught.value).endswith(": pip install 'gnomon[bench]'")


def test_it_is_an_import_error_and_an_error_of_this_room():
    assert issubclass(MissingExtraError, ImportError)
    assert issubclass(MissingExtraError, MetricError)
