"""Slips, on equations worked out by hand."""

import re

import pytest

from gnomon.geometry import misconceptions, solution_of, solve
from gnomon.problem import bank
from gnomon.tracing import Hypotheses, endings, further_slips
from tests.every import every
from tests.geometry.drawn import problem

CORNERS = {"A": (0, 0), "B": (10, 0), "D": (4, 6), "C": (-10, 0)}


def answers(name, givens):
    """Return what a slip makes of the letter, where the line BAC is straight and D is above it."""
    solution = solve(problem(CORNERS, ["B A C", "A D"], givens, "x"))
    assert solution.proof is not None, solution.reason
    return sorted(round(each.answer, 6) for each in Hypotheses(solution).single if each.ids == (name,))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "givens", "wrong"),
    [
        ("sign_kept", ["angle(B,A,D) = 2*x + 10", "angle(D,A,C) = 124"], [33]),  # 2x = 180 - 124 + 10
        ("factor_subtracted", ["angle(B,A,D) = 2*x + 10", "angle(D,A,C) = 124"], [44]),  # x = 180 - 124 - 10 - 2
        ("factor_dropped", ["angle(B,A,D) = 2*x + 10", "angle(D,A,C) = 124"], [46]),  # 180 - 124 - 10
        ("ten_lost", ["angle(B,A,D) = x + 10", "angle(D,A,C) = 124"], [36]),  # 46 - 10
        ("factor_subtracted", ["angle(B,A,D) = x + 33", "angle(D,A,C) = 124"], []),
        ("sign_kept", ["angle(B,A,D) = x", "angle(D,A,C) = 124"], []),
    ],
)
def test_a_slip_gives_the_letter_that_a_pupil_would_get(name, givens, wrong):
    assert answers(name, givens) == wrong


def test_the_base_angles_together_may_be_given_for_one():
    """Angle VUW = 40° between equal sides: 2 * UVW = 140."""
    found = Hypotheses(solution_of(bank()["isosceles-uvw"])).single
    assert [each.answer for each in found if each.ids == ("factor_dropped",)] == [140]


@every(further_slips().values(), name=lambda slip: slip.id)
def test_a_slip_is_worded_as_a_misconception_is(slip):
    assert slip.belief[-1] not in ".!?"
    assert slip.doubt.endswith("?")
    assert re.search(r"\b(19|20)\d\d\b", slip.source)


def test_no_slip_has_the_id_or_the_belief_of_another_idea():
    for others in (misconceptions(), endings()):
        assert further_slips().keys() & others.keys() == set()
        assert {slip.belief for slip in further_slips().values()} & {other.belief for other in others.values()} == set()
