"""What is kept is kept: in SQLite by default, in PostgreSQL where slow tests run."""

import asyncio
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, inspect, text

from gnomon.dialogue import StudentTurn, TutorTurn
from gnomon.store import (
    Account,
    Conversation,
    InvitationError,
    OutOfStepError,
    QuotaError,
    StaleDraftError,
    Store,
    StoreError,
    hashed,
    now,
    picture_name,
    pictures,
)
from gnomon.store.database import Base, database_url
from tests.store.conftest import Use

ASKED = TutorTurn(act="Probing", subact="Introduce", utterance="What do you see?")


async def a_learner(store: Store) -> Account:
    return await store.accounts.make("Ada", "learner")


async def a_conversation(store: Store) -> Conversation:
    learner = await a_learner(store)
    return await store.conversations.start(
        Conversation(account_id=learner.id, problem="linear-pair-dghk", attempt="x is 20", tutor="symbolic", seed=0)
    )


def test_a_login_is_an_account_until_it_ends_and_only_its_hash_is_kept(using: Use, tmp_path: Path) -> None:
    async def work(store: Store) -> str:
        ada = await a_learner(store)
        token = await store.accounts.log_in(ada.id)
        found = await store.accounts.logged_in(token)
        assert found is not None
        assert found.id == ada.id
        assert await store.accounts.logged_in(hashed(token)) is None
        await store.accounts.log_out(token)
        assert await store.accounts.logged_in(token) is None
        return token

    token = using(work)
    kept = b"".join(file.read_bytes() for file in tmp_path.glob("store.db*"))
    assert token.encode() not in kept


def test_an_invitation_is_used_once_and_says_why_not_again(using: Use) -> None:
    async def work(store: Store) -> None:
        token = await store.accounts.invite("teacher")
        assert (await store.accounts.invitation(token)).role == "teacher"
        assert (await store.accounts.accept(token, "Emmy")).role == "teacher"
        with pytest.raises(InvitationError, match="used already"):
            await store.accounts.accept(token, "Eve")
        with pytest.raises(InvitationError, match="used already"):
            await store.accounts.invitation(token)
        with pytest.raises(InvitationError, match="not known"):
            await store.accounts.invitation("nothing")

    using(work)


def test_a_key_of_the_endpoint_counts_its_requests_and_ends_when_revoked(using: Use) -> None:
    async def work(store: Store) -> None:
        ada = await a_learner(store)
        key = await store.accounts.make_key(ada.id, "my notebook")
        assert await store.accounts.holder_of(key) == ada.id
        (row,) = await store.accounts.keys_of(ada.id)
        assert row.requests == 1
        await store.accounts.revoke_key(ada.id, row.id)
        assert await store.accounts.holder_of(key) is None

    using(work)


def test_a_class_is_joined_by_its_code_until_the_code_is_renewed(using: Use) -> None:
    async def work(store: Store) -> None:
        teacher, ada = await store.accounts.make("Ms Noether", "teacher"), await a_learner(store)
        made = await store.classes.make(teacher.id, "8b")
        assert made.code is not None
        found = await store.classes.by_code(f" {made.code.lower()} ")
        assert found is not None
        await store.classes.join(found.id, ada.id)
        await store.classes.join(found.id, ada.id)
        assert [each.name for each in await store.classes.learners(made.id)] == ["Ada"]
        await store.classes.renew_code(made.id)
        assert await store.classes.by_code(made.code) is None

    using(work)


def test_a_message_that_is_sent_twice_is_kept_once(using: Use) -> None:
    async def work(store: Store) -> None:
        talk = await a_conversation(store)
        await store.conversations.say(talk.id, 0, ASKED)
        first = await store.conversations.say(talk.id, 1, StudentTurn(utterance="57"), client_id="a")
        again = await store.conversations.say(talk.id, 1, StudentTurn(utterance="57"), client_id="a")
        assert again.number == first.number == 1
        with pytest.raises(OutOfStepError):
            await store.conversations.say(talk.id, 1, StudentTurn(utterance="other"), client_id="b")
        kept = await store.conversations.get(talk.id)
        assert kept is not None
        assert [turn.utterance for turn in kept.dialogue().turns] == ["What do you see?", "57"]

    using(work)


