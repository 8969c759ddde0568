"""Strict and lenient scores of the four dimensions of MRBench."""

import json
from collections import Counter

import pytest

from gnomon.metrics import MetricInputError, lenient_label, score_pedagogy

YES, SOME, NO = "Yes", "To some extent", "No"
MAJORITY = {"Mistake_Identification": 0.292, "Mistake_Location": 0.256, "Providing_Guidance": 0.241, "Actionability": 0.230}


def test_strict_and_lenient_scores_are_the_worked_example():
    # Truth Y Y T N N Y, output Y T Y N ? N (? unreadable).
    # Strict: right rows 1 and 4: 2/6. Y: TP 1, FP 1, FN 2: 2/5. T: TP 0: 0. N: TP 1, FP 1, FN 1: 1/2. Mean .900/3 = .300.
    # Lenient: rows 1, 2, 3, 4 right: 4/6. Y or T: TP 3, FP 0, FN 1: 6/7. N: TP 1, FP 1, FN 1: 1/2. Mean 1.357/2 = .679.
    scores = score_pedagogy([YES, YES, SOME, NO, NO, YES], [YES, SOME, YES, NO, "?", NO])
    assert scores.strict.accuracy == pytest.approx(2 / 6)
    assert [score.f1 for score in scores.strict.classes] == pytest.approx([0.4, 0, 0.5])
    assert scores.strict.macro_f1 == pytest.approx(0.3)
    assert scores.lenient.accuracy == pytest.approx(4 / 6)
    assert [score.f1 for score in scores.lenient.classes] == pytest.approx([6 / 7, 0.5])
    assert scores.lenient.macro_f1 == pytest.approx((6 / 7 + 0.5) / 2)
    assert (scores.strict.unreadable, scores.lenient.unreadable) == (1, 1)


def test_the_mean_is_over_all_three_classes_though_one_is_absent():
    # Yes 1, No 1, To some extent absent: 2/3.
    assert score_pedagogy([YES, NO], [YES, NO]).strict.macro_f1 == pytest.approx(2 / 3)


@pytest.mark.parametrize("label", [None, "yes", "Maybe", ""])
def test_what_is_no_legal_label_has_no_lenient_class(label):
    assert lenient_label(label) is None


def test_a_true_label_outside_the_three_is_refused():
    with pytest.raises(MetricInputError, match="got 'Perhaps'"):
        score_pedagogy(["Perhaps"], [YES])


def test_always_giving_the_commonest_label_scores_as_published_data_must(data_folder):
    dialogues = json.loads((data_folder / "mrbench" / "mrbench_v3_dev240.json").read_text("utf-8"))
    replies = [reply["annotation"] for dialogue in dialogues for reply in dialogue["tutor_responses"].values()]
    for dimension, expected in MAJORITY.items():
        truth = [reply[dimension] for reply in replies]
        commonest = Counter(truth).most_common(1)[0][0]
        assert score_pedagogy(truth, [commonest] * len(truth)).strict.macro_f1 == pytest.approx(expected, abs=0.002)
