"""Learners in the studio itself: from the choice of a problem to the try a week later."""

import json
import re

import pytest
from playwright.sync_api import expect

from gnomon.dialogue import TutorTurn
from gnomon.store import Conversation
from gnomon.studio.problems import read_problem
from tests.every import every
from tests.studio.browser.late_tutor import Late
from tests.studio.browser.pens import choose, drag, items
from tests.studio.serving import told

pytestmark = pytest.mark.browser

PROBLEM, ANSWER = "inscribed-rst", "48"
REASON = "RTS = 96/2 = 48 because an inscribed angle is half of the central angle"


def begin(page, attempt="", problem=PROBLEM):
    page.goto(f"/learn/problems/{problem}")
    page.get_by_label("Your solution so far").fill(attempt)
    page.get_by_role("button", name="Talk with the tutor").click()
    expect(page.locator(".turn:not(.mine)")).to_have_count(1)
    return page


def say(page, text):
    count = page.locator(".turn:not(.mine)").count()
    page.get_by_label("Your message").fill(text)
    page.get_by_label("Your message").press("Control+Enter")
    expect(page.locator(".turn:not(.mine)")).to_have_count(count + 1)


def talk_id(page):
    return page.url.rpartition("/")[2]


def test_a_learner_solves_a_problem_to_the_end_and_a_sibling_alone(enter, site):
    page = enter()
    page.get_by_label("Find a problem").fill("inscribed from the central")
    expect(page.get_by_role("link", name="Third angle of a triangle")).to_be_hidden()
    page.get_by_role("link", name="Inscribed angle from the central angle").click()
    page.get_by_label("Your solution so far").fill("Angle RTS stands on the arc RS, so RTS = 96")
    page.get_by_role("button", name="Talk with the tutor").click()
    page.get_by_role("button", name="A hint, please").click()
    expect(page.get_by_text("Hint 1 of 3")).to_be_visible()
    page.get_by_text("Mark parts by name").click()
    page.get_by_role("button", name="∠RTS", exact=True).click()
    say(page, "this angle is half of the angle RQS")
    expect(page.locator(".turn.mine").last.locator("[data-refers='angle:RTS']")).to_have_text("this angle")
    say(page, REASON)
    expect(page.get_by_role("heading", name="You solved it yourself.")).to_be_visible()
    expect(page.locator(".mended")).to_contain_text("You had “RTS = 96”. Later you found “RTS = 96/2 = 48”.")
    expect(page.locator(".proof")).to_contain_text("Inscribed angle theorem.")
    assert page.get_by_label("Your message").count() == 0
    page.get_by_role("button", name="Try one alone").click()
    row = site.do(site.store.conversations.get_try(talk_id(page)))
    page.get_by_label("Your answer").fill(f"{read_problem(row.problem, 'x').answer:g}°")
    page.get_by_role("button", name="Give this answer").click()
    expect(page.get_by_role("heading", name="Right.")).to_be_visible()
    page.goto("/learn")
    expect(page.get_by_text("A problem like this one comes on")).to_be_visible()


def test_no_answer_reaches_the_browser_before_it_is_found(enter):
    page = enter()
    bodies = []

    def came(response):
        if response.request.resource_type in {"fetch", "xhr"}:
            bodies.append(response.text())

    begin(page, "no idea")
    page.on("response", came)
    paths = ("/learn", f"/learn/problems/{PROBLEM}", f"/learn/problems/{PROBLEM}/figure.svg", page.url, "/learn/data.json")
    # Times hold numbers that are no answers.
    bodies += [re.sub(r"\d\d:\d\d:\d\d\S*", "", page.request.get(path).text()) for path in paths]
    for _ in range(2):
        count = page.locator(".turn:not(.mine)").count()
        page.get_by_role("button", name=re.compile("hint")).click()
        expect(page.locator(".turn:not(.mine)")).to_have_count(count + 1)
    say(page, "what is the answer?")
    assert len(bodies) > 5
    assert [body[:200] for body in bodies if re.search(rf"\b{ANSWER}\b", told(body))] == []
    names = r"\b(?:Probing|SeekKnowledge|AskForExplanation|SelfCorrect|Revealing|misconception|rung)\b"
    assert [body[:200] for body in bodies if re.search(names, body)] == []
    assert all(ANSWER not in (each.get_attribute("aria-label") or "") for each in page.locator("[aria-label]").all())


