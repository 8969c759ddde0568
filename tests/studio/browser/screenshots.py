"""Pictures of the learner's pages for the documentation: ``python -m tests.studio.browser.screenshots docs/studio``."""

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

from gnomon.studio import Settings
from tests.studio.browser.conftest import chromium_path
from tests.studio.browser.pens import choose, drag
from tests.studio.serving import Running, running

WIDE, NARROW = {"width": 1280, "height": 860}, {"width": 320, "height": 720}
LOOKS = {
    "": {"viewport": WIDE},
    "-dark": {"viewport": WIDE, "color_scheme": "dark"},
    "-320": {"viewport": NARROW},
    "-320-dark": {"viewport": NARROW, "color_scheme": "dark"},
}
PROBLEM = "inscribed-rst"


class Camera:
    """Takes pictures of one learner's pages in one look."""

    def __init__(self, page: Page, folder: Path, look: str) -> None:
        self.page, self.folder, self.look = page, folder, look

    def take(self, name: str, *, whole: bool = False) -> None:
        """Save what is seen, or the whole page."""
        self.page.wait_for_timeout(600)  # drafts are saved, pictures of a list are there
        self.page.mouse.move(1, 1)
        self.page.evaluate("scrollTo(0, 0); document.querySelector('.beside')?.scrollTo(0, 0)")
        self.page.screenshot(path=self.folder / f"learner-{name}{self.look}.png", full_page=whole, animations="disabled")


def replies(page: Page, count: int) -> None:
    expect(page.locator(".turn:not(.mine)")).to_have_count(count, timeout=30_000)


def tell(camera: Camera, site: Running) -> None:
    """Go the way of a learner, with a picture at each stop."""
    page = camera.page
    page.goto(f"/join/{site.do(site.store.accounts.invite('learner'))}")
    page.locator("input[name=name]").fill("Noor")
    page.locator("main button.primary").click()
    page.wait_for_url("**/learn")
    camera.take("problems")
    page.goto(f"/learn/problems/{PROBLEM}")
    page.get_by_label("Your solution so far").fill("Angle RTS stands on the arc RS,\nso RTS = 96")
    camera.take("begin")
    page.get_by_role("button", name="Talk with the tutor").click()
    replies(page, 1)
    for count, name in enumerate(("A hint, please", "A further hint"), 2):
        page.get_by_role("button", name=name).click()
        replies(page, count)
    camera.take("talk", whole=True)
    choose(page, "Green pen")
    drag(page, (222, 80), (232, 87), (244, 89), (254, 86), (262, 80))
    choose(page, "Brown pen")
    drag(page, (151.7, 318), (200, 365), (280, 385), (360, 365), (408, 318))
    page.wait_for_timeout(800)
    camera.take("marks", whole=True)
    choose(page, "Clear marks")
    choose(page, "Look")
    page.locator(".parts summary").click()
    page.get_by_role("button", name="∠RTS", exact=True).click()
    page.route("**/say", lambda route: route.abort())
    page.get_by_label("Your message").fill("this angle is half of the angle RQS")
    page.get_by_role("button", name="Send").click()
    expect(page.locator("#composer [data-failed]")).to_be_visible()
    camera.take("not-sent", whole=True)
    page.unroute("**/say")
    page.get_by_role("button", name="Try again").click()
    replies(page, 4)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Help").click()
    camera.take("keys")
    page.keyboard.press("Escape")
    page.get_by_label("Your message").fill("RTS = 96/2 = 48 because an inscribed angle is half of the central angle")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_role("heading", name="You solved it yourself.")).to_be_visible(timeout=30_000)
    camera.take("finished", whole=True)
    page.get_by_role("button", name="Try one alone").click()
    page.get_by_label("Your answer").fill("1")
    camera.take("alone")
    page.get_by_role("button", name="Give this answer").click()
    camera.take("answered", whole=True)
    page.goto("/learn/data")
    camera.take("data")


@contextmanager
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium_path(), args=["--no-sandbox"])
        yield opened
        opened.close()


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        settings = Settings.in_folder(Path(data), messages_per_minute=6000, entries_per_minute=6000)
        with running(settings) as site, browser() as opened:
            for look, options in LOOKS.items():
                context = opened.new_context(base_url=site.address, **options)
                tell(Camera(context.new_page(), folder, look), site)
                context.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
