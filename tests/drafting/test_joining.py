"""Picture and text joined: written pictures, so that neither OpenCV nor a picture is needed."""

import pytest

from gnomon.drafting import make_draft
from tests.drafting.drafts import drafted
from tests.drafting.pictures import label, triangle


def test_a_label_and_a_sentence_make_a_proof():
    draft = drafted("In triangle ABC, angle ABC is 60°. What is angle ACB?", triangle(label("50°", "angle:BAC")))
    assert (draft.status, draft.answer, draft.questions) == ("solved", 70, ())
    assert {str(fact.origin) for fact in draft.facts} >= {"the label '50°' on ∠BAC"}
    assert "B D C" in {" ".join(line) for line in draft.problem.question.figure.lines}


def test_a_drawing_not_to_scale_gives_no_sizes():
    draft = drafted("In triangle ABC, angle ABC is 60°. What is angle ACB?", triangle())
    assert (draft.status, draft.answer) == ("unsolved", None)


def test_a_text_alone_gets_a_figure_laid_out():
    draft = make_draft("In triangle ABC, angle BAC is 50° and angle ABC is 60°. What is angle ACB?")
    assert (draft.status, draft.answer) == ("solved", 70)


@pytest.mark.slow
def test_the_largest_angle_is_the_largest_of_those_proved():
    text = "In triangle ABC, angle BAC is 50° and angle ABC is 100°. Find the {} angle of triangle ABC."
    assert drafted(text.format("largest"), triangle()).answer == 100
    assert drafted(text.format("smallest"), triangle()).answer == 30


def test_a_picture_that_is_none_is_refused_in_one_line(tmp_path):
    pytest.importorskip("cv2", reason="needs the extra read: OpenCV")
    (tmp_path / "f.png").write_bytes(b"nothing")
    draft = make_draft("Find angle ABC.", tmp_path / "f.png")
    assert (draft.status, "\n" in draft.reason) == ("refused", False)
