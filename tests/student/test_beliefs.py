"""A student repairs its own line with the rule of its textbook and carries the change through, without the solution."""

import pytest

from gnomon.geometry import applicable, misconceptions, solve
from gnomon.problem import bank
from gnomon.student import make_attempt


def _pairs():
    for problem in list(bank().values())[::9]:
        solution = solve(problem)
        for name in applicable(solution.proof, solution.deduction):
            yield pytest.param(solution, name, id=f"{problem.id}-{name}")


@pytest.mark.parametrize(("solution", "name"), list(_pairs()))
def test_repairing_the_belief_leads_to_the_right_answer(solution, name):
    attempt = make_attempt(solution.problem, solution.proof, misconceptions()[name], deduction=solution.deduction)
    repaired = attempt.beliefs.repaired(solution.problem.question.figure)
    assert repaired.answer() == pytest.approx(solution.answer, rel=1e-6)
    assert attempt.beliefs.answer() != pytest.approx(solution.answer, rel=0.02)


def test_repairing_twice_changes_nothing_more():
    solution = solve(bank()["triangle-sum-klm"])
    attempt = make_attempt(solution.problem, solution.proof, misconceptions()["angle_sum_360"], deduction=solution.deduction)
    once = attempt.beliefs.repaired(solution.problem.question.figure)
    assert once.repaired(solution.problem.question.figure) is once
