"""The rows of the arena: run by its commands."""

import csv
import json
from io import StringIO

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


@pytest.mark.slow
def test_z6_people_judge_pairs_and_the_page_tells_what_the_learners_were_compared_with(tmp_path):
    players = ("--tutors", "symbolic,teller", "--learners", "strong", "--limit", "1", "--seeds", "1")
    command = ("arena", *players, "--out", tmp_path / "arena")
    assert gnomon(*command).exit_code == 0
    sheet = tmp_path / "ada.csv"
    assert gnomon("arena", "pairs", tmp_path / "arena", "--out", sheet).exit_code == 0
    (row,) = csv.DictReader(StringIO(sheet.read_text("utf-8")))
    first = "teller" if "The answer is" in row["first"] else "symbolic"
    assert "teller" not in sheet.read_text("utf-8")
    marks = f"pair,better\n{row['pair']},{2 if first == 'teller' else 1}\n"
    (tmp_path / "ben.csv").write_text(marks, "utf-8")
    assert gnomon("arena", "pairs", tmp_path / "arena", "--marks", tmp_path / "ben.csv").exit_code == 0
    assert gnomon("arena", "pairs", tmp_path / "arena").exit_code == 2  # nothing to do
    said = [{"role": "tutor", "utterance": "And?"}, {"role": "student", "utterance": "XZ = 21"}]
    logs = tmp_path / "logs.jsonl"
    logs.write_text(json.dumps({"problem": "pythagoras-xyz", "student": "person", "turns": said}) + "\n", "utf-8")
    compared = gnomon("arena", "validate-learners", logs, "--learners", "strong", "--count", "2", "--out", tmp_path / "people")
    assert compared.exit_code == 0
    page = tmp_path / "page.html"
    shown = gnomon(*command, "--validated", tmp_path / "people" / "validation.json", "--html", page, "--json")
    found = json.loads(shown.stdout)
    assert list(found["tables"]["arena.ranking_people"]) == ["symbolic", "teller"]
    assert "not validated on people" in found["notes"][0]
    assert "dialogues of people: 1, expected at least 30" in found["notes"][0]
    assert "Pairs that people judged blindly: 1; people: 1." in page.read_text("utf-8")
    assert "relevance" in found["tables"]["arena.relevance"]["symbolic"]
