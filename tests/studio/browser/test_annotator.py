"""Annotators and reviewers in the studio itself: from the batch to the dialogue that is accepted."""

import json
import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from gnomon.drawing import THEME
from gnomon.drawing.layout import layout_figure
from gnomon.problem import bank
from gnomon.studio.annotation import onboarding
from gnomon.studio.marking import FIGURE_WIDTH
from tests.every import every
from tests.studio.annotating import ATTEMPT
from tests.studio.browser.pens import choose, drag

pytestmark = pytest.mark.browser

NARROW = {"width": 320, "height": 800}


def shoot(page, name):
    """Keep a picture of a page where STUDIO_PICTURES names a folder for them: those of the documentation are made so."""
    if folder := os.environ.get("STUDIO_PICTURES"):
        width = "" if page.viewport_size["width"] > NARROW["width"] else "-320"
        page.evaluate("scrollTo(0, 0)")
        page.screenshot(path=Path(folder) / f"annotator-{name}{width}.png", full_page=True)


def a_batch(reviewer, tmp_path, *, onboarding_first=False):
    """Make a batch of one attempt by hand, with three proposers and pay."""
    rows = tmp_path / "starts.jsonl"
    rows.write_text(json.dumps(ATTEMPT), "utf-8")
    reviewer.goto("/review/batches")
    reviewer.get_by_label("Name", exact=True).fill("Angles, first round")
    reviewer.get_by_label("Or a file of dialogues").set_input_files(rows)
    reviewer.get_by_label("Attempts that several annotators get, in percent").fill("0")
    reviewer.get_by_label("First the onboarding with its quiz").set_checked(onboarding_first)
    reviewer.get_by_label("For a dialogue").fill("1.50")
    reviewer.get_by_label("For a figure with a highlight").fill("0.10")
    shoot(reviewer, "new-batch")
    reviewer.get_by_role("button", name="Make the batch").click()
    expect(reviewer.get_by_role("heading", name="Angles, first round")).to_be_visible()
    return reviewer.url


def invited(reviewer, batch, make_context, site, name="Ann", **options):
    """Invite somebody, who comes by the link that the reviewer was shown."""
    reviewer.goto(batch)
    reviewer.get_by_label("A new annotator").fill(name)
    reviewer.get_by_role("button", name="Add").click()
    link = reviewer.locator("code", has_text="/join/").inner_text()
    page = make_context(base_url=site.address, **{"viewport": {"width": 1280, "height": 900}, **options}).new_page()
    page.goto(link)
    page.locator("main button.primary").click()
    page.get_by_role("link", name="Angles, first round").click()
    page.get_by_role("button", name="I agree and take part").click()
    return page


def begin(page):
    page.get_by_role("button", name="Begin the next dialogue").click()
    page.wait_for_url("**/items/*")
    expect(page.get_by_text("So angle KML is 123.")).to_be_visible()


def places():
    """Return the points of the figure in pixels of its drawing."""
    layout = layout_figure(bank()[ATTEMPT["problem"]].question.figure, FIGURE_WIDTH, THEME)
    return {name: (spot.real - layout.page.left, spot.imag - layout.page.top) for name, spot in layout.spots.items()}


def turns(page):
    return page.locator(".talk > .turn")


def send(page, count):
    page.keyboard.press("Control+Enter")
    expect(turns(page)).to_have_count(count)
    page.wait_for_load_state("load")  # the scripts of the new page have run


def goodbye(page):
    """Say goodbye in own words, which ends the conversation."""
    for key in ("1", "f", "m"):
        page.keyboard.press(key)
    page.keyboard.type("Well done, goodbye!")
    page.keyboard.press("Control+Enter")
    page.wait_for_url("**/end")


def hand_in(page):
    page.get_by_label("The student did not solve it").check()
    for question in ("q1", "q2", "q3", "q4"):
        page.locator(f"input[name={question}][value='4']").check()
    page.get_by_role("button", name="Hand in this dialogue").click()
    page.wait_for_url("**/batches/*")


