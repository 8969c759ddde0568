"""``gnomon problems new``."""

import json

import pytest
import yaml

from gnomon.drawing import to_geogebra
from gnomon.models import FakeServer
from gnomon.problem import bank
from tests.every import every

pytestmark = pytest.mark.slow

EXTERIOR = [
    "--text",
    "In triangle ABC, side BC is extended to D. Angle ABC is 52° and angle BAC is 57°. Find angle ACD.",
    *("--fact", "triangle ABC", "--fact", "line B C D", "--fact", "∠ABC = 52°", "--fact", "∠BAC = 57°"),
    *("--find", "∠ACD"),
]


def test_a_problem_of_facts_gets_a_figure_its_answer_and_its_unit(gnomon, tmp_path):
    out = tmp_path / "new.yaml"
    result = gnomon("problems", "new", *EXTERIOR, "--id", "exterior", "--out", out)
    assert (result.stdout, result.stderr) == (f"{out}\n", "exterior: proved in 1 step: ∠ACD = 109\n")
    (entry,) = yaml.safe_load(out.read_text("utf-8"))
    assert (entry["answer"], entry["unit"], entry["figure"]["lines"][0]) == (109, "°", "B C D")
    assert "0 errors, 0 warnings" in gnomon("problems", "check", out).stderr


def test_facts_without_a_text_are_written_out(gnomon, tmp_path):
    out = tmp_path / "new.yaml"
    facts = ["--fact", "triangle ABC", "--fact", "text: AB = AC", "--fact", "∠ABC = 52°", "--find", "∠ACB"]
    assert gnomon("problems", "new", *facts, "--out", out).exit_code == 0
    (entry,) = yaml.safe_load(out.read_text("utf-8"))
    assert entry["text"] == "Given: triangle ABC; AB = AC; ∠ABC = 52°. Find ∠ACB."
    assert "0 errors, 0 warnings" in gnomon("problems", "check", out).stderr


def test_what_two_figures_leave_open_is_asked_for_with_the_statements_that_settle_it(gnomon):
    facts = ["--fact", "circle O: R, S, T", "--fact", "∠ROS = 96°", "--find", "∠RTS", "--text", "Find angle RTS."]
    result = gnomon("problems", "new", *facts)
    assert result.exit_code == 1
    assert "∠RTS = 48 and one with 132" in result.stderr
    said = result.stderr.split("add '")[1].split("'")[0]
    assert "proved in" in gnomon("problems", "new", *facts, "--fact", said).stderr


def test_facts_that_no_figure_satisfies_are_named(gnomon):
    sides = ["--fact", "AB = 5", "--fact", "BC = 4", "--fact", "AC = 20"]
    result = gnomon("problems", "new", *sides, "--find", "∠ABC", "--text", "t")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "no figure satisfies the facts" in result.stderr
    assert "AC = 20" in result.stderr


def test_a_statement_that_cannot_be_read_is_refused_with_the_forms(gnomon):
    result = gnomon("problems", "new", *EXTERIOR, "--fact", "foo bar")
    assert result.exit_code == 1
    assert "expected a fact such as AB = 5" in result.stderr


def test_the_figure_may_come_from_geogebra(gnomon, tmp_path):
    file = tmp_path / "f.ggb"
    file.write_bytes(to_geogebra(bank()["pythagoras-xyz"].question.figure))
    options = ["--fact", "XY = 9", "--fact", "YZ = 12", "--fact", "XY ⊥ YZ", "--find", "XZ", "--text", "t", "--figure", file]
    result = gnomon("problems", "new", *options)
    assert "XZ = 15" in result.stderr
    (entry,) = yaml.safe_load(result.stdout)
    assert set(entry["figure"]["points"]) == {"X", "Y", "Z"}


def test_a_picture_is_no_geogebra_file(gnomon, tmp_path):
    file = tmp_path / "f.ggb"
    file.write_bytes(b"\x89PNG")
    result = gnomon("problems", "new", *EXTERIOR, "--figure", file)
    assert result.exit_code == 1
    assert result.stderr.startswith("gnomon: error: expected a GeoGebra file")


def test_a_file_of_problems_gets_its_figures_and_answers(gnomon, tmp_path):
    file = tmp_path / "drafts.yaml"
    file.write_text(
        "- {id: a, text: t, facts: [AB = 3, BC = 4, AB ⊥ BC], find: AC}\n- {id: b, text: t, facts: [AB = 3], find: AB}\n"
    )
    result = gnomon("problems", "new", file)
    entries = yaml.safe_load(result.stdout)
    assert [(entry["id"], entry["answer"], set(entry["figure"]["points"])) for entry in entries] == [
        ("a", 5, set("ABC")),
        ("b", 3, set("AB")),
    ]


def test_without_facts_and_file_it_says_what_is_expected(gnomon):
    result = gnomon("problems", "new", "--text", "t", "--find", "AB")
    assert result.exit_code == 2
    assert "expected a FILE of problems, --fact and --find with or without --text" in result.stderr
    assert gnomon("problems", "new", *EXTERIOR, "--answers", "a.json").exit_code == 2


PICTURE = "In triangle KLM, angle LKM measures 52° and angle KLM measures 71°. Find the measure of angle KML."


def test_a_text_alone_makes_a_problem(gnomon, tmp_path):
    out = tmp_path / "new.yaml"
    result = gnomon("problems", "new", "--text", PICTURE, "--out", out)
    assert result.stderr == "new-problem: proved in 1 step: ∠KML = 57\n"
    (entry,) = yaml.safe_load(out.read_text("utf-8"))
    assert (entry["answer"], entry["unit"], set(entry["figure"]["points"])) == (57, "°", {"K", "L", "M"})
    assert "0 errors" in gnomon("problems", "check", out).stderr


