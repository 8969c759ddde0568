"""What was read as a figure."""

import pytest

from gnomon.reading import figure_of, read_picture
from tests.reading.pictures import POINTS, svg

pytest.importorskip("cv2", reason="needs the extra read: OpenCV")
pytest.importorskip("onnxruntime", reason="needs the extra read: ONNX Runtime")


@pytest.fixture(scope="module")
def figure(drawn):
    return figure_of(read_picture(drawn(svg('<text x="84" y="234" font-size="14">62°</text>'))), 300)


def test_rows_are_turned_over(figure):
    assert figure.points["C"] == pytest.approx((POINTS["C"][0], 300 - POINTS["C"][1]), abs=4)


def test_chains_are_one_line_with_all_their_points(figure):
    assert {frozenset(line) for line in figure.lines} == {frozenset(line) for line in ("AMB", "BC", "AC", "CM", "OP")}
    assert "".join(next(line for line in figure.lines if len(line) == 3)) in {"AMB", "BMA"}


def test_circles_have_their_points_and_labels_their_place(figure):
    (circle,) = figure.circles
    assert (circle.centre, circle.points) == ("O", ("P",))
    assert [(label.text, label.element) for label in figure.labels] == [("62°", "angle:CAM")]
    assert figure.labels[0].position is not None
