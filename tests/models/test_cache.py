"""Answers kept on disk: what a key stands for, damage, several tasks and processes, a kill at any moment."""

import asyncio
import os
import signal
import subprocess
import sys

import pytest

from gnomon.models import (
    Cache,
    Client,
    FakeServer,
    Fault,
    Image,
    Message,
    ModelError,
    Request,
    ResponseSchema,
    Sample,
    ServerBehaviour,
)
from gnomon.models.cache import sample_keys
from tests.every import every

SLOW = ServerBehaviour(latency_seconds=0.1)
BASE = Request(messages=(Message(role="user", text="Why?"),))


def test_an_answer_is_asked_once(ask, question, tmp_path):
    with FakeServer() as server:
        first, second = (ask(server, question(), cache=Cache(tmp_path)) for _ in range(2))
        assert server.num_requests == 1
    assert first.samples == second.samples
    assert (first.num_cached, second.num_cached) == (0, 1)
    assert second.usage.requests == 0
    assert second.usage.prompt_tokens == 0


def test_asking_for_eight_after_five_asks_for_three_more(ask, question, tmp_path):
    with FakeServer() as server:
        five = ask(server, question(num_samples=5, seed=1), cache=Cache(tmp_path))
        eight = ask(server, question(num_samples=8, seed=1), cache=Cache(tmp_path))
        assert [request.body["n"] for request in server.requests] == [5, 3]
        assert server.requests[1].body["seed"] != 1
    assert eight.samples[:5] == five.samples
    assert len({sample.text for sample in eight.samples}) == 8
    assert eight.num_cached == 5


def test_fewer_samples_than_kept_ask_for_nothing(ask, question, tmp_path):
    with FakeServer() as server:
        many = ask(server, question(num_samples=4), cache=Cache(tmp_path))
        assert ask(server, question(num_samples=2), cache=Cache(tmp_path)).samples == many.samples[:2]
        assert server.num_requests == 1


@every(
    [
        {"temperature": 0.5},
        {"max_tokens": 5},
        {"seed": 1},
        {"top_p": 0.5},
        {"reasoning_effort": "low"},
        {"response_schema": ResponseSchema(name="a", json_schema={})},
        {"messages": (Message(role="system", text="Why?"),)},
        {"messages": (Message(role="user", text="Why ?"),)},
        {"messages": (Message(role="user", text="Why?", images=(Image(data=b"1"),)),)},
    ]
)
def test_a_change_of_the_request_changes_the_key(change):
    assert sample_keys("http://s/v1", "m", BASE.model_copy(update=change))[0] != sample_keys("http://s/v1", "m", BASE)[0]


def test_model_server_picture_and_sample_are_part_of_the_key():
    def with_picture(data):
        return Request(messages=(Message(role="user", text="Why?", images=(Image(data=data),)),))

    keys = [
        *sample_keys("http://s/v1", "m", with_picture(b"1")),
        *sample_keys("http://s/v1", "m", with_picture(b"2")),
        *sample_keys("http://t/v1", "m", BASE.model_copy(update={"num_samples": 2})),
        *sample_keys("http://s/v1", "n", BASE),
    ]
    assert len(set(keys)) == 5


def test_the_number_of_samples_is_no_part_of_the_key():
    assert sample_keys("http://s/v1", "m", BASE.model_copy(update={"num_samples": 9}))[:1] == sample_keys(
        "http://s/v1", "m", BASE
    )


@pytest.mark.parametrize("damage", [b"", b"{}", lambda content: content[:-3], lambda content: content.replace(b"fake", b"f4ke")])
def test_a_damaged_answer_is_asked_anew_counted_and_replaced(ask, question, tmp_path, damage):
    with FakeServer() as server:
        ask(server, question(), cache=Cache(tmp_path))
        (file,) = tmp_path.rglob("*.json")
        file.write_bytes(damage(file.read_bytes()) if callable(damage) else damage)
        cache = Cache(tmp_path)
        response = ask(server, question(), cache=cache)
        assert (server.num_requests, cache.num_corrupt, response.num_cached) == (2, 1, 0)
        assert ask(server, question(), cache=Cache(tmp_path)).samples == response.samples


def test_only_the_damaged_samples_are_asked_for(ask, question, tmp_path):
    with FakeServer() as server:
        before = ask(server, question(num_samples=4), cache=Cache(tmp_path))
        key = sample_keys(server.url, "fake-model", question(num_samples=4))[2]
        next(tmp_path.rglob(f"{key[2:]}.json")).write_text("?")
        after = ask(server, question(num_samples=4), cache=Cache(tmp_path))
        assert [request.body.get("n", 1) for request in server.requests] == [4, 1]
    assert [old == new for old, new in zip(before.samples, after.samples, strict=True)] == [True, True, False, True]


