"""What a check says of servers of different kinds."""

import asyncio

from gnomon.models import FakeServer, Fault, RetryPolicy, ServerBehaviour, ServerSettings, check_server
from tests.every import every

ONCE = ServerSettings(retries=RetryPolicy(max_retries=0), timeout_seconds=5)


def _answer(chat, index):
    """Answer as a model of some sense would; None leaves it to chance."""
    if "Count from" in chat.prompt:
        return "word " * 50
    return "It is red." if chat.num_images else f"{chat.body.get('seed', id(chat))} {index}"


def states(server, model="fake-model"):
    return {row.name: row.state for row in asyncio.run(check_server(model, server.url, ONCE))}


def test_a_server_that_supports_all_is_said_to_in_few_requests():
    with FakeServer(behaviour=ServerBehaviour()) as server:
        found = states(server)
        assert server.num_requests <= 9
    assert set(found.values()) == {"supported"}
    assert list(found) == [
        "reachable",
        "model listed",
        "text",
        "latency",
        "usage",
        "max_tokens",
        "samples",
        "seed",
        "schema",
        "image",
    ]


@every(
    [
        (ServerBehaviour(num_samples="ignored"), "samples"),
        (ServerBehaviour(num_samples="refused"), "samples"),
        (ServerBehaviour(schemas="ignored"), "schema"),
        (ServerBehaviour(schemas="refused"), "schema"),
        (ServerBehaviour(seeds="ignored"), "seed"),
        (ServerBehaviour(seeds="refused"), "seed"),
        (ServerBehaviour(images="refused"), "image"),
        (ServerBehaviour(models=("another",)), "model listed"),
    ]
)
def test_what_is_missing_is_the_only_row_that_is_not_supported(behaviour, row):
    with FakeServer(behaviour=behaviour) as server:
        found = states(server)
    assert {name for name, state in found.items() if state != "supported"} == {row}


def test_missing_token_counts_are_noticed():
    with FakeServer(_answer, behaviour=ServerBehaviour(reports_usage=False)) as server:
        found = states(server)
    assert (found["usage"], found["max_tokens"]) == ("not supported", "supported")


def test_a_limit_of_tokens_that_is_ignored_is_noticed():
    with FakeServer(_answer, behaviour=ServerBehaviour(max_tokens="ignored")) as server:
        assert states(server)["max_tokens"] == "not supported"


def test_a_limit_of_tokens_by_its_newer_name_is_supported():
    with FakeServer(_answer, behaviour=ServerBehaviour(max_tokens="refused")) as server:
        assert states(server)["max_tokens"] == "supported"


def test_a_doubt_about_the_picture_is_said_with_the_answer():
    with FakeServer({"colour": "Blue."}) as server:
        rows = {row.name: row for row in asyncio.run(check_server("fake-model", server.url, ONCE))}
    assert rows["image"].reason == "answered 'Blue.' to a red square; does the model see it?"


def test_a_failure_of_one_check_leaves_the_others():
    with FakeServer(faults=[None, None, Fault(status=500)]) as server:
        found = states(server)
    assert found["samples"] == "error"
    assert found["seed"] == found["image"] == "supported"


def test_a_server_without_text_is_reachable_and_no_more():
    with FakeServer(faults=lambda _: Fault(status=404)) as server:
        assert states(server) == {"reachable": "supported", "model listed": "supported", "text": "error"}


def test_a_server_that_is_not_there_is_not_reachable():
    with FakeServer() as gone:
        pass
    assert states(gone) == {"reachable": "error"}


def test_the_newer_name_of_the_limit_costs_one_request_more():
    with FakeServer(behaviour=ServerBehaviour(max_tokens="refused")) as server:
        states(server)
        assert server.num_requests <= 10
