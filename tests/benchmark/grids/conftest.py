"""The scripted server, which all grids ask."""

import pytest

from gnomon.models import FakeServer
from tests.benchmark.grids.scripted import answer


@pytest.fixture(scope="module")
def server():
    with FakeServer(answer, keep_requests=False) as started:
        yield started


@pytest.fixture(scope="module")
def model(server):
    """Return a function from a name to a model of the server."""
    return lambda name: f"{name}@{server.url}"
