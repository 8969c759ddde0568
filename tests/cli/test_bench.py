"""``gnomon bench``: what is listed, and what is refused before anything is read or written."""

import json
import os
from pathlib import Path

import pytest

from gnomon.benchmark import RunConfig
from gnomon.benchmark.running import run
from gnomon.models import FakeServer

MODEL = "m@http://127.0.0.1:9/v1"


def test_the_list_tells_benchmarks_of_tutors_from_those_of_judges_and_readers(gnomon):
    lines = gnomon("bench", "list").stdout.splitlines()
    judges, readers = lines.index("Benchmarks of judges"), lines.index("Benchmarks of readers")
    assert lines[0] == "Benchmarks of tutors"
    assert [line.split()[:2] for line in lines[judges + 1 : readers]] == [["mrbench", "--judge"]]
    assert [line.split()[:2] for line in lines[readers + 1 :]] == [["messages", "--reader"]]
    assert ["mmtutorbench", "--tutor", "--judge"] in [line.split()[:3] for line in lines[:judges]]


def test_the_list_as_json_says_what_each_grades_and_takes(gnomon):
    rows = json.loads(gnomon("bench", "list", "--json").stdout)
    assert (rows["mrbench"]["grades"], rows["mrbench"]["options"]) == ("judge", ["judge"])
    assert rows["geodial"]["options"] == ["tutor"]
    assert all(row["description"] for row in rows.values())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["geodial", "--tutor", "symbolic", "--judge", MODEL],
            "geodial compares with what is known to be right and takes no --judge",
        ),
        (["mrbench", "--tutor", "symbolic", "--judge", "majority"], "mrbench grades what is recorded and takes no --tutor"),
        (["geodal", "--tutor", "symbolic"], "did you mean geodial?"),
        (["geodial", "--tutor", "symbolic", "--set", "gard=false"], "no setting 'gard': did you mean guard?"),
        (["mrbench", "--judge", "majority", "--where", "tutor"], "expected FIELD=VALUE, got 'tutor'"),
        (["mrbench", "--judge", "majority", "--ids", "gone.txt"], "cannot use 'gone.txt'"),
    ],
)
def test_what_does_not_fit_is_refused_before_anything_is_read_or_written(gnomon, tmp_path, arguments, message):
    result = gnomon("bench", "run", *arguments, "--out", tmp_path / "out", "--data", tmp_path / "not-read")
    assert result.exit_code == 1
    assert message in result.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--temperature", "warm"], "--temperature: Input should be a valid number"),
        (["--top-p", "judge=2"], "--top-p: Input should be less than or equal to 1, got '2'"),
        (["--max-tokens", "pupil=5"], "--max-tokens pupil=5: no model has the role 'pupil'; roles: judge, ocr"),
        (["--repeats", "2", "--seeds", "1,2"], "--repeats and --seeds say the same"),
        (["--seeds", "1,b"], "expected --seeds as whole numbers with commas, got '1,b'"),
    ],
)
def test_settings_of_calls_and_seeds_that_do_not_fit_are_refused(gnomon, tmp_path, arguments, message):
    result = gnomon("bench", "run", "mrbench", "--judge", MODEL, *arguments, "--out", tmp_path / "out")
    assert (result.exit_code, message in result.stderr) == (2, True), result.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_repeats_are_told_by_mean_and_standard_deviation_and_reported_from_their_folder(gnomon, tmp_path):
    run_ = ["bench", "run", "mrbench", "--judge", "majority", "--data", "sample", "--seeds", "3,5"]
    result = gnomon(*run_, "--where", "tutor=Brisk", "--out", tmp_path / "all")
    assert [line.endswith(" sd 0.000") for line in result.stdout.splitlines()] == [True] * 4  # the majority draws nothing
    assert sorted(path.name for path in (tmp_path / "all").iterdir()) == ["seed-3", "seed-5"]
    gnomon(
        "bench", "report", tmp_path / "all", "--where", "tutor=Brisk", "--html", tmp_path / "page.html", "--csv", tmp_path / "csv"
    )
    assert (tmp_path / "csv" / "repeats.csv").exists()


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("runs") / "majority"
    run(RunConfig(task="mrbench", judge="majority", limit=3), place)
    return place


