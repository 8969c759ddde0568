"""What the words leave open is settled by the picture, or asked."""

from gnomon.reading.marks import Mark
from tests.drafting.drafts import drafted
from tests.drafting.pictures import triangle


def test_a_mark_settles_what_the_text_leaves_open():
    square = Mark("right_angle", "angle:BAC", 1, 1.0)
    text = "Triangle ABC is a right triangle. Angle ABC is 35°. What is angle ACB?"
    assert drafted(text, triangle(marks=(square,))).answer == 55
    asked = drafted(text, triangle())
    assert (asked.status, asked.answer, len(asked.questions[0].choices)) == ("asks", None, 2)  # at B there is no right angle
    assert drafted(text, triangle(), {asked.questions[0].id: "the right angle is at A"}).answer == 55


def test_each_question_about_the_same_words_has_its_own_id():
    asked = drafted("Triangle ABD and triangle ACD are isosceles. Find AB.", triangle()).questions
    assert [question.id for question in asked] == ["text:0:1", "text:0:2"]
