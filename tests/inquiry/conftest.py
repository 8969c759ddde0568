"""A server that plays a student and a teacher: its words follow from the prompt, so that every run of it is the same."""

import hashlib
import json

import pytest

from gnomon.inquiry import InquiryConfig
from gnomon.models import FakeServer, ServerBehaviour

PROBLEMS = [(f"A hen lays {n} eggs a day. How many in {n + 2} days?", n * (n + 2)) for n in range(3, 15)]


def answer(request, index):
    """Play whoever is asked, by the words of our prompts."""
    prompt = request.prompt
    chance = int(hashlib.sha256(f"{prompt}|{request.body.get('seed')}|{index}".encode()).hexdigest(), 16)
    if 'the line "Answer: ' in prompt:
        right = next(number for text, number in PROBLEMS if text in prompt)
        # Each reply helps by a tenth; who may write the working, as the teacher of a selection, is right one time in three.
        helped = 3 if "Write your working" in prompt else prompt.count("Tutor:")
        return f"Answer: {right if chance % 10 < helped else right + 1}"
    if "What the check found" in prompt:
        return "Look at the number of days again."
    return f"What about part {chance % 1000}?" if "You are a student" in prompt else f"See how part {chance % 1000} is counted."


@pytest.fixture
def problems(tmp_path):
    """Return a file of twelve problems."""
    path = tmp_path / "hens.jsonl"
    rows = [{"question": text, "answer": f"It is so.\n#### {number}"} for text, number in PROBLEMS]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path


@pytest.fixture
def server():
    """Return a running server."""
    with FakeServer(answer) as server:
        yield server


@pytest.fixture
def slow_server():
    """Return a running server that takes its time."""
    with FakeServer(answer, behaviour=ServerBehaviour(latency_seconds=0.02)) as server:
        yield server


@pytest.fixture
def config(server, problems):
    """Return a function that makes a configuration of that server and these problems."""

    def config(kind="run", *, url=server.url, **settings):
        defaults = {"student": f"student@{url}", "teachers": (f"teacher@{url}",), "data": str(problems), "limit": 4}
        return InquiryConfig(kind=kind, task="gsm8k", **{**defaults, **settings})

    return config
