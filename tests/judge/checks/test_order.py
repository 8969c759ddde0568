"""A judge that leans to one position is found; one that does not is cleared."""

import asyncio
import hashlib
import json
import re

import pytest

from gnomon.judge import Judgement, SimilarityCase, SimilarityJudge
from gnomon.judge.checks import compare_orders, order_swap
from gnomon.models import FakeModel

CASES = [SimilarityCase(problem="p", first="a" * (number % 5 + 1), second="b" * (number % 3 + 1)) for number in range(24)]


def swap(model, cases=CASES):
    judge = SimilarityJudge(model)
    return asyncio.run(order_swap(cases, judge.judge, lambda case: judge.judge(case.swapped()), lambda value: value))


def messages_of(request):
    return re.findall(r"<(?:first|second)-\w+>\n(.*?)\n</", request.messages[-1].text, re.DOTALL)


def say(value):
    return json.dumps({"justification": "", "similarity": value})


def test_a_judge_swayed_by_what_stands_first_is_found():
    def biased(request, _index):  # judges by the first message alone
        return say(1 if messages_of(request)[0].startswith("a") else 0.5)

    found = swap(FakeModel(biased))
    assert (found.num_equal, found.num_higher_first, found.num_lower_first) == (0, 24, 0)
    assert found.mean_shift == 0.5
    assert found.p_value == pytest.approx(2 * 0.5**24)
    assert found.leans()


def test_a_judge_that_looks_at_both_alike_is_cleared():
    def fair(request, _index):
        return say(0.25 * (sum(len(message) for message in messages_of(request)) % 5))

    found = swap(FakeModel(fair))
    assert (found.equal_share, found.mean_shift, found.p_value) == (1, 0, 1)
    assert not found.leans()


def test_a_noisy_judge_without_a_lean_changes_but_is_cleared():
    def noisy(request, _index):
        digest = hashlib.sha256(request.messages[-1].text.encode()).digest()
        return say(0.25 * (digest[0] % 5))

    cases = [SimilarityCase(problem="p", first=f"a{number}", second=f"b{number}") for number in range(60)]
    found = swap(FakeModel(noisy), cases)
    assert found.equal_share < 0.5
    assert not found.leans()


def test_cases_that_cannot_be_read_in_both_orders_are_counted_apart():
    found = compare_orders([1, None, 0, 1], [1, 1, None, 0])
    assert (found.num_cases, found.num_unread, found.num_equal, found.num_higher_first) == (4, 2, 1, 1)


def test_a_failing_model_gives_no_figures(broken_model):
    found = swap(broken_model)
    assert (found.num_unread, found.equal_share, found.mean_shift, found.leans()) == (24, None, None, False)


def test_a_preference_is_compared_on_one_scale():
    # always "the first one": for A in the given order, for B in the swapped one
    async def given(_case):
        return Judgement(judge="pair", status="ok", value="A")

    async def swapped(_case):
        return Judgement(judge="pair", status="ok", value="B")

    found = asyncio.run(order_swap(range(10), given, swapped, {"A": 1, "B": -1}.get))
    assert (found.mean_shift, found.num_higher_first, found.leans()) == (2, 10, True)


@pytest.mark.parametrize(("higher", "lower"), [(5, 1), (6, 0), (3, 3), (0, 9)])
def test_the_p_value_is_that_of_the_sign_test(higher, lower):
    from scipy.stats import binomtest  # heavy: not for all who only collect

    found = compare_orders([1] * higher + [0] * lower + [0], [0] * higher + [1] * lower + [0])
    assert found.p_value == pytest.approx(binomtest(higher, higher + lower).pvalue)
