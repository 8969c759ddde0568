"""Solving a file: rows survive an interruption, and results are never overwritten."""

import json

import pytest

from gnomon.files import UnwritableFileError
from gnomon.geometry import WorkerError, solve_file
from gnomon.problem import MalformedFileError
from gnomon.runs import RunError

pytestmark = pytest.mark.slow

TRIANGLE = """
- id: {id}
  text: Find angle C.
  figure: {{points: {{A: [0, 0], B: [10, 0], C: [5.92396, 7.05990]}}, lines: [A B, B C, C A]}}
  facts: ["Equals(MeasureOf(Angle(C,A,B)), 50)", "Equals(MeasureOf(Angle(A,B,C)), 60)"]
  find: MeasureOf(Angle(B,C,A))
"""


@pytest.fixture
def problems(tmp_path):
    path = tmp_path / "problems.yaml"
    path.write_text("".join(TRIANGLE.format(id=name) for name in "abc"), "utf-8")
    return path


@pytest.fixture
def out(tmp_path):
    return tmp_path / "out.json"


@pytest.fixture
def interrupted(problems, out):
    """Leave a run over the problems after its first row."""

    def stop(progress):
        if progress.done == 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve_file(problems, out, progress=stop)
    return out.with_name("out.json.partial.jsonl")


def test_a_finished_run_leaves_only_the_result(problems, out):
    final = solve_file(problems, out)
    assert (final.done, final.total, final.counts) == (3, 3, {"solved": 3})
    assert sorted(path.name for path in out.parent.iterdir()) == ["out.json", "problems.yaml"]
    assert [row["answer"] for row in json.loads(out.read_text("utf-8")).values()] == [70, 70, 70]


def test_progress_is_told_at_the_start_and_after_each_row(problems, out):
    told = []
    solve_file(problems, out, progress=lambda progress: told.append(progress.done))
    assert told == [0, 1, 2, 3]


def test_an_interrupted_run_keeps_its_rows_and_writes_no_result(interrupted, out):
    assert [json.loads(line)["id"] for line in interrupted.read_text("utf-8").splitlines()] == ["a"]
    assert not out.exists()


@pytest.mark.usefixtures("interrupted")
def test_the_same_run_goes_on_where_it_stopped(problems, out):
    told = []
    solve_file(problems, out, progress=lambda progress: told.append(progress.done))
    assert told == [1, 2, 3]
    assert list(json.loads(out.read_text("utf-8"))) == ["a", "b", "c"]


def test_a_row_that_was_cut_off_is_solved_again(problems, interrupted, out):
    with interrupted.open("a", encoding="utf-8") as partial:
        partial.write('{"id": "b", "status": "sol')
    assert solve_file(problems, out).counts == {"solved": 3}


def test_another_time_limit_does_not_resume_and_says_what_differs(problems, interrupted, out):
    with pytest.raises(RunError, match=r"time_limit_seconds \(60.0 there, 5.* here\)"):
        solve_file(problems, out, time_limit_seconds=5)
    assert interrupted.exists()


@pytest.mark.usefixtures("interrupted")
def test_a_changed_input_does_not_resume(problems, out):
    problems.write_text(problems.read_text("utf-8").replace("50", "40"), "utf-8")
    with pytest.raises(RunError, match="input_sha256"):
        solve_file(problems, out)


def test_rows_without_their_configuration_are_not_resumed(problems, out):
    out.with_name("out.json.partial.jsonl").write_text('{"id": "a"}\n', "utf-8")
    with pytest.raises(RunError, match=r"out.json.partial.jsonl"):
        solve_file(problems, out)


def test_an_existing_result_is_refused_before_anything_is_solved(problems, out):
    out.write_text("mine", "utf-8")
    with pytest.raises(RunError, match="exists"):
        solve_file(problems, out)


def test_a_folder_that_is_not_there_is_refused(problems, tmp_path):
    with pytest.raises(UnwritableFileError, match="no folder"):
        solve_file(problems, tmp_path / "nowhere" / "out.json")


def test_a_refused_run_leaves_nothing_behind(problems, out, monkeypatch):
    def refuse(*_, **__):
        raise WorkerError("no process can be started")

    monkeypatch.setattr("gnomon.geometry.batch.solve_in_workers", refuse)
    with pytest.raises(WorkerError):
        solve_file(problems, out)
    assert [path.name for path in out.parent.iterdir()] == [problems.name]


def test_an_id_that_is_used_twice_is_refused(problems, out):
    problems.write_text(TRIANGLE.format(id="a") * 2, "utf-8")
    with pytest.raises(MalformedFileError, match="'a' twice"):
        solve_file(problems, out)
