"""A teacher in the studio itself: classes, what came of them, a dialogue replayed, turns that wait for the teacher."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.every import every

pytestmark = pytest.mark.browser

PROBLEM = "triangle-sum-klm"
TITLE = "Third angle of a triangle"
NARROW = {"width": 320, "height": 800}


def a_class(page, name="8b geometry"):
    """Make a class by hand, and return its address and code."""
    page.goto("/teach")
    page.get_by_label("Name").fill(name)
    page.get_by_role("button", name="Make it").click()
    expect(page.get_by_role("heading", name=name)).to_be_visible()
    place = page.url.removesuffix("/settings")
    return place, page.locator("section", has=page.get_by_role("heading", name="Code")).locator("b").inner_text()


def joined(page, code):
    page.goto("/class")
    page.get_by_label("Code of the class").fill(code)
    page.get_by_role("button", name="Join").click()
    page.wait_for_url("**/learn")
    return page


def begun(page, attempt="the angles of a triangle add to 360\n360-52-71 = 237"):
    """Begin the problem that the teacher has set."""
    page.goto("/learn")
    page.get_by_role("link", name=TITLE).first.click()
    page.get_by_label("Your solution so far").fill(attempt)
    page.get_by_role("button", name="Talk with the tutor").click()
    page.wait_for_url("**/talks/*")


def say(page, text):
    page.get_by_label("Your message").fill(text)
    page.get_by_label("Your message").press("Control+Enter")
    expect(page.locator(".turn.mine").last).to_contain_text(text)


def hears(page, words):
    """Wait for what the tutor says: the learner's page asks every five seconds whether there is an answer."""
    expect(page.locator("#turns .bubble").last).to_contain_text(words, timeout=20_000)


def tutor_turns(page):
    return page.locator("#turns > .turn:not(.mine)")


def given(page, place):
    """Set the problem by its title."""
    page.goto(f"{place}/problems")
    page.get_by_label("Words").fill("third angle KLM")
    page.get_by_role("button", name="Find").click()
    page.get_by_role("checkbox", name=TITLE).check()
    page.get_by_label("Due, if ever").fill("2030-05-01")
    page.get_by_role("button", name="Set the chosen problems").click()
    expect(page.get_by_text("due 1 May 2030")).to_be_visible()


def shoot(page, name, desk="teacher"):
    """Keep a picture of a page where STUDIO_PICTURES names a folder for them: those of the documentation are made so."""
    if folder := os.environ.get("STUDIO_PICTURES"):
        page.screenshot(path=Path(folder) / f"{desk}{name and '-'}{name}.png", full_page=True)


def supervised(page, place, seconds="600"):
    page.goto(f"{place}/settings")
    page.get_by_label("Turns wait for me").check()
    page.get_by_label("Wait, in seconds").fill(seconds)
    page.get_by_role("button", name="Set", exact=True).click()
    page.goto("/teach/waiting")


def test_a_teacher_reads_a_learners_dialogue_in_the_overview_turn_by_turn(enter):
    teacher, learner = enter("teacher", "Ms Noether"), enter("learner", "Ada")
    place, code = a_class(teacher)
    given(teacher, place)
    begun(joined(learner, code))
    say(learner, "its 237")
    expect(tutor_turns(learner)).to_have_count(2)
    say(learner, "180-52-71 = 57")
    expect(learner.get_by_role("heading", name="You solved it yourself.")).to_be_visible()

    teacher.goto(place)
    expect(teacher.get_by_role("row", name="Ada")).to_contain_text("At once: not yet")
    idea = teacher.locator(".idea", has_text="Triangle angles thought to make 360°")
    expect(idea).to_contain_text("the angles of a triangle add to 360")
    expect(idea).to_contain_text("1 learner")
    shoot(teacher, "overview")
    teacher.get_by_role("row", name="Ada").get_by_role("link", name="solved untold").click()
    current = teacher.locator("[data-moment][aria-current=step]")
    expect(current).to_contain_text("Generic: Introduce")
    teacher.keyboard.press("ArrowRight")
    expect(current).to_contain_text("its 237")
    expect(current).to_contain_text("wrong")
    teacher.keyboard.press("ArrowRight")
    expect(teacher.locator("[data-figure] [data-layer=highlights] [data-element]").first).to_be_attached()
    expect(teacher.locator("[data-place]")).to_have_text("Turn 3 of 5")
    shoot(teacher, "replay")
    teacher.locator("#slider").fill("0")
    expect(current).to_contain_text("Generic: Introduce")
    assert teacher.url.endswith("?turn=0")


