"""Keys of the pages."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


@pytest.fixture
def talk(page):
    page.goto("/talk")
    return page


def tool(page):
    return page.locator(".surface").get_attribute("data-tool")


def test_a_key_takes_a_pen_in_hand(talk):
    talk.keyboard.press("b")
    assert tool(talk) == "brown"
    talk.keyboard.press("e")
    assert tool(talk) == "eraser"


def test_keys_are_off_while_somebody_types(talk):
    talk.get_by_label("Your message").press_sequentially("bgr?")
    assert tool(talk) == "look"
    expect(talk.get_by_role("dialog")).to_be_hidden()


def test_all_keys_are_listed_under_the_question_mark_and_escape_gives_the_focus_back(talk):
    button = talk.get_by_role("button", name="Green pen")
    button.focus()
    talk.keyboard.press("?")
    dialog = talk.get_by_role("dialog", name="Keys")
    keys = talk.locator("[data-key]:visible").evaluate_all("all => all.flatMap((each) => each.dataset.key.split(' ')).length")
    assert dialog.locator("dt kbd").count() == keys + 1
    expect(dialog).to_contain_text("Write a message")
    talk.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(button).to_be_focused()


def test_single_keys_can_be_turned_off_and_stay_off(talk):
    talk.keyboard.press("?")
    talk.get_by_label("Use single-key shortcuts").uncheck()
    talk.keyboard.press("Escape")
    talk.keyboard.press("b")
    assert tool(talk) == "look"
    talk.reload()
    talk.keyboard.press("b")
    assert tool(talk) == "look"
    talk.get_by_role("button", name="Help").click()
    talk.get_by_label("Use single-key shortcuts").check()
    talk.keyboard.press("Escape")
    talk.keyboard.press("b")
    assert tool(talk) == "brown"


def test_ctrl_z_on_the_page_takes_a_mark_back(talk):
    talk.get_by_text("Mark parts by name").click()
    talk.get_by_role("button", name="TR", exact=True).click()
    talk.keyboard.press("Control+z")
    assert talk.evaluate("document.querySelector('pen-layer').items.length") == 0
    talk.keyboard.press("Control+Shift+z")
    assert talk.evaluate("document.querySelector('pen-layer').items.length") == 1
