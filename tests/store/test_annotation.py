"""The annotation desk's rows: nobody gets an attempt too many, nothing counts twice, nothing is lost on the way back."""

import asyncio

from gnomon.dialogue import TutorTurn
from gnomon.store import Account, Batch, Entry, Item, OutOfStepError, Remark, Start, Store
from tests.store.conftest import Use

HELLO = TutorTurn(act="Generic", subact="Introduce", utterance="Hello!")
POINTED = TutorTurn(act="Focus", subact="Guide", utterance="Look here.")


async def a_batch(store: Store, attempts: int = 1) -> Batch:
    starts = [Start(problem="triangle-sum-klm", attempt=f"{number}", seed=0) for number in range(attempts)]
    return await store.annotation.make_batch(Batch(name="First", options={}), starts)


async def an_annotator(store: Store, batch: Batch) -> Account:
    account = await store.accounts.make("Ann", "annotator")
    await store.annotation.join(batch.id, account.id)
    return account


def first_free(starts: list[str], held: dict[str, list[str]]) -> str | None:
    return next((start for start in starts if start not in held), None)


async def an_item(store: Store) -> Item:
    batch = await a_batch(store)
    annotator = await an_annotator(store, batch)
    item = await store.annotation.take(batch.id, annotator.id, first_free)
    assert item is not None
    return item


def test_of_annotators_who_ask_at_once_each_gets_an_attempt_of_their_own(using: Use) -> None:
    async def work(store: Store) -> list[str | None]:
        batch = await a_batch(store, attempts=3)
        people = [await an_annotator(store, batch) for _ in range(5)]
        taken = await asyncio.gather(*(store.annotation.take(batch.id, each.id, first_free) for each in people))
        return [item.start_id if item else None for item in taken]

    taken = using(work)
    assert taken.count(None) == 2
    assert len(set(taken)) == 4


def test_who_joins_at_once_gets_a_code_of_their_own(using: Use) -> None:
    async def work(store: Store) -> list[str]:
        batch = await a_batch(store)
        await asyncio.gather(*(an_annotator(store, batch) for _ in range(4)))
        return [member.code for member in await store.annotation.members(batch.id)]

    assert sorted(using(work)) == ["A1", "A2", "A3", "A4"]


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


def test_a_turn_counts_once_and_no_other_takes_its_place(using: Use) -> None:
    async def work(store: Store) -> None:
        item = await an_item(store)
        first = await store.annotation.say(item.id, 0, HELLO, client_id="a" * 8)
        again = await store.annotation.say(item.id, 0, HELLO, client_id="a" * 8)
        assert first.id == again.id
        try:
            await store.annotation.say(item.id, 0, HELLO, client_id="b" * 8)
        except OutOfStepError:
            return
        raise AssertionError("another turn took its place")

    using(work)


def test_what_is_taken_back_makes_room_and_stays_in_the_database(using: Use) -> None:
    async def work(store: Store) -> None:
        item = await an_item(store)
        await store.annotation.say(item.id, 0, HELLO)
        await store.annotation.say(item.id, 1, HELLO)
        assert await store.annotation.take_back(item.id, 1) == 1
        await store.annotation.say(item.id, 1, POINTED)
        kept = await store.annotation.item(item.id)
        assert kept is not None
        assert [said.turn.utterance for said in kept.turns] == ["Hello!", "Look here."]

    using(work)


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