def test_without_scripts_turns_are_links(enter, make_context, site):
    teacher, learner = enter("teacher", "Ms Noether"), enter("learner", "Ada")
    place, code = a_class(teacher)
    given(teacher, place)
    begun(joined(learner, code))
    say(learner, "its 237")
    expect(tutor_turns(learner)).to_have_count(2)
    teacher.goto(place)
    teacher.get_by_role("row", name="Ada").get_by_role("link", name="at work").click()
    still = make_context(
        base_url=site.address, java_script_enabled=False, storage_state=teacher.context.storage_state()
    ).new_page()
    still.goto(teacher.url)
    still.get_by_role("link", name="Later").click()
    expect(still.locator("[aria-current=step]")).to_contain_text("its 237")
    still.get_by_role("link", name="turn 1").click()
    expect(still.locator("[aria-current=step]")).to_contain_text("Generic: Introduce")


def test_a_turn_waits_until_the_teacher_lets_it_through_by_one_key(enter):
    teacher, learner = enter("teacher", "Ms Noether"), enter("learner", "Ada")
    place, code = a_class(teacher)
    given(teacher, place)
    supervised(teacher, place)
    expect(teacher.get_by_text("Nothing waits.")).to_be_visible()
    begun(joined(learner, code))
    expect(teacher.get_by_role("heading", name=f"Ada: {TITLE}")).to_be_visible()  # nobody loads the page anew
    proposed = teacher.locator(".proposal blockquote").inner_text()
    expect(tutor_turns(learner).filter(has=learner.locator(".bubble"))).to_have_count(0)
    assert "teacher" not in learner.locator("main").inner_text().lower()
    shoot(teacher, "waiting")
    teacher.keyboard.press("a")
    expect(teacher.get_by_text("Nothing waits.")).to_be_visible()
    hears(learner, proposed)


def test_words_that_tell_the_answer_are_warned_of_and_sent_only_anyway(enter):
    teacher, learner = enter("teacher", "Ms Noether"), enter("learner", "Ada")
    place, code = a_class(teacher)
    given(teacher, place)
    supervised(teacher, place)
    begun(joined(learner, code))
    expect(teacher.get_by_role("heading", name=f"Ada: {TITLE}")).to_be_visible()
    teacher.wait_for_load_state("load")  # the keys' script has run
    teacher.keyboard.press("w")
    expect(teacher.get_by_label("Or say something else")).to_be_focused()
    teacher.keyboard.type("Angle KML is 57 degrees.")
    teacher.get_by_role("button", name="Send this instead").click()
    warning = teacher.get_by_role("alert").filter(has_text="this gives something away")
    expect(warning).to_contain_text("57")
    expect(teacher.get_by_label("Or say something else")).to_have_value("Angle KML is 57 degrees.")
    shoot(teacher, "leak")
    teacher.get_by_role("button", name="Send anyway").click()
    hears(learner, "Angle KML is 57 degrees.")


def test_typing_is_not_disturbed_by_turns_that_come(enter):
    teacher, learner, other = enter("teacher", "Ms Noether"), enter("learner", "Ada"), enter("learner", "Bo")
    place, code = a_class(teacher)
    given(teacher, place)
    supervised(teacher, place)
    begun(joined(learner, code))
    own = teacher.get_by_label("Or say something else")
    own.fill("Look at")
    begun(joined(other, code))
    expect(teacher.get_by_text("2 turns wait.")).to_be_visible()
    expect(own).to_be_focused()
    own.press_sequentially(" the sum.")
    expect(own).to_have_value("Look at the sum.")


