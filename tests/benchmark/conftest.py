"""A judge behind a real HTTP server, whose label depends on nothing but the request."""

import hashlib

import pytest

from gnomon.models.fake_service import ChatRequest, FakeServer

LABELS = ("Yes", "To some extent", "No")


def label_of(chat: ChatRequest, index: int) -> str:
    """Answer as a judge would, one request in ten in a form that cannot be read."""
    number = int(hashlib.sha256(f"{chat.prompt}{index}".encode()).hexdigest(), 16)
    if number % 10 == 0:
        return "I would say that it is fine."
    return f"<think>The tutor asks, number {number % 97}.</think><answer>{LABELS[number % 3]}</answer>"


@pytest.fixture(scope="session")
def judge_server():
    with FakeServer(label_of, keep_requests=False) as server:
        yield server


@pytest.fixture(scope="session")
def judge(judge_server):
    return f"fake-model@{judge_server.url}"
