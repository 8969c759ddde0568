"""Annotators of a batch are told apart by their codes."""

import asyncio

from gnomon.store import Store
from tests.store.annotation.desk import a_batch, an_annotator
from tests.store.conftest import Use


def test_who_joins_at_once_gets_a_code_of_their_own(using: Use) -> None:
    async def work(store: Store) -> list[str]:
        batch = await a_batch(store)
        await asyncio.gather(*(an_annotator(store, batch) for _ in range(4)))
        return [member.code for member in await store.annotation.members(batch.id)]

    assert sorted(using(work)) == ["A1", "A2", "A3", "A4"]