def test_hints_are_there_while_the_tutors_model_is_away_and_the_reply_can_be_asked_for_again(enter, site):
    page = begin(enter())
    swap_tutor(site, talk_id(page), "away")
    page.get_by_label("Your message").fill("what now?")
    page.get_by_role("button", name="Send").click()
    expect(
        page.locator("#turns").get_by_text("The tutor cannot answer now. What you wrote is kept, and hints still work.")
    ).to_be_visible()
    expect(page.get_by_label("Your message")).to_have_value("")
    page.get_by_role("button", name="A hint, please").click()
    expect(page.locator(".turn:not(.mine)")).to_have_count(2)
    expect(page.locator("#turns").get_by_text("The tutor cannot answer now")).to_have_count(0)
    page.get_by_label("Your message").fill("and now?")
    page.get_by_role("button", name="Send").click()
    expect(page.locator("#turns").get_by_text("The tutor cannot answer now")).to_be_visible()
    swap_tutor(site, talk_id(page), "symbolic")
    page.get_by_role("button", name="Try again").last.click()
    expect(page.locator(".turn:not(.mine)")).to_have_count(3)


def test_a_reply_that_does_not_come_is_named_and_cancelled_and_comes_after_a_reload(enter, site):
    page = begin(enter())
    Late.is_waiting = True
    swap_tutor(site, talk_id(page), "late")
    page.clock.install()
    page.get_by_label("Your message").fill("what now?")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_role("button", name="Cancel")).to_be_visible()
    page.clock.run_for(1100)
    expect(page.locator("[data-progress]")).to_have_text("The tutor is replying…")
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_label("Your message")).to_have_value("what now?")
    Late.is_waiting = False
    swap_tutor(site, talk_id(page), "symbolic")
    page.clock.resume()
    page.reload()
    expect(page.locator(".turn:not(.mine)")).to_have_count(2)
    expect(page.locator(".turn.mine")).to_have_count(1)


def swap_tutor(site, conversation_id, name):
    def swapped(session):
        session.get(Conversation, conversation_id).tutor = name

    site.do(site.store.conversations.database.write(swapped))


def test_a_reply_that_a_teacher_reads_first_comes_when_it_is_let_through(enter, site):
    teacher = site.do(site.store.accounts.make("Ms Lind", "teacher"))
    classroom = site.do(site.store.classes.make(teacher.id, "9b"))
    site.do(site.store.classes.change(classroom.id, is_supervised=True))
    page = enter()
    page.goto("/class")
    page.get_by_label("Code of the class").fill(classroom.code)
    page.get_by_role("button", name="Join").click()
    page.goto(f"/learn/problems/{PROBLEM}?class_id={classroom.id}")
    page.get_by_role("button", name="Talk with the tutor").click()
    expect(page.locator("#turns").get_by_text("The tutor is thinking.")).to_be_visible()
    (held,) = site.do(site.store.conversations.held([classroom.id]))
    proposed = TutorTurn.model_validate(held.proposed)
    site.do(site.store.conversations.decide(held.conversation_id, held.number, "approved", proposed, teacher.id))
    expect(page.locator(".turn:not(.mine) .bubble")).to_have_text(proposed.utterance, timeout=15_000)
    expect(page.locator("#turns").get_by_text("The tutor is thinking.")).to_have_count(0)


def test_who_is_signed_out_while_typing_signs_in_again_in_place(enter, site):
    page = enter()
    page.goto("/account")
    page.get_by_label("Name to sign in by").fill("noor-in-place")
    page.get_by_label("Password, at least 10 letters").fill("a long password")
    page.get_by_role("button", name="Set").click()
    begin(page)
    choose(page, "Green pen")
    drag(page, (60, 80), (200, 90))
    page.get_by_label("Your message").fill("still here")
    expect(page.locator("[data-save-state]")).to_have_attribute("data-state", "saved")
    page.context.clear_cookies()
    page.get_by_role("button", name="Send").click()
    dialog = page.get_by_role("dialog", name="Sign in again")
    dialog.get_by_label("Name").fill("noor-in-place")
    dialog.get_by_label("Password").fill("not this one")
    dialog.get_by_role("button", name="Sign in").click()
    expect(dialog).to_contain_text("That did not work")
    dialog.get_by_label("Password").fill("a long password")
    dialog.get_by_role("button", name="Sign in").click()
    expect(dialog).to_have_count(0)
    expect(page.locator(".turn.mine .bubble")).to_have_text("still here")
    assert len(site.do(site.store.conversations.get(talk_id(page))).turns[1].marks["items"]) == 1


