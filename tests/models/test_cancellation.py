"""A task that is cancelled leaves no connection, no half-written file, and nobody waiting for ever."""

import asyncio

import pytest

from gnomon.models import Cache, Client, FakeServer, Ledger, Price, ServerBehaviour, ServerSettings
from tests.waiting import until

pytestmark = pytest.mark.slow

SLOW = ServerBehaviour(latency_seconds=0.3)


async def cancel(task):
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


def test_a_cancelled_call_closes_its_connection(question):
    async def give_up(server):
        async with Client("m", server.url) as client:
            task = asyncio.create_task(client.respond(question()))
            await until(lambda: server.num_requests == 1)
            await cancel(task)
            await until(lambda: server.open_connections == 0)

    with FakeServer(behaviour=SLOW) as server:
        asyncio.run(give_up(server))


def test_all_requests_of_a_cancelled_call_end(question):
    behaviour = ServerBehaviour(num_samples="refused", latency_seconds=0.3)

    async def give_up(server):
        async with Client("m", server.url) as client:
            task = asyncio.create_task(client.respond(question(num_samples=6)))
            await until(lambda: server.num_requests == 7)
            await cancel(task)
            await until(lambda: server.open_connections == 0)
            return len(asyncio.all_tasks())

    with FakeServer(behaviour=behaviour) as server:
        assert asyncio.run(give_up(server)) == 1


def test_a_cancelled_call_gives_its_place_to_the_next(question):
    async def queue(server):
        async with Client("m", server.url, settings=ServerSettings(max_connections=1)) as client:
            tasks = [asyncio.create_task(client.respond(question(str(number)))) for number in range(3)]
            await until(lambda: server.num_requests == 1)
            await cancel(tasks[1])
            await cancel(tasks[0])
            return await tasks[2]

    with FakeServer(["fine"], behaviour=SLOW) as server:
        assert asyncio.run(queue(server)).text == "fine"


def test_when_the_one_that_asks_is_cancelled_another_asks_in_its_place(question, tmp_path):
    async def take_over(server):
        async with Client("m", server.url, cache=Cache(tmp_path)) as client:
            leader, *followers = [asyncio.create_task(client.respond(question())) for _ in range(4)]
            await until(lambda: server.num_requests == 1)
            await cancel(leader)
            return await asyncio.gather(*followers)

    with FakeServer(behaviour=SLOW) as server:
        responses = asyncio.run(take_over(server))
        assert server.num_requests == 2
    assert len({response.text for response in responses}) == 1
    assert sorted(response.num_cached for response in responses) == [0, 1, 1]


def test_a_cancelled_follower_leaves_the_others_alone(question, tmp_path):
    async def leave(server):
        async with Client("m", server.url, cache=Cache(tmp_path)) as client:
            leader, follower = [asyncio.create_task(client.respond(question())) for _ in range(2)]
            await until(lambda: server.num_requests == 1)
            await cancel(follower)
            return await leader

    with FakeServer(["fine"], behaviour=SLOW) as server:
        assert asyncio.run(leave(server)).text == "fine"
        assert server.num_requests == 1


def test_a_cancelled_call_leaves_no_file(question, tmp_path):
    async def give_up(server):
        async with Client("m", server.url, cache=Cache(tmp_path)) as client:
            task = asyncio.create_task(client.respond(question()))
            await until(lambda: server.num_requests == 1)
            await cancel(task)

    with FakeServer(behaviour=SLOW) as server:
        asyncio.run(give_up(server))
    assert list(tmp_path.rglob("*.*")) == []


def test_a_cancelled_call_is_counted_as_failed_and_holds_back_no_money(question):
    ledger = Ledger({"m": Price(prompt=1, completion=1000)}, max_cost=0.015)
    asked = question(max_tokens=10)  # ten tokens at 1,000 a million are 0.01: two of them do not fit

    async def give_up(server):
        async with Client("m", server.url, ledger=ledger) as client:
            task = asyncio.create_task(client.respond(asked))
            await until(lambda: server.num_requests == 1)
            await cancel(task)
            await client.respond(asked)

    with FakeServer(behaviour=SLOW) as server:
        asyncio.run(give_up(server))
    assert (ledger.rows[0].failed, ledger.rows[0].calls) == (1, 1)
