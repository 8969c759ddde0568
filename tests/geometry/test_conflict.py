"""Which givens contradict each other: leaving out any one of them mends the figure."""

import pytest

from gnomon.geometry import conflicts, solve
from tests.every import every
from tests.geometry.drawn import problem

TRIANGLE = {"A": (0, 0), "B": (8, 0), "C": (3, 6)}
SIDES = ["A B", "B C", "A C"]
ANGLES = ["angle(B,A,C) = 80", "angle(A,B,C) = 70", "angle(A,C,B) = 60"]
LENGTHS = ["length(A,B) = 7", "length(B,A) = 9"]
EQUILATERAL = ["equilateral(A,B,C)", "angle(A,B,C) = 50"]


@every(
    [
        (["angle(B,A,C) = 50", *LENGTHS], LENGTHS),
        ([*ANGLES, "length(A,B) = 7"], ANGLES),
        (EQUILATERAL, EQUILATERAL),
        (["length(A,B) = 7"], ["length(A,B) = 7"]),  # nothing contradicts: each may be left out
    ]
)
def test_all_that_contradict_each_other_are_named_and_no_other(givens, wanted):
    assert conflicts(problem(TRIANGLE, SIDES, givens, None)) == tuple(wanted)


def test_givens_that_hold_only_with_the_points_of_a_line_in_another_order_are_named():
    crossing = {"A": (-4, -1), "B": (4, 1), "C": (-3, 3), "D": (3, -3), "E": (0, 0)}
    angles = ["angle(A,E,C) = 43", "angle(C,E,B) = 43"]
    assert set(angles) <= set(conflicts(problem(crossing, ["A E B", "C E D"], angles, None)))


@pytest.mark.slow
def test_two_contradictions_leave_no_single_given_to_blame():
    givens = ["length(A,B) = 7", "length(B,A) = 9", "angle(A,B,C) = 50", "angle(C,B,A) = 60"]
    made = problem(TRIANGLE, SIDES, givens, "length(A,C)")
    assert conflicts(made) == ()
    assert "no single one is to blame" in solve(made, blame=True).reason


@pytest.mark.slow
@pytest.mark.parametrize("blame", [True, False])
def test_the_reason_names_those_to_blame_where_that_is_asked(blame):
    reason = solve(problem(TRIANGLE, SIDES, LENGTHS, "length(A,C)"), blame=blame).reason
    assert all(given in reason for given in LENGTHS)
    assert ("Correct one of them" in reason) == blame
