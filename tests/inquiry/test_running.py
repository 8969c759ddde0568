"""Runs over HTTP into a results folder."""

import json

import pytest

from gnomon.inquiry import InquiryError, InquiryRow, SearchTree, read_inquiry, read_results, run_inquiry
from gnomon.models import FakeServer, Fault
from gnomon.runs import AllFailedError, Pace, RunError


def rows_in(folder):
    return {row.id: row.identity() for row in read_results(folder)}


def test_a_run_leaves_rows_record_and_summary(config, tmp_path):
    outcome = run_inquiry(config(), tmp_path / "out")
    rows = list(read_results(tmp_path / "out"))
    assert sorted(row.problem for row in rows) == ["hens-1", "hens-2", "hens-3", "hens-4"]
    assert all(isinstance(row, InquiryRow) and len(row.evaluations) == 6 for row in rows)
    assert read_inquiry(tmp_path / "out").config == config()
    assert json.loads((tmp_path / "out" / "summary.json").read_text())["rows"] == outcome.summary["rows"] == 4


def test_a_finished_run_asks_nothing_when_it_is_run_again(config, server, tmp_path):
    run_inquiry(config(), tmp_path / "out")
    before, asked = rows_in(tmp_path / "out"), server.num_requests
    run_inquiry(config(), tmp_path / "out")
    assert server.num_requests == asked
    assert rows_in(tmp_path / "out") == before


def test_a_changed_configuration_is_refused_by_its_key(config, tmp_path):
    run_inquiry(config(limit=1), tmp_path / "out")
    with pytest.raises(RunError, match=r"differs in config\.assessment_turn"):
        run_inquiry(config(limit=1, assessment_turn=0), tmp_path / "out")


def test_changed_problems_are_refused(config, problems, tmp_path):
    run_inquiry(config(limit=1), tmp_path / "out")
    problems.write_text(problems.read_text("utf-8").replace("hen", "duck"), "utf-8")
    with pytest.raises(RunError, match="differs in data_sha256"):
        run_inquiry(config(limit=1), tmp_path / "out")


def test_a_folder_with_other_files_is_refused(config, tmp_path):
    (tmp_path / "mine.txt").write_text("keep", "utf-8")
    with pytest.raises(RunError, match="holds other files"):
        run_inquiry(config(), tmp_path)


@pytest.mark.slow
def test_half_a_row_is_dropped_and_held_anew_without_asking(config, server, tmp_path):
    run_inquiry(config(), tmp_path / "out")
    before, asked = rows_in(tmp_path / "out"), server.num_requests
    path = tmp_path / "out" / "rows.jsonl"
    path.write_bytes(path.read_bytes()[:-40])
    assert len(rows_in(tmp_path / "out")) == 3
    run_inquiry(config(), tmp_path / "out")
    assert rows_in(tmp_path / "out") == before
    assert server.num_requests == asked  # from the cache


@pytest.mark.slow
def test_rows_that_failed_are_asked_again(config, tmp_path):
    from tests.inquiry.conftest import answer

    with FakeServer(answer, faults=lambda number: Fault(status=400) if number % 40 == 8 else None) as broken:
        settings = config(url=broken.url)
        first = run_inquiry(settings, tmp_path / "out", Pace(max_connections=1))
        assert first.summary["failed"] > 0
        broken._faults = ()
        second = run_inquiry(settings, tmp_path / "out")
    assert (second.summary["rows"], second.summary["failed"]) == (4, 0)


@pytest.mark.slow
def test_rows_come_in_the_order_of_the_problems(config, tmp_path):
    run_inquiry(config(limit=12), tmp_path / "out")
    assert [row.problem for row in read_results(tmp_path / "out")] == [f"hens-{number}" for number in range(1, 13)]


@pytest.mark.slow
def test_calls_are_added_up_by_role_over_passes(config, server, tmp_path):
    run_inquiry(config(), tmp_path / "out")
    rows = list(read_results(tmp_path / "out"))
    assert sum(calls.usage.requests for row in rows for calls in row.calls.values()) == server.num_requests
    assert all(row.calls.keys() == {"student", "teacher"} for row in rows)