def asks_for_a_relation(page):
    """Draw with both pens, take back, do again, reload in the middle, and send."""
    at = places()
    for key in ("2", "r", "-"):
        page.keyboard.press(key)
    choose(page, "Green pen")
    drag(page, at["K"], at["M"])
    expect(page.locator("[data-reading]")).to_contain_text("Read as KM (green)")
    choose(page, "Brown pen")
    drag(page, at["K"], at["L"])
    drag(page, at["L"], at["M"])
    expect(page.locator("[data-reading]")).to_contain_text("Read as LM (brown)")
    page.get_by_role("button", name="Undo").click()
    page.keyboard.press("Control+z")
    expect(page.locator("[data-marks]")).to_have_text(re.compile("stroke, green.$"))
    page.keyboard.press("Control+y")
    expect(page.locator("[data-reading]")).to_contain_text("Read as KL (brown)")
    expect(page.locator("[data-as-read] img")).to_have_attribute("alt", "The figure with KM in green, KL in brown")
    page.keyboard.press("m")
    page.keyboard.type("How do the green and the brown side")
    page.reload()
    expect(page.get_by_label("What you say")).to_have_value("How do the green and the brown side")
    expect(page.locator("[data-reading]")).to_contain_text("Read as KL (brown)")
    shoot(page, "pens")
    page.get_by_role("button", name="Redo").click()
    expect(page.locator("[data-reading]")).to_contain_text("Read as LM (brown)")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("[data-reading]")).not_to_contain_text("LM")
    page.get_by_role("button", name="Edit").click()
    page.keyboard.type(" relate?")
    send(page, 5)
    expect(turns(page).nth(3)).to_contain_text("How do the green and the brown side relate?")
    expect(page.get_by_text("SeeFigure: AskRelation, negative")).to_be_visible()


def is_recorded(site, taken):
    """Hold what the studio has kept of the dialogue against what was done."""
    (kept,) = site.do(site.store.annotation.items(account_id=_account(site, "Ann")))
    first, second = (said.record for said in kept.turns if said.record and said.number < 3)
    assert first["proposals"][1]["text"] == taken
    assert (len(first["proposals"]), first["chosen"]) == (3, "custom")
    assert first["taken"] == first["proposals"][1]["origin"]
    assert [item["pen"] for item in second["items"]] == ["green", "brown"]
    assert (second["read"]["green"]["lines"], second["read"]["brown"]["lines"]) == (["KM"], ["KL"])


def test_an_annotator_works_through_a_dialogue_with_pens_undo_a_reload_proposals_and_own_words(
    enter, make_context, site, tmp_path
):
    page = invited(reviewer := enter("reviewer", "Rosa"), a_batch(reviewer, tmp_path), make_context, site)
    begin(page)
    for key in ("1", "i", "n"):
        page.keyboard.press(key)
    expect(page.locator("[data-proposals] button")).to_have_count(3)
    shoot(page, "proposals")
    taken = page.locator("[data-proposals] button span").nth(1).inner_text()
    page.keyboard.press("2")
    page.keyboard.press("e")
    page.keyboard.type(" 2 1")  # a number in the field takes no proposal
    expect(page.get_by_label("What you say")).to_have_value(f"{taken} 2 1")
    send(page, 3)

    asks_for_a_relation(page)
    expect(page.get_by_role("button", name="Last marks again")).to_have_attribute("aria-disabled", "false")  # its draft is loaded
    page.keyboard.press("j")
    expect(page.locator("[data-marks]")).to_contain_text("brown")
    page.get_by_role("button", name="Clear marks").click()
    goodbye(page)
    shoot(page, "debrief")
    hand_in(page)
    expect(page.get_by_role("row", name="Attempt 1")).to_contain_text("handed in")
    page.goto("/annotate/ledger")
    expect(page.get_by_text("1.60 EUR")).to_be_visible()

    is_recorded(site, taken)


def _account(site, name):
    return next(each.id for each in reversed(site.do(site.store.accounts.everybody())) if each.name == name)


