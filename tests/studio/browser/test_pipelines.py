"""Items of a pipeline in the studio's review queue: decided, kept while they are typed, settled, usable by everybody."""

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import expect

from gnomon.studio.review.pipelines import exchange
from tests.every import every
from tests.studio.pipelines import made_pipeline

pytestmark = pytest.mark.browser
TEXTS = (
    "How large is the angle at M, if the one at K has 52 degrees and the one at L has 71 degrees, and why is that so?",
    "Why?",
)


def shoot(page, name):
    """Keep a picture of a page where STUDIO_PICTURES names a folder for them: those of the documentation are made so."""
    if folder := os.environ.get("STUDIO_PICTURES"):
        page.wait_for_timeout(900)  # the draft is saved
        page.evaluate("scrollTo(0, 0)")
        page.screenshot(path=Path(folder) / f"pipelines-{name}.png", full_page=True)


@pytest.fixture
def brought(site, tmp_path):
    """Return the pipeline, with what waits in the studio."""
    with ThreadPoolExecutor(1) as apart:  # Playwright's loop holds this thread
        pipeline = apart.submit(made_pipeline, tmp_path, TEXTS, 1.0).result()
    site.do(exchange(pipeline, site.store))
    return pipeline


def first(reviewer):
    reviewer.goto("/review")
    reviewer.get_by_role("link", name="Items of pipelines").click()
    reviewer.get_by_role("link", name="Is this a good question?").first.click()
    reviewer.get_by_role("link", name="Decide the next of").click()
    expect(reviewer.get_by_role("heading", name="lesson/")).to_be_visible()


def drop(reviewer, comment):
    reviewer.get_by_label("Drop", exact=True).check()
    reviewer.get_by_label("Reason, where it is dropped").select_option("easy")
    reviewer.get_by_label("Comment").fill(comment)


def test_two_decide_and_a_third_settles(enter, brought, site):
    ada, bob, cleo = (enter("reviewer", name) for name in ("Ada", "Bob", "Cleo"))
    first(ada)
    drop(ada, "A pupil sees it at once.")
    shoot(ada, "item")
    ada.reload()
    expect(ada.get_by_label("Comment")).to_have_value("A pupil sees it at once.")
    ada.get_by_role("button", name="Decide").click()
    expect(ada.get_by_role("heading", name="lesson/2")).to_be_visible()
    first(bob)
    expect(bob.get_by_text("A pupil sees it")).to_have_count(0)
    bob.get_by_label("text").fill("How large is the angle at M?")
    bob.get_by_label("Keep", exact=True).check()
    bob.get_by_role("button", name="Decide").click()
    expect(bob.get_by_role("heading", name="lesson/2")).to_be_visible()
    first(cleo)
    expect(cleo.get_by_text("Ada: drop · easy · A pupil sees it at once.")).to_be_visible()
    expect(cleo.get_by_text("Bob: keep · text: How large is the angle at M?")).to_be_visible()
    shoot(cleo, "settle")
    cleo.get_by_label("Keep", exact=True).check()
    cleo.get_by_role("button", name="Decide").click()
    expect(cleo.get_by_role("heading", name="lesson/2")).to_be_visible()
    assert site.do(exchange(brought, site.store)).taken == 3


@every([{}, {"color_scheme": "dark"}, {"forced_colors": "active"}, {"viewport": {"width": 320, "height": 640}}])
def test_axe_finds_nothing_serious_and_no_page_scrolls_sideways(look, enter, brought, findings):  # noqa: ARG001  # brought
    page = enter("reviewer", "Ada", **look)
    name = "".join(f"-{value}" for value in look.values() if isinstance(value, str)) or ("-320" if "viewport" in look else "")
    page.goto("/review/pipelines")
    assert findings(page) == []
    shoot(page, f"all{name}")
    page.get_by_role("link", name="Is this a good question?").first.click()
    assert findings(page) == []
    shoot(page, f"stage{name}")
    page.get_by_role("link", name="Decide the next of").click()
    expect(page.get_by_role("heading", name="lesson/1")).to_be_visible()
    assert findings(page) == []
    shoot(page, f"item{name}")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
