"""The engine abstains rather than guess, also where the checker does not accept its proof."""

from functools import cache

import pytest

from gnomon.geometry import build_proof, deduce, solution_of, solve
from gnomon.geometry.checker import check_proof
from gnomon.geometry.model import fit
from gnomon.problem import bank
from tests.geometry.drawn import problem

FLATTENED = problem(
    {"A": (124, -163), "B": (541, -165), "C": (416, -2), "D": (2, 0)},
    ["A B", "B C", "C D", "A D"],
    [
        *("angle(A,D,C) = 8*x - 8", "angle(B,C,D) = 7*y + 2", "angle(A,D,C) = 6*y + 16", "angle(A,B,C) = 6*x + 14"),
        "parallelogram(D,C,B,A)",
    ],
    "x",
)
"""Opposite angles give x = 11 and so 80 degrees, y = 32/3 and 76.67 degrees beside it: only a figure without area does that."""


TRAPEZOID = problem(
    {"W": (0, 18), "X": (6, 18), "Y": (0, 0), "Z": (-12, 0)},
    ["W X", "X Y", "Y Z", "Z W", "W Y"],
    ["trapezoid(W,X,Y,Z)", "area(W,X,Y) = 54", "area(W,Y,Z) = 108"],
    "area(W,X,Y,Z)",
)


@cache
def flattened():
    return solve(FLATTENED)


@pytest.mark.slow
def test_a_proof_that_the_checker_rejects_is_withheld_with_its_first_fault():
    found = flattened()
    assert (found.status, found.answer, found.proof) == ("no_proof", None, None)
    assert found.reason.startswith("the checker does not accept the proof that was found: no placement of the points")


@pytest.mark.slow
def test_what_was_deduced_is_kept_when_the_proof_is_withheld():
    found = flattened()
    assert found.deduction is not None
    assert found.oracle is not None
    assert found.as_json()["steps"] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(bank()))
def test_a_proof_that_is_shown_has_been_accepted(name):
    made = bank()[name]
    found = solution_of(made)
    assert found.record() is None or check_proof(made, found.record()).accepted


def test_the_rest_of_what_follows_is_derived_on_request_with_the_same_way_to_the_goal():
    found = solve(bank()["tangent-distance-otz"])
    assert found.to_goal is not None
    assert found.deduction is not None
    assert (found.to_goal.is_whole, found.deduction.is_whole) == (False, True)
    assert found.to_goal.derived.items() < found.deduction.derived.items()
    assert found.proof is not None
    assert build_proof(found.deduction, found.proof.goal).steps == build_proof(found.to_goal, found.proof.goal).steps


def test_a_search_that_does_not_reach_the_goal_is_whole():
    made = bank()["tangent-distance-otz"]
    assert made.formal is not None
    found = deduce(fit(made), made.formal, only=(), to_goal=True)
    assert found.is_whole


def test_the_sides_of_a_triangle_about_a_circle_are_tangents_where_they_touch_it():
    points = {"A": (0, 0), "B": (14, 0), "C": (5, 12), "O": (6, 4), "S": (6, 0), "T": (9.2, 6.4), "U": (2.31, 5.54)}
    givens = ["circumscribed(O,A,B,C)", "length(A,S) = 6", "length(B,T) = 8", "length(C,U) = 7"]
    made = problem(points, ["A S B", "B T C", "C U A"], givens, "perimeter(A,B,C)", circles={"O": "S T U"})
    solution = solve(made)
    assert solution.answer == pytest.approx(42)
    assert solution.as_shown == ()


def test_a_trapezoid_is_cut_by_its_diagonal_where_that_gives_the_area():
    found = solve(TRAPEZOID)
    assert found.answer == pytest.approx(162), found.reason
