"""``gnomon draw``."""

import json
from xml.etree import ElementTree as ET

import pytest

from gnomon.models import FakeServer
from gnomon.reading.picture import start_reading

BANK_ID = "tangent-distance-otz"


def test_without_out_the_svg_is_printed(gnomon):
    assert ET.fromstring(gnomon("draw", BANK_ID).stdout).tag.endswith("svg")


def test_highlights_are_drawn_in_both_colours(gnomon, tmp_path):
    out = tmp_path / "f.svg"
    result = gnomon("draw", BANK_ID, "--highlight", "line:ZO", "--highlight2", "angle:ZTO", "--out", out)
    assert result.stdout == f"{out}\n"
    assert "Highlight 1: segment OZ, green" in out.read_text("utf-8")
    assert "Highlight 2: angle OTZ, brown" in out.read_text("utf-8")


def test_a_triangle_is_highlighted_by_its_sides(gnomon):
    svg = gnomon("draw", BANK_ID, "--highlight", "triangle:OTZ").stdout
    assert [side for side in ("OT", "TZ", "OZ") if f"segment {side}" not in svg] == []


def test_a_png_is_written(gnomon, tmp_path):
    gnomon("draw", BANK_ID, "--out", tmp_path / "f.png")
    assert (tmp_path / "f.png").read_bytes().startswith(b"\x89PNG")


def test_a_geometry3k_form_is_drawn(gnomon, form):
    assert gnomon("draw", form).stdout.startswith("<svg")


def test_an_element_that_is_not_in_the_figure_is_a_failure(gnomon, tmp_path):
    result = gnomon("draw", BANK_ID, "--highlight", "line:OQ", "--out", tmp_path / "f.svg")
    assert (result.exit_code, result.stdout, list(tmp_path.iterdir())) == (1, "", [])
    assert result.stderr == "gnomon: error: line:OQ is not in the figure; it has the points O, T, Z, and the printed 7, 24\n"


def test_an_arc_without_a_circle_is_a_failure(gnomon, write):
    result = gnomon("draw", write(), "--highlight", "arc:AB")
    assert result.exit_code == 1
    assert "an arc needs a drawn circle" in result.stderr


@pytest.mark.parametrize("name", ["lin:AB", "AB", "angle:AB", "line:A1B2C3", "line:"])
def test_a_malformed_element_name_is_a_usage_error(gnomon, name):
    result = gnomon("draw", BANK_ID, "--highlight", name)
    assert result.exit_code == 2
    assert "--highlight: " in result.stderr


def test_a_file_of_another_kind_is_a_usage_error(gnomon, tmp_path):
    assert gnomon("draw", BANK_ID, "--out", tmp_path / "f.pdf").exit_code == 2


def test_a_folder_that_is_not_there_is_a_failure_in_one_line(gnomon, tmp_path):
    result = gnomon("draw", BANK_ID, "--out", tmp_path / "nowhere" / "f.svg")
    assert result.exit_code == 1
    assert result.stderr.count("\n") == 1


def test_geogebra_and_tikz_are_written_by_the_ending(gnomon, tmp_path):
    for name, beginning in (("f.ggb", b"PK"), ("f.tex", b"\\documentclass")):
        gnomon("draw", BANK_ID, "--out", tmp_path / name)
        assert (tmp_path / name).read_bytes().startswith(beginning)


def test_what_holds_no_highlights_says_so(gnomon, tmp_path):
    result = gnomon("draw", BANK_ID, "--highlight", "line:ZO", "--out", tmp_path / "f.ggb")
    assert result.exit_code == 2
    assert "holds no highlights" in result.stderr


KEYPOINTS = [
    {"element": "Point M", "description": "the midpoint of OZ"},
    {"element": "Dotted line MT", "description": "joins M and T"},
]
BAD = {"element": "Chain rule", "description": "to be used"}


@pytest.fixture
def keypoints(tmp_path):
    def write(*more, wrap=list):
        path = tmp_path / "k.json"
        path.write_text(json.dumps(wrap([*KEYPOINTS, *more])), "utf-8")
        return path

    return write


def test_keypoints_are_drawn_on_a_figure(gnomon, keypoints, tmp_path):
    result = gnomon("draw", BANK_ID, "--keypoints", keypoints(), "--out", tmp_path / "f.svg")
    assert result.exit_code == 0, result.stderr
    assert 'data-element="Dotted line MT"' in (tmp_path / "f.svg").read_text("utf-8")
    assert "MT" not in gnomon("draw", BANK_ID, "--keypoints", keypoints(), "--step", 1).stdout