def test_a_stroke_that_was_read_wrongly_is_put_right_from_the_list_of_parts(enter, make_context, site, tmp_path):
    page = invited(reviewer := enter("reviewer", "Rosa"), a_batch(reviewer, tmp_path), make_context, site)
    begin(page)
    for key in ("2", "a"):
        page.keyboard.press(key)
    at = places()
    choose(page, "Green pen")
    drag(page, at["K"], at["M"])
    page.get_by_role("button", name="Not this").click()
    expect(page.locator("[data-reading]")).to_be_empty()
    page.get_by_text("Mark parts by name").click()
    page.get_by_role("button", name="∠KML", exact=True).click()
    page.keyboard.press("m")
    page.keyboard.type("How large is it?")
    send(page, 3)
    (kept,) = site.do(site.store.annotation.items(account_id=_account(site, "Ann")))
    assert kept.turns[0].body["highlights"]["angles"] == ["KML"]
    assert kept.turns[0].record["read"]["green"]["lines"] == ["KM"]


def test_what_is_written_and_drawn_is_kept_where_the_server_is_away(enter, make_context, site, tmp_path):
    page = invited(reviewer := enter("reviewer", "Rosa"), a_batch(reviewer, tmp_path), make_context, site)
    begin(page)
    for key in ("1", "i", "m"):
        page.keyboard.press(key)
    page.keyboard.type("Hello!")
    expect(page.get_by_text("Saved", exact=True)).to_be_visible()
    page.route("**/turns", lambda route: route.abort())
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("alert")).to_contain_text("Not sent: the server cannot be reached.")
    expect(page.get_by_label("What you say")).to_have_value("Hello!")
    page.unroute("**/turns")
    send(page, 3)
    page.keyboard.press("2")
    page.keyboard.press("a")
    page.keyboard.press("n")
    expect(page.get_by_role("alert")).to_have_text("A SeeFigure turn carries a highlight.")


