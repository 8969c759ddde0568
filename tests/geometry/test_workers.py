"""Worker processes: a problem that hangs or kills its process costs its own row only."""

import os
import time

import pytest

from gnomon.figure import Figure
from gnomon.geometry import WorkerError
from gnomon.geometry.workers import Task, _Worker, solve_in_workers
from gnomon.problem import Problem, Question, bank


class Trap(Problem):
    """Does something to the process that unpickles it."""

    def __setstate__(self, state):
        super().__setstate__(state)
        {"hang": lambda: time.sleep(60), "die": lambda: os._exit(7)}[self.id]()


def trap(name):
    return Task(name, Trap(id=name, question=Question(text="", figure=Figure(points={}))))


GOOD = [Task(problem.id, problem) for problem in list(bank().values())[:3]]


def solved(tasks, **options):
    return dict(solve_in_workers(tasks, **{"jobs": 1, "time_limit_seconds": 60, **options}))


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
def test_every_problem_gets_its_row(jobs):
    rows = solved(GOOD, jobs=jobs)
    assert {problem_id: row["status"] for problem_id, row in rows.items()} == {task.id: "solved" for task in GOOD}


def test_no_problems_give_no_rows():
    assert solved([]) == {}


@pytest.mark.slow  # waits for processes
def test_a_problem_over_the_limit_costs_only_its_own_row():
    rows = solved([trap("hang"), *GOOD], time_limit_seconds=3)
    assert rows.pop("hang")["status"] == "timeout"
    assert [row["status"] for row in rows.values()] == ["solved"] * 3


@pytest.mark.slow  # waits for processes
def test_a_problem_that_kills_its_process_costs_only_its_own_row():
    rows = solved([GOOD[0], trap("die"), *GOOD[1:]])
    row = rows.pop("die")
    assert (row["status"], row["reason"]) == ("no_proof", "its worker process ended with exit code 7")
    assert [row["status"] for row in rows.values()] == ["solved"] * 3


@pytest.mark.slow  # waits for processes
def test_the_last_problem_may_kill_its_process():
    assert set(solved([*GOOD, trap("die")])) == {"die", *(task.id for task in GOOD)}


def test_a_process_that_does_not_start_is_an_error(monkeypatch):
    monkeypatch.setattr("gnomon.geometry.workers._work", os._exit)
    with pytest.raises(WorkerError, match="before its first problem"):
        solved(GOOD)


def test_workers_do_linear_algebra_on_one_thread(monkeypatch):
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    monkeypatch.setenv("OMP_NUM_THREADS", "3")
    seen: dict[str, str] = {}
    start = _Worker.start

    def watched(context):
        seen.update(os.environ)
        return start(context)

    monkeypatch.setattr(_Worker, "start", watched)
    assert len(solved(GOOD[:1])) == 1
    assert (seen["OPENBLAS_NUM_THREADS"], seen["OMP_NUM_THREADS"]) == ("1", "3")
    assert "OPENBLAS_NUM_THREADS" not in os.environ