@pytest.fixture
def school(enter, site):
    """Return a teacher's page and the addresses of a class in which something happened, and something waits."""
    teacher, learner = enter("teacher", "Ms Noether"), enter("learner", "Ada Lovelace-Winterbottom")
    place, code = a_class(teacher)
    given(teacher, place)
    begun(joined(learner, code))
    say(learner, "its 237")
    expect(tutor_turns(learner)).to_have_count(2)
    supervised(teacher, place)
    say(learner, "180-52-71 = 57")
    expect(teacher.get_by_role("heading", name="Ada")).to_be_visible()
    (row,) = site.do(site.store.conversations.of(class_id=place.rpartition("/")[2]))
    pages = {
        "classes": "/teach", "overview": place, "ideas": f"{place}/ideas", "problems": f"{place}/problems?q=parallel",
        "learners": f"{place}/learners", "learner": f"{place}/learners/{row.account_id}", "settings": f"{place}/settings",
        "supervision": f"{place}/supervision", "code": f"{place}/code", "replay": f"/teach/talks/{row.id}?turn=2",
        "waiting": "/teach/waiting", "answers": f"/teach/answers?problem={PROBLEM}", "answers-find": "/teach/answers",
    }  # fmt: skip
    return teacher, pages


def test_every_page_can_be_used_by_everybody_and_fits_a_telephone(school, findings):
    teacher, pages = school
    wrong = []
    for size in ({"width": 1280, "height": 900}, NARROW):
        teacher.set_viewport_size(size)
        for name, address in pages.items():
            teacher.goto(address)
            teacher.wait_for_load_state()
            wrong += [f"{name} at {size['width']}: {each}" for each in findings(teacher)]
            if teacher.evaluate("document.documentElement.scrollWidth") > size["width"]:
                wrong.append(f"{name} scrolls sideways at {size['width']}")
            shoot(teacher, name if size is not NARROW else f"{name}-320")
    assert wrong == []


@every([{"color_scheme": "dark"}, {"forced_colors": "active"}])
def test_pages_can_be_read_in_the_dark_and_with_forced_colours(look, school, findings):
    teacher, pages = school
    teacher.emulate_media(**look)
    wrong = []
    for name in ("overview", "replay", "waiting"):
        teacher.goto(pages[name])
        wrong += [f"{name}: {each}" for each in findings(teacher)]
    assert wrong == []


def test_answers_of_a_class_are_traced_to_ideas(enter, findings):
    teacher = enter("teacher", "Ms Noether")
    teacher.goto(f"/teach/answers?problem={PROBLEM}")
    teacher.get_by_label("Answers, one line a learner").fill("learner,answer\nAda,57\nBo,237\nCleo,237\nDan,no idea")
    teacher.get_by_role("button", name="Trace").click()
    expect(teacher.get_by_role("heading", name="Triangle angles thought to make 360°")).to_be_visible()
    assert findings(teacher) == []
    shoot(teacher, "traced")
    teacher.set_viewport_size(NARROW)
    assert teacher.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]


def test_an_administrators_pages_can_be_used_by_everybody(enter, findings):
    admin = enter("admin", "Root")
    wrong = []
    for size in ({"width": 1280, "height": 900}, NARROW):
        admin.set_viewport_size(size)
        for name in ("", "/invitations", "/log", "/keys"):
            admin.goto(f"/admin{name}")
            wrong += [f"{name}: {each}" for each in findings(admin)]
            if admin.evaluate("document.documentElement.scrollWidth") > size["width"]:
                wrong.append(f"{name} scrolls sideways at {size['width']}")
            if size is not NARROW:
                shoot(admin, name.removeprefix("/"), "admin")
    admin.goto("/admin/invitations")
    admin.get_by_role("button", name="Make links").click()
    expect(admin.get_by_text("1 link for a teacher")).to_be_visible()
    assert wrong == []
    assert findings(admin) == []


def test_what_is_typed_is_kept_when_the_login_has_ended(enter):
    teacher, learner = enter("teacher", "Ms Noether"), enter("learner", "Ada")
    place, code = a_class(teacher)
    given(teacher, place)
    supervised(teacher, place)
    begun(joined(learner, code))
    own = teacher.get_by_label("Or say something else")
    own.fill("Look at the sum of the angles.")
    expect(teacher.locator("[data-save-state]")).to_contain_text("Saved")
    login = teacher.context.cookies()
    teacher.context.clear_cookies()
    teacher.get_by_role("button", name="Send this instead").click()
    expect(teacher.get_by_text("Sign in again")).to_be_visible()
    teacher.context.add_cookies(login)
    teacher.goto("/teach/waiting")
    expect(own).to_have_value("Look at the sum of the angles.")
