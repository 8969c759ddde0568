"""``gnomon read``."""

import json

import pytest


def test_a_picture_of_a_bank_figure_is_written_by_its_file_name(gnomon, picture, tmp_path):
    out = tmp_path / "read.json"
    assert gnomon("read", picture, "--out", out).stdout == f"{out}\n"
    found = json.loads(out.read_text("utf-8"))["figure.png"]
    assert set(found["points"]) == {"O", "T", "Z"}
    assert set(found["lines"]) == {"OT", "OZ", "TZ"}
    assert sorted(found) == ["circles", "confidence", "labels", "lines", "marks", "points", "seconds", "unnamed", "unsure"]


def test_a_file_that_exists_is_replaced_by_force_alone(gnomon, picture, tmp_path):
    out = tmp_path / "read.json"
    out.write_text("mine", "utf-8")
    refused = gnomon("read", picture, "--out", out)
    assert (refused.exit_code, out.read_text("utf-8"), refused.stderr.count("\n")) == (1, "mine", 1)
    assert gnomon("read", picture, "--out", out, "--force").exit_code == 0
    assert "figure.png" in json.loads(out.read_text("utf-8"))
    assert gnomon("read", picture, "--force").exit_code == 2


@pytest.mark.slow
def test_without_out_it_is_printed(gnomon, picture):
    assert "T" in json.loads(gnomon("read", picture, "--names", "O, T, Z").stdout)["figure.png"]["points"]


def test_what_is_no_picture_is_one_line(gnomon, tmp_path):
    pytest.importorskip("cv2", reason="needs the extra read: OpenCV")
    (tmp_path / "a.png").write_bytes(b"not a picture")
    result = gnomon("read", tmp_path / "a.png", "--out", tmp_path / "o.json")
    assert (result.exit_code, result.stderr.count("\n")) == (1, 1)
    assert "expected a PNG or JPEG picture" in result.stderr
    assert not (tmp_path / "o.json").exists()


@pytest.mark.slow
def test_of_several_pictures_those_that_cannot_be_read_are_left_out_and_said(gnomon, picture, tmp_path):
    (tmp_path / "bad.png").write_bytes(b"")
    result = gnomon("read", picture, tmp_path / "bad.png", "--out", tmp_path / "o.json")
    assert (result.exit_code, list(json.loads((tmp_path / "o.json").read_text("utf-8")))) == (1, ["figure.png"])
    assert "bad.png' is empty" in result.stderr
    assert result.stderr.endswith("1 of 2 pictures could not be read and are left out\n")


def test_a_name_that_is_none_and_two_pictures_of_one_name_are_usage_errors(gnomon, tmp_path):
    assert gnomon("read", tmp_path / "a.png", "--names", "A,b c").exit_code == 2
    assert gnomon("read", tmp_path / "a.png", tmp_path / "x" / "a.png").exit_code == 2


def test_a_file_that_is_not_there_is_one_line(gnomon, tmp_path):
    result = gnomon("read", tmp_path / "none.png")
    assert (result.exit_code, result.stderr.count("\n")) == (1, 1)
