"""``gnomon draw``."""

from xml.etree import ElementTree as ET

import pytest

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