def test_messages_sent_at_once_take_one_place_each(using: Use) -> None:
    async def work(store: Store) -> None:
        talk = await a_conversation(store)
        said = [store.conversations.say(talk.id, 0, StudentTurn(utterance=str(i)), client_id=str(i)) for i in range(8)]
        results = await asyncio.gather(*said, return_exceptions=True)
        assert sum(isinstance(each, OutOfStepError) for each in results) == 7

    using(work)


def test_a_draft_that_was_changed_elsewhere_is_not_overwritten(using: Use) -> None:
    async def work(store: Store) -> None:
        ada = await a_learner(store)
        assert await store.drafts.put(ada.id, "talk/1", 0, {"text": "so"}) == 1
        assert await store.drafts.put(ada.id, "talk/1", 1, {"text": "so 57"}) == 2
        with pytest.raises(StaleDraftError) as error:
            await store.drafts.put(ada.id, "talk/1", 1, {"text": "other window"})
        assert error.value.draft.body == {"text": "so 57"}
        assert await store.drafts.put(ada.id, "talk/1", 1, {"text": "so 57"}) == 2, "the same again, its answer was lost"

    using(work)


def test_a_held_turn_is_decided_once_and_then_said(using: Use) -> None:
    async def work(store: Store) -> None:
        talk = await a_conversation(store)
        await store.conversations.hold(talk.id, 0, ASKED)
        better = ASKED.model_copy(update={"utterance": "Look at G."})
        first = await store.conversations.decide(talk.id, 0, "edited", better, None)
        second = await store.conversations.decide(talk.id, 0, "approved", ASKED, None)
        assert (first, second) == (True, False)
        kept = await store.conversations.get(talk.id)
        assert kept is not None
        assert kept.dialogue().turns[0].utterance == "Look at G."

    using(work)


def test_only_the_first_answer_to_a_try_counts(using: Use) -> None:
    async def work(store: Store) -> None:
        talk = await a_conversation(store)
        await store.conversations.plan_tries(talk, [now(), now() + timedelta(days=7)])
        await store.conversations.plan_tries(talk, [now()])
        first, later = await store.conversations.tries(conversation_id=talk.id)
        assert (later.due - first.due).days in {6, 7}
        await store.conversations.answer_try(first.id, "57", is_right=True)
        kept = await store.conversations.answer_try(first.id, "58", is_right=False)
        assert kept is not None
        assert (kept.answer, kept.is_right) == ("57", True)

    using(work)


def test_an_erased_account_leaves_no_word_of_its_own(using: Use) -> None:
    async def work(store: Store) -> None:
        talk = await a_conversation(store)
        await store.conversations.say(talk.id, 0, StudentTurn(utterance="my own words"))
        await store.drafts.put(talk.account_id, "talk/1", 0, {"text": "more"})
        await store.erase(talk.account_id)
        assert await store.accounts.get(talk.account_id) is None
        assert await store.conversations.get(talk.id) is None
        assert await store.drafts.get(talk.account_id, "talk/1") is None

    using(work)


