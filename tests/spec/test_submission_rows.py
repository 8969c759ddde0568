"""The rows about submissions: a file that we write is one that we score, and what it is worth stands beside published boards."""

import json

import pytest

from gnomon.datasets import dataset_record
from tests.command_line import gnomon


def test_b2_a_submission_that_we_write_scores_as_the_run_that_wrote_it(tmp_path):
    sample = dataset_record("mrbench").sample_path()
    assert gnomon("judge", sample, "--judge", "majority", "--out", tmp_path / "s.json").exit_code == 0
    result = gnomon("bench", "score", "mrbench", tmp_path / "s.json", "--gold", "sample", "--json")
    assert result.exit_code == 0, result.output
    scored = json.loads(result.stdout)
    run = json.loads((tmp_path / "s.json.run" / "summary.json").read_text())["figures"]
    for name, found in scored["dimensions"].items():
        assert found["figures"]["strict_macro_f1"]["value"] == pytest.approx(run[f"{name}.strict_macro_f1"])
        assert found["places"]["strict_macro_f1"]["worst"] == found["board"]["entries"] + 1
    assert scored["counts"] == {"missing": 0, "unknown": 0, "repeated": 0, "other_text": 0, "unread": 0}
    assert "is no rank" in scored["note"]


def test_b2_responses_in_a_spreadsheet_are_labelled_in_the_form_of_the_shared_task(tmp_path):
    (tmp_path / "own.csv").write_bytes(
        'History;Response;ID;Tutor\r\n"Tutor: 7 x 8?\nStudent: 54";"What is 7 x 7; and one more 7?";x;A\r\n'.encode("utf-8-sig")
    )
    result = gnomon("judge", tmp_path / "own.csv", "--judge", "embedded", "--out", tmp_path / "s.json")
    assert result.exit_code == 0, result.output
    (dialogue,) = json.loads((tmp_path / "s.json").read_text())
    assert (dialogue["conversation_id"], dialogue["conversation_history"]) == ("x", "Tutor: 7 x 8?\nStudent: 54")
    assert dialogue["tutor_responses"]["A"]["response"] == "What is 7 x 7; and one more 7?"


def test_b2_of_rows_that_share_an_id_none_is_lost(tmp_path):
    (tmp_path / "own.csv").write_text("history,response,id\nStudent: 54,Look.,x\nStudent: 54,Look again.,x\nStudent: 55,No.,x\n")
    result = gnomon("judge", tmp_path / "own.csv", "--judge", "embedded", "--out", tmp_path / "s.json")
    assert result.exit_code == 0, result.output
    found = json.loads((tmp_path / "s.json").read_text())
    told = [
        (each["conversation_id"], each["conversation_history"], each["tutor_responses"]["tutor"]["response"]) for each in found
    ]
    assert told == [("x", "Student: 54", "Look."), ("x", "Student: 54", "Look again."), ("x", "Student: 55", "No.")]
