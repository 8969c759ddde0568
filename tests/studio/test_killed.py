"""The server is killed at random moments while text and strokes are being sent: what it acknowledged is there afterwards."""

import asyncio
import random
import socket
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.studio.serving import Person  # first: it skips without the extra

import httpx2  # isort: skip

from gnomon.store import Account, Store  # isort: skip
from tests.copies import Copy, Original, original_with  # isort: skip
from tests.waiting import wait_until  # isort: skip

pytestmark = pytest.mark.slow

ROUNDS = 10
WARM = "from gnomon.studio.warming import warm_up; warm_up()"
"""What each server would do before it answers."""
PROBLEM = "triangle-sum-klm"


@dataclass
class Acknowledged:
    """What the server said it had kept."""

    drafts: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Version and number of strokes, by place."""
    said: list[tuple[str, str]] = field(default_factory=list)
    """Conversation and message."""


@contextmanager
def server(original: Original, database: Path, port: int) -> Iterator[Copy]:
    process = original.start("studio", "--port", port, "--database", database)
    for _ in range(1200):
        try:
            httpx2.get(f"http://127.0.0.1:{port}/sign-in")
            break
        except httpx2.TransportError:
            assert process.poll() is None, process.output
            time.sleep(0.05)
    try:
        yield process
    finally:
        process.kill()


async def signed_in(database: Path, count: int) -> list[tuple[Account, str]]:
    async with Store(str(database)) as store:
        accounts = [await store.accounts.make(f"person {number}", "learner") for number in range(count)]
        return [(account, await store.accounts.log_in(account.id)) for account in accounts]


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def draw(person: Person, seen: Acknowledged) -> None:
    """Save strokes until the server is gone."""
    place, version, strokes = f"annotation/{uuid.uuid4().hex}", 0, 0
    while True:
        strokes += 1
        body = {"version": version, "body": {"strokes": [[0.5] * 100] * strokes}}
        answer = person.browser.put(f"/api/drafts/{place}", json=body, headers={"X-CSRF": person.csrf})
        if answer.status_code == 429:  # more than people draw
            strokes -= 1
            time.sleep(0.1)
            continue
        version = answer.json()["version"]
        seen.drafts[place] = (version, strokes)


def talk(person: Person, seen: Acknowledged) -> None:
    """Say things until the server is gone."""
    headers = {"X-CSRF": person.csrf, "HX-Request": "true"}
    while True:
        begun = person.browser.post("/learn/talks", data={"problem": PROBLEM}, headers=headers)
        if begun.status_code == 429:  # more than people say
            time.sleep(0.1)
            continue
        address = begun.headers["location"]
        for number in range(6):
            message = f"i think it is wrong, try {number} {uuid.uuid4().hex}"
            form = {"text": message, "client_id": uuid.uuid4().hex}
            if person.browser.post(f"{address}/say", data=form, headers=headers).status_code != 200:
                break
            seen.said.append((address.rpartition("/")[2], message))


def is_longer(rows: list[Any], than: int) -> bool:
    return len(rows) > than


def test_what_was_acknowledged_is_there_after_the_server_was_killed_ten_times(tmp_path: Path) -> None:
    with original_with(
        "gnomon.cli.studio", "uvicorn.supervisors", "gnomon.studio.app", folder=tmp_path, prepared=WARM
    ) as original:
        _kill_ten_times(original, tmp_path / "studio.db")


def _kill_ten_times(original: Original, database: Path) -> None:
    port, chance = free_port(), random.Random(0)
    logins = asyncio.run(signed_in(database, 4))
    seen = Acknowledged()

    def until_gone(work: Any, login: str) -> None:
        with httpx2.Client(base_url=f"http://127.0.0.1:{port}", cookies={"gnomon_login": login}, timeout=30) as browser:
            try:
                work(Person(browser), seen)
            except httpx2.TransportError:
                return

    for _ in range(ROUNDS):
        with server(original, database, port) as process:
            doing = [
                threading.Thread(target=until_gone, args=(work, login))
                for work, (_, login) in zip((draw, draw, talk, talk), logins, strict=True)
            ]
            before = len(seen.said)
            for each in doing:
                each.start()
            wait_until(partial(is_longer, seen.said, before))  # the first message of a process waits for the engine
            time.sleep(chance.random())
            process.kill()
            for each in doing:
                each.join()

    async def check() -> None:
        async with Store(str(database)) as store:
            for place, (version, strokes) in seen.drafts.items():
                kept = [await store.drafts.get(account.id, place) for account, _ in logins]
                (draft,) = [each for each in kept if each is not None]
                assert draft.version >= version
                assert len(draft.body["strokes"]) >= strokes
            for conversation, message in seen.said:
                found = await store.conversations.get(conversation)
                assert found is not None
                assert message in [turn.utterance for turn in found.dialogue().turns]

    asyncio.run(check())
    assert len(seen.drafts) >= ROUNDS
    assert len(seen.said) >= ROUNDS
