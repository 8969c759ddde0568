"""Processes of the editors: the newest work counts, a limit ends what takes too long, a crash ends one work and no more."""

import asyncio
import os
import time

import pytest

from gnomon.reading import PictureError, cleaned
from gnomon.studio.editor.edit import Edit
from gnomon.studio.editor.work import worked
from gnomon.studio.editor.workshop import LateError, LostError, SupersededError, Workshop
from tests.waiting import until

pytestmark = pytest.mark.slow

TEXT = "In triangle ABC, AB = AC and angle BAC = 40°. Find angle ABC."


def using(work, **options):
    """Run something with a workshop, and close it."""

    async def opened():
        workshop = Workshop(**options)
        try:
            return await work(workshop)
        finally:
            workshop.close()

    return asyncio.run(opened())


def test_work_is_done_and_what_it_raises_is_raised_here():
    async def work(workshop):
        shown = await workshop.do("ada", "e", worked, Edit(text=TEXT), "p", None)
        assert shown["answer"] == "70"
        with pytest.raises(PictureError, match="got a text"):
            await workshop.do("ada", "e", cleaned, b"hello")
        assert len(workshop._idle) == 1  # the process that raised goes on

    using(work)


def test_newer_work_of_an_editor_ends_the_older_and_that_of_others_goes_on():
    async def work(workshop):
        await workshop.do("ada", "a", len, "warm")
        older = asyncio.create_task(workshop.do("ada", "a", time.sleep, 60))
        await until(lambda: workshop._busy)
        other = asyncio.create_task(workshop.do("eve", "a", len, "eve"))
        waiting = asyncio.create_task(workshop.do("ada", "b", len, "four"))
        assert await workshop.do("ada", "a", len, "newest") == 6
        with pytest.raises(SupersededError):
            await older
        assert (await other, await waiting) == (3, 4)

    using(work)


def test_one_account_has_one_work_done_at_a_time():
    async def work(workshop):
        await workshop.do("ada", "a", len, "warm")
        first = asyncio.create_task(workshop.do("ada", "a", time.sleep, 0.5))
        second = asyncio.create_task(workshop.do("ada", "b", time.sleep, 0.1))
        await until(lambda: first.done() or second.done())
        assert (first.done(), second.done()) == (True, False)
        await second

    using(work)


def test_what_takes_too_long_is_ended_and_the_next_is_done():
    async def work(workshop):
        with pytest.raises(LateError):
            await workshop.do("ada", "a", time.sleep, 60)
        assert await workshop.do("ada", "a", len, "next") == 4

    using(work, limit_seconds=0.5)


def test_a_crash_ends_one_work_and_no_more():
    async def work(workshop):
        with pytest.raises(LostError):
            await workshop.do("ada", "a", os._exit, 1)
        assert await workshop.do("ada", "a", len, "next") == 4

    using(work)
