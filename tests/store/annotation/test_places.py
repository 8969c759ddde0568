"""Attempts given out: nobody gets one too many, and who withdrew fills no place."""

import asyncio

from gnomon.store import Store
from tests.store.annotation.desk import a_batch, an_annotator, an_item, first_free
from tests.store.conftest import Use


def test_of_annotators_who_ask_at_once_each_gets_an_attempt_of_their_own(using: Use) -> None:
    async def work(store: Store) -> list[str | None]:
        batch = await a_batch(store, attempts=3)
        people = [await an_annotator(store, batch) for _ in range(5)]
        taken = await asyncio.gather(*(store.annotation.take(batch.id, each.id, first_free) for each in people))
        return [item.start_id if item else None for item in taken]

    taken = using(work)
    assert taken.count(None) == 2
    assert len(set(taken)) == 4


def test_who_withdrew_fills_no_place_and_may_be_erased(using: Use) -> None:
    async def work(store: Store) -> None:
        item = await an_item(store)
        await store.annotation.withdraw(item.batch_id, item.account_id, erases=False)
        _, held = await store.annotation.held(item.batch_id)
        assert held == {}
        assert await store.annotation.item(item.id) is not None
        await store.annotation.withdraw(item.batch_id, item.account_id, erases=True)
        assert await store.annotation.item(item.id) is None

    using(work)