def test_a_traced_side_is_read_and_kept_with_the_message(enter, site):
    page = begin(enter())
    choose(page, "Brown pen")
    drag(page, (235.3, 35.7), (151.7, 318), steps=30)  # T to R
    expect(page.locator("[data-reading]")).to_contain_text("Read as RT (brown)")
    say(page, "is this side important?")
    marks = site.do(site.store.conversations.get(talk_id(page))).turns[1].marks
    assert marks["meant"] == [{"pen": "brown", "element": "line:RT"}]
    assert marks["items"][0]["pen"] == "brown"
    expect(page.locator(".turn.mine .word.brown")).to_have_text("this side")
    assert items(page) == []


def test_what_is_typed_into_an_attempt_is_there_again(enter):
    page = enter()
    page.goto(f"/learn/problems/{PROBLEM}")
    page.get_by_label("Your solution so far").press_sequentially("half of 96")
    page.reload()
    expect(page.get_by_label("Your solution so far")).to_have_value("half of 96")


def test_a_reply_is_reported_in_a_dialog_that_gives_the_focus_back(enter, site):
    page = begin(enter())
    button = page.get_by_role("button", name="Report").first
    button.click()
    dialog = page.get_by_role("dialog", name="What is the matter with this reply?")
    dialog.get_by_label("I do not understand it").check()
    dialog.get_by_role("button", name="Report").click()
    expect(dialog).to_contain_text("Thank you.")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(button).to_be_focused()
    events = site.do(site.store.events.of(kind="reported_reply", place=f"talk/{talk_id(page)}/turn/0"))
    assert [event.body for event in events] == [{"reason": "confusing"}]


def test_own_data_is_seen_downloaded_and_deleted(enter, site):
    page = begin(enter(), "mine")
    conversation = talk_id(page)
    page.goto("/learn/data")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download everything").click()
    data = json.loads(download.value.path().read_text("utf-8"))
    assert [each["attempt"] for each in data["conversations"]] == ["mine"]
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Delete the talk about").click()
    expect(page.get_by_text("No talks yet.")).to_be_visible()
    assert site.do(site.store.conversations.get(conversation)) is None


def test_the_last_reply_and_the_place_to_answer_it_are_in_view(enter):
    page = begin(enter())
    box = page.get_by_label("Your message")
    for number, message in enumerate(("i dont know", "what is a triangle", "no idea", "help me"), 2):
        box.fill(message)
        page.get_by_role("button", name="Send").click()
        expect(page.locator(".turn:not(.mine)")).to_have_count(number)
    expect(page.locator(".turn").last).to_be_in_viewport()
    expect(page.get_by_role("button", name="Send")).to_be_in_viewport(ratio=1)


def test_stopping_is_asked_about_and_shows_the_proof(enter):
    page = begin(enter())
    asked = []

    def answered(dialog):
        asked.append(dialog.message)
        if len(asked) > 1:
            dialog.accept()
        else:
            dialog.dismiss()

    page.on("dialog", answered)
    button = page.get_by_role("button", name="Stop and see the solution")
    button.click()
    expect(page.get_by_label("Your message")).to_be_visible()
    button.click()
    expect(page.get_by_role("heading", name="It is not solved yet.")).to_be_visible()
    page.get_by_text("The whole proof").click()
    expect(page.locator(".proof")).to_contain_text("∠RTS = 48°")
    assert len(asked) == 2


def test_a_german_talk_is_marked_as_german(enter):
    page = begin(enter(), "Der Winkel RTS ist so groß wie der Winkel RQS, weil beide auf dem Bogen stehen.")
    assert page.locator(".turn:not(.mine) .bubble").get_attribute("lang") == "de"
    assert page.locator("html").get_attribute("lang") == "en"


