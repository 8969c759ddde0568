"""Labels and marks are facts of the parts that they surely belong to; of the others somebody is asked."""

import pytest

from gnomon.reading.marks import Mark
from tests.drafting.drafts import drafted
from tests.drafting.pictures import label, triangle


def test_a_doubtful_label_is_asked_and_left_out_where_the_proof_does_without():
    text = "In triangle ABC, angle BAC is 50° and angle ABC is 60°. What is angle ACB?"
    picture = triangle(label("7", "line:AB", 0.2))
    assert drafted(text, picture).status == "asks"
    left = drafted(text, picture, leave_unsure=True)
    assert (left.status, left.answer) == ("solved", 70)
    assert any("'7'" in words for words in left.unread)


def test_a_label_beside_the_end_of_a_line_is_asked_about():
    at_the_end = label("7", "line:AB")
    at_the_end = at_the_end._replace(label=at_the_end.label._replace(x=25.0, y=190.0))
    text = "In triangle ABC, angle BAC is 50° and angle ABC is 60°. What is angle ACB?"
    assert [question.id for question in drafted(text, triangle(at_the_end)).questions] == ["label:7@AB"]
    assert drafted(text, triangle(label("7", "line:AB"))).questions == ()


def test_a_doubtful_label_that_the_proof_needs_is_asked_all_the_same():
    picture = triangle(label("50°", "angle:BAC", 0.2))
    text = "In triangle ABC, angle ABC is 60°. What is angle ACB?"
    draft = drafted(text, picture, leave_unsure=True)
    assert (draft.status, draft.answer) == ("asks", None)
    assert drafted(text, picture, {draft.questions[0].id: 1}).answer == 70


def test_equal_marks_and_parallel_arrows_are_facts():
    ticks = (Mark("ticks", "line:AB", 1, 1.0), Mark("ticks", "line:AC", 1, 1.0))
    draft = drafted("Angle ABC is 52°. What is angle ACB?", triangle(marks=ticks))
    assert draft.answer == 52


def test_an_arc_below_a_label_says_nothing_of_other_arcs():
    arcs = (Mark("arcs", "angle:ABC", 1, 1.0), Mark("arcs", "angle:ACB", 1, 1.0))
    draft = drafted("What is angle ACB?", triangle(label("52°", "angle:ABC"), marks=arcs))
    assert (draft.status, draft.answer) == ("unsolved", None)


@pytest.mark.slow
def test_a_letter_that_may_measure_another_part_is_believed_nowhere():
    doubtful = label("x", "line:AC", 0.2)
    text = "In triangle ABC, angle BAC is 50° and angle ABC is 60°. What is angle ACB?"
    draft = drafted(text, triangle(label("x", "line:AB"), doubtful))
    assert [question.id for question in draft.questions] == ["label:x@AB", "label:x@AC"]
    assert [question.id for question in drafted(text, triangle(label("x", "line:AB"))).questions] == []
