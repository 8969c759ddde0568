"""A real studio on a free port, and people who use it over HTTP as browsers do."""

from __future__ import annotations

import re
import socket
import threading
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from html.parser import HTMLParser
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="needs the extra studio: FastAPI")
pytest.importorskip("sqlalchemy", reason="needs the extra studio: SQLAlchemy")
uvicorn = pytest.importorskip("uvicorn", reason="needs the extra studio: uvicorn")

import httpx2  # noqa: E402  # as what follows

from gnomon.studio import Settings  # noqa: E402  # skipped without the extra
from gnomon.studio.app import create_app  # noqa: E402
from tests.waiting import wait_until  # noqa: E402

_CSRF = re.compile(r'<meta name="csrf" content="([0-9a-f]*)">')


@dataclass
class Running:
    """A studio that answers."""

    address: str
    app: Any
    loop: Any
    browsers: list[Any]

    def do(self, work: Any) -> Any:
        """Let the studio's own loop do some work, such as a call of its store."""
        import asyncio

        return asyncio.run_coroutine_threadsafe(work, self.loop).result(30)

    @property
    def store(self) -> Any:
        return self.app.state.studio.store

    def person(self, role: str, name: str = "") -> Person:
        """Return somebody new, signed in by an invitation."""
        token = self.do(self.store.accounts.invite(role))
        browser = self._browser()
        answer = browser.post(f"/join/{token}", data={"name": name or role.title()})
        assert answer.status_code == 303, answer.text
        return Person(browser)

    def stranger(self) -> Person:
        """Return somebody who is not signed in."""
        return Person(self._browser())

    def _browser(self) -> Any:
        self.browsers.append(httpx2.Client(base_url=self.address, follow_redirects=False, timeout=30))
        return self.browsers[-1]


@dataclass
class Person:
    """Somebody with a browser."""

    browser: Any

    def get(self, path: str, **options: Any) -> Any:
        return self.browser.get(path, **options)

    @cached_property
    def csrf(self) -> str:
        """The token of the login, as pages have it."""
        found = _CSRF.search(self.browser.get("/account", follow_redirects=True).text)
        return found[1] if found else ""

    def post(self, path: str, data: dict[str, Any] | None = None, **options: Any) -> Any:
        """Send a form as a page of the studio does."""
        return self.browser.post(path, data={"csrf": self.csrf, **(data or {})}, **options)

    def send(self, path: str, text: str, **more: Any) -> Any:
        """Send a message of a conversation."""
        return self.post(path, {"text": text, "client_id": uuid.uuid4().hex, **more}, headers={"HX-Request": "true"})


class _Teller(HTMLParser):
    """Collects what a page tells: texts, and attributes that are read or sent; not where lines are drawn."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[str] = []

    def handle_data(self, data: str) -> None:
        self.told.append(data)

    def handle_comment(self, data: str) -> None:
        self.told.append(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        drawn = {"d", "x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "r", "width", "height", "viewbox", "transform", "points"}
        self.told += [value or "" for name, value in attrs if name not in drawn and value != "csrf" and name != "content"]


def told(page: str) -> str:
    """Return all that the source of a page tells, without places of the drawing."""
    teller = _Teller()
    teller.feed(page)
    return "\n".join(teller.told)


@contextmanager
def running(settings: Settings) -> Iterator[Running]:
    """Serve a studio on a free port."""
    import asyncio

    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    app = create_app(settings)
    browsers: list[Any] = []
    loops: list[asyncio.AbstractEventLoop] = []

    class Server(uvicorn.Server):  # type: ignore[name-defined, misc]
        async def startup(self, sockets: Any = None) -> None:
            loops.append(asyncio.get_running_loop())
            await super().startup(sockets)

    server = Server(uvicorn.Config(app, log_level="warning", access_log=False))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        wait_until(lambda: server.started)
        yield Running(f"http://127.0.0.1:{listening.getsockname()[1]}", app, loops[0], browsers)
    finally:
        for browser in browsers:
            browser.close()
        server.should_exit = True
        thread.join()
        listening.close()
