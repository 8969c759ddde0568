"""MathExplain's problems with keypoints."""

import pytest

from gnomon.datasets import load_mathexplain

ROW = {
    "id": "m1",
    "kind": "geometry",
    "chapter": "Integration",
    "section": "Applications of Definite Integrals",
    "problem": "Find the area.",
    "image": "p.png",
    "answer": 9,
    "solution": "It is 9.",
    "solution_image": "s.png",
    "keypoints": [{"element": "Line AB", "description": "drawn"}, {"element": "Point (0,7)", "description": "marked"}],
}


@pytest.fixture
def load(write):
    """Return a function that loads `ROW` and, second, `ROW` with changes."""
    return lambda **changes: load_mathexplain(write([ROW | {"id": "whole"}, ROW | changes]))


def test_a_problem_is_read_with_its_pictures_keypoints_and_topic(load, tmp_path):
    item = load()[1]
    assert (item.question.images, item.solution_image) == ((str(tmp_path / "p.png"),), str(tmp_path / "s.png"))
    assert [keypoint.element for keypoint in item.keypoints] == ["Line AB", "Point (0,7)"]
    assert item.topic == ("Integration", "Applications of Definite Integrals")
    assert (item.kind, item.answer, item.answer_format) == ("geometry", "9", "short")


def test_topics_with_one_section_name_and_two_chapters_differ(load):
    first, second = load(chapter="Integral Calculus")
    assert first.topic.section == second.topic.section
    assert first.topic != second.topic


def test_a_problem_with_choices_is_a_multiple_choice_one(load):
    assert load(choices=["8", "9"])[1].answer_format == "choice"


def test_the_papers_short_form_of_a_keypoint_is_read(load):
    assert load(keypoints=[{"Line BE": "connects B and E"}])[1].keypoints[0].description == "connects B and E"


@pytest.mark.parametrize(
    ("elements", "rules"),
    [
        (["Chain rule"], ["keypoint_outside_grammar"]),
        (["Line AB", "Line BA"], ["keypoint_repeated"]),
        (["Angle ABC", "angle  CBA"], ["keypoint_repeated"]),
        (["Right angle mark 1", "Right angle mark 2"], []),
        (["Angle 30°", "Region S_1", "Equal length mark 1", "Parallel mark", "Dotted line x = 2", "Length label 3"], []),
        ([], ["keypoints_missing"]),
    ],
)
def test_keypoints_that_break_the_grammar_are_noted_and_kept(load, elements, rules):
    loaded = load(keypoints=[{"element": element, "description": ""} for element in elements])
    assert [note.rule for note in loaded.notes if note.rule != "picture_missing"] == rules
    assert [keypoint.element for keypoint in loaded[1].keypoints] == elements


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"kind": "algebra"}, "expected 'geometry' or 'graph' under 'kind', got 'algebra'"),
        ({"image": None}, "expected a text under 'image', got nothing"),
        ({"section": None}, "expected a text under 'section', got nothing"),
        ({"keypoints": ["Line AB"]}, "expected a mapping at place 0 under 'keypoints', got 'Line AB'"),
    ],
)
def test_a_problem_that_cannot_be_read_is_a_bad_row(load, changes, told):
    assert [row.reason for row in load(**changes).bad_rows] == [told]
