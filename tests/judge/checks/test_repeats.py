"""A judge compared with itself."""

import asyncio

import pytest

from gnomon.judge import OverallCase, OverallJudge
from gnomon.judge.checks import repeat, self_agreement
from gnomon.models import FakeModel

CASES = [OverallCase(reply=f"reply {number}") for number in range(6)]


def run(model, seeds=(1, 2), cases=CASES):
    judge = OverallJudge(model)
    return asyncio.run(repeat(cases, lambda case, seed: judge.seeded(seed).judge(case), seeds))


def by_case_and_seed(table):
    def answer(request, _index):
        number = int(request.messages[-1].text.partition(">\nreply ")[2].split()[0])
        return f'{{"rationale": "", "score": {table[number][request.seed - 1]}}}'

    return FakeModel(answer)


def test_each_case_is_asked_once_a_seed():
    model = FakeModel('{"score": 3}')
    run(model, seeds=(5, 6, 7))
    assert sorted(request.seed or 0 for request in model.requests) == [5] * 6 + [6] * 6 + [7] * 6


def test_a_judge_that_repeats_itself_agrees_with_itself():
    found = run(by_case_and_seed([(1, 1), (2, 2), (3, 3), (1, 1), (2, 2), (3, 3)]))
    assert (found.all_equal_share, found.pair_equal_share, found.cohen_kappa, found.fleiss_kappa) == (1, 1, 1, 1)


def test_kappa_of_two_repeats_is_that_of_another_library():
    table = [(1, 1), (2, 1), (3, 3), (1, 1), (2, 2), (3, 1)]
    found = run(by_case_and_seed(table))
    assert found.all_equal_share == pytest.approx(4 / 6)
    metrics = pytest.importorskip("sklearn.metrics", reason="needs scikit-learn")
    assert found.cohen_kappa == pytest.approx(metrics.cohen_kappa_score(*zip(*table, strict=True)))


def test_three_repeats_have_no_cohen_but_a_fleiss_kappa():
    found = self_agreement([["A", "A", "B"], ["B", "B", "B"]])
    # pairs: 1 of 3 and 3 of 3. Fleiss: mean agreement (1/3 + 1)/2 = 2/3, by chance (2/6)^2 + (4/6)^2 = 5/9
    assert (found.all_equal_share, found.cohen_kappa) == (0.5, None)
    assert found.pair_equal_share == pytest.approx(2 / 3)
    assert found.fleiss_kappa == pytest.approx((2 / 3 - 5 / 9) / (1 - 5 / 9))


def test_cases_with_an_unreadable_repeat_are_counted_apart():
    found = self_agreement([["A", None], ["A", "A"], [None, None], ["B", "B"]])
    assert (found.num_cases, found.num_incomplete, found.num_unread_answers, found.all_equal_share) == (4, 2, 3, 1)


def test_a_failing_model_gives_no_figures(broken_model):
    found = run(broken_model)
    assert (found.num_incomplete, found.all_equal_share, found.fleiss_kappa) == (6, None, None)


def test_one_answer_throughout_has_no_kappa():
    found = self_agreement([["A", "A"], ["A", "A"]])
    assert (found.all_equal_share, found.cohen_kappa, found.fleiss_kappa) == (1, None, None)


@pytest.mark.parametrize("seeds", [(), (1,), (1, 1)])
def test_repeats_need_different_seeds(seeds):
    with pytest.raises(ValueError, match="two different seeds"):
        run(FakeModel('{"score": 3}'), seeds)


def test_unequal_numbers_of_repeats_are_refused():
    with pytest.raises(ValueError, match="same number of repeats"):
        self_agreement([["A"], ["A", "B"]])
