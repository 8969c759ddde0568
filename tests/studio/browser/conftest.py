"""Chromium, driven by Playwright, over pages that a real server renders from the real templates."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from uuid import uuid4

import pytest

pytest.importorskip("fastapi", reason="needs the extra studio: FastAPI")
sync_api = pytest.importorskip("playwright.sync_api", reason="needs the extra browser: Playwright")

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request  # noqa: E402  # skipped without the extra

from gnomon.studio import Settings  # noqa: E402  # as above
from tests.studio.browser.harness import Harness  # noqa: E402  # as above
from tests.studio.serving import Running, running  # noqa: E402  # as above

_PATIENCE = 40_000
"""Milliseconds that a busy machine may take for what an idle one does at once."""
sync_api.expect.set_options(timeout=_PATIENCE)
NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
AXE = Path(__file__).parent / "axe" / "axe.min.js"


def chromium_path() -> str:
    """Return where Chromium is: CHROMIUM, or the first of its names on the path."""
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        pytest.exit("browser tests need Chromium: install it (apt-get install chromium) or name it in CHROMIUM", returncode=2)
    return found


@pytest.fixture(scope="session")
def site(tmp_path_factory) -> Iterator[Running]:
    """Return a whole studio, with a tutor whose model is away and one that answers late."""
    own = {"away": "tests.serving.own_tutors:Away", "late": "tests.studio.browser.late_tutor:Late"}
    settings = Settings.in_folder(
        tmp_path_factory.mktemp("site"), tutors={"symbolic": "symbolic", **own}, messages_per_minute=6000, entries_per_minute=6000
    )
    with running(settings) as opened:
        yield opened


@pytest.fixture(scope="session")
def chromium(site) -> Iterator[Browser]:  # noqa: ARG001  # a server starts before Playwright's loop holds this thread
    """Return the browser, one for all tests."""
    with sync_api.sync_playwright() as playwright:
        # Without a sandbox: containers and root, where tests run, have none; the pages are our own.
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def harness() -> Iterator[Harness]:
    """Return the server of small pages."""
    with Harness.serving() as served:
        yield served


@pytest.fixture
def make_context(chromium, harness, site) -> Iterator[Callable[..., BrowserContext]]:
    """Return how to open a browser profile; all of them are closed at the end, and no page of theirs may have asked elsewhere."""
    contexts: list[BrowserContext] = []
    strange: list[str] = []
    harness.reset()

    def opened(profile: str | None = None, base_url: str = "", **options) -> BrowserContext:
        headers = {"X-Profile": profile or uuid4().hex}
        context = chromium.new_context(base_url=base_url or harness.address, extra_http_headers=headers, **options)
        context.set_default_timeout(_PATIENCE)

        def asked(request: Request) -> None:
            if not request.url.startswith((harness.address, site.address, "data:", "blob:")):
                strange.append(request.url)

        def said(message: ConsoleMessage) -> None:
            if "Content Security Policy" in message.text:
                strange.append(message.text)

        context.on("request", asked)
        context.on("console", said)
        context.on("weberror", lambda error: strange.append(str(error.error)))
        contexts.append(context)
        return context

    yield opened
    for context in contexts:
        context.close()
    assert strange == [], "a page asked elsewhere, broke its policy or raised an error"


@pytest.fixture
def page(make_context) -> Page:
    """Return a page as wide as a laptop's."""
    opened: Page = make_context(viewport={"width": 1280, "height": 800}).new_page()
    return opened


@pytest.fixture
def enter(make_context, site) -> Callable[..., Page]:
    """Return how somebody new comes into the studio by an invitation."""

    def entered(role: str = "learner", name: str = "Noor", **options) -> Page:
        options = {"viewport": {"width": 1280, "height": 900}, **options}
        page: Page = make_context(base_url=site.address, **options).new_page()
        page.goto(f"/join/{site.do(site.store.accounts.invite(role))}")
        page.locator("input[name=name]").fill(name)
        page.locator("main button.primary").click()
        page.wait_for_url("**/learn" if role == "learner" else "**")
        return page

    return entered


@pytest.fixture
def findings() -> Callable[[Page], list[str]]:
    """Return how to ask axe what is seriously wrong with a page."""

    def found(page: Page) -> list[str]:
        # Evaluated by the debugger, which a content security policy does not bind.
        page.evaluate(AXE.read_text("utf-8"))
        result = page.evaluate("axe.run({resultTypes: ['violations']})")
        return [
            f"{each['id']} ({each['impact']}): {node['html'][:160]}"
            for each in result["violations"]
            if each["impact"] in {"serious", "critical"}
            for node in each["nodes"]
        ]

    return found