def test_a_chunk_that_was_kept_in_part_is_completed_by_the_same_samples(ask, question, tmp_path):
    class KilledCache(Cache):
        """Ends the process, as far as one test can, before the fourth of five samples is kept."""

        kept = 0

        def put(self, key, sample):
            self.kept += 1
            if self.kept == 4:
                raise KeyboardInterrupt
            super().put(key, sample)

    with FakeServer() as server:
        whole = ask(server, question(num_samples=5, seed=1), cache=Cache(tmp_path / "undisturbed"))
        with pytest.raises(KeyboardInterrupt):
            ask(server, question(num_samples=5, seed=1), cache=KilledCache(tmp_path / "killed"))
        resumed = ask(server, question(num_samples=5, seed=1), cache=Cache(tmp_path / "killed"))
    assert resumed.num_cached == 3
    assert resumed.samples == whole.samples


def test_equal_requests_at_once_are_asked_once(question, tmp_path):
    async def crowd(url):
        async with Client("m", url, cache=Cache(tmp_path)) as client:
            return await asyncio.gather(*(client.respond(question()) for _ in range(20)))

    with FakeServer(behaviour=SLOW) as server:
        responses = asyncio.run(crowd(server.url))
        assert server.num_requests == 1
    assert len({response.text for response in responses}) == 1
    assert sorted(response.num_cached for response in responses) == [0] + [1] * 19


def test_requests_that_overlap_share_the_samples_they_have_in_common(question, tmp_path):
    async def overlap(url):
        async with Client("m", url, cache=Cache(tmp_path)) as client:
            return await asyncio.gather(*(client.respond(question(num_samples=number)) for number in (3, 5, 4)))

    with FakeServer(behaviour=SLOW) as server:
        three, five, four = asyncio.run(overlap(server.url))
        assert [request.body["n"] for request in server.requests] == [3, 2]
    assert five.samples[:4] == four.samples
    assert four.samples[:3] == three.samples


def test_a_failure_reaches_all_who_wait_and_is_not_kept(question, tmp_path):
    async def crowd(url):
        async with Client("m", url, cache=Cache(tmp_path)) as client:
            errors = await asyncio.gather(*(client.respond(question()) for _ in range(5)), return_exceptions=True)
            return errors, await client.respond(question())

    with FakeServer(["fine"], faults=[Fault(status=404)], behaviour=SLOW) as server:
        errors, response = asyncio.run(crowd(server.url))
        assert server.num_requests == 2
    assert [isinstance(error, ModelError) for error in errors] == [True] * 5
    assert response.text == "fine"


def test_samples_that_arrived_are_kept_when_a_later_one_fails(ask, question, tmp_path):
    faults = [None, None, Fault(status=404)]
    with FakeServer(behaviour=ServerBehaviour(num_samples="ignored"), faults=faults) as server:
        with pytest.raises(ModelError):
            ask(server, question(num_samples=3), cache=Cache(tmp_path))
        assert ask(server, question(num_samples=3), cache=Cache(tmp_path)).num_cached == 2


def test_a_folder_that_cannot_be_written_costs_the_cache_not_the_run(ask, question, tmp_path, caplog):
    folder = tmp_path / "file"
    folder.write_text("in the way")
    cache = Cache(folder)
    with FakeServer(["fine"]) as server:
        assert ask(server, question(), cache=cache).text == "fine"
    assert cache.num_unwritten == 1
    assert "cannot be kept" in caplog.text


def test_an_answer_that_cannot_be_kept_leaves_no_draft(tmp_path):
    cache, key = Cache(tmp_path), "ab" + "0" * 62
    (tmp_path / "ab" / f"{key[2:]}.json").mkdir(parents=True)
    cache.put(key, Sample(text="lost", finish_reason="stop"))
    assert cache.num_unwritten == 1
    assert [path.name for path in (tmp_path / "ab").iterdir()] == [f"{key[2:]}.json"]


def test_any_text_comes_back_as_it_was(tmp_path):
    cache = Cache(tmp_path)
    sample = Sample(text="∠ABC = 60°\n\ud800 \x00 \\frac", finish_reason="length")
    cache.put("ab" * 32, sample)
    assert Cache(tmp_path).get("ab" * 32) == sample


_WRITER = """
import sys
from pathlib import Path
from gnomon.models import Cache, Sample
cache = Cache(Path(sys.argv[1]))
for number in range(10**9):
    cache.put(f"{number % 50:064d}", Sample(text=str(number) * 20_000))
    print(number, flush=True)
"""


@pytest.mark.slow
@pytest.mark.parametrize("writes", [1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233])
def test_a_kill_at_any_time_leaves_only_whole_answers(tmp_path, writes):
    with subprocess.Popen([sys.executable, "-c", _WRITER, str(tmp_path)], stdout=subprocess.PIPE) as writer:
        for _ in range(writes):  # and then in the midst of one of the next
            writer.stdout.readline()
        os.kill(writer.pid, signal.SIGKILL)
    cache = Cache(tmp_path)
    kept = [cache.get(f"{number:064d}") for number in range(50)]
    assert any(kept)
    assert cache.num_corrupt == 0