@pytest.mark.parametrize("command", ["bench", "inquiry"])
@pytest.mark.parametrize(
    ("targets", "message"),
    [
        (["--html", "q.html", "--csv", "mine"], "CSV files cannot go into 'mine': 'mine' is no folder"),
        (["--html", "q.html", "--csv", "mine/deeper"], "mine' is no folder"),
        (["--html", "q.html", "--csv", os.devnull], "'/dev/null' is no folder"),
        (["--html", "mine", "--force"], "the page and the folder of the CSV files would both be 'mine'"),
        (["--html", "q.html", "--csv", "./q.html"], "would both be 'q.html'"),
    ],
)
def test_a_report_whose_tables_cannot_be_written_writes_no_page(gnomon, tmp_path, monkeypatch, command, targets, message):
    monkeypatch.chdir(tmp_path)
    Path("mine").write_text("mine")
    result = gnomon(command, "report", "not-read", *targets)
    assert result.exit_code == 1
    assert message in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]
    assert Path("mine").read_text() == "mine"


@pytest.mark.slow
def test_a_report_goes_into_a_folder_of_tables_that_is_there(gnomon, folder, tmp_path):
    (tmp_path / "tables").mkdir()
    result = gnomon("bench", "report", folder, "--html", tmp_path / "q.html", "--csv", tmp_path / "tables")
    assert result.exit_code == 0
    assert (tmp_path / "tables" / "mrbench.Actionability.csv").is_file()


def test_replies_that_are_mostly_unreadable_are_counted_and_warned_of(gnomon, tmp_path):
    with FakeServer(["It is fine."]) as server:
        result = gnomon("bench", "run", "mrbench", "--judge", f"m@{server.url}", "--limit", 3, "--out", tmp_path / "r")
    assert result.exit_code == 0
    assert "3 rows, 0 failed, 3 unreadable; gnomon bench report" in result.stderr
    assert "warning: 3 of 3 rows unreadable, over 20%: the figures say little" in result.stderr


def test_a_run_that_can_be_read_has_no_warning(gnomon, tmp_path):
    result = gnomon("bench", "run", "mrbench", "--judge", "majority", "--limit", 1, "--out", tmp_path / "r")
    assert "1 row, 0 failed; gnomon bench report" in result.stderr
    assert "warning" not in result.stderr


@pytest.mark.parametrize("command", ["report", "resume"])
def test_a_run_of_an_inquiry_is_told_from_one_of_a_benchmark(gnomon, folder, tmp_path, command):
    pair = ("--student", "simulated", "--teacher", "simulated")
    gnomon("inquiry", "run", "--task", "gsm8k", *pair, "--limit", 1, "--out", tmp_path / "inquiry")
    result = gnomon("bench", command, tmp_path / "inquiry")
    assert "inquiry: holds a run of `gnomon inquiry`; use `gnomon inquiry report` to read it" in result.stderr
    other = gnomon("inquiry", "report", folder, "--html", tmp_path / "i.html")
    assert "majority: holds a run of `gnomon bench`; use `gnomon bench report` to read it" in other.stderr


def test_rows_that_were_cut_off_are_missed_by_the_report_and_made_by_the_same_command(gnomon, tmp_path):
    command = ("bench", "run", "mrbench", "--judge", "majority", "--limit", 3, "--data", "sample", "--out", tmp_path / "r")
    gnomon(*command)
    (tmp_path / "r" / "rows.jsonl").write_text("")
    result = gnomon("bench", "report", tmp_path / "r", "--html", tmp_path / "q.html")
    assert "r: expected 3 rows in rows.jsonl, found 0; the command that began the run makes the rest" in result.stderr
    assert gnomon(*command).exit_code == 0
    assert gnomon("bench", "report", tmp_path / "r", "--html", tmp_path / "q.html").exit_code == 0


def test_a_run_without_a_judge_names_the_baselines_and_says_nothing_of_the_sample(gnomon, tmp_path):
    result = gnomon("bench", "run", "mrbench", "--data", "sample", "--out", tmp_path / "r")
    baselines = "embedded or majority or tutor-name"
    expected = f"mrbench needs a model for the role judge: name one with --judge MODEL@URL, or {baselines} in its place"
    assert result.stderr == f"gnomon: error: {expected}\n"
    started = gnomon("bench", "run", "mrbench", "--judge", "majority", "--data", "sample", "--limit", 1, "--out", tmp_path / "r")
    assert started.stderr.startswith("grading the small sample")