def test_the_debrief_is_kept_where_the_server_is_away(enter, make_context, site, tmp_path):
    page = invited(reviewer := enter("reviewer", "Rosa"), a_batch(reviewer, tmp_path), make_context, site)
    begin(page)
    goodbye(page)
    page.route("**/end", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    page.get_by_label("The student did not solve it").check()
    for question in ("q1", "q2", "q3", "q4"):
        page.locator(f"input[name={question}][value='2']").check()
    page.get_by_role("button", name="Hand in this dialogue").click()
    expect(page.get_by_role("alert")).to_contain_text("Not sent: the server cannot be reached.")
    page.reload()
    expect(page.locator("input[name=q4][value='2']")).to_be_checked()
    page.unroute("**/end")
    page.get_by_role("button", name="Hand in this dialogue").click()
    page.wait_for_url("**/batches/*")
    expect(page.get_by_role("row", name="Attempt 1")).to_contain_text("handed in")


def test_a_reviewer_sends_a_dialogue_back_and_accepts_it_when_it_was_changed(enter, make_context, site, tmp_path):
    page = invited(reviewer := enter("reviewer", "Rosa"), batch := a_batch(reviewer, tmp_path), make_context, site)
    begin(page)
    for key in ("1", "i", "m"):
        page.keyboard.press(key)
    page.keyboard.type("Hello!")
    send(page, 3)
    goodbye(page)
    hand_in(page)

    reviewer.goto("/review")
    reviewer.get_by_role("row", name="Angles, first round").last.get_by_role("link").click()
    reviewer.get_by_text("Comment on turn 3").click()
    reviewer.locator("#remark-on-2").fill("Go on: the student has not found the third angle.")
    reviewer.locator("details[open]").get_by_role("button", name="Keep the comment").click()
    reviewer.get_by_label("A comment on the whole dialogue").fill("A friendly beginning.")
    reviewer.locator("[data-remark]").get_by_role("button", name="Keep the comment").click()
    expect(reviewer.get_by_text("A friendly beginning.")).to_be_visible()
    reviewer.wait_for_load_state("load")  # the keys' script has run
    reviewer.keyboard.press("j")
    expect(reviewer.locator("[data-remarked]")).to_be_focused()
    shoot(reviewer, "review")
    reviewer.get_by_role("button", name="Send back").click()
    expect(reviewer.get_by_role("heading", name="Review")).to_be_visible()

    page.reload()
    page.get_by_role("link", name="Attempt 1").click()
    expect(page.get_by_text("A friendly beginning.")).to_be_visible()
    expect(page.locator(".talk").get_by_text("the student has not found the third angle")).to_be_visible()
    shoot(page, "returned")
    page.get_by_role("button", name="Say this turn anew, and what follows").last.click()
    expect(turns(page)).to_have_count(3)
    page.wait_for_load_state("load")  # the keys' script has run
    for key in ("4", "o", "-", "m"):
        page.keyboard.press(key)
    page.keyboard.type("Read that once more.")
    send(page, 5)
    page.get_by_role("link", name="End without a farewell").click()
    hand_in(page)

    reviewer.reload()
    reviewer.get_by_role("row", name="Angles, first round").last.get_by_role("link").click()
    reviewer.wait_for_load_state("load")  # the keys' script has run
    reviewer.keyboard.press("a")
    expect(reviewer.get_by_role("link", name="Accepted (")).to_be_visible()
    reviewer.goto(batch)
    expect(reviewer.get_by_role("row", name="Ann")).to_contain_text("first round")
    reviewer.get_by_role("button", name="Invite A1 to more").click()
    expect(reviewer.get_by_role("row", name="Ann")).to_contain_text("invited to more")
    shoot(reviewer, "batch")
    page.reload()
    expect(page.get_by_role("row", name="Attempt 1")).to_contain_text("accepted")


def answer(page, *, is_right):
    """Answer the quiz, all of it right or all of it wrong."""
    for question in onboarding().quiz:
        chosen = next(at for at, choice in enumerate(question.choices) if choice.is_right == is_right)
        page.locator(f"input[name={question.id}][value='{chosen}']").check()
    page.get_by_role("button", name="Check my answers").click()


@every([{"width": 1280, "height": 900}, NARROW])
def test_every_page_of_the_desk_is_clean_and_fits(viewport, enter, make_context, site, tmp_path, findings):
    reviewer = enter("reviewer", "Rosa", viewport=viewport)
    batch = a_batch(reviewer, tmp_path, onboarding_first=True)

    def clean(page, name):
        page.wait_for_load_state("load")
        assert findings(page) == [], name
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
        shoot(page, name)

    clean(reviewer, "empty-batch")
    page = invited(reviewer, batch, make_context, site, viewport=viewport)
    clean(page, "mine")
    page.goto("/annotate")
    clean(page, "batches")
    page.get_by_role("link", name="Angles, first round").click()
    page.get_by_role("link", name="See how it is done").click()
    clean(page, "onboarding")
    answer(page, is_right=False)
    expect(page.get_by_role("alert")).to_contain_text("0 of")
    clean(page, "quiz")
    answer(page, is_right=True)
    begin(page)
    clean(page, "item")
    page.locator("label.act", has_text="Generic").click()
    page.locator("label.act", has_text="Introduce").click()
    clean(page, "move")
    page.get_by_role("button", name="Propose words").click()
    expect(page.locator("[data-proposals] button")).to_have_count(3)
    clean(page, "words")
    page.locator("[data-proposals] button").first.click()
    page.get_by_role("button", name="Send").click()
    expect(turns(page)).to_have_count(3)
    page.get_by_role("link", name="End without a farewell").click()
    clean(page, "end")
    hand_in(page)
    clean(page, "done")
    page.goto("/annotate/ledger")
    clean(page, "ledger")
    page.goto(f"{page.url.removesuffix('/ledger')}/batches/{batch.rpartition('/')[2]}/interview")
    clean(page, "interview")
    page.get_by_role("button", name="Send the answers").click()
    for path, name in (("/review", "queue"), ("/review/batches", "new"), (f"{batch}/agreement", "agreement")):
        reviewer.goto(path)
        clean(reviewer, name)
    reviewer.goto(f"{batch}/interviews")
    clean(reviewer, "interviews")
    reviewer.goto("/review")
    reviewer.get_by_role("row", name="Angles, first round").last.get_by_role("link").click()
    clean(reviewer, "handed-in")
