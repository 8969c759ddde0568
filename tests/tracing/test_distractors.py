"""Wrong choices: different numbers for different reasons, none of them right."""

import pytest

from gnomon.geometry import solution_of
from gnomon.problem import bank
from gnomon.tracing import Hypotheses, distractors


@pytest.mark.parametrize("problem_id", ["parallel-apex-bcnvw", "sector-area-obk", "chord-distance-okuz"])
def test_three_wrong_choices_are_different_numbers_for_different_reasons(problem_id):
    found = distractors(Hypotheses(solution_of(bank()[problem_id])), 3)
    assert len({each.text for each in found}) == 3
    assert len({idea for each in found for idea in each.hypothesis.ids}) >= 3
    right = solution_of(bank()[problem_id]).answer
    assert all(0.1 * right <= each.hypothesis.answer <= 10 * right for each in found)
    assert all(abs(each.hypothesis.answer - right) > 0.02 * right for each in found)


def test_the_likely_ideas_come_first():
    costs = [each.hypothesis.cost for each in distractors(Hypotheses(solution_of(bank()["parallel-apex-bcnvw"])), 3)]
    assert costs[0] == 1.0
    assert costs == sorted(costs)


def test_no_choice_is_made_up_where_reasons_run_out():
    found = distractors(Hypotheses(solution_of(bank()["parallel-apex-bcnvw"])), 1000)
    assert len({each.text for each in found}) == len(found) < 1000
