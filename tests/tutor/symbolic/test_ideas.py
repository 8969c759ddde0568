"""A wrong idea is known by the calculation, the equation or the value that it would give; a right one by none."""

import pytest

from gnomon.geometry import applicable, misconceptions, solution_of
from gnomon.problem import bank
from gnomon.tutor import reader_of
from tests.every import every


def _ideas(problem_id: str, text: str) -> set[str]:
    problem = bank()[problem_id]
    reader = reader_of(problem, solution_of(problem))
    assert reader is not None
    return {each.misconception.id for each in reader.read(text, None).judgements if each.misconception is not None}


@every(
    [
        ("pythagoras-leg-def", "13 - 5", "hypotenuse_minus_leg"),
        ("pythagoras-leg-def", "13^2 + 5^2 = 194", "hypotenuse_as_leg"),
        ("pythagoras-xyz", "9 + 12", "legs_added"),
        ("triangle-sum-klm", "360 - 52 = 308", "angle_sum_360"),  # a step of it only: nothing has the value 308
        ("triangle-sum-klm", "52 + 71 = KML", "angle_parts_added_wrongly"),
        ("roof-dkv", "KDV = 180 - 108", "base_angles_not_halved"),
        ("trapezoid-area-srakh", "SRAK = 22*5", "half_forgotten"),
        ("hourglass-cglxz", "10 - 4 = 6", "additive_similarity"),
        ("circumference-vz", "pi * 6^2", "area_perimeter_confused"),
        ("sine-ratio-glx", "8/15 = 0.533", "trigonometric_ratio_of_legs"),
        ("regular-hexagon-angle-dglpsy", "360 / 6", "polygon_sum_360"),
        ("tangent-secant-length-odhsv", "4 * 5", "outside_times_inside"),
    ],
    one_in=3,
)
def test_a_wrong_idea_is_known_by_what_it_would_calculate(problem_id: str, text: str, idea: str) -> None:
    assert idea in _ideas(problem_id, text)


@every(
    [
        ("pythagoras-leg-def", "13^2 - 5^2 = 144"),
        ("triangle-sum-klm", "180 - 52 - 71"),
        ("hourglass-cglxz", "6*10/4 = 15"),
        ("trapezoid-area-srakh", "22*5 = 110"),
        ("triangle-sum-klm", "3 + 4 = 7"),
    ]
)
def test_right_working_and_idle_sums_show_no_wrong_idea(problem_id: str, text: str) -> None:
    assert _ideas(problem_id, text) == set()


_TRUE_BY_CHANCE = {("square-arc-cgnv", "polygon_angle_for_arc")}
"""Of a square in a circle the arc of a side has 90°, as its corner has."""


_OF_OTHER_ANGLES = {"alternate_supplementary"}
"""``Those angles at the parallel lines``: it does not say which, and of some it is true."""


def _praised(names: list[str]) -> list[str]:
    """Return the beliefs that are judged right, on problems that they spoil."""
    found = []
    for name in names:
        problem = bank()[name]
        solution = solution_of(problem)
        reader = reader_of(problem, solution)
        if reader is None or solution.proof is None or solution.deduction is None:
            continue
        for idea in applicable(solution.proof, solution.deduction):
            belief = misconceptions()[idea].belief
            is_right = reader.read(belief, None).verdict in {"right", "rounded"}
            if is_right and idea not in _OF_OTHER_ANGLES and (name, idea) not in _TRUE_BY_CHANCE:
                found.append(f"{name}: {belief}")
    return found


@pytest.mark.slow
def test_no_belief_of_a_wrong_idea_is_called_right_on_any_problem_that_it_spoils() -> None:
    assert _praised(list(bank())) == []
