"""The page on which a person decides, in a browser: what is filled in comes out as decisions that the pipeline takes."""

import os
import shutil

import pytest

from gnomon.corpus.pipeline import Decision, status_of
from gnomon.corpus.pipeline.review import sheet_for

pytestmark = pytest.mark.browser


def test_what_is_decided_in_the_browser_is_taken_in(pipeline, tmp_path):
    sync_api = pytest.importorskip("playwright.sync_api", reason="needs the extra web: playwright")
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        pytest.skip("needs Chromium: install it, or name it in CHROMIUM")
    waiting = pipeline().run()
    page_file = tmp_path / "review.html"
    page_file.write_text(sheet_for(waiting, ".html"), "utf-8")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        saved = []
        for person in ("Ada", "Bob"):
            page = browser.new_page(accept_downloads=True)
            page.goto(page_file.as_uri())
            page.get_by_label("Your name").fill(person)
            assert page.get_by_role("button", name="Save decisions").is_disabled()
            cards = page.locator(".card")
            for number in range(cards.count()):
                cards.nth(number).get_by_label("Drop" if number == 1 else "Keep").check()
            assert page.locator("#count").inner_text() == "2 of 3 decided"  # a drop needs its reason
            cards.nth(1).get_by_label("Reason").select_option("odd")
            cards.nth(0).get_by_label("text").fill("mended")
            with page.expect_download() as download:
                page.get_by_role("button", name="Save decisions").click()
            saved.append(tmp_path / f"{person}.jsonl")
            download.value.save_as(saved[-1])
            page.close()
        browser.close()
    said = [Decision.model_validate_json(line) for line in saved[0].read_text().splitlines()]
    assert [(each.verdict, each.reason, each.changes) for each in said] == [
        ("keep", "", {"text": "mended"}),
        ("drop", "odd", {}),
        ("keep", "", {}),
    ]
    assert pipeline().run(saved) is None
    look = status_of(tmp_path / "out").stages[4].counts
    assert (look.kept, dict(look.dropped), look.corrected) == (2, {"odd": 1}, 1)
