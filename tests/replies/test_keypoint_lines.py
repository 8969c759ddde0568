"""Keypoints in free text: which lines are a list, and which lists are keypoints."""

from itertools import product

from gnomon.replies import parse_keypoints
from gnomon.replies.keypoint_lines import keypoint_lines
from tests.every import every


def elements(text):
    return [line.element for line in keypoint_lines(text)]


@every(product(["1. ", "12) ", "- ", "* ", "• ", "  - ", "+ "], ["", "*", "**", "`"]))
def test_every_common_mark_and_emphasis_is_taken_off(mark, emphasis):
    lines = keypoint_lines(f"{mark}{emphasis}Line AB{emphasis}: drawn")
    assert lines == [("Line AB", "drawn")]
    assert keypoint_lines(f"{mark}{emphasis}Line AB:{emphasis} drawn") == lines


def test_lines_without_a_mark_are_prose():
    assert elements("Line AB: drawn\nLine AC: drawn") == []


def test_a_marked_line_without_colon_is_prose_unless_it_names_an_element():
    assert keypoint_lines("- Line AB: drawn\n- as the problem asks\n- Line AC") == [("Line AB", "drawn"), ("Line AC", None)]


def test_a_list_without_an_element_is_prose_beside_a_list_of_elements():
    assert elements("- Line AB: drawn\n\nSolution\n1. Step one: add\n2. Step two: divide") == ["Line AB"]


def test_an_odd_name_stays_in_a_list_of_elements():
    assert elements("1. Line AB: drawn\n2. Chain rule: used\n3. Line AC: drawn") == ["Line AB", "Chain rule", "Line AC"]


def test_the_steps_of_a_solution_are_no_keypoints():
    text = "To find x, we do this.\n1. First: add the angles.\n2. Then: divide by two."
    assert parse_keypoints(text).status == "unparseable"


def test_brackets_in_free_text_are_no_list_of_keypoints():
    reading = parse_keypoints("- [ ] to do\n- Region S: where [0, 1] and [] and [2] meet")
    assert reading.value == [{"element": "Region S", "description": "where [0, 1] and [] and [2] meet"}]


def test_lines_beside_a_broken_list_are_not_read():
    assert parse_keypoints('[{"element": "Line AB" "description": "drawn"}]\n- Line AB: drawn').status == "unparseable"


def test_the_papers_short_form_is_repaired():
    reading = parse_keypoints('[{"Line AB": "drawn"}, {"Chain rule": "used"}]')
    assert reading.value == [{"element": "Line AB", "description": "drawn"}, {"element": None, "description": None}]
    assert (reading.status, reading.repaired) == ("partial", True)
