"""Each recipe from its raw input to a file that a benchmark runs on, killed on the way or not."""

import asyncio
import json
import signal
from itertools import pairwise

import pytest

from gnomon.corpus.pipeline import checked_recipe, status_of
from gnomon.corpus.recipes import STAGES, packaged_recipes
from tests.command_line import gnomon
from tests.copies import original_with

KILLED = """
import os, signal, sys
from gnomon.runs.row_log import RowLog
left, write = int(sys.argv.pop(1)), RowLog._write
def cut(log, text):
    global left
    left -= 1
    if left == 0:  # in the middle of a line
        os.write(log._file, text.encode()[: len(text) // 2])
        os.kill(os.getpid(), signal.SIGKILL)
    return write(log, text)
RowLog._write = cut
from gnomon.cli import main
main()
"""
LOADED = ("gnomon.cli.pipeline", "gnomon.corpus.pipeline", "gnomon.corpus.recipes", "gnomon.models.sdk", "openai.resources")
"""What such a program imports on its way."""
MOMENTS = (2, 5, 9, 7, 4)
"""Rows, counted from the beginning of each pass, at which it is killed; the last are past a stage of people in every recipe."""


def command(case, server, out):
    models = [word for role in case.roles for word in ("--model", f"{role}=fake-model@{server.url}")]
    settings = [word for setting in case.settings for word in ("--set", setting)]
    return ["corpus", "run", case.recipe, "--out", str(out), *models, *settings]


def decided(case, out, tmp_path):
    """Write what people say of all that waits; None where nothing does."""
    sheets = sorted((out / "waiting").glob("*.jsonl")) if (out / "waiting").exists() else []
    path = tmp_path / "decisions.jsonl"
    lines = path.read_text().splitlines() if path.exists() else []
    for sheet in sheets:
        for line in sheet.read_text().splitlines():
            row = json.loads(line)
            said = {"stage": row["stage"], "id": row["id"], "at": "2026-01-31T09:30:00Z", **case.decide(row["stage"], row["id"])}
            lines += [json.dumps({**said, "by": person}) for person in ("Ada", "Bob")]
    path.write_text("".join(f"{line}\n" for line in dict.fromkeys(lines)))
    return path if sheets else None


def finish(case, server, out, tmp_path):
    """Run to the end, with what people decide on the way."""
    for _ in range(5):
        result = gnomon(*command(case, server, out))
        assert result.exit_code == 0, result.output
        said = decided(case, out, tmp_path)
        if said is None:
            return result
        assert gnomon("corpus", "decide", out, said).exit_code == 0
    raise AssertionError("waits for ever")


async def decided_in_studio(database):
    """Let two people keep all that waits in a studio."""
    from gnomon.store import Store

    async with Store(database) as store:
        people = [await store.accounts.make(name, "reviewer") for name in ("Ada", "Bob")]
        (stage,) = [each for each in await store.pipelines.stages() if each.closed is None]
        said = {"verdict": "keep", "reason": "", "changes": {}, "comment": "", "settles": False}
        for item in await store.pipelines.items(stage.id):
            for person in people:
                assert await store.pipelines.decide(item.id, person, said, lambda *_: True)


def result_of(out, case):
    """Return what a run leaves, apart from what its calls took."""
    folders = sorted(path for path in out.iterdir() if (path / "rows.jsonl").is_file())
    rows = {path.name: [json.loads(line) for line in (path / "rows.jsonl").read_text().splitlines()] for path in folders}
    for row in (row for found in rows.values() for row in found):
        row.pop("calls", None)
    return rows, (out / case.output).read_text(), (out / "items.jsonl").read_text()


@pytest.fixture(scope="module")
def original(tmp_path_factory):
    """Return a process whose copies are programs that are killed."""
    with original_with(*LOADED, folder=tmp_path_factory.mktemp("printed")) as started:
        yield started


@pytest.mark.slow
def test_a_recipe_ends_in_a_benchmarks_file_and_a_kill_changes_nothing(case, server, original, tmp_path):
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    finish(case, server, whole, tmp_path)
    for moment in MOMENTS:
        words = [moment, *command(case, server, killed)]
        pass_ = original.run(*words, program=KILLED)
        if pass_.returncode == 0 and (said := decided(case, killed, tmp_path)):  # it came to people first
            assert gnomon("corpus", "decide", killed, said).exit_code == 0
            pass_ = original.run(*words, program=KILLED)
        assert pass_.returncode == -signal.SIGKILL, pass_.output
    finish(case, server, killed, tmp_path)
    assert result_of(killed, case) == result_of(whole, case)

    funnel = status_of(whole).stages
    for before, after in pairwise(funnel):
        assert before.counts.items == after.counts.rows
    for stage in funnel:
        counts = stage.counts
        assert counts.rows == counts.kept + counts.dropped.total()
        assert counts.failed == 0
    assert funnel[-1].counts.items == case.kept

    if case.recipe == "geodial-problems":  # the annotation desk takes the wrong attempts
        pytest.importorskip("sqlalchemy", reason="needs the extra studio: pip install 'gnomon[studio]'")
        from gnomon.studio.review.batches import rows_of

        starts = rows_of((whole / "attempts.jsonl").read_bytes())
        assert (len(starts.items), starts.bad_rows) == (4 * case.kept, ())

    named = [f"fake-model@{server.url}" if word == "MODEL" else word for word in case.bench]
    result = gnomon("bench", "run", named[0], "--data", whole / case.output, *named[1:], "--out", tmp_path / "bench")
    assert result.exit_code == 0, result.output
    assert json.loads((tmp_path / "bench" / "summary.json").read_text())["rows"] >= case.kept


def test_every_recipe_of_the_package_fits_its_stages():
    for name, data in packaged_recipes().items():
        models = dict.fromkeys(data.get("models", ()), "m@http://localhost:1/v1")
        source = STAGES[data["stages"][0]["stage"]].params
        files = {f"load.{name}": "x" for name in ("file", "path", "own") if name in source.model_fields}
        checked_recipe(data, name, STAGES, models=models, changes=files)


@pytest.mark.slow
@pytest.mark.parametrize("case", ["mathexplain"], indirect=True)
def test_people_decide_in_a_studio_and_the_pipeline_goes_on(case, server, tmp_path):
    pytest.importorskip("sqlalchemy", reason="needs the extra studio: SQLAlchemy")
    out, database = tmp_path / "out", tmp_path / "studio.db"
    assert gnomon(*command(case, server, out)).exit_code == 0
    refused = gnomon("corpus", "queue", out, "--studio", database)
    assert (refused.exit_code, "is no studio" in refused.stderr) == (1, True)
    database.touch()
    for new in ("4 items in the studio", "3 items in the studio"):
        queued = gnomon("corpus", "queue", out, "--studio", tmp_path)
        assert queued.exit_code == 0, queued.output
        assert new in queued.stderr
        asyncio.run(decided_in_studio(str(database)))
        taken = gnomon("corpus", "decide", out, "--from-studio", database)
        assert (taken.exit_code, "new decisions" in taken.stderr) == (0, True), taken.output
        assert gnomon(*command(case, server, out)).exit_code == 0
    assert len((out / case.output).read_text().splitlines()) == case.kept
    nothing = gnomon("corpus", "queue", out, "--studio", tmp_path)
    assert (nothing.exit_code, "nothing waits" in nothing.stderr) == (1, True)
