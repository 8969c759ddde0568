"""``gnomon diagnose``."""

import json

import pytest

APEX = "parallel-apex-bcnvw"


@pytest.fixture
def answers(tmp_path):
    """Return a file of a small class's answers."""
    path = tmp_path / "answers.csv"
    path.write_text("Student,Answer\nAda,63\nCleo,19\nEva,57\nFay,?\n", "utf-8")
    return path


@pytest.mark.slow
def test_a_class_is_traced_and_grouped(gnomon, answers, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    shown = gnomon("diagnose", APEX, "--answers", answers)
    assert shown.exit_code == 0
    rows = {line.split()[0]: line for line in shown.stdout.splitlines() if line.strip()}
    assert "right" in rows["Ada"]
    assert "Co-interior angles thought equal" in rows["Cleo"]
    assert "unexplained" in rows["Eva"]
    assert "unread" in rows["Fay"]
    assert "  Ask: How did you find ∠NCV, and what did you get for it?" in shown.stdout
    assert "    68°: Co-interior angles thought equal" in shown.stdout
    assert "  Or set: " in shown.stdout


@pytest.mark.slow
def test_json_and_page_come_from_the_same_report(gnomon, answers, tmp_path):
    page = tmp_path / "class.html"
    result = gnomon("diagnose", APEX, "--answers", answers, "--json", "--html", page)
    assert json.loads(result.stdout)["counts"]["explained"] == 1
    assert f"wrote {page}" in result.stderr
    assert page.read_text("utf-8").startswith("<!doctype html>")


def test_an_existing_page_is_replaced_only_by_force(gnomon, answers, tmp_path):
    page = tmp_path / "class.html"
    page.write_text("mine", "utf-8")
    refused = gnomon("diagnose", APEX, "--answers", answers, "--html", page)
    assert (refused.exit_code, page.read_text("utf-8")) == (1, "mine")


def test_wrong_choices_come_with_their_reasons(gnomon):
    shown = gnomon("diagnose", APEX, "--distractors", "3").stdout.splitlines()
    choices = [line for line in shown if not line.startswith(" ")]
    assert len(choices) == 3
    assert choices[0] == "161  Whole added to a part"
    assert "(to get the missing part I add the numbers that I have)" in shown[2]
    assert len(json.loads(gnomon("diagnose", APEX, "--distractors", "3", "--json").stdout)) == 3


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ((), "give one of --answers"),
        (("--answers", "a.csv", "--distractors", "3"), "give one of --answers"),
        (("--distractors", "3", "--html", "p.html"), "needs --answers"),
        (("--distractors", "3", "--force"), "--force goes with"),
    ],
)
def test_options_that_do_not_fit_are_refused(gnomon, options, message):
    result = gnomon("diagnose", APEX, *options)
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.replace("│", " ").split())


def test_without_a_proof_nothing_is_traced(gnomon, write, answers):
    unsolvable = write({"fact": "Equals(MeasureOf(Angle(B,C,A)), 2*x)"})
    result = gnomon("diagnose", unsolvable, "--answers", answers)
    assert result.exit_code == 1
    assert "has no proof" in result.stderr


def test_a_file_of_something_else_is_refused_in_one_line(gnomon, tmp_path):
    path = tmp_path / "other.csv"
    path.write_text("a,b\n1,2\n", "utf-8")
    result = gnomon("diagnose", APEX, "--answers", path)
    assert result.exit_code == 1
    assert "columns learner,answer" in result.stderr
    assert "Traceback" not in result.stderr
