"""``gnomon bench grid``: what is listed, estimated and refused, and one small grid from its command."""

import json

import pytest

SMALL = ("bench", "grid", "mrbench-table1", "--model", "tutor-name", "--data", "sample", "--limit", 2)


def test_the_list_says_paper_table_what_varies_and_what_stands_beside(gnomon):
    lines = gnomon("bench", "grid", "--list").stdout.splitlines()
    place = lines.index("  geodial-contexts  --model [--text-model]")
    assert "Tables 3 and 15" in lines[place + 1]
    assert "varies: which of question, diagram" in lines[place + 2]
    assert "published beside: 32 rows of Table 15" in lines[place + 3]
    found = json.loads(gnomon("bench", "grid", "--list", "--json").stdout)
    assert {"GeoDial", "MMTutorBench", "MathExplain", "bea-jh", "ODQS"} == {each["paper"] for each in found}


def test_a_small_grid_prints_its_table_and_the_second_time_asks_nothing(gnomon, tmp_path):
    first = gnomon(*SMALL, "--out", tmp_path / "g")
    assert first.exit_code == 0, first.output
    assert "Base models on Mistake Location (bea-jh, Table 1)" in first.stdout
    assert "2 runs: 2 worked on" in first.stderr
    again = gnomon(*SMALL, "--out", tmp_path / "g", "--json")
    told = json.loads(again.stdout)
    assert told["runs"] == {"runs": 2, "worked on": 0, "there before": 2, "missing": 0}
    assert {row["published"] for row in told["tables"]["mrbench-table1"]} == {True, False}


def test_models_are_parted_at_commas_and_an_estimate_is_of_all_runs(gnomon, tmp_path):
    models = "a@http://127.0.0.1:9/v1,b@http://127.0.0.1:9/v1"
    words = ("bench", "grid", "mrbench-table1", "--model", models, "--data", "sample", "--limit", 2, "--estimate")
    told = gnomon(*words, "--out", tmp_path / "g")
    assert "3 runs, 0 of them finished" in told.stdout
    assert "judge a: 2 requests" in told.stdout
    assert "judge b: 2 requests" in told.stdout
    assert list(tmp_path.iterdir()) == []


def test_the_settings_of_a_simulation_are_not_parted(gnomon):
    named = ("--model", "simulated:skill=0.2,effect=0.8", "--teacher", "simulated:clarity=0.9,m@http://127.0.0.1:9/v1")
    told = gnomon("bench", "grid", "odqs-figure8", *named, "--data", "sample", "--limit", 2, "--estimate")
    assert told.stdout.startswith("4 runs, ")  # a selection and a run with each of two teachers


def test_an_inquiry_can_be_estimated_with_its_selection(gnomon):
    named = ("--model", "s@http://127.0.0.1:9/v1", "--teacher", "t@http://127.0.0.1:9/v1", "--data", "sample", "--limit", 2)
    told = json.loads(gnomon("bench", "grid", "odqs-figure8", *named, "--estimate", "--json").stdout)
    asked = {(row["role"], row["model"]): row["requests"] for row in told["asked"]}
    # Of each of two problems: the student once in the selection, then six evaluations and five questions; the teacher
    # once in the selection, then five replies.
    assert asked == {("student", "s"): 2 * (1 + 6 + 5), ("teacher", "t"): 2 * (1 + 5)}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "expected the name of a grid"),
        (("mrbench-table1", "--model", "majority"), "expected --out DIR"),
        (("mrbench-tabel1", "--out", "g"), "did you mean mrbench-table1?"),
        (("mrbench-table1", "--out", "g"), "the grid mrbench-table1 needs --model MODEL@URL"),
        (("mrbench-table1", "--model", "m", "--out", "g"), "got 'm'"),
        (("mrbench-table1", "--model", "tutor-name", "--set", "vots=3", "--out", "g"), "did you mean votes?"),
    ],
)
def test_what_does_not_fit_is_one_line_and_leaves_nothing_behind(gnomon, tmp_path, monkeypatch, words, message):
    monkeypatch.chdir(tmp_path)
    result = gnomon("bench", "grid", *words)
    assert result.exit_code in (1, 2)
    assert message in result.stderr
    assert "Traceback" not in result.output
    assert list(tmp_path.iterdir()) == []