@pytest.mark.parametrize("kind", ["run", "search", "select"])
def test_where_every_call_fails_a_run_stops_after_a_few_rows_with_the_reason(config, tmp_path, kind):
    broken = [Fault(status=401, message="no such key")] * 1000
    with FakeServer(faults=broken) as server:
        settings = config(kind, url=server.url, limit=12)
        with pytest.raises(AllFailedError, match=r"the first 5 rows failed.*no such key"):
            run_inquiry(settings, tmp_path / "out", Pace(max_connections=1))
        assert server.num_requests < 12 * 2
    assert not (tmp_path / "out" / "summary.json").exists()


@pytest.mark.slow
def test_several_teachers_each_talk_about_every_problem(config, server, tmp_path):
    teachers = (f"large@{server.url}", f"small@{server.url}")
    run_inquiry(config(teachers=teachers, limit=2), tmp_path / "out")
    pairs = {(row.problem, row.teacher) for row in read_results(tmp_path / "out")}
    assert pairs == {(f"hens-{number}", teacher) for number in (1, 2) for teacher in ("large", "small")}


@pytest.mark.slow
def test_a_search_leaves_trees_and_training_rows_in_order(config, tmp_path):
    outcome = run_inquiry(config("search", num_candidates=3, limit=2), tmp_path / "out")
    trees = list(read_results(tmp_path / "out"))
    assert all(isinstance(tree, SearchTree) and len(tree.turns) == 5 for tree in trees)
    sft, dpo = (
        [json.loads(line) for line in (tmp_path / "out" / name).read_text("utf-8").split("\n")[:-1]]
        for name in ("sft.jsonl", "dpo.jsonl")
    )
    counts = outcome.summary["training_rows"]
    assert (len(sft), len(dpo)) == (counts["sft"], counts["dpo"])
    assert len(sft) > 0
    assert [row["tree"] for row in sft] == sorted(row["tree"] for row in sft)
    assert counts["turns"] == 10


@pytest.mark.slow
def test_the_parts_of_a_selection_share_no_problem(config, server, tmp_path):
    select = tmp_path / "select"
    # The fake teacher is right one time in three: ten answers, one of which is enough
    run_inquiry(config("select", teacher_samples=10, limit=12, seed=1), select)
    asked = {chat.body["model"]: chat.prompt for chat in server.requests}
    assert "Write your working" in asked["teacher"]  # it may work the problem out; the student's samples are answers alone
    assert "without working" in asked["student"]
    runs = {}
    for part in ("training", "measuring"):
        settings = config("run", limit=12, selection=str(select), part=part)
        run_inquiry(settings, tmp_path / part)
        runs[part] = {row.problem for row in read_results(tmp_path / part)}
    kept = {row.problem for row in read_results(select) if row.kept}
    assert min(len(part) for part in runs.values()) > 0
    assert runs["training"] | runs["measuring"] == kept
    assert not runs["training"] & runs["measuring"]


def test_a_selection_for_another_student_is_refused(config, server, tmp_path):
    run_inquiry(config("select"), tmp_path / "select")
    other = config(student=f"other@{server.url}", selection=str(tmp_path / "select"))
    with pytest.raises(InquiryError, match="expected a selection for other with teacher"):
        run_inquiry(other, tmp_path / "out")
    assert not (tmp_path / "out").exists()


@pytest.mark.slow
def test_free_equality_is_a_policy_of_its_own(config, tmp_path):
    pytest.importorskip("math_verify", reason="needs math-verify (the extra bench)")
    integers, free = tmp_path / "integers", tmp_path / "free"
    run_inquiry(config(limit=1), integers)
    run_inquiry(config(limit=1, equality="free"), free)
    right = [
        [evaluation.num_right for row in read_results(folder) for evaluation in row.evaluations] for folder in (integers, free)
    ]
    assert right[0] == right[1]
    assert sum(right[0]) > 0


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"part": "training"}, "expected a selection"),
        ({"peer": "x@http://localhost:1/v1"}, "a peer proposes questions in a search"),
        ({"teachers": ("a", "a")}, "expected different teachers"),
    ],
)
def test_settings_that_do_not_fit_are_refused(config, settings, message):
    with pytest.raises(ValueError, match=message):
        config(**settings)
