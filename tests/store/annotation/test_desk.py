"""Who leaves the desk takes their dialogues along, and what they earned stays."""

from gnomon.store import Entry, Store
from tests.store.annotation.desk import an_item
from tests.store.conftest import Use


def test_erasing_an_account_takes_its_dialogues_and_leaves_what_it_earned(using: Use) -> None:
    async def work(store: Store) -> None:
        item = await an_item(store)
        await store.annotation.earn_once(Entry(account_id=item.account_id, batch_id=item.batch_id, kind="onboarding", cents=200))
        await store.annotation.earn_once(Entry(account_id=item.account_id, batch_id=item.batch_id, kind="onboarding", cents=200))
        await store.erase(item.account_id)
        assert await store.annotation.item(item.id) is None
        assert await store.annotation.members(item.batch_id) == []
        assert [each.cents for each in await store.annotation.earned(account_id=item.account_id)] == [200]

    using(work)
