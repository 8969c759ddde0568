"""What was trained is served, and a benchmark asks it over HTTP as it asks any model."""

import json
import socket
import subprocess
import sys
from contextlib import contextmanager
from typing import Any

import openai
import pytest

from gnomon.training import DataFiles, make_rows, open_recipe
from gnomon.training.rows import RowSet
from gnomon.training.trainer import train
from tests.training.trainer.tiny import seeing_learner, text_learner
from tests.training.trainer.toys import COLOURS, ON_CPU, colours, recipe

pytest.importorskip("fastapi", reason="needs the extra studio: FastAPI")
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
            assert any("Uvicorn running" in line for line in server.stderr)
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
        with pytest.raises(openai.BadRequestError, match="samples"):
            client.chat.completions.create(model="eyes", messages=[{"role": "user", "content": "what colour"}], n=1000)
