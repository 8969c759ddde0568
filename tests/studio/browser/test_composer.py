"""A message on its way to the tutor."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


@pytest.fixture
def talk(page):
    page.goto("/talk")
    return page


def box(page):
    return page.get_by_label("Your message")


def test_a_message_is_sent_by_ctrl_and_enter_and_enter_alone_makes_a_line(talk, harness):
    box(talk).press_sequentially("one")
    box(talk).press("Enter")
    box(talk).press_sequentially("two")
    box(talk).press("Control+Enter")
    expect(talk.locator(".turn")).to_have_count(4)
    assert [text.splitlines() for text in harness.said.values()] == [["one", "two"]]


def test_a_double_click_sends_once(talk, harness):
    box(talk).fill("once")
    talk.get_by_role("button", name="Send").dblclick()
    expect(talk.locator(".turn")).to_have_count(4)
    talk.wait_for_timeout(300)
    assert list(harness.said.values()) == ["once"]


def test_a_message_that_is_sent_again_after_a_lost_answer_has_the_same_id(talk, harness):
    talk.route("**/say", lambda route: (route.fetch(), route.abort()))  # it arrives, the answer does not
    box(talk).fill("once")
    talk.get_by_role("button", name="Send").click()
    expect(talk.locator("[data-failed]")).to_be_visible()
    talk.unroute("**/say")
    talk.reload()
    talk.get_by_role("button", name="Send").click()
    expect(talk.locator(".turn")).to_have_count(4)
    assert list(harness.said.values()) == ["once"]


def test_a_text_that_was_changed_after_a_failure_is_another_message(talk, harness):
    harness.status = 500
    box(talk).fill("first")
    talk.get_by_role("button", name="Send").click()
    expect(talk.locator("[data-failed]")).to_be_visible()
    before = talk.evaluate("JSON.parse(localStorage.getItem('gnomon:draft:talk/one')).body.client_id")
    box(talk).fill("second")
    harness.status = 200
    talk.get_by_role("button", name="Send").click()
    expect(talk.locator(".turn")).to_have_count(4)
    assert before not in harness.said


def test_a_slow_reply_is_named_after_a_second_and_can_be_cancelled(talk, harness):
    harness.delay_seconds = 30
    talk.clock.install()
    box(talk).fill("slow")
    talk.get_by_role("button", name="Send").click()
    expect(talk.get_by_role("button", name="Cancel")).to_be_visible()
    talk.clock.run_for(1100)
    expect(talk.locator("[data-progress]")).to_have_text("The tutor is replying…")
    talk.clock.run_for(7000)
    expect(talk.locator("[data-progress]")).to_contain_text("Still working.")
    talk.get_by_role("button", name="Cancel").click()
    expect(talk.locator("[data-failed]")).to_contain_text("Cancelled. Your text is kept.")
    expect(talk.locator("[data-progress]")).to_be_empty()
    assert box(talk).input_value() == "slow"


def test_what_is_typed_while_a_message_is_on_its_way_stays(talk, harness):
    harness.delay_seconds = 0.5
    box(talk).fill("first")
    talk.get_by_role("button", name="Send").click()
    box(talk).fill("first and more")
    expect(talk.locator(".turn")).to_have_count(4)
    assert box(talk).input_value() == "first and more"


def test_the_keys_of_mathematics_write_where_the_caret_is(talk):
    box(talk).fill("x = ")
    for name in ("square root", "degrees", "angle", "pi"):
        talk.get_by_role("button", name=name, exact=True).click()
    assert box(talk).input_value() == "x = √(°∠π)"
    box(talk).fill("")
    talk.get_by_role("button", name="fraction a⁄b", exact=True).click()
    talk.keyboard.type("1")
    assert box(talk).input_value() == "(1)/()"
    expect(box(talk)).to_be_focused()


def test_a_decimal_comma_and_a_text_from_right_to_left_are_sent_as_they_are(talk, harness):
    texts = ["Es sind 3,5 cm", "الزاوية 48°"]
    for number, text in enumerate(texts, 1):
        box(talk).fill(text)
        talk.get_by_role("button", name="Send").click()
        expect(talk.locator(".turn")).to_have_count(2 + 2 * number)
    assert list(harness.said.values()) == texts
    assert talk.locator("#turns .mine .bubble").last.evaluate("bubble => getComputedStyle(bubble).direction") == "rtl"


def test_markup_of_a_model_is_shown_as_text(talk, harness):
    harness.reply = "<img src=x onerror=alert(1)> <b>bold</b>"
    box(talk).fill("hello")
    talk.get_by_role("button", name="Send").click()
    expect(talk.locator(".turn").last).to_contain_text("<img src=x onerror=alert(1)> <b>bold</b>")
    assert talk.locator("#turns img, #turns b").count() == 0
