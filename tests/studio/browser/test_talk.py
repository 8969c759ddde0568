"""A talk beside its figure: words and highlights, earlier turns, what a screen reader hears."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


@pytest.fixture
def talk(page):
    page.goto("/talk")
    return page


@pytest.fixture
def replied(talk):
    talk.get_by_label("Your message").fill("It is 48.")
    talk.get_by_role("button", name="Send").click()
    expect(talk.locator(".turn")).to_have_count(4)
    return talk


def shown(page):
    return page.locator(".drawing [data-layer=highlights] [data-element]").evaluate_all(
        "all => all.map((each) => each.dataset.element)"
    )


def test_the_figure_shows_the_turn_that_has_just_come(replied):
    assert shown(replied) == ["arc:RS", "angle:RTS"]
    assert "Highlight 1: arc RS, green" in replied.locator(".drawing desc").text_content()


def test_a_word_and_its_highlight_carry_the_same_number_and_style(replied):
    word = replied.locator(".turn").last.locator("[data-refers='angle:RTS']")
    assert word.locator("sup").inner_text() == "2"
    assert replied.locator(".drawing [data-tag-of='angle:RTS'] text").text_content() == "2"
    assert word.evaluate("word => getComputedStyle(word).borderBottomStyle") == "dashed"


def test_pointing_at_a_word_pulses_its_highlight_only_and_the_reverse(replied):
    word = replied.locator(".turn").last.locator("[data-refers='arc:RS']")
    word.hover()
    pulsing = ".drawing .pulsing"
    assert replied.locator(pulsing).evaluate_all("all => all.map((each) => each.dataset.element)") == ["arc:RS"]
    replied.mouse.move(0, 0)
    assert replied.locator(pulsing).count() == 0
    word.focus()
    assert replied.locator(pulsing).count() == 1
    replied.get_by_label("Your message").focus()
    replied.locator(".drawing [data-element='angle:RTS'] path").last.hover(force=True)  # its own hatching lies over it
    assert "angle:RTS" in replied.locator(".word.pulsing").evaluate_all("all => all.map((each) => each.dataset.refers)")


def test_an_earlier_turn_shows_its_highlights_again_and_the_way_back_is_one_button(replied):
    replied.locator("#turn-1 .bubble").click()
    assert shown(replied) == ["angle:RTS"]
    replied.get_by_role("button", name="Back to this turn").click()
    assert shown(replied) == ["arc:RS", "angle:RTS"]
    replied.locator("#turn-1").get_by_role("button", name="Show on the figure").press("Enter")
    assert shown(replied) == ["angle:RTS"]


def test_clearing_the_view_hides_and_deletes_nothing(replied):
    button = replied.get_by_role("button", name="Clear my view")
    button.click()
    expect(replied.locator(".drawing [data-layer=highlights]")).to_have_css("visibility", "hidden")
    button.click()
    expect(replied.locator(".drawing [data-layer=highlights]")).to_have_css("visibility", "visible")
    assert shown(replied) == ["arc:RS", "angle:RTS"]


def test_the_finished_reply_is_announced_once_and_the_focus_stays(talk, harness):
    harness.reply = "Is $\\frac{1}{2}$ right?"
    talk.evaluate(
        """() => { window.heard = []; new MutationObserver(() => { const text = document.getElementById("live").textContent;
            if (text) heard.push(text.trim()); }).observe(document.getElementById("live"), {childList: true}) }"""
    )
    box = talk.get_by_label("Your message")
    box.fill("It is 48.")
    box.press("Control+Enter")
    expect(talk.locator(".turn")).to_have_count(4)
    expect(box).to_be_focused()
    talk.wait_for_timeout(300)
    assert len([text for text in talk.evaluate("heard") if text.startswith("Tutor: ")]) == 1
    assert talk.locator("#live math mfrac").count() == 1
    assert talk.locator("#live .katex-html").count() == 0
    assert talk.locator("[aria-live]").count() == 1


def test_with_reduced_motion_nothing_pulses_and_the_highlight_is_still_marked(make_context):
    page = make_context(reduced_motion="reduce").new_page()
    page.goto("/talk")
    page.locator("#turn-1 .word").hover()
    shape = page.locator(".drawing .pulsing")
    expect(shape).to_have_css("animation-name", "none")
    assert shape.evaluate("shape => getComputedStyle(shape).filter") != "none"
