"""A goal that the words do not have is asked for."""

from tests.drafting.drafts import drafted
from tests.drafting.pictures import label, triangle


def test_what_is_asked_may_be_answered_in_school_notation():
    picture = triangle(label("50°", "angle:BAC"), label("60°", "angle:ABC"))
    text = "In triangle ABC, work out the thing that is wanted."
    assert [question.id for question in drafted(text, picture).questions] == ["goal"]
    assert drafted(text, picture, {"goal": "∠ACB"}).answer == 70


def test_of_a_picture_whose_words_say_nothing_that_is_read_the_goal_is_asked():
    picture = triangle(label("50°", "angle:BAC"), label("60°", "angle:ABC"))
    text = "Which angle of triangle ABC remains, in whole numbers of it?"
    assert "goal" in {question.id for question in drafted(text, picture).questions}
    assert drafted(text, picture, {"goal": "∠ACB"}).answer == 70
    assert drafted("如图，在三角形ABC中，求角C。", picture).status == "refused"
