"""How pages look and who can use them: axe, narrow and enlarged, sizes of targets, dark, forced colours, print."""

import pytest
from playwright.sync_api import expect

from tests.every import every

pytestmark = pytest.mark.browser


@every([{}, {"color_scheme": "dark"}, {"forced_colors": "active"}, {"viewport": {"width": 320, "height": 640}}])
def test_axe_finds_nothing_serious_at_rest_after_a_reply_and_with_an_error(look, make_context, harness, findings):
    page = make_context(**look).new_page()
    harness.status = 200
    page.goto("/talk")
    assert findings(page) == []
    page.get_by_text("Mark parts by name").click()
    page.get_by_label("Your message").fill("It is 48.")
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".turn")).to_have_count(4)
    assert findings(page) == []
    harness.status = 500
    page.get_by_label("Your message").fill("And now?")
    page.get_by_role("button", name="Send").click()
    expect(page.locator("[data-failed]")).to_be_visible()
    assert findings(page) == []
    page.get_by_role("button", name="Help").click()
    assert findings(page) == []


@every([320, 400, 820, 1280, 1920])
def test_no_page_scrolls_sideways(width, make_context):
    page = make_context(viewport={"width": width, "height": 700}).new_page()
    page.goto("/talk")
    page.get_by_text("Mark parts by name").click()
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_at_400_percent_everything_stands_in_one_column(make_context):
    page = make_context(viewport={"width": 320, "height": 256}, device_scale_factor=4).new_page()
    page.goto("/talk")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert page.locator(".beside").evaluate("beside => getComputedStyle(beside).position") == "static"


@every([{"width": 390, "height": 844}, {"width": 820, "height": 700}])
def test_on_a_small_screen_the_figure_stays_above_the_talk_and_tools_are_folded(size, make_context):
    page = make_context(viewport=size).new_page()
    page.goto("/talk")
    expect(page.get_by_role("button", name="Green pen")).to_be_hidden()
    page.get_by_text("Pens", exact=True).click()
    expect(page.get_by_role("button", name="Green pen")).to_be_visible()
    box = page.get_by_label("Your message")
    box.evaluate("box => scrollTo(0, document.documentElement.scrollHeight)")
    sheet = page.locator(".sheet").bounding_box()
    assert abs(sheet["y"]) < 1
    assert sheet["height"] <= 0.4 * size["height"]
    box.focus()
    assert box.bounding_box()["y"] >= sheet["height"]
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(page.get_by_role("button", name="Larger")).to_be_visible()


@every([(False, 24), (True, 44)])
def test_targets_are_large_enough_for_a_pointer_and_a_finger(touch, least, make_context):
    page = make_context(viewport={"width": 390, "height": 800}, has_touch=touch, is_mobile=touch).new_page()
    page.goto("/talk")
    page.get_by_text("Mark parts by name").click()
    small = page.locator(
        "button:visible:not(.word), .button:visible, summary:visible, input:visible, textarea:visible, .top a:visible"
    )
    sizes = small.evaluate_all(
        "all => all.map((each) => [each.textContent, each.getBoundingClientRect().width, each.getBoundingClientRect().height])"
    )
    assert [size for size in sizes if min(size[1:]) < least] == []


def test_tabbing_goes_from_problem_tools_and_talk_to_the_composer(page):
    page.goto("/talk")
    seen = []
    for _ in range(60):
        page.keyboard.press("Tab")
        seen.append(
            page.evaluate("document.activeElement.closest('.skip, .top, .tools, .parts, #turns, .composer, body').className")
        )
    order = list(dict.fromkeys(each for each in seen if each))
    assert order == ["skip", "top", "tools", "parts", "talk", "composer"]


def test_the_first_tab_leads_past_the_navigation(page):
    page.goto("/talk")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()


def test_on_paper_there_are_no_tools(page):
    page.goto("/talk")
    page.emulate_media(media="print")
    expect(page.locator(".tools").first).to_be_hidden()
    expect(page.locator(".bubble").first).to_be_visible()
