"""Nothing that was typed or drawn is lost, and how far it is saved is said."""

import pytest
from playwright.sync_api import expect

from tests.every import every
from tests.studio.browser.pens import choose, drag, items

pytestmark = pytest.mark.browser

TEXT = "The angle is 48°, I think."
ARRIVING_LATE = """
const json = Response.prototype.json;
const typed = new Promise((go) => addEventListener("input", go, { once: true }));
Response.prototype.json = async function () {
  const read = await json.call(this);
  await typed;
  return read;
};
"""
"""What the server answers is read only after the first key."""


@pytest.fixture
def talk(page):
    page.goto("/talk")
    expect(page.locator("[data-save-state]")).to_have_attribute("data-state", "saved")
    return page


def box(page):
    return page.get_by_label("Your message")


def send(page):
    page.get_by_role("button", name="Send").click()


@every([401, 422, 500, 503])
def test_text_and_ink_stay_when_the_server_refuses_and_are_sent_by_trying_again(status, make_context, harness):
    page = make_context().new_page()
    harness.status = 200
    page.goto("/talk")
    choose(page, "Green pen")
    drag(page, (50, 100), (200, 100))
    box(page).fill(f"{TEXT} {status}")
    expect(page.locator("[data-save-state]")).to_have_attribute("data-state", "saved")
    if status == 401:
        harness.signed_in = False
    else:
        harness.status = status
    send(page)
    if status == 401:
        dialog = page.get_by_role("dialog", name="Sign in again")
        expect(dialog).to_be_visible()
        assert box(page).input_value() == f"{TEXT} {status}"
        assert len(items(page)) == 1
        dialog.get_by_label("Password").fill("right")
        dialog.get_by_role("button", name="Sign in").click()
    else:
        expect(page.locator("[data-failed]")).to_contain_text("Your text is kept.")
        assert box(page).input_value() == f"{TEXT} {status}"
        assert len(items(page)) == 1
        assert page.locator(".turn").count() == 2
        page.reload()
        expect(box(page)).to_have_value(f"{TEXT} {status}")
        harness.status = 200
        send(page)
    expect(page.locator(".turn")).to_have_count(4)
    expect(box(page)).to_have_value("")
    assert f"{TEXT} {status}" in harness.said.values()


def test_text_stays_without_a_network_and_goes_out_when_it_is_back(talk, harness):
    talk.context.set_offline(True)
    box(talk).fill(TEXT)
    send(talk)
    expect(talk.locator("[data-failed]")).to_have_text("Not sent: the server cannot be reached. Your text is kept.Try again")
    assert box(talk).input_value() == TEXT
    talk.context.set_offline(False)
    talk.get_by_role("button", name="Try again").click()
    expect(talk.locator(".turn")).to_have_count(4)
    assert list(harness.said.values()) == [TEXT]


def test_text_and_ink_are_there_after_the_tab_crashed(make_context):
    context = make_context()
    page = context.new_page()
    page.goto("/talk")
    page.route("**/api/drafts/**", lambda route: route.abort())  # nothing reached the server
    box(page).press_sequentially(TEXT)
    choose(page, "Green pen")
    drag(page, (50, 100), (200, 100))
    page.on("crash", lambda: None)
    with pytest.raises(Exception, match="crash"):
        page.goto("chrome://crash")
    again = context.new_page()
    again.goto("/talk")
    expect(box(again)).to_have_value(TEXT)
    assert len(items(again)) == 1


def test_a_draft_is_there_on_another_device_of_the_same_learner(make_context):
    one, other = (make_context(profile="Noor").new_page() for _ in range(2))
    one.goto("/talk")
    box(one).fill(TEXT)
    expect(one.locator("[data-save-state]")).to_have_attribute("data-state", "saved")
    other.goto("/talk")
    expect(box(other)).to_have_value(TEXT)


def test_what_is_typed_while_the_kept_draft_is_still_arriving_is_not_overwritten_by_it(make_context, harness):
    page = make_context(profile="Ada").new_page()
    page.add_init_script(ARRIVING_LATE)
    page.goto("/talk")
    box(page).fill(TEXT)
    expect(page.locator("[data-save-state]")).to_have_attribute("data-state", "saved")
    assert box(page).input_value() == TEXT
    assert [kept["body"] for kept in harness.drafts.values()] == [{"text": TEXT}]


def test_a_draft_changed_in_another_window_is_asked_about_and_neither_is_lost(make_context):
    one, other = (make_context(profile="Sam").new_page() for _ in range(2))
    for page in (one, other):
        page.goto("/talk")
        expect(page.locator("[data-save-state]")).to_have_attribute("data-state", "saved")
    box(one).fill("mine")
    expect(one.locator("[data-save-state]")).to_have_attribute("data-state", "saved")
    box(other).fill("theirs")
    expect(other.locator("[data-save-state]")).to_contain_text("Changed in another window.")
    assert box(other).input_value() == "theirs"
    other.get_by_role("button", name="Take the other").click()
    expect(box(other)).to_have_value("mine")


def test_saving_saved_and_not_saved_are_said_in_words(talk, harness):
    state = talk.locator("[data-save-state] [data-words]")
    expect(state).to_be_empty()  # nothing was typed yet
    box(talk).fill("a")
    expect(state).to_have_text("Saving…")
    expect(state).to_have_text("Saved")
    harness.status = 500
    box(talk).fill("ab")
    expect(state).to_have_text("Not saved. Kept on this device; trying again.")


def test_leaving_is_warned_of_while_something_is_not_saved(talk, harness):
    harness.status = 500
    box(talk).press_sequentially("ab")
    expect(talk.locator("[data-save-state]")).to_contain_text("Not saved")
    asked = []

    def answered(dialog):
        asked.append(dialog.type)
        dialog.accept()

    talk.on("dialog", answered)
    talk.goto("/blank")
    assert asked == ["beforeunload"]


def test_signing_out_leaves_no_saved_text_on_a_shared_device(talk):
    box(talk).fill(TEXT)
    expect(talk.locator("[data-save-state]")).to_have_attribute("data-state", "saved")
    kept = "Object.keys(localStorage).filter((key) => key.startsWith('gnomon:draft:')).length"
    assert talk.evaluate(kept) == 1
    talk.evaluate("document.querySelector('form[action=\"/sign-out\"]').addEventListener('submit', (e) => e.preventDefault())")
    talk.get_by_role("button", name="Sign out").click()
    assert talk.evaluate(kept) == 0
