"""A student repairs its own line with the rule of its textbook and carries the change through, without the solution."""

import pytest

from gnomon.geometry import applicable, misconceptions, solution_of, solve
from gnomon.problem import bank
from gnomon.student import make_attempt
from tests.every import every
from tests.geometry import drawn


@pytest.mark.slow
@every(list(bank())[::9])
def test_repairing_the_belief_leads_to_the_right_answer(problem_id):
    solution = solution_of(bank()[problem_id])
    for name in applicable(solution.proof, solution.deduction):
        attempt = make_attempt(solution.problem, solution.proof, misconceptions()[name], deduction=solution.deduction)
        repaired = attempt.beliefs.repaired(solution.problem.question.figure)
        assert repaired.answer() == pytest.approx(solution.answer, rel=1e-6), name
        assert attempt.beliefs.answer() != pytest.approx(solution.answer, rel=0.02), name


def test_repairing_twice_changes_nothing_more():
    solution = solution_of(bank()["triangle-sum-klm"])
    attempt = make_attempt(solution.problem, solution.proof, misconceptions()["angle_sum_360"], deduction=solution.deduction)
    once = attempt.beliefs.repaired(solution.problem.question.figure)
    assert once.repaired(solution.problem.question.figure) is once


def test_what_several_equations_give_together_is_worked_out_anew_from_the_givens_alone():
    """RS² + 12² = RT² with RT = RC + 8 and x = RC = RS gives 5; the wrong values must not count as known."""
    made = drawn.problem(
        {"R": [0, 0], "S": [5, 0], "T": [5, 12], "C": [1.923, 4.615]},
        ["R S", "S T", "R C T"],
        ["tangent(S,T,R)", "length(S,T) = 12", "length(C,T) = 8", "length(R,C) = x"],
        "x",
        {"R": "S C"},
    )
    solution = solve(made)
    attempt = make_attempt(made, solution.proof, misconceptions()["counting_slip"], deduction=solution.deduction)
    assert any(len(found.equations) > 1 for line in attempt.beliefs.lines for found in line.found)
    assert attempt.beliefs.answer() == pytest.approx(6)
    assert attempt.beliefs.repaired(made.question.figure).answer() == pytest.approx(5)


def test_a_ratio_that_is_asked_for_is_repaired_though_its_angle_has_no_value():
    """The angle has two names in this figure, and the proof uses the longer way to its side."""
    points = {"A": (0, 0), "B": (4, 0), "D": (2, 0), "C": (0, 3)}
    made = drawn.problem(
        points, ["A D B", "A C", "B C"], ["length(A,B) = 4", "length(A,C) = 3", "angle(B,A,C) = 90"], "sin(angle(A,B,C))"
    )
    solution = solve(made)
    for idea in applicable(solution.proof, solution.deduction):
        attempt = make_attempt(made, solution.proof, misconceptions()[idea], deduction=solution.deduction, seed=0)
        assert attempt.beliefs.repaired(made.question.figure).answer() == pytest.approx(0.6)