def test_who_is_erased_is_erased_whole_or_not_at_all(using: Use, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise StoreError("the disk is full")

    async def work(store: Store) -> None:
        talk = await a_conversation(store)
        monkeypatch.setattr(type(store.accounts), "erase", fail)
        with pytest.raises(StoreError):
            await store.erase(talk.account_id)
        assert await store.conversations.get(talk.id) is not None

    using(work)


@pytest.mark.slow
def test_what_many_insert_first_at_once_is_there_once_and_nobody_fails(using: Use) -> None:
    async def work(store: Store) -> None:
        ada = await a_learner(store)
        talk = await a_conversation(store)
        classroom = await store.classes.make(ada.id, "8b")
        for number in range(5):
            await asyncio.gather(*(store.drafts.put(ada.id, f"talk/{number}", 0, {"text": "same"}) for _ in range(6)))
            await asyncio.gather(*(store.classes.assign(classroom.id, f"problem {number}") for _ in range(6)))
            await asyncio.gather(*(store.conversations.hold(talk.id, number, ASKED) for _ in range(6)))
        await asyncio.gather(*(store.classes.join(classroom.id, ada.id) for _ in range(6)))
        await asyncio.gather(*(store.pictures.keep(ada.id, "a" * 32, b"pixels") for _ in range(6)))
        await asyncio.gather(*(store.conversations.plan_tries(talk, [now(), now()]) for _ in range(6)))
        assert len(await store.drafts.under(ada.id, "talk/")) == len(await store.classes.assignments(classroom.id)) == 5
        assert len(await store.conversations.tries(conversation_id=talk.id)) == 2

    using(work)


def test_a_store_opened_again_has_what_was_kept(using: Use) -> None:
    made = using(a_conversation)

    async def work(store: Store) -> Any:
        return await store.conversations.get(made.id)

    assert using(work).row.attempt == "x is 20"


def test_the_steps_of_migration_make_the_tables_that_the_code_knows(using: Use, tmp_path: Path) -> None:
    using(a_learner)
    if not (tmp_path / "store.db").exists():
        pytest.skip("compared on SQLite")
    found = inspect(create_engine(f"sqlite:///{tmp_path / 'store.db'}"))
    for table in Base.metadata.sorted_tables:
        assert {column["name"] for column in found.get_columns(table.name)} == set(table.columns.keys()), table.name


def test_a_database_of_a_newer_gnomon_is_refused_in_one_line(tmp_path: Path) -> None:
    url = str(tmp_path / "store.db")

    async def opened() -> None:
        async with Store(url):
            pass

    asyncio.run(opened())
    with create_engine(f"sqlite:///{url}").begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(StoreError, match="newer gnomon"):
        asyncio.run(opened())


@pytest.mark.parametrize(
    ("given", "why"), [("mysql://a/b", "sqlite"), ("postgresql://nobody@127.0.0.1:1/none", "does not answer")]
)
def test_a_database_that_cannot_be_used_is_one_clear_line(given: str, why: str) -> None:
    async def opened() -> None:
        async with Store(given):
            pass

    with pytest.raises(StoreError, match=why) as error:
        asyncio.run(opened())
    assert "\n" not in str(error.value)


def test_a_password_in_a_url_is_not_shown() -> None:
    assert "secret" not in str(database_url("postgresql://ada:secret@host/db"))


def test_a_picture_is_kept_once_for_its_work_until_it_is_discarded(using: Use) -> None:
    async def work(store: Store) -> None:
        ada, eve = [(await store.accounts.make(name, "teacher")).id for name in ("Ada", "Eve")]
        name = await store.pictures.keep(ada, "a" * 32, b"pixels")
        assert name == await store.pictures.keep(ada, "a" * 32, b"pixels") == picture_name(b"pixels")
        assert await store.pictures.get(ada, "a" * 32, name) == b"pixels"
        assert await store.pictures.get(eve, "a" * 32, name) is None
        assert await store.pictures.get(ada, "b" * 32, name) is None
        await store.pictures.keep(ada, "b" * 32, b"others")
        await store.pictures.discard(ada, "a" * 32)
        assert await store.pictures.get(ada, "a" * 32, name) is None
        await store.erase(ada)
        assert await store.pictures.get(ada, "b" * 32, picture_name(b"others")) is None

    using(work)


def test_pictures_beyond_the_quota_of_an_account_are_refused(using: Use, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "QUOTA", 10)

    async def work(store: Store) -> None:
        ada, eve = [(await store.accounts.make(name, "teacher")).id for name in ("Ada", "Eve")]
        await store.pictures.keep(ada, "a" * 32, b"123456")
        with pytest.raises(QuotaError, match="wait to be saved"):
            await store.pictures.keep(ada, "b" * 32, b"12345")
        await store.pictures.keep(eve, "b" * 32, b"12345")

    using(work)


def test_drafts_are_found_by_the_beginning_of_their_place(using: Use) -> None:
    async def work(store: Store) -> None:
        ada = await a_learner(store)
        for place in ("edit/a", "edit_b", "edit/c", "talk/edit/d"):
            await store.drafts.put(ada.id, place, 0, {})
        assert {draft.place for draft in await store.drafts.under(ada.id, "edit/")} == {"edit/a", "edit/c"}

    using(work)


def test_a_problem_is_saved_under_an_id_that_nobody_else_has(using: Use) -> None:
    async def work(store: Store) -> None:
        ada, eve = [(await store.accounts.make(name, "teacher")).id for name in ("Ada", "Eve")]
        assert (await store.problems.save(ada, "A roof", "{}", problem_id="a" * 32)).id == "a" * 32
        await store.problems.save(ada, "Another roof", "{}", problem_id="a" * 32)
        assert [row.title for row in await store.problems.of(ada)] == ["Another roof"]
        with pytest.raises(LookupError):
            await store.problems.save(eve, "Mine", "{}", problem_id="a" * 32)

    using(work)
