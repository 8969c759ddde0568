"""A dialogue is handed in once, until a reviewer sends it back."""

from gnomon.store import Entry, OutOfStepError, Remark, Store
from tests.store.annotation.desk import HELLO, an_item
from tests.store.conftest import Use


def test_a_dialogue_that_was_handed_in_takes_no_turn_until_it_is_sent_back(using: Use) -> None:
    async def work(store: Store) -> list[bool]:
        item = await an_item(store)
        entry = Entry(account_id=item.account_id, batch_id=item.batch_id, item_id=item.id, kind="dialogue", cents=150)
        handed_in = [await store.annotation.submit(item.id, "not_solved", {}, [entry])]
        handed_in.append(await store.annotation.submit(item.id, "not_solved", {}, []))
        try:
            await store.annotation.say(item.id, 0, HELLO)
        except OutOfStepError:
            handed_in.append(False)
        await store.annotation.remark(Remark(item_id=item.id, turn=0, words="Why?", client_id="c" * 8))
        await store.annotation.remark(Remark(item_id=item.id, turn=0, words="Why?", client_id="c" * 8))
        reviewer = await store.accounts.make("Rosa", "reviewer")
        assert await store.annotation.decide(item.id, reviewer.id, "returned")
        assert not await store.annotation.decide(item.id, reviewer.id, "accepted")
        (remark,) = await store.annotation.remarks([item.id])
        assert remark.verdict_id is not None
        await store.annotation.say(item.id, 0, HELLO)
        assert [each.cents for each in await store.annotation.earned(item_id=item.id)] == [150]
        return handed_in

    assert using(work) == [True, False, False]
