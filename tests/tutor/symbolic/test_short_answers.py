"""Short answers to the tutor's question that name no part of the figure."""

import pytest

from gnomon.dialogue import TurnRecord, TutorTurn
from gnomon.geometry import solution_of
from gnomon.problem import bank
from gnomon.tutor.symbolic.diagnosis import Diagnostician
from tests.every import every


def truths(problem_id, text, step=0):
    problem = bank()[problem_id]
    solution = solution_of(problem)
    reader = Diagnostician(problem, solution.proof, solution.deduction)
    turn = TutorTurn(act="Focus", subact="Guide", utterance="What follows?", record=TurnRecord(step=step))
    return [str(each.truth) for each in reader.taken(reader.read(text, None), turn)]


@pytest.mark.slow
@every(
    [
        ("opposite-angle-gate", "they match?", "they are not the same?"),
        ("equal-circles-chords-bwlv", "are the lines equal?", "are the lines not equal?"),
        ("adjacent-angles-flax", "they make 180?", "they match?"),
        ("obtuse-tangent-chord-tev", "its more than 90", "its more than 105"),  # a search for the answer is not helped
        ("inscribed-wide-ogmt", "224 is more than half a circle", "is it more than 130?"),
        ("similar-bisectors-cauodp", "so OZ has to be more than 8", "so OZ has to be more than 11"),
        ("pentagon-arc-bejqx", "so i need the angle EOB in the middle?", "so i need the angle ABC in the middle?"),
        ("trapezoid-area-srakh", "rectangle in the middle 8 by 5", "rectangle in the middle 9 by 5"),
        ("chords-arc-obglqt", "so together they are 150", "so together they are 140"),
    ],
    name=lambda case: case[1],
)
def test_what_the_figure_confirms_is_right_and_what_it_does_not_is_left(problem_id, right, other):
    assert truths(problem_id, right) == ["right"]
    assert "right" not in truths(problem_id, other)


def test_a_bound_by_a_number_that_everybody_has_may_be_wrong():
    assert truths("obtuse-tangent-chord-tev", "its less than 90") == ["wrong"]
