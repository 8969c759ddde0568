"""Calls that go together end together."""

import asyncio

import pytest

from gnomon.models import ModelUnavailableError, all_of


def test_results_come_in_the_order_of_the_jobs():
    async def after(turns, value):
        for _ in range(turns):
            await asyncio.sleep(0)
        return value

    assert asyncio.run(all_of(after(turns, turns) for turns in (3, 0, 2))) == (3, 0, 2)


def test_the_first_error_is_raised_as_it_was_and_the_rest_are_cancelled():
    ended = []

    async def wait():
        try:
            await asyncio.Event().wait()
        finally:
            ended.append("cancelled")

    async def fail():
        await asyncio.sleep(0)
        raise ModelUnavailableError("no connection")

    async def together():
        with pytest.raises(ModelUnavailableError, match="no connection"):
            await all_of([wait(), fail(), wait()])
        return list(ended)  # now, for the end of the event loop cancels everything

    assert asyncio.run(together()) == ["cancelled", "cancelled"]
