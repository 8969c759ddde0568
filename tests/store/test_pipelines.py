"""Items of pipelines in the store: none is asked about twice, no decision is lost or taken for another's."""

from typing import Any

import pytest

from gnomon.store import Account, PipelineItem, PipelineStage, Store, deciding_name
from tests.store.conftest import Use

KEEP: dict[str, Any] = {"verdict": "keep"}


def stage(pipeline: str) -> PipelineStage:
    return PipelineStage(pipeline=pipeline, name="look", title="Numbers", params={"ask": "?"}, seed=2**40)


def item(name: str, value: int = 1) -> PipelineItem:
    return PipelineItem(name=name, body={"value": value}, pictures=["data:image/png;base64,"], said=[])


async def put(store: Store, pipeline: str, *items: PipelineItem) -> tuple[str, dict[str, str]]:
    """Let items wait; return the stage's id, and those of all items by name."""
    await store.pipelines.put(stage(pipeline), items)
    (kept,) = await store.pipelines.stages_of(pipeline)
    return kept.id, {each.name: each.id for each in await store.pipelines.items(kept.id)}


async def ada(store: Store) -> Account:
    return await store.accounts.make("Ada", "reviewer")


def test_an_item_that_comes_again_keeps_its_decisions_and_one_that_changed_loses_them(using: Use) -> None:
    async def work(store: Store) -> Any:
        place, ids = await put(store, "again", item("a"), item("b"))
        for each in ids.values():
            assert await store.pipelines.decide(each, await ada(store), KEEP, lambda *_: True)
        again = await store.pipelines.put(stage("again"), [item("a"), item("b", value=2), item("c")])
        names = {each.id: each.name for each in await store.pipelines.items(place)}
        return again, [names[each.item_id] for each in await store.pipelines.decisions(place)]

    assert using(work) == ((1, 1), ["a"])


@pytest.mark.slow
def test_an_item_that_does_not_come_again_waits_no_longer_but_what_was_decided_stays(using: Use) -> None:
    async def work(store: Store) -> Any:
        place, ids = await put(store, "gone", item("a"), item("b"))
        person = await ada(store)
        assert await store.pipelines.decide(ids["a"], person, KEEP, lambda *_: True)
        await put(store, "gone", item("b"))
        refused = await store.pipelines.decide(ids["a"], person, {"verdict": "drop"}, lambda *_: True)
        return refused, [each.body for each in await store.pipelines.decisions(place)]

    assert using(work) == (False, [KEEP])


@pytest.mark.slow
def test_of_one_person_the_last_decision_is_kept_and_who_asks_says_whether_it_may_be(using: Use) -> None:
    async def work(store: Store) -> Any:
        place, ids = await put(store, "last", item("a"))
        person = await ada(store)
        for verdict, may in (("keep", True), ("drop", True), ("keep", False)):
            assert await store.pipelines.decide(ids["a"], person, {"verdict": verdict}, lambda *_, may=may: may) == may
        return [each.body["verdict"] for each in await store.pipelines.decisions(place)]

    assert using(work) == ["drop"]


@pytest.mark.slow
def test_a_closed_stage_takes_no_decision_until_it_is_opened_again(using: Use) -> None:
    async def work(store: Store) -> list[bool]:
        place, ids = await put(store, "closed", item("a"))
        person, done = await ada(store), []
        for reopens in (False, True):
            await store.pipelines.close(place, reopens=reopens)
            done.append(await store.pipelines.decide(ids["a"], person, KEEP, lambda *_: True))
        return done

    assert using(work) == [False, True]


def test_two_of_one_name_decide_by_two_names_and_who_is_erased_by_none(using: Use) -> None:
    async def work(store: Store) -> Any:
        place, ids = await put(store, "names", item("a"), item("b"))
        one, other = await ada(store), await ada(store)
        for person in (one, other, one):
            for each in ids.values():
                assert await store.pipelines.decide(each, person, KEEP, lambda *_: True)
        said = await store.pipelines.decisions(place)
        names = {each.by for each in said}
        assert deciding_name(one, said) == "Ada"
        await store.erase(one.id)
        return names == {"Ada", f"Ada ({other.id[:8]})"}, "Ada" in {each.by for each in await store.pipelines.decisions(place)}

    assert using(work) == (True, False)


@pytest.mark.slow
def test_lists_leave_the_pictures_out(using: Use) -> None:
    async def work(store: Store) -> Any:
        place, ids = await put(store, "pictures", item("a"))
        (listed,) = await store.pipelines.items(place)
        whole = await store.pipelines.item(place, ids["a"])
        assert whole is not None
        return "pictures" in vars(listed), whole.pictures, await store.pipelines.item("elsewhere", ids["a"])

    assert using(work) == (False, ["data:image/png;base64,"], None)
