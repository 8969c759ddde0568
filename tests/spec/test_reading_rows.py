"""The spec rows of the reader of pictures, on the way a user would take."""

import json

import pytest

from gnomon.drawing import draw, to_png
from gnomon.problem import bank
from tests.command_line import gnomon


def test_z3_the_reader_finds_the_points_lines_and_labels_of_a_picture_and_says_what_it_is_unsure_of(tmp_path):
    pytest.importorskip("cv2", reason="needs the extra read: OpenCV")
    pytest.importorskip("onnxruntime", reason="needs the extra read: ONNX Runtime")
    picture, out = tmp_path / "figure.png", tmp_path / "read.json"
    figure = bank()["parallel-apex-bcnvw"].question.figure
    picture.write_bytes(to_png(draw(figure)))
    result = gnomon("read", picture, "--out", out)
    assert result.exit_code == 0, result.output
    found = json.loads(out.read_text("utf-8"))["figure.png"]
    assert set(found["points"]) == set(figure.points)
    assert set(found["unsure"]) < set(found["points"])
    assert len(found["lines"]) >= len(figure.lines)
