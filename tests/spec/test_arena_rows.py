"""The rows of the arena: run by its commands."""

import json

import pytest

from tests.command_line import gnomon


@pytest.mark.slow
def test_z6_tutors_meet_the_same_learner_and_the_teller_is_told_apart(tmp_path):
    command = ("arena", "--tutors", "symbolic,teller", "--learners", "strong", "--limit", "1", "--seeds", "1")
    shown = gnomon(*command, "--out", str(tmp_path / "arena"), "--json")
    assert shown.exit_code == 0
    found = json.loads(shown.stdout)
    assert "not validated on people" in found["notes"][0]
    outcome, faults = found["tables"]["arena.outcome"], found["tables"]["arena.faults"]
    assert (outcome["symbolic"]["told"], outcome["teller"]["told"]) == (0, 100)
    assert faults["teller"]["leaks by the guard"] > faults["symbolic"]["leaks by the guard"] == 0
    assert gnomon("arena").exit_code == 2  # no --out


def test_z6_a_transcript_of_any_product_is_graded(tmp_path):
    turns = [{"role": "student", "utterance": "XZ = 21"}, {"role": "tutor", "utterance": "Well done, that is right."}]
    path = tmp_path / "product.jsonl"
    path.write_text(json.dumps({"problem": "pythagoras-xyz", "tutor": "product", "turns": turns}) + "\n", "utf-8")
    page = tmp_path / "page.html"
    shown = gnomon("arena", "grade", path, "--html", page)
    assert shown.exit_code == 0
    assert "1: praise: turn 2: Well done, that is right." in shown.stdout
    assert "false praise" in page.read_text("utf-8")
