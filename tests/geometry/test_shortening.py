"""A value that one more theorem gives from what the proof has anyway is not derived at length."""

import pytest

from gnomon.geometry import build_proof, deduce, fit, solve
from gnomon.geometry.shortening import shortened
from gnomon.problem import parse_expression
from tests.geometry.drawn import problem

SQUARE = problem(
    {"A": (0, 0), "B": (2, 0), "C": (2, 2), "D": (0, 2)},
    ["A B", "B C", "C D", "A D", "A C"],
    ["square(A,B,C,D)", "length(A,C) = 2*sqrt(2)"],
    "perimeter(A,B,C,D)",
)
GOAL = parse_expression("perimeter(A,B,C,D)")


@pytest.mark.slow
def test_the_sides_of_a_square_follow_from_one_another():
    found = deduce(fit(SQUARE), SQUARE.formal)
    long, short = build_proof(found, GOAL), build_proof(shortened(found, found.needed_for(GOAL)), GOAL)
    assert len(short.steps) < len(long.steps)
    assert short.answer.number == long.answer.number == 8


def test_the_shorter_proof_is_the_one_that_is_given_and_accepted():
    solution = solve(SQUARE)
    assert solution.status == "solved", solution.reason
    assert sum("square" in step.text.lower() and ": " in step.text for step in solution.proof.steps) >= 1


def test_a_deduction_that_does_not_reach_the_goal_stays_as_it_is():
    found = deduce(fit(SQUARE), SQUARE.formal)
    unknown = parse_expression("length(A,E)")
    assert shortened(found, found.needed_for(unknown)) is found


def test_the_deduction_itself_is_not_changed():
    found = deduce(fit(SQUARE), SQUARE.formal)
    before = dict(found.derived)
    shortened(found, found.needed_for(GOAL))
    assert found.derived == before
