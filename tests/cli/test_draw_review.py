"""``gnomon draw review``."""

import json

import pytest

from gnomon.drawing import draw, to_png
from gnomon.problem import bank

ROWS = [("one", {"lines": ["OT"]}), ("two", {"lines": ["OT", "TZ"]})]


@pytest.fixture
def samples(tmp_path):
    pytest.importorskip("cv2", reason="needs the extra read: OpenCV")
    pytest.importorskip("onnxruntime", reason="needs the extra read: ONNX Runtime")
    (tmp_path / "figure.png").write_bytes(to_png(draw(bank()["tangent-distance-otz"].question.figure)))
    path = tmp_path / "samples.jsonl"
    rows = [{"id": name, "picture": "figure.png", "highlights": highlights} for name, highlights in ROWS]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


@pytest.mark.slow
def test_two_reviewers_mark_and_settle(gnomon, samples, tmp_path):
    out = tmp_path / "review"
    gnomon("draw", "review", samples, "--reviewer", "ann", "--out", out, typed="1\n")
    assert {path.name for path in out.glob("*.png")} == {"one.png", "two.png"}
    # 0.5 is refused for one highlight, and what was marked before is not asked again.
    gnomon("draw", "review", samples, "--reviewer", "ann", "--out", out, typed="0.5\n")
    gnomon("draw", "review", samples, "--reviewer", "bo", "--out", out, typed="0.5\n1\n1\n")
    state = json.loads(gnomon("draw", "review", samples, "--out", out, "--json").stdout)
    assert (state["agreement"]["same"], state["to_settle"], state["mean"]) == (1, ["two"], None)
    shown = gnomon("draw", "review", samples, "--consensus", "--out", out, typed="0.5\n").stdout
    assert "mean of 2 settled marks: 0.750" in shown


@pytest.mark.slow
def test_a_third_reviewer_and_other_samples_are_refused(gnomon, samples, tmp_path):
    out = tmp_path / "review"
    for reviewer in ("ann", "bo"):
        gnomon("draw", "review", samples, "--reviewer", reviewer, "--out", out, typed="1\n1\n")
    assert "a third does not" in gnomon("draw", "review", samples, "--reviewer", "cy", "--out", out).stderr
    assert "of other samples" in gnomon("draw", "review", samples, "--out", out, "--limit", 1).stderr


def test_rows_that_are_no_samples_are_one_line(gnomon, tmp_path):
    (tmp_path / "s.jsonl").write_text('{"id": 1}\n')
    result = gnomon("draw", "review", tmp_path / "s.jsonl", "--out", tmp_path / "r")
    assert (result.exit_code, result.stderr.count("\n"), (tmp_path / "r").exists()) == (1, 1, False)
