"""Numbers without a name, as they are taken in a conversation."""

import pytest

from gnomon.geometry import solution_of
from gnomon.problem import bank, parse_expression
from gnomon.tutor.symbolic.diagnosis import Diagnostician
from tests.every import every


def taken(problem_id, text, asked=None):
    problem = bank()[problem_id]
    solution = solution_of(problem)
    reader = Diagnostician(problem, solution.proof, solution.deduction)
    asked = None if asked is None else parse_expression(asked)
    return reader.taken(reader.read(text, asked)), reader


@pytest.mark.slow
@every(
    [
        ("sector-area-obk", "oh so I take pi r squared first, 36 pi", "area of circle O"),
        ("arc-length-omw", "2 pi r then. 18pi again lol", "circumference of circle O"),
        ("exterior-hexagon-dgkmsw", "oh the marked ones are outside. then 360", "7x + 5x + 6x + (6x + 5) + (5x + 5) + 6x"),
        ("obtuse-tangent-chord-tev", "the other side is 220", "360 − arc TV"),
        ("bisector-letters-jpsu", "so 9 must be on top too, 9/15", "JP/JS"),
        ("cosines-exact-lqz", "left bit is half of a triangle with side 5 so 2.5", "LZ/2"),
    ],
    name=lambda case: case[1],
)
def test_a_number_is_right_of_what_stands_on_the_way(problem_id, text, meant):
    judgements, _ = taken(problem_id, text)
    assert [(str(each.truth), str(each.meant)) for each in judgements if each.meant is not None] == [("right", meant)]


@every(
    [
        ("sector-area-obk", "36 pi"),  # alone it is what a wrong idea gives for the sector
        ("circumference-vz", "pi r squared, so 36 pi"),  # an area is no step to a length
        ("exterior-hexagon-dgkmsw", "oh the marked ones are outside. then 350"),
        ("obtuse-tangent-chord-tev", "the other side is 210"),
        ("area-by-diagonal-bgnt", "140"),  # a product of two lengths has to be shown
    ],
    name=lambda case: case[1],
    one_in=3,
)
def test_a_number_that_nothing_on_the_way_has_is_not_confirmed(problem_id, text):
    judgements, _ = taken(problem_id, text)
    assert [each for each in judgements if each.meant is not None] == []
    assert not any(each.truth.is_right for each in judgements if each.claim.names and each.claim.is_bare)


def test_a_mere_question_for_a_number_is_not_answered_where_one_with_words_is():
    assert [str(each.truth) for each in taken("midpoint-of-chord-djp", "P is in the middle, so 8?")[0]] == ["right"]
    assert taken("midpoint-of-chord-djp", "8?")[0] == ()
    assert taken("midpoint-of-chord-djp", "P is in the middle so it is 10?")[0] == ()  # the answer


@every(
    [
        ("trapezoid-area-srakh", "so both triangles are 6*5/2=15 together", True),
        ("trapezoid-area-srakh", "together they are 14-8=6 wide!", True),
        ("square-area-cubs", "one small triangle: 5*5/2=12.5", True),
        ("trapezoid-area-srakh", "14-8=6", False),
        ("trapezoid-area-srakh", "one piece is 14*8=112", False),
        ("square-area-cubs", "one small triangle: 5*5/3=8.33", False),
    ],
    name=lambda case: case[1],
    one_in=3,
)
def test_a_piece_of_an_area_is_told_by_its_words_and_its_size(problem_id, text, is_piece):
    judgements, reader = taken(problem_id, text)
    assert any(reader.standing.is_piece(each.claim) for each in judgements if each.claim.is_arithmetic) is is_piece


def test_an_answer_with_its_unit_by_another_way_is_the_answer_and_in_another_unit_is_not():
    text = "6 · 6·√27 / 2 = 93.53"
    assert any(each.is_answer and each.truth.is_right for each in taken("hexagon-area-bgmruz", f"{text} cm²")[0])
    assert not any(each.is_answer and each.truth.is_right for each in taken("hexagon-area-bgmruz", f"{text} cm")[0])
