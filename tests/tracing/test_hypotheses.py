"""Hypotheses: what may go wrong once or twice, in which order, and that two mistakes are really two."""

import re
from dataclasses import replace

import pytest

from gnomon.geometry import misconceptions, solution_of, solve
from gnomon.problem import bank
from gnomon.tracing import Hypotheses, endings, holds
from tests.every import every
from tests.geometry.drawn import problem

APEX = "parallel-apex-bcnvw"
"""Angle VCB = 49°, angle BNC = 68°; NCV = 180 - 68 = 112, asked is BCN = 112 - 49 = 63."""


@pytest.fixture(scope="module")
def apex():
    return Hypotheses(solution_of(bank()[APEX]))


def answers(found, *ideas):
    return {round(each.answer, 6) for each in found if set(each.ids) == set(ideas)}


def test_one_idea_comes_before_a_slip_and_a_slip_before_two_ideas(apex):
    costs = {each.ids: each.cost for each in reversed(list(apex.all()))}
    one, slip, two = costs["cointerior_equal",], costs["arithmetic_slip",], costs["cointerior_equal", "angle_parts_added_wrongly"]
    assert one < slip < two


def test_two_mistakes_give_what_both_together_give(apex):
    assert answers(apex.double, "cointerior_equal", "angle_parts_added_wrongly") == {68 + 49}
    assert answers(apex.double, "cointerior_equal", "arithmetic_slip") == {68 - 49 + 10}


def test_a_mistake_and_a_wrong_ending_give_what_both_together_give(apex):
    assert answers(apex.double, "cointerior_equal", "supplement_given") == {180 - (68 - 49)}
    assert answers(apex.double, "cointerior_equal", "stopped_early") == {68}


def test_a_slip_may_be_made_at_every_step_that_it_fits(apex):
    assert answers(apex.single, "arithmetic_slip") >= {63 + 10, 63 + 20}


def test_two_mistakes_never_give_what_one_of_them_gives_alone(apex):
    alone = {
        (idea, round(each.answer, 6)) for each in apex.single for idea in each.ids if each.way.is_cheapest and not each.written
    }
    both = {(idea, round(each.answer, 6)) for each in apex.double if not each.written for idea in each.ids}
    assert alone & both == set()


def test_another_way_to_the_goal_has_its_own_mistakes(apex):
    """Without co-interior angles: alternate angles and the straight line at C."""
    assert [way.is_cheapest for way in apex.ways] == [True] + [False] * (len(apex.ways) - 1)
    others = {each.ids for each in apex.single if not each.way.is_cheapest}
    assert ("straight_line_360",) in others


def test_every_hypothesis_is_a_checked_derivation(apex):
    assert all(holds(each) for each in apex.all())


def test_a_changed_value_is_found_by_the_check(apex):
    for each in apex.single:
        for step in each.way.proof.steps:
            for found in step.solved:
                spoiled = {**each.values, found.atom: each.values[found.atom] + 1}
                assert not holds(replace(each, values=spoiled))


@every(endings().values(), name=lambda ending: ending.id)
def test_an_ending_is_worded_as_a_misconception_is(ending):
    assert re.match(r"[a-z]|I ", ending.belief)
    assert ending.belief[-1] not in ".!?"
    assert ending.doubt.endswith("?")
    assert len(ending.doubt.split()) <= 30
    assert re.search(r"\b(19|20)\d\d\b", ending.source)


def test_no_ending_has_the_id_of_a_misconception():
    assert endings().keys() & misconceptions().keys() == set()


@pytest.mark.slow
def test_another_way_rests_on_no_given_that_the_proof_leaves_out():
    points = {"A": (0, 7.937), "B": (-9, 0), "C": (0, -7.937), "D": (9, 0), "E": (0, 0)}
    sides = ["A B", "B C", "C D", "A D", "A E C", "B E D"]
    # By the lengths angle ABD is 41.41°.
    givens = ["rhombus(A,B,C,D)", "length(A,B) = 12", "length(B,E) = 9", "angle(A,B,D) = 41"]
    solution = solve(problem(points, sides, givens, "angle(A,D,B)"))
    left_out = {each.given.source for each in solution.contradiction.left_out}
    ways = Hypotheses(solution).ways
    assert left_out
    assert len(ways) > 1
    for way in ways:
        record = solution.recorded(way.proof, way.deduction)
        assert {each.given for each in record.left_out} == left_out
        assert not record.cited & left_out