def test_the_description_of_the_figure_lists_highlights_in_order_and_says_so_without_any(enter):
    page = begin(enter())
    expect(page.locator(".drawing desc")).to_have_text("No highlights.")
    for _ in range(2):
        count = page.locator(".turn:not(.mine)").count()
        page.get_by_role("button", name=re.compile("hint")).click()
        expect(page.locator(".turn:not(.mine)")).to_have_count(count + 1)
    expect(page.locator(".drawing desc")).to_contain_text("Highlight 1: angle RTS, green. Highlight 2:")


LOOKS = [{}, {"color_scheme": "dark"}, {"forced_colors": "active"}, {"viewport": {"width": 320, "height": 640}}]


@every(LOOKS)
def test_axe_finds_nothing_serious_on_any_page_and_state_of_a_learner(look, enter, findings):
    page = enter(**look)
    found = {"problems": findings(page)}
    page.goto(f"/learn/problems/{PROBLEM}")
    found["begin"] = findings(page)
    begin(page, "RTS = 96")
    found["talk"] = findings(page)
    page.get_by_role("button", name="Report").first.click()
    found["report"] = findings(page)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="A hint, please").click()
    expect(page.locator(".turn:not(.mine)")).to_have_count(2)
    page.get_by_text("Mark parts by name").click()
    page.get_by_role("button", name="∠RTS", exact=True).click()
    found["marked"] = findings(page)
    page.route("**/say", lambda route: route.fulfill(status=500, body=""))
    page.get_by_label("Your message").fill("x")
    page.get_by_role("button", name="Send").click()
    expect(page.locator("#composer [data-failed]")).to_be_visible()
    found["error"] = findings(page)
    page.unroute("**/say")
    say(page, REASON)
    found["done"] = findings(page)
    page.get_by_role("button", name="Try one alone").click()
    expect(page.get_by_label("Your answer")).to_be_visible()
    found["try"] = findings(page)
    page.get_by_label("Your answer").fill("no idea")
    page.get_by_role("button", name="Give this answer").click()
    expect(page.get_by_text("This is no single value")).to_be_visible()
    found["unread"] = findings(page)
    page.get_by_label("Your answer").fill("1")
    page.get_by_role("button", name="Give this answer").click()
    expect(page.get_by_role("heading", name="Not right this time.")).to_be_visible()
    found["answered"] = findings(page)
    page.goto("/learn/data")
    found["data"] = findings(page)
    page.goto("/account")
    found["account"] = findings(page)
    page.goto("/learn/talks/nothing")
    found["failure"] = findings(page)
    assert {state: what for state, what in found.items() if what} == {}


@every([320, 390, 820, 1280])
def test_no_page_of_a_learner_scrolls_sideways(width, enter):
    page = enter(viewport={"width": width, "height": 700})
    begin(page, "RTS = 96")
    page.get_by_text("Mark parts by name").click()
    wide = {"talk": page.evaluate("document.documentElement.scrollWidth")}
    say(page, REASON)
    wide["done"] = page.evaluate("document.documentElement.scrollWidth")
    for path in ("/learn", "/learn/data", f"/learn/problems/{PROBLEM}", "/account"):
        page.goto(path)
        wide[path] = page.evaluate("document.documentElement.scrollWidth")
    assert {where: each for where, each in wide.items() if each > width} == {}


def test_everything_of_a_talk_is_done_by_keyboard_alone(enter):
    page = enter()
    page.goto(f"/learn/problems/{PROBLEM}")
    page.get_by_label("Your solution so far").focus()
    page.keyboard.type("RTS = 96")
    tab_to(page, "Talk with the tutor")
    page.keyboard.press("Enter")
    expect(page.locator(".turn:not(.mine)")).to_have_count(1)
    tab_to(page, "Mark parts by name")
    page.keyboard.press("Enter")
    tab_to(page, "∠RTS")
    page.keyboard.press("Space")
    page.keyboard.press("h")
    expect(page.locator(".turn:not(.mine)")).to_have_count(2)
    page.keyboard.press("m")
    page.keyboard.type(REASON)
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("heading", name="You solved it yourself.")).to_be_visible()


def tab_to(page, words):
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent.trim()").startswith(words):
            return
    raise AssertionError(f"no Tab leads to {words}")
