"""Turns of annotators: none counts twice, nothing is lost on the way back."""

from gnomon.dialogue import TutorTurn
from gnomon.store import OutOfStepError, Store
from tests.store.annotation.desk import HELLO, an_item
from tests.store.conftest import Use

POINTED = TutorTurn(act="Focus", subact="Guide", utterance="Look here.")


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
