"""A desk to test at: a batch, an annotator, a dialogue that is begun."""

from gnomon.dialogue import TutorTurn
from gnomon.store import Account, Batch, Item, Start, Store

HELLO = TutorTurn(act="Generic", subact="Introduce", utterance="Hello!")


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
