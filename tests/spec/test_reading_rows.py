"""The spec rows of the reader of pictures, on the way a user would take."""

import json

import pytest

from gnomon.drawing import draw, to_png
from gnomon.problem import bank
from gnomon.reading.pen import highlights_of
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


def test_z4_strokes_become_the_highlights_that_they_follow_and_others_are_asked():
    figure = bank()["pythagoras-xyz"].question.figure
    (first, *_, last), *_ = figure.lines
    view = [float(number) for number in draw(figure).partition('viewBox="')[2].partition('"')[0].split()]
    dots = draw(figure).partition('data-layer="points"')[2].split("<circle")[1:]
    places = [(float(dot.split('"')[1]) - view[0], float(dot.split('"')[3]) - view[1]) for dot in dots]
    (x0, y0), (x1, y1) = (dict(zip(figure.points, places, strict=True))[name] for name in (first, last))
    traced = [[x0 + (x1 - x0) * i / 20, y0 + (y1 - y0) * i / 20, 0.5, 16.0 * i] for i in range(21)]
    marked = highlights_of([traced, [[1, 1, 0.5, 0], [90, 2, 0.5, 300]]], figure)
    assert [(str(found.element), found.strokes) for found in marked.found] == [
        (f"line:{min(first, last)}{max(first, last)}", (0,))
    ]
    assert [asked.strokes for asked in marked.asked] == [(1,)]
