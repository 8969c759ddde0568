"""Problems of the bank, drawn, come back from their picture and their text."""

import pytest

from gnomon.drafting import make_draft
from gnomon.drawing import draw, to_png
from gnomon.problem import bank
from tests.every import every

pytest.importorskip("cv2", reason="needs the extra read: OpenCV")
pytest.importorskip("onnxruntime", reason="needs the extra read: ONNX Runtime")

pytestmark = pytest.mark.slow


@every(["triangle-sum-klm", "exterior-angle-prst", "pythagoras-xyz"])
def test_a_problem_of_the_bank_drawn_is_given_back_and_solved(name, tmp_path):
    problem = bank()[name]
    picture = tmp_path / "figure.png"
    picture.write_bytes(to_png(draw(problem.question.figure)))
    draft = make_draft(problem.question.text, picture, leave_unsure=True)
    assert draft.status == "solved"
    assert draft.answer == pytest.approx(problem.answer)
    assert set(draft.problem.question.figure.points) == set(problem.question.figure.points)
