"""``gnomon listen``."""

import json


def test_each_row_comes_back_with_what_was_heard(gnomon, tmp_path):
    rows = [{"problem": "pythagoras-leg-def", "message": "13-5=8"}, {"problem": "pythagoras-leg-def", "message": "12 cm"}]
    (tmp_path / "in.jsonl").write_text("\n".join(map(json.dumps, rows)))
    gnomon("listen", str(tmp_path / "in.jsonl"), "--out", str(tmp_path / "out.jsonl"))
    heard = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert [(row["message"], row["verdict"], row["way"], row["solved"]) for row in heard] == [
        ("13-5=8", "right", "none", False),
        ("12 cm", "right", "goal", True),
    ]


def test_a_row_that_is_none_is_refused_in_one_line(gnomon, tmp_path):
    (tmp_path / "in.jsonl").write_text('{"problem": "pythagoras-leg-def"}\n')
    result = gnomon("listen", str(tmp_path / "in.jsonl"), "--out", str(tmp_path / "out.jsonl"))
    assert result.exit_code == 1
    assert "in.jsonl:1: expected" in result.stderr
    assert result.stderr.count("\n") == 1
    assert not (tmp_path / "out.jsonl").exists()


def test_a_file_without_rows_is_refused_in_one_line_and_writes_nothing(gnomon, tmp_path):
    (tmp_path / "in.jsonl").write_text("\n")
    result = gnomon("listen", str(tmp_path / "in.jsonl"), "--out", str(tmp_path / "out.jsonl"))
    assert (result.exit_code, result.stderr.count("\n")) == (1, 1)
    assert "in.jsonl: no row in it" in result.stderr
    assert not (tmp_path / "out.jsonl").exists()


def test_a_transcript_of_both_sides_is_heard_with_its_own_questions(gnomon, tmp_path):
    row = {"problem": "pythagoras-leg-def", "before": ["tutor: Is DF or EF longer?"], "message": "EF"}
    (tmp_path / "in.jsonl").write_text(json.dumps(row))
    gnomon("listen", str(tmp_path / "in.jsonl"), "--out", str(tmp_path / "out.jsonl"))
    assert json.loads((tmp_path / "out.jsonl").read_text())["verdict"] == "wrong"


def test_a_mixed_form_is_refused_with_the_row(gnomon, tmp_path):
    row = {"problem": "pythagoras-leg-def", "before": ["tutor: And EF?", "12"], "message": "13"}
    (tmp_path / "in.jsonl").write_text(json.dumps(row))
    result = gnomon("listen", str(tmp_path / "in.jsonl"), "--out", str(tmp_path / "out.jsonl"))
    assert (result.exit_code, result.stderr.count("\n")) == (1, 1)
    assert "in.jsonl:1: " in result.stderr
    assert "begin '12' with" in result.stderr
