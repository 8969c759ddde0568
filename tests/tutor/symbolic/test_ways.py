"""A calculation is on a way where a relation of a proof makes it: not where its numbers only stand near the goal."""

from fractions import Fraction

import pytest

from gnomon.algebra import substitute
from gnomon.geometry import solution_of
from gnomon.problem import Number, Operation, bank, parse_expression, unknowns
from gnomon.tutor import reader_of
from gnomon.tutor.symbolic.scene import Scene
from tests.every import every


def _scene(problem_id: str) -> Scene:
    problem = bank()[problem_id]
    reader = reader_of(problem, solution_of(problem))
    assert reader is not None
    return reader.judge.scene


@every(
    [
        ("pythagoras-leg-def", "13^2 - 5^2", True),
        ("pythagoras-leg-def", "sqrt(13^2 - 5^2)", True),
        ("pythagoras-leg-def", "13 - 5", False),
        ("pythagoras-leg-def", "13 + 5", False),
        ("pythagoras-leg-def", "5*12/2", False),  # the area says something true, and is no way to a side
        ("triangle-sum-klm", "180 - 52 - 71", True),
        ("triangle-sum-klm", "52 + 71", True),
        ("triangle-sum-klm", "71 - 52", False),
        ("triangle-sum-klm", "180 - 70 - 60", False),
        ("roof-dkv", "(180 - 108)/2", True),
        ("roof-dkv", "108 - 36", False),
        ("regular-hexagon-angle-dglpsy", "(6 - 2)*180/6", True),
        ("regular-hexagon-angle-dglpsy", "720/6", True),
        ("sine-ratio-glx", "15/8", False),
        ("sine-ratio-glx", "8/17", True),
        ("hourglass-cglxz", "6*10/4", True),
        ("hourglass-cglxz", "10 - 4", False),
        ("trapezoid-area-srakh", "(14 + 8)/2*5", True),
        ("rectangle-diagonal-wavy", "20*21", False),
    ]
)
def test_a_calculation_leads_where_a_relation_of_a_proof_makes_it(problem_id: str, written: str, leads: bool) -> None:
    assert _scene(problem_id).leads(parse_expression(written)) == leads


def _own_calculations(problem_id: str) -> list[Operation]:
    """Return the sides of the equations that the prepared proof solves, with the true numbers in them."""
    scene = _scene(problem_id)
    assert scene.proof is not None
    found = []
    for equation in (found.equations[0] for step in scene.proof.steps for found in step.solved):
        values = {leaf: scene.truth(leaf) for side in equation for leaf in unknowns(side)}
        # What has no short decimal would be written rounded.
        if all(value is not None and abs(value - round(value, 2)) < 1e-6 for value in values.values()):
            put = {leaf: Number(Fraction(value or 0).limit_denominator(100)) for leaf, value in values.items()}
            sides = (substitute(side, put.__getitem__) for side in equation)
            found += [side for side in sides if isinstance(side, Operation)]
    return found


def _all_lead(names: list[str]) -> None:
    missed = [f"{name}: {each}" for name in names for each in _own_calculations(name) if not _scene(name).leads(each)]
    assert not missed


@pytest.mark.slow
def test_what_any_prepared_proof_of_the_bank_calculates_leads() -> None:
    _all_lead(list(bank()))


def test_a_theorem_leads_where_a_proof_uses_it_in_some_form() -> None:
    ways = _scene("arc-from-inscribed-drqt").ways
    assert ways is not None
    assert ways.uses("inscribed_central")
    assert not ways.uses("circle_area")


def test_who_ends_with_a_relation_of_the_goal_has_come_by_it() -> None:
    """By the whole angle, which the prepared proof does not use; 16 - 6 = 10 is no such end."""
    problem = bank()["two-isosceles-hlxy"]
    reader = reader_of(problem, solution_of(problem))
    assert reader is not None
    assert reader.read("75 - 35 = 40", None).solved
    assert not reader.read("50 - 10 = 40", None).solved
