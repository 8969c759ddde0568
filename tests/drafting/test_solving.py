"""Facts that contradict each other are asked about, and the wrong one is left out."""

from tests.drafting.drafts import drafted
from tests.drafting.pictures import label, triangle


def test_what_contradicts_is_asked_with_both_sources_and_the_wrong_one_is_left_out():
    text = "In triangle ABC, angle BAC is 40° and angle ABC is 60°. What is angle ACB?"
    picture = triangle(label("50°", "angle:BAC"))
    (question,) = drafted(text, picture).questions
    assert question.id == "contradiction"
    assert any("the label '50°' on ∠BAC" in choice for choice in question.choices)
    assert any("the words" in choice for choice in question.choices)
    wrong = next(choice for choice in question.choices if "label" in choice)
    assert drafted(text, picture, {"contradiction": wrong}).answer == 80
