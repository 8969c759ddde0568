"""From MODEL@URL, or a URL, to a model."""

import asyncio

import pytest

from gnomon.models import FakeServer, ModelAddressError, ModelError, RetryPolicy, ServerBehaviour, ServerSettings, open_model
from tests.waiting import until

ONCE = ServerSettings(retries=RetryPolicy(max_retries=0))


def _open(spec, **options):
    return asyncio.run(open_model(spec, **options))


def test_a_url_alone_means_the_only_model_of_its_server():
    with FakeServer(behaviour=ServerBehaviour(models=("the-one",))) as server:
        client = _open(server.url, role="judge")
    assert (client.name, client.role, client.base_url) == ("the-one", "judge", server.url)


def test_a_named_model_is_taken_without_asking():
    assert _open("any@http://127.0.0.1:9/v1").name == "any"


def test_of_several_models_one_is_to_be_named():
    with FakeServer(behaviour=ServerBehaviour(models=("a", "b"))) as server, pytest.raises(ModelAddressError) as caught:
        _open(server.url)
    assert str(caught.value) == f"{server.url} has 2 models: a, b; name one: MODEL@{server.url}"


def test_a_server_that_lists_nothing_is_said():
    with (
        FakeServer(behaviour=ServerBehaviour(models=())) as server,
        pytest.raises(ModelAddressError, match="no models in its list"),
    ):
        _open(server.url)


def test_a_server_that_cannot_be_asked_is_said_with_the_way_out():
    with pytest.raises(ModelError, match=r"no connection.*name the model: MODEL@"):
        _open("http://127.0.0.1:9/v1", settings=ONCE)


def test_asking_for_the_name_leaves_no_connection_open():
    async def opened(server):
        await open_model(server.url)
        await until(lambda: server.open_connections == 0)

    with FakeServer() as server:
        asyncio.run(opened(server))