def test_each_step_has_a_file_of_its_own(gnomon, keypoints, tmp_path):
    path = keypoints(wrap=lambda rows: {"keypoints": rows})
    result = gnomon("draw", BANK_ID, "--keypoints", path, "--each-step", "--out", tmp_path / "f.png")
    assert result.stdout.split() == [str(tmp_path / "f-1.png"), str(tmp_path / "f-2.png")]


def test_what_cannot_be_drawn_is_named_and_counted_and_the_rest_is_drawn(gnomon, keypoints, tmp_path):
    result = gnomon("draw", BANK_ID, "--keypoints", keypoints(BAD), "--out", tmp_path / "f.svg")
    assert (result.exit_code, (tmp_path / "f.svg").exists()) == (1, True)
    assert "not drawn: keypoint 3, Chain rule: " in result.stderr
    assert result.stderr.endswith("1 of 3 keypoints cannot be drawn and are left out\n")


@pytest.mark.parametrize("content", ["", "3", '[{"element": "Point A"}]', '{"points": []}'])
def test_a_file_without_keypoints_is_one_line(gnomon, tmp_path, content):
    (tmp_path / "k.json").write_text(content)
    result = gnomon("draw", BANK_ID, "--keypoints", tmp_path / "k.json", "--out", tmp_path / "f.svg")
    assert (result.exit_code, result.stderr.count("\n"), (tmp_path / "f.svg").exists()) == (1, 1, False)


@pytest.mark.parametrize(
    "options",
    [["--step", 1], ["--each-step"], ["--names", "A"], ["--take-unsure"], ["--keypoints", "k", "--highlight", "point:O"]],
)
def test_options_that_do_not_go_together_are_usage_errors(gnomon, options):
    assert gnomon("draw", BANK_ID, *options).exit_code == 2


def test_a_step_that_is_not_there_is_one_line(gnomon, keypoints):
    result = gnomon("draw", BANK_ID, "--keypoints", keypoints(), "--step", 3)
    assert (result.exit_code, result.stderr) == (1, "gnomon: error: --step 3: only 2 of 2 keypoints can be drawn\n")


@pytest.mark.slow
def test_highlights_go_onto_a_picture_through_the_reader(gnomon, picture):
    svg = gnomon("draw", picture, "--names", "O,T,Z", "--highlight", "line:OT", "--highlight2", "angle:OTZ").stdout
    assert "data:image/png" in svg
    assert "Highlight 1: segment OT, green" in svg
    assert "Highlight 2: angle OTZ, brown" in svg


@pytest.mark.slow
def test_keypoints_go_onto_a_picture(gnomon, picture, keypoints, tmp_path):
    result = gnomon("draw", picture, "--names", "O,T,Z", "--keypoints", keypoints(), "--out", tmp_path / "f.png")
    assert result.exit_code == 0, result.stderr
    assert (tmp_path / "f.png").read_bytes() != picture.read_bytes()


def test_a_point_of_a_picture_can_be_given(gnomon, picture):
    assert gnomon("draw", picture, "--point", "Q=20,30", "--highlight", "line:OQ").exit_code == 0
    assert gnomon("draw", picture, "--point", "Q=20", "--highlight", "line:OQ").exit_code == 2
    assert "line:OQ is not in the figure" in gnomon("draw", picture, "--highlight", "line:OQ").stderr


@pytest.mark.slow
def test_an_unsure_point_is_not_drawn_unless_it_is_taken(gnomon, picture):
    names = [one.name for one in start_reading(picture).named]
    # The model turns the names round: reader and model differ.
    answer = json.dumps({"points": [{"name": name, "number": at} for at, name in enumerate(reversed(names), 1)]})
    first, last = names[0], names[-1]
    with FakeServer(lambda *_: answer) as server:
        words = ("draw", picture, "--model", f"eyes@{server.url}", "--highlight", f"line:{first}{last}")
        refused, taken = gnomon(*words), gnomon(*words, "--take-unsure")
    assert (refused.exit_code, refused.stdout, taken.exit_code) == (1, "", 0)
    assert "is not sure" in refused.stderr
    assert f"{first}: model and reader differ" in refused.stderr
