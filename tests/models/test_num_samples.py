"""Several samples: in one request where the server allows it, else one by one, with seeds that tell them apart."""

import asyncio

import pytest

from gnomon.models import Client, FakeServer, Fault, RequestRefusedError, ServerBehaviour
from gnomon.models.wire import sample_seed


def test_samples_come_of_one_request_in_order(ask, question):
    with FakeServer(lambda _, index: f"answer {index}") as server:
        response = ask(server, question(num_samples=3))
        assert [sample.text for sample in response.samples] == ["answer 0", "answer 1", "answer 2"]
        assert [request.body["n"] for request in server.requests] == [3]


@pytest.mark.parametrize(("support", "first"), [("ignored", [5, 1, 1, 1, 1]), ("refused", [5, 1, 1, 1, 1, 1])])
def test_a_server_without_several_samples_is_asked_one_by_one(ask, question, support, first):
    with FakeServer(behaviour=ServerBehaviour(num_samples=support)) as server:
        response = ask(server, question(num_samples=5))
        assert [request.body.get("n", 1) for request in server.requests] == first
    assert len({sample.text for sample in response.samples}) == 5
    assert response.usage.requests == len(first)


@pytest.mark.parametrize("support", ["ignored", "refused"])
def test_what_a_server_allows_is_remembered(question, support):
    async def twice(url):
        async with Client("m", url) as client:
            await client.respond(question(num_samples=2))
            before = server.num_requests
            await client.respond(question(num_samples=4))
            return [request.body.get("n", 1) for request in server.requests[before:]]

    with FakeServer(behaviour=ServerBehaviour(num_samples=support)) as server:
        assert asyncio.run(twice(server.url)) == [1, 1, 1, 1]


def test_samples_asked_one_by_one_have_different_seeds_the_first_the_requests_own(ask, question):
    with FakeServer(behaviour=ServerBehaviour(num_samples="ignored")) as server:
        response = ask(server, question(num_samples=4, seed=11))
        seeds = [request.body["seed"] for request in server.requests]
    assert seeds[0] == 11
    assert len(set(seeds)) == 4
    assert len({sample.text for sample in response.samples}) == 4


def test_the_same_seed_gives_the_same_samples_again(ask, question):
    with FakeServer(behaviour=ServerBehaviour(num_samples="ignored")) as server:
        first, second = (ask(server, question(num_samples=3, seed=4)).samples for _ in range(2))
    assert first == second


def test_neighbouring_seeds_share_no_derived_seed():
    seeds = [sample_seed(seed, index) for seed in range(50) for index in range(20)]
    assert len(set(seeds)) == len(seeds)


def test_a_request_that_is_wrong_in_itself_is_not_blamed_on_the_number_of_samples(ask, question):
    with FakeServer(faults=[Fault(status=400, message="too long")] * 2) as server:
        with pytest.raises(RequestRefusedError, match="too long"):
            ask(server, question(num_samples=2))
        assert [request.body.get("n", 1) for request in server.requests] == [2, 1]


def test_samples_of_a_server_that_gives_more_than_asked_are_left_out(ask, question):
    class Generous(FakeServer):
        def _completion(self, chat, fault):
            completion = super()._completion(chat, fault)
            return {**completion, "choices": [self._choice(chat, index, fault) for index in range(4)]}

    with Generous() as server:
        assert len(ask(server, question(num_samples=2)).samples) == 2
