"""``gnomon inquiry analyse`` and ``report`` on small simulated runs."""

import json

import pytest

from gnomon.inquiry import InquiryConfig, run_inquiry
from gnomon.models import FakeServer
from tests.command_line import gnomon


def made(folder, kind="run", **settings):
    usual = {"task": "gsm8k", "student": "simulated", "teachers": ("simulated",), "limit": 3}
    run_inquiry(InquiryConfig(kind=kind, **{**usual, **settings}), folder)
    return folder


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    place = tmp_path_factory.mktemp("runs")
    plain, scaffolded = made(place / "plain"), made(place / "scaffolded", scaffolding="scaffolded")
    return plain, scaffolded, made(place / "search", kind="search", num_candidates=2)


def test_analyse_prints_our_rows_without_the_printed_ones(folders):
    result = gnomon("inquiry", "analyse", *folders, "--resamples", 50)
    assert result.exit_code == 0
    assert "scaffolded − unscaffolded" in result.stdout
    assert "Table 3" not in result.stdout
    assert "student simulated-learner" in result.stdout
    assert "here one rests on as few as 3." in result.stdout


def test_analyse_prints_json_with_the_printed_rows_marked(folders):
    tables = json.loads(gnomon("inquiry", "analyse", *folders, "--resamples", 50, "--json").stdout)
    found = tables["inquiry.pass"]
    assert [row["published"] for row in found].count(True) == 12
    assert found[0]["problems"] == 3


@pytest.mark.slow
def test_report_writes_the_report_the_transcripts_the_searches_and_csv_files(folders, tmp_path):
    result = gnomon("inquiry", "report", *folders, "--resamples", 50, "--html", tmp_path / "out.html")
    assert result.exit_code == 0
    assert {path.name for path in tmp_path.glob("*.html")} == {"out.html", "out-transcripts.html", "out-searches.html"}
    assert (tmp_path / "out" / "inquiry.differences.csv").is_file()
    assert "here one rests on as few as 3." in (tmp_path / "out.html").read_text(encoding="utf-8")
    assert "muffins" in (tmp_path / "out-searches.html").read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_embedded_judge_stands_below_the_tutors_replies_of_transcripts_where_it_is_asked_for(folders, tmp_path):
    for name, options in (("plain", ()), ("judged", ("--judge", "embedded"))):
        done = gnomon("inquiry", "report", folders[0], "--resamples", 50, "--html", tmp_path / f"{name}.html", *options)
        assert done.exit_code == 0
    told = "embedded judge (out of domain, ranks nothing): Mistake identification"
    plain, judged = ((tmp_path / f"{name}-transcripts.html").read_text("utf-8") for name in ("plain", "judged"))
    assert told not in plain
    assert judged.count(told) == 3 * 5  # a reply to each question of three dialogues


def test_report_does_not_overwrite(folders, tmp_path):
    (tmp_path / "out.html").write_text("mine")
    result = gnomon("inquiry", "report", folders[0], "--resamples", 50, "--html", tmp_path / "out.html")
    assert result.exit_code == 1
    assert (tmp_path / "out.html").read_text() == "mine"


def test_a_folder_without_a_run_is_one_line(tmp_path):
    result = gnomon("inquiry", "analyse", tmp_path)
    assert result.exit_code == 1
    assert result.stderr.count("\n") == 1
    assert "run.json" in result.stderr


def test_a_judge_needs_a_file_for_its_judgements(folders):
    result = gnomon("inquiry", "analyse", folders[0], "--judge", "m@http://127.0.0.1:1/v1")
    assert result.exit_code == 2
    assert "--judgements" in result.stderr


@pytest.mark.slow
def test_judgements_are_written_by_analyse_and_shown_by_the_report(folders, tmp_path):
    answer = json.dumps({"justification": "", "reasoning_present": True, "progress": 0.5, "similarity": 0.75})
    marks = tmp_path / "marks.jsonl"
    with FakeServer([answer]) as server:
        asked = ("--judge", f"judge@{server.url}", "--judgements", marks, "--judged", 1, "--temperature", 0.5)
        assert gnomon("inquiry", "analyse", *folders[:2], "--resamples", 50, *asked).exit_code == 0
    # One problem in two conditions: 2 x 5 questions; 5 x 5 pairs of scaffolded and unscaffolded.
    assert len(marks.read_text(encoding="utf-8").splitlines()) == 10 + 25
    result = gnomon("inquiry", "report", *folders[:2], "--judgements", marks, "--html", tmp_path / "out.html", "--resamples", 50)
    assert result.exit_code == 0
    page = (tmp_path / "out.html").read_text(encoding="utf-8")
    assert "Similarity: scaffolded and unscaffolded" in page
    assert "10 judgements by judge (temperature 0.5, max tokens 4096)" in page
    assert (tmp_path / "out" / "inquiry.progress.csv").is_file()


def test_a_stopped_run_has_no_report_but_says_how_to_go_on(tmp_path):
    folder = made(tmp_path / "stopped", limit=1)
    (folder / "summary.json").unlink()
    result = gnomon("inquiry", "report", folder, "--html", tmp_path / "out.html")
    assert result.exit_code == 1
    assert "stopped: the run is not finished; go on with the command that began it" in result.stderr
    assert not (tmp_path / "out.html").exists()


def test_a_folder_named_twice_counts_once(folders):
    once, twice = (
        json.loads(gnomon("inquiry", "analyse", *named, "--resamples", 50, "--json").stdout)["inquiry.pass"][0]["dialogues"]
        for named in ([folders[0]], [folders[0], f"{folders[0]}/../{folders[0].name}/"])
    )
    assert once == twice == 3


def test_the_settings_of_a_run_are_words(folders, tmp_path):
    gnomon("inquiry", "report", folders[0], "--resamples", 50, "--html", tmp_path / "out.html")
    page = (tmp_path / "out.html").read_text("utf-8")
    assert "[&#39;simulated" not in page
    assert "assessment_turn" not in page
