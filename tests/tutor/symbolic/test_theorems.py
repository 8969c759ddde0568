"""Theorems as they are told."""

import pytest

from gnomon.geometry import solution_of
from gnomon.problem import bank
from gnomon.tutor import Judge, read_message


def test_a_rule_stated_with_a_wrong_total_is_wrong():
    problem = bank()["triangle-sum-klm"]
    judge = Judge(solution_of(problem).deduction)
    assert judge.judge(read_message("angles in a triangle add up to 360", problem)).verdict == "wrong"
    assert judge.judge(read_message("angles in a triangle add up to 180", problem)).verdict == "right"


def test_a_rule_about_a_sum_stated_as_an_equality_is_wrong():
    problem = bank()["cointerior-efhj"]
    judge = Judge(solution_of(problem).deduction)
    assert judge.judge(read_message("co-interior angles are equal", problem)).verdict == "wrong"


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("an angle in a half circle is 180 degrees", "wrong"),
        ("the angle in the semicircle is 90", "right"),
        ("a half circle makes 180 degrees", "right"),
    ],
)
def test_the_angle_in_a_half_circle_is_not_its_arc(text, verdict):
    problem = bank()["diameter-same-arc-fgnty"]
    assert Judge(solution_of(problem).deduction).judge(read_message(text, problem)).verdict == verdict
