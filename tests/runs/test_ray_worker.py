"""One worker of a cluster, without the cluster: what it says when it cannot go on, and what it has done by then."""

import gc
import pickle
from contextlib import closing
from functools import partial

import pytest

from gnomon import __version__
from gnomon.runs import Pace, RunError, Sharing, done_on_cluster
from gnomon.runs.ray_worker import Done, Plan, Stopped, Worker
from tests.runs.shouting import PRICED, Row, Shouting, Word


@pytest.fixture
def worked(tmp_path):
    """Return a function that lets a worker do the job of each word, and gives what comes back."""

    def work(*words, version=__version__, shared=None):
        plan = Plan(partial(Shouting, tmp_path), Pace(), 1, shared, version, {})
        with closing(Worker(pickle.dumps(plan))) as worker:
            results = worker({"item": [pickle.dumps(Word(id=word)) for word in words]})["item"]
        return [pickle.loads(each) for each in results]  # noqa: S301 - it was pickled above

    return work


def test_results_have_the_row_and_what_its_calls_came_to(worked):
    hush, hey = worked("hush", "hey")
    assert (hush.id, hush.row) == ("hush", Row(id="hush", text="HUSH"))
    assert (hey.row.text, hey.spent["speaker"].usage) == ("HEY", PRICED)


def test_what_had_ended_comes_back_before_the_reason_why_a_worker_stopped(worked, tmp_path):
    (tmp_path / "stop").mkdir()
    (tmp_path / "stop" / "b").touch()
    first, reason = worked("a", "b", "c")
    assert isinstance(first, Done)
    assert isinstance(reason, Stopped)
    assert reason.message.endswith("stopped: no voice left for b")


def test_a_worker_with_another_version_does_no_job(worked):
    (reason,) = worked("a", version="0.0.1")
    assert f"it has gnomon {__version__}, the run 0.0.1; install one version everywhere" in reason.message


def test_a_worker_that_does_not_see_the_folder_does_no_job(worked, tmp_path):
    (reason,) = worked("a", shared=tmp_path / "elsewhere" / "run.json")
    assert "the results folder must lie under one path on all machines" in reason.message


def test_a_worker_closes_its_place_when_it_goes(tmp_path):
    worker = Worker(pickle.dumps(Plan(partial(Shouting, tmp_path), Pace(), 1, None, __version__, {})))
    worker({"item": [pickle.dumps(Word(id="a"))]})
    del worker
    gc.collect()
    assert len(list((tmp_path / "closed").iterdir())) == 1


@pytest.mark.parametrize(
    ("address", "reason"),
    [("127.0.0.1:1", "Connection refused"), ("cluster", "expected HOST:PORT"), ("ray://127.0.0.1:1", "Connection refused")],
)
def test_where_no_cluster_listens_one_line_says_so_at_once(monkeypatch, tmp_path, address, reason):
    monkeypatch.setattr("importlib.util.find_spec", lambda _: True)  # Ray itself is not needed for this
    jobs = [Word(id="a")]
    with pytest.raises(RunError, match=rf"--ray: no Ray cluster at '{address}' \({reason}\); 'local' starts one here"):
        list(done_on_cluster(jobs, partial(Shouting, tmp_path), Sharing(address)))
    assert not list(done_on_cluster([], partial(Shouting, tmp_path), Sharing(address)))  # nothing to do needs no cluster
