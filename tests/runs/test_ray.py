"""The generic job of all runs on a local Ray of two workers: nothing that was done is lost, whatever dies."""

import asyncio
from collections import Counter
from functools import partial

import pytest

from gnomon.models import Price
from gnomon.runs import Pace, Record, Results, RunError, RunFiles, Sharing, claimed, on_cluster, read_rows, run_jobs
from tests.runs.conftest import Config
from tests.runs.shouting import Row, Shouting, Word

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("default")]  # warnings of Ray and what it starts
WORDS = [f"word{number:02}" for number in range(40)]


@pytest.fixture
def shout(ray_cluster, tmp_path):
    """Return a function that lets two workers shout all words, each at its pace, into one log."""

    def run(pace=None, told=lambda _: None):
        files = RunFiles.in_folder(tmp_path / "run")
        results: Results[Word, Row] = on_cluster(partial(Shouting, tmp_path), Sharing(ray_cluster, 2, files.record), pace)
        with claimed(files, Record[Config](config=Config(), versions={})) as log:
            asyncio.run(run_jobs(log, [Word(id=word) for word in WORDS], results, told=told))
        return list(read_rows(files.rows, Row))

    return run


def said(folder):
    """Count how often each word was shouted."""
    return Counter(path.name.partition(".")[0] for path in (folder / "said").iterdir())


def test_a_worker_that_dies_costs_its_block_and_no_row(shout, tmp_path):
    (tmp_path / "kill").mkdir()
    (tmp_path / "kill" / WORDS[20]).touch()
    rows = shout()
    assert [row.id for row in rows] == WORDS  # in the order of the jobs
    assert all(row.text == row.id.upper() and row.calls["speaker"].calls == 1 for row in rows)
    again = said(tmp_path).total() - len(WORDS)
    assert again <= len(WORDS) / 2  # at most the blocks that the dead worker had: one of two has half of them


def test_a_limit_of_cost_is_that_of_all_workers_together_and_the_next_pass_goes_on(shout, tmp_path):
    rows = shout(Pace(max_cost=20.5, prices={"speaker": Price(prompt=1, completion=0)}))
    done = [row for row in rows if row.error is None]
    assert said(tmp_path).total() == len(done)
    assert 15 <= len(done) <= 20  # one word costs 1; a share that a worker could not use up may be left
    assert all("that fell to this worker" in row.error.message for row in rows if row.error is not None)
    rows = shout()
    assert all(row.error is None for row in rows)
    assert said(tmp_path).total() == len(WORDS)  # what was done was not done again


def test_what_stops_a_worker_is_said_in_one_line_and_what_is_done_stays(shout, tmp_path):
    (tmp_path / "stop").mkdir()
    (tmp_path / "stop" / WORDS[30]).touch()
    with pytest.raises(RunError, match="stopped: no voice left for word30; what is done is kept, the same command goes on"):
        shout()
    kept = {row.id for row in read_rows(tmp_path / "run" / "rows.jsonl", Row)}
    assert kept
    (tmp_path / "stop" / WORDS[30]).unlink()
    before = said(tmp_path)
    assert [row.id for row in shout()] == WORDS
    assert all(said(tmp_path)[word] == before[word] for word in kept)
