"""``--ray``: a run that is stopped on a local Ray of two workers and gone on with has the rows of one process."""

import json
import os
import signal
import subprocess
import sys

import pytest
import yaml

from gnomon.benchmark import RunConfig
from gnomon.benchmark.arena import ArenaConfig, run_arena
from gnomon.benchmark.running import run
from gnomon.corpus.pipeline import Pipeline, checked_recipe
from gnomon.corpus.recipes import STAGES
from gnomon.corpus.synthesis import DIALOGUES, SynthesisConfig, synthesise
from gnomon.geometry import solve_file
from gnomon.models import FakeServer
from gnomon.runs import Pace
from tests.waiting import wait_until

COMMANDS = [
    "bench run mrbench --judge embedded --limit 2 --out {out}",
    "arena --tutors silent --learners weak --limit 1 --seeds 1 --out {out}",
    "corpus run {recipe} --out {out}",
    "corpus synthesise --dialogues 10 --out {out}",
    "inquiry run --task geometry --student simulated --teacher simulated --limit 1 --out {out}",
    "solve {problems} --out {out}.json",
]


def on_ray(test):
    """Mark a test that needs a cluster; Ray and what it starts warn of much."""
    return pytest.mark.slow(pytest.mark.filterwarnings("default")(test))


@pytest.fixture
def problems(write):
    """Return a file of 30 triangles."""
    return write(*({"id": f"t{angle}", "fact": f"Equals(MeasureOf(Angle(A,B,C)), {angle})"} for angle in range(45, 75)))


@pytest.fixture
def recipe(problems):
    return {
        "name": "proofs",
        "title": "What a model and the engine make of problems",
        "models": {"strong": None},
        "stages": [
            {"name": "load", "stage": "problems", "params": {"own": str(problems), "limit": 6}},
            {"name": "solution", "stage": "solution", "models": ["strong"]},
            {"name": "proof", "stage": "second-opinion"},
        ],
    }


def stopped(work, after):
    """Begin a run and interrupt it once so many rows are there; ``work`` gets who is told, and none to go on."""

    def told(progress):
        if progress.done >= after:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        work(told)


def rows_of(path):
    return {json.loads(line)["id"]: line for line in path.read_bytes().splitlines() if b'{"spent"' not in line[:10]}


def assert_kept(before, path):
    """Check that what was written before stands there as it was, with the seconds it took then."""
    now = rows_of(path)
    assert before
    assert len(now) > len(before)
    assert {name: now[name] for name in before} == before


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.partition(" --")[0].partition(" {")[0])
def test_without_ray_one_line_says_what_to_install_and_nothing_is_left(gnomon, monkeypatch, tmp_path, problems, recipe, command):
    monkeypatch.setattr("importlib.util.find_spec", lambda *_: None)
    (tmp_path / "recipe.yaml").write_text(yaml.safe_dump(recipe | {"models": {}, "stages": recipe["stages"][::2]}))
    before = set(tmp_path.iterdir())
    words = command.format(out=tmp_path / "out", recipe=tmp_path / "recipe.yaml", problems=problems).split()
    result = gnomon(*words, "--ray", "local")
    assert result.exit_code == 1
    assert result.stderr == "gnomon: error: --ray needs Ray: pip install 'gnomon[scale]'\n"
    assert set(tmp_path.iterdir()) == before


def test_a_cluster_and_processes_of_this_machine_exclude_each_other(gnomon, tmp_path, problems):
    result = gnomon("solve", problems, "--out", tmp_path / "out.json", "--ray", "local", "--jobs", 2)
    assert result.exit_code == 2
    assert "with --ray there is a worker for each CPU of the cluster" in result.stderr


@on_ray
def test_solving_goes_on_after_a_kill(ray_cluster, tmp_path, problems):
    out, rows = tmp_path / "out.json", tmp_path / "out.json.partial.jsonl"
    command = [sys.executable, "-m", "gnomon.cli", "solve", str(problems), "--out", str(out), "--ray", ray_cluster]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
        wait_until(lambda: rows.exists() and rows.read_bytes().count(b"\n") > 1)
        os.kill(process.pid, signal.SIGKILL)
    before = rows_of(rows)
    assert 0 < len(before) < 30
    solve_file(problems, out, ray=ray_cluster)
    now = json.loads(out.read_text())
    assert all(now[name]["seconds"] == json.loads(line)["seconds"] for name, line in before.items())
    solve_file(problems, tmp_path / "alone.json")
    alone = json.loads((tmp_path / "alone.json").read_text())
    assert list(now) == list(alone)  # in the order of the file
    assert [{**row, "seconds": 0} for row in now.values()] == [{**row, "seconds": 0} for row in alone.values()]


