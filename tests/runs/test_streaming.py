"""Work on a stream of jobs."""

import asyncio

import pytest

from gnomon.runs import stream_results


def test_every_job_gives_its_result_and_no_more_than_the_width_are_in_work():
    at_once, most, taken = 0, 0, 0

    def jobs():
        nonlocal taken
        for number in range(50):
            taken += 1
            yield number

    async def work(number):
        nonlocal at_once, most
        at_once += 1
        most = max(most, at_once)
        await asyncio.sleep(0.001 * (number % 3))
        at_once -= 1
        return number

    async def run():
        found = []
        async for result in stream_results(jobs(), work, 4):
            found.append(result)
            assert taken <= len(found) + 4
        return found

    assert sorted(asyncio.run(run())) == list(range(50))
    assert most == 4


def test_an_error_cancels_the_jobs_in_work():
    ended = []

    async def work(number):
        try:
            if number == 2:
                raise ValueError("of job 2")
            await asyncio.sleep(60)
        finally:
            ended.append(number)

    async def run():
        return [result async for result in stream_results(range(9), work, 5)]

    with pytest.raises(ValueError, match="of job 2"):
        asyncio.run(run())
    assert sorted(ended) == [0, 1, 2, 3, 4]


def test_whoever_stops_listening_cancels_the_jobs():
    ended = []

    async def work(number):
        try:
            await asyncio.sleep(0 if number == 0 else 60)
        finally:
            ended.append(number)

    async def run():
        results = stream_results(range(9), work, 3)
        async for _ in results:
            break
        await results.aclose()

    asyncio.run(run())
    assert len(ended) == 3


def test_no_jobs_give_no_results():
    async def run():
        return [result async for result in stream_results([], asyncio.sleep, 3)]

    assert asyncio.run(run()) == []