def test_a_key_that_differs_is_told(gnomon):
    assert "the answer given is 58: correct it" in gnomon("problems", "new", "--text", PICTURE, "--answer", "58").stderr


def test_what_is_left_open_is_listed_with_ids_and_answered_from_a_file(gnomon, tmp_path):
    text = "Triangle ABC is a right triangle. Angle ABC is 35°. Find angle ACB."
    asked = gnomon("problems", "new", "--text", text)
    assert (asked.exit_code, asked.stdout) == (1, "")
    assert "text:0: 'Triangle ABC is a right triangle': Which one is meant?" in asked.stderr
    answers = tmp_path / "answers.json"
    answers.write_text('{"text:0": "the right angle is at A"}', encoding="utf-8")
    assert "∠ACB = 55" in gnomon("problems", "new", "--text", text, "--answers", answers).stderr
    answers.write_text('{"text:99": 1}', encoding="utf-8")
    assert "no question 'text:99' was asked" in gnomon("problems", "new", "--text", text, "--answers", answers).stderr


def test_a_model_drafts_facts_too_and_is_asked_once_for_both_runs(gnomon, tmp_path):
    text = "In triangle ABC, angle BAC is 50°, and at B there are 60 of them. Find angle ACB."
    reply = json.dumps({"facts": [{"fact": "∠ABC = 60", "words": "at B there are 60"}], "goal": "∠ACB"})
    out, answers = tmp_path / "p.yaml", tmp_path / "a.json"
    with FakeServer([reply]) as server:
        options = ("--text", text, "--model", f"eyes@{server.url}", "--out", out)
        asked = gnomon("problems", "new", *options)
        assert (asked.exit_code, "model:∠ABC = 60: Only the model says" in asked.stderr) == (1, True)
        answers.write_text('{"model:∠ABC = 60": "yes"}', encoding="utf-8")
        assert "∠ACB = 70" in gnomon("problems", "new", *options, "--answers", answers).stderr
        assert len(server.requests) == 1
    assert {"text": "∠ABC = 60"} in yaml.safe_load(out.read_text("utf-8"))[0]["facts"]


def test_a_model_whose_address_is_none_is_refused(gnomon):
    result = gnomon("problems", "new", "--text", PICTURE, "--model", "eyes")
    assert (result.exit_code, len(result.stderr.splitlines())) == (1, 1)


def test_a_batch_writes_what_came_of_each_text(gnomon, tmp_path):
    (tmp_path / "p.json").write_text(json.dumps({"a": {"text": PICTURE}, "b": {"text": "Two apples."}}), encoding="utf-8")
    result = gnomon("problems", "new", "--batch", tmp_path / "p.json", "--out", tmp_path / "o.json", "--yes")
    assert result.exit_code == 0, result.stderr
    rows = json.loads((tmp_path / "o.json").read_text("utf-8"))
    assert set(rows["a"]) >= {"status", "answer", "exact", "facts", "questions", "unread", "seconds"}
    assert [(row["status"], row["answer"]) for row in rows.values()] == [("solved", 57), ("refused", None)]


def test_a_batch_that_is_none_is_refused(gnomon, tmp_path):
    (tmp_path / "p.json").write_text('{"a": "text"}', encoding="utf-8")
    result = gnomon("problems", "new", "--batch", tmp_path / "p.json", "--out", tmp_path / "o.json")
    assert (result.exit_code, "got no text for 'a'" in result.stderr) == (1, True)


def test_a_page_shows_what_was_read(gnomon, tmp_path):
    page = tmp_path / "d.html"
    gnomon("problems", "new", "--text", PICTURE, "--html", page)
    written = page.read_text("utf-8")
    assert "<li>∠KLM = 71</li>" in written
    assert "MeasureOf" not in written


@every(
    [
        ("Find the area of a circle with radius 5 cm.", "area of circle O = 25π"),
        ("Find the circumference of a circle with diameter 12 cm.", "circumference of circle O = 12π"),
        ("A circle has area 49π, find its radius.", "radius of circle O = 7"),
    ]
)
def test_a_circle_without_points_gets_one_whose_name_is_not_printed(text, proved, gnomon, tmp_path):
    out = tmp_path / "circle.yaml"
    result = gnomon("problems", "new", "--text", text, "--yes", "--out", out, "--force")
    assert proved in result.stderr
    (entry,) = yaml.safe_load(out.read_text("utf-8"))
    ((circle,), hidden) = (entry["figure"]["circles"], entry["figure"]["hidden"])
    assert circle["points"] == hidden == ["A"]
    assert "0 errors, 0 warnings" in gnomon("problems", "check", out).stderr


@every(
    [
        ("A triangle has sides 3, 4 and 6. Is it a right triangle?", "'Is it a right triangle?' asks for yes or no"),
        ("In triangle ABC, AB = 3, BC = 4, AC = 6. Is it right-angled?", "'Is it right-angled?' asks for yes or no"),
        (
            "Prove that the diagonals of a rectangle are equal.",
            "diagonals of a rectangle are equal' asks for a proof",
        ),
        ("In rectangle ABCD, prove that AC = BD.", "the text asks for a proof (AC = BD)"),
        ("A triangle has sides 3, 4 and 6. Find the largest angle.", "give the corners letters, such as triangle ABC"),
    ]
)
def test_a_text_that_asks_for_what_is_not_answered_yet_is_refused_in_one_line(text, reason, gnomon):
    result = gnomon("problems", "new", "--text", text, "--yes")
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (1, "", 1)
    assert result.stderr.startswith("gnomon: error: new-problem: ")
    assert result.stderr.count("new-problem") == 1
    assert reason in result.stderr