@on_ray
def test_a_benchmark_goes_on_and_asks_no_answered_call_again(ray_cluster, tmp_path):
    with FakeServer(lambda chat, _: f"<answer>{('Yes', 'No')[len(chat.prompt) % 2]}</answer>") as server:
        config = RunConfig(task="mrbench", judge=f"fake-model@{server.url}", limit=24)

        def work(told=lambda _: None):
            return run(config, tmp_path / "shared", Pace(max_connections=2), told, ray=ray_cluster)

        stopped(work, 4)
        before, asked = rows_of(tmp_path / "shared" / "rows.jsonl"), server.num_requests
        rows = work().rows
        assert_kept(before, tmp_path / "shared" / "rows.jsonl")
        assert server.num_requests <= 24 * 4 + 4 * 2  # at most the calls that were under way are asked twice
        assert asked >= len(before) * 4
        alone = run(config, tmp_path / "alone").rows
    assert [row.identity() for row in rows] == [row.identity() for row in alone]
    assert sum(row.calls["judge"].samples for row in rows) == 24 * 4


@on_ray
def test_an_arena_goes_on(ray_cluster, tmp_path):
    config = ArenaConfig(tutors=("symbolic", "silent"), learners=("weak",), limit=3, seeds=3)

    def work(told=lambda _: None):
        return run_arena(config, tmp_path / "shared", told=told, ray=ray_cluster)

    stopped(work, 2)
    before = rows_of(tmp_path / "shared" / "rows.jsonl")
    work()
    assert_kept(before, tmp_path / "shared" / "rows.jsonl")
    run_arena(config, tmp_path / "alone")
    assert [timeless(row) for row in rows_of(tmp_path / "shared" / "rows.jsonl").values()] == [
        timeless(row) for row in rows_of(tmp_path / "alone" / "rows.jsonl").values()
    ]


def timeless(line):
    """Return a row of an arena without the seconds that its turns took."""

    def without(value):
        if isinstance(value, dict):
            return {key: without(each) for key, each in value.items() if key != "seconds"}
        return [without(each) for each in value] if isinstance(value, list) else value

    return without(json.loads(line))


@on_ray
def test_a_corpus_is_synthesised_on(ray_cluster, tmp_path):
    config = SynthesisConfig(dialogues=23, seed=2)

    def work(told=lambda _: None):
        return synthesise(config, tmp_path / "shared", told=told, ray=ray_cluster)

    stopped(work, 1)
    before = rows_of(tmp_path / "shared" / "rows.jsonl")
    work()
    assert_kept(before, tmp_path / "shared" / "rows.jsonl")
    synthesise(config, tmp_path / "alone")
    for name in (DIALOGUES, "rows.jsonl", "summary.json"):
        assert (tmp_path / "shared" / name).read_bytes() == (tmp_path / "alone" / name).read_bytes()


@on_ray
def test_stages_of_a_pipeline_are_shared(ray_cluster, tmp_path, recipe):
    with FakeServer(["Answer: 70"]) as server:
        given = recipe | {"models": {"strong": f"fake-model@{server.url}"}}
        for name, ray in (("shared", ray_cluster), ("alone", None)):
            pipeline = Pipeline(checked_recipe(given, "recipe.yaml", STAGES), STAGES, tmp_path / name, ray=ray)
            assert pipeline.run() is None
    for stage in ("01-load", "02-solution", "03-proof"):
        shared, alone = (rows_of(tmp_path / name / stage / "rows.jsonl") for name in ("shared", "alone"))
        assert list(shared) == list(alone)
        assert [uncounted(row) for row in shared.values()] == [uncounted(row) for row in alone.values()]


def uncounted(line):
    """Return a row without what its calls took."""
    return {key: value for key, value in json.loads(line).items() if key != "calls"}
