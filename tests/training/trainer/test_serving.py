"""What was trained is served, and a benchmark asks it over HTTP as it asks any model."""

import asyncio
import json
import socket
import subprocess
import sys
import threading
from contextlib import contextmanager
from typing import Any

import openai
import pytest

from gnomon.models import Message
from gnomon.training import DataFiles, make_rows, open_recipe
from gnomon.training.rows import RowSet
from gnomon.training.trainer import Drawn, save, train
from tests.training.trainer.tiny import seeing_learner, text_learner
from tests.training.trainer.toys import COLOURS, ON_CPU, colours, recipe

pytest.importorskip("fastapi", reason="needs the extra studio: FastAPI")

from gnomon.serving.drawing import Asked, DrawingQueue  # skipped without the extra
from gnomon.serving.errors import EndpointError  # as above

pytestmark = pytest.mark.training
PROGRAM = [sys.executable, "-m", "gnomon.cli"]


@contextmanager
def served(folder):
    """Serve a folder by the command; give the address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}/v1"
    with subprocess.Popen([*PROGRAM, "serve", str(folder), "--port", str(port)], stderr=subprocess.PIPE, text=True) as server:
        try:
            assert any("running on http" in line for line in server.stderr)
            yield address
        finally:
            server.terminate()


def test_a_benchmark_asks_a_trained_judge_over_http_and_finds_what_it_was_taught(tmp_path):
    every = make_rows(open_recipe("bea-judge-sft"), DataFiles("sample"))
    rows = RowSet({"train": every.rows["train"]})
    words = dict.fromkeys(
        word for row in rows.rows["train"] for text in (row.prompt[-1].text, row.completion) for word in text.split()
    )
    sizes = {"training__epochs": 25, "training__learning_rate": 5e-3, "training__effective_batch": 4, "training__device_batch": 4}
    learner = text_learner(list(words), max_position_embeddings=2048)
    train(recipe("bea-judge-sft", **sizes), rows, learner, tmp_path / "run", hardware=ON_CPU, keep=tmp_path / "judge" / "model")
    with served(tmp_path / "judge") as address:
        out = tmp_path / "results"
        asked = ["bench", "run", "mrbench", "--data", "sample", "--judge", f"judge@{address}", "--out", str(out), "--json"]
        done = subprocess.run([*PROGRAM, *asked], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found = [json.loads(line) for line in (out / "rows.jsonl").read_text().splitlines()]
    taught = {row.id.rpartition("/")[0] for row in rows.rows["train"]}
    marks = [(row["grade"]["marks"]["Actionability"], row["truth"]["Actionability"]) for row in found if row["id"] in taught]
    assert len(marks) == len(taught) == 12
    assert sum(given == truth for given, truth in marks) >= 8  # the commonest label has 5


def test_a_client_sends_pictures_and_gets_samples_limits_and_errors_as_it_knows_them(tmp_path):
    sizes = {"training__effective_batch": 8, "training__device_batch": 8, "training__epochs": 40, "training__learning_rate": 1e-2}
    learner = seeing_learner(["what", "colour", *COLOURS])
    asked = recipe("geodial-tutor", lora=None, training__frozen=[], **sizes)
    train(asked, RowSet({"train": colours()}), learner, tmp_path / "run", hardware=ON_CPU, keep=tmp_path / "eyes")
    with served(tmp_path / "eyes") as address, openai.OpenAI(base_url=address, api_key="none", max_retries=0) as client:
        for row in colours(copies=1):
            (message,) = row.prompt
            (image,) = message.images
            parts: Any = [{"type": "image_url", "image_url": {"url": image.data_uri()}}, {"type": "text", "text": message.text}]
            answer = client.chat.completions.create(
                model="eyes", messages=[{"role": "user", "content": parts}], n=2, temperature=0.01, max_tokens=3, seed=1
            )
            assert [choice.message.content for choice in answer.choices] == [row.completion] * 2
            assert {choice.finish_reason for choice in answer.choices} == {"stop"}
            assert answer.usage.completion_tokens == 2
        with pytest.raises(openai.NotFoundError, match="expected eyes"):
            client.chat.completions.create(model="other", messages=[{"role": "user", "content": "what colour"}])
        ask: Any = {"model": "eyes", "messages": [{"role": "user", "content": parts}], "max_tokens": 3}
        *pieces, usage = client.chat.completions.create(**ask, stream=True, stream_options={"include_usage": True})
        assert "".join(piece.choices[0].delta.content or "" for piece in pieces) == row.completion
        assert pieces[-1].choices[0].finish_reason == "stop"
        assert usage.usage.completion_tokens == 1
        assert usage.usage == client.chat.completions.create(**ask).usage
        long: Any = {"model": "eyes", "messages": [{"role": "user", "content": "what colour " * 200}]}
        with pytest.raises(openai.BadRequestError, match="the model takes 256 with its answer"):
            client.chat.completions.create(**long)
        with pytest.raises(openai.BadRequestError, match="one sample of a streamed answer"):
            client.chat.completions.create(**ask, n=2, stream=True)
        with pytest.raises(openai.BadRequestError, match="samples"):
            client.chat.completions.create(model="eyes", messages=[{"role": "user", "content": "what colour"}], n=1000)


def test_a_folder_named_as_judge_is_served_to_the_benchmark_while_it_runs(tmp_path):
    folder = tmp_path / "judge"
    save(text_learner(["Yes", "No"], max_position_embeddings=4096), folder / "model")
    asked = [
        "bench",
        "run",
        "mrbench",
        "--data",
        "sample",
        "--limit",
        "2",
        "--judge",
        str(folder),
        "--out",
        str(tmp_path / "out"),
    ]
    for _ in range(2):  # the same command again finds all there
        done = subprocess.run([*PROGRAM, *asked], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    assert "finished before" in done.stderr
    assert json.loads((tmp_path / "out" / "run.json").read_text())["config"]["judge"].startswith(f"trained://{folder}#")


@pytest.fixture
def slow(monkeypatch):
    """Let drawing wait until it is let go; give the list of batches drawn and what lets them go."""
    batches: list[list[str]] = []
    gate = threading.Event()

    def drawn(_, prompts, *, num_samples, goes_on, **__):
        batches.append([prompt[0].text for prompt in prompts])
        while not gate.wait(0.01) and goes_on(lambda: "a b"):
            pass
        return [[Drawn(f"to {prompt[0].text}", 2, is_finished=True)] * num_samples for prompt in prompts]

    monkeypatch.setattr("gnomon.serving.drawing.draw", drawn)
    return batches, gate


def asked(text, temperature=0.0, seed=None):
    return Asked((Message(role="user", text=text),), 8, 1, temperature, seed)


def queue(**further):
    return DrawingQueue(text_learner([]), **{"longest": 4, "together": 1, **further})


def test_requests_wait_in_order_and_one_too_many_is_told_to_come_again(slow):
    batches, gate = slow

    async def talk():
        line = queue(longest=2)
        first = asyncio.create_task(line.answers(asked("a")))
        await until(lambda: batches)
        others = [asyncio.create_task(line.answers(asked(text))) for text in "bc"]
        await asyncio.sleep(0)
        with pytest.raises(EndpointError, match="2 requests wait already") as refused:
            await line.answers(asked("d"))
        gate.set()
        return refused.value, [answers[0].text for answers in await asyncio.gather(first, *others)]

    refused, said = asyncio.run(talk())
    assert (refused.status, refused.retry_after) == (503, 5)
    assert said == ["to a", "to b", "to c"]
    assert batches == [["a"], ["b"], ["c"]]


def test_requests_alike_are_drawn_together_where_no_seed_decides_their_answers(slow):
    batches, gate = slow

    async def talk():
        line = queue(longest=9, together=3)
        first = asyncio.create_task(line.answers(asked("first")))
        await until(lambda: batches)
        rest = [asked("a"), asked("hot", 0.5, seed=1), asked("b", seed=7), asked("warm", 0.5), asked("c"), asked("d")]
        tasks = [asyncio.create_task(line.answers(each)) for each in rest]
        await asyncio.sleep(0)
        gate.set()
        return [answers[0].text for answers in await asyncio.gather(first, *tasks)]

    assert asyncio.run(talk()) == ["to first", "to a", "to hot", "to b", "to warm", "to c", "to d"]
    assert batches == [["first"], ["a", "b", "c"], ["hot"], ["warm"], ["d"]]


def test_who_goes_away_leaves_the_queue_and_what_is_drawn_for_them_ends(slow):
    batches, gate = slow

    async def talk():
        line = queue()
        tasks = [asyncio.create_task(line.answers(asked(text))) for text in "abc"]
        await until(lambda: batches)
        for task in tasks[:2]:
            task.cancel()
        await until(lambda: len(batches) == 2)  # although nobody has opened the gate
        gate.set()
        return (await tasks[2])[0].text

    assert asyncio.run(talk()) == "to c"
    assert batches == [["a"], ["c"]]


async def until(holds):
    while not holds():  # noqa: ASYNC110  # what is waited for is seen in a thread
        await asyncio.sleep(0.005)
