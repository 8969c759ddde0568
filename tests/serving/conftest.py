"""A real server on a free port, and the real client of the `openai` package."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

pytest.importorskip("fastapi", reason="needs the extra studio: FastAPI")
uvicorn = pytest.importorskip("uvicorn", reason="needs the extra studio: uvicorn")

import openai  # noqa: E402  # as what follows

from gnomon.serving import Keys, Settings, TokenBuckets, Tutors  # noqa: E402  # skipped without the extra
from gnomon.serving.endpoint import application  # noqa: E402
from tests.waiting import wait_until  # noqa: E402

KEY = "a-key-of-a-test-and-no-other"
PROBLEM = "triangle-sum-klm"
LARGEST = 200_000
TUTORS = {"symbolic": "symbolic", **{name.lower(): f"tests.serving.own_tutors:{name}" for name in ("Away", "Broken", "Slow")}}


@contextmanager
def serving(settings: Settings) -> Iterator[str]:
    """Serve on a free port; give the address."""
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(application(settings), log_level="warning", access_log=False))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        wait_until(lambda: server.started)
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/v1"
    finally:
        server.should_exit = True
        thread.join()
        listening.close()


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """Return where a server listens that asks for a key."""
    with Tutors(TUTORS) as tutors:
        settings = Settings(tutors, Keys([KEY]).holder, TokenBuckets(6000, 1000), largest_body=LARGEST)
        with serving(settings) as where:
            yield where


@pytest.fixture(scope="session")
def client(address) -> Iterator[openai.OpenAI]:
    """Return a client with a key, which tries nothing twice."""
    with openai.OpenAI(base_url=address, api_key=KEY, max_retries=0) as opened:
        yield opened


@pytest.fixture(scope="session")
def make_client(address):
    """Return how to make other clients of the same server."""

    @contextmanager
    def made(where: str = address, **settings) -> Iterator[openai.OpenAI]:
        with openai.OpenAI(base_url=where, max_retries=0, **{"api_key": KEY, **settings}) as opened:
            yield opened

    return made
