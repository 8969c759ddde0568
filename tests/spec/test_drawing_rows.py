"""The spec rows of drawing, on the way a user would take."""

import json

import pytest

from tests.command_line import gnomon

BANK_ID = "tangent-distance-otz"
KEYPOINTS = {
    "Dotted line TH": "perpendicular from T to OZ",
    "Right angle mark 1": "angle OHT is a right angle",
    "Equal angle mark 1": "angles OTH and TZO are equal",
    "Region S_1": "triangle OTH",
    "Length label 1": "the length of TH is labeled as h",
}


@pytest.fixture
def keypoints(tmp_path):
    path = tmp_path / "k.json"
    path.write_text(json.dumps([{"element": element, "description": words} for element, words in KEYPOINTS.items()]), "utf-8")
    return path


def test_g13_highlights_are_drawn_on_a_picture_through_the_reader(picture):
    result = gnomon("draw", picture, "--highlight", "triangle:OTZ", "--highlight", "angle:OTZ", "--highlight", "point:T")
    assert result.exit_code == 0, result.output
    assert [
        name for name in ("segment OT", "segment TZ", "segment OZ", "angle OTZ", "point T") if name not in result.stdout
    ] == []


def test_x5_keypoints_become_a_picture_step_by_step_on_a_figure(keypoints, tmp_path):
    result = gnomon("draw", BANK_ID, "--keypoints", keypoints, "--each-step", "--out", tmp_path / "f.svg")
    assert result.exit_code == 0, result.output
    drawn = [(tmp_path / f"f-{number}.svg").read_text("utf-8").count("data-step=") for number in range(1, 6)]
    assert drawn == [1, 2, 3, 4, 5]


def test_x5_keypoints_become_a_picture_on_the_problems_image(picture, keypoints, tmp_path):
    result = gnomon("draw", picture, "--names", "O,T,Z", "--keypoints", keypoints, "--out", tmp_path / "f.png")
    assert result.exit_code == 0, result.output
    assert (tmp_path / "f.png").read_bytes().startswith(b"\x89PNG")
