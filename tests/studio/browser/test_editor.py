"""A teacher at the problem editor in Chromium: from a picture to a problem that a learner tries."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from tests.every import every

pytestmark = pytest.mark.browser

PICTURES = Path(__file__).parents[3] / "docs" / "images" / "drafting"
TEXT = "In triangle ABC, AB = AC and angle BAC = 40°. Find angle ABC."
DRAWER = "ABCD is a parallelogram. Find the value of y."
EAVES = "In triangle ABC, side BC is extended to D, and AB = AC. E is the midpoint of AB. Find angle BAC."
PATIENCE = 60_000  # ms: the first work of a server starts a process, which loads the engine


def opened(page):
    page.goto("/edit")
    page.get_by_role("button", name="Make a problem").click()
    ready(page)
    return page


def ready(page):
    page.wait_for_selector("#editor[data-ready]")


def verdict(page, words):
    expect(page.locator("[data-verdict]")).to_contain_text(words, timeout=PATIENCE)


def with_picture(page, name="drawer.jpg", text=DRAWER):
    page.locator("#picture").set_input_files(PICTURES / name)
    page.get_by_label("Text that learners read").fill(text)
    expect(page.locator("[data-picture-sheet] .handle").first).to_be_visible(timeout=PATIENCE)


def typed(page, text=TEXT):
    page.get_by_label("Text that learners read").fill(text)
    verdict(page, "Proved: ∠ABC = 70")


def handle(page, name, sheet="picture"):
    return page.locator(f"[data-{sheet}-sheet] .handle[data-key='{name}']")


def facts(page):
    return page.locator("input.fact").evaluate_all("all => all.map((each) => each.value)")


def shoot(page, name):
    """Keep a picture of a page where STUDIO_PICTURES names a folder for them: those of the documentation are made so."""
    if folder := os.environ.get("STUDIO_PICTURES"):
        page.evaluate("scrollTo(0, 0)")
        page.screenshot(path=Path(folder) / f"editor-{name}.png", full_page=True)


@pytest.fixture
def teacher(enter):
    pytest.importorskip("onnxruntime", reason="needs the extra read: ONNX Runtime")
    page = enter("teacher", "Ms Noether")
    page.set_default_timeout(20_000)
    return page


def test_a_teacher_makes_a_problem_from_a_picture_and_a_learner_tries_it(teacher, enter, findings):
    page = opened(teacher)
    assert findings(page) == []
    with_picture(page)
    verdict(page, "One question is open.")
    assert findings(page) == []
    shoot(page, "question")
    page.get_by_role("group", name="Does the label '(3y−20)°' measure ∠BCD?").get_by_role("button", name="yes").click()
    verdict(page, "Proved: y = 35.")
    x, _ = place(page, "A")
    drag(page, handle(page, "A"), 12, -8)
    expect(page.get_by_label("x of A, pixels")).not_to_have_value(str(x))
    verdict(page, "Proved: y = 35.")
    page.get_by_label("Title").fill("A drawer")
    expect(page.locator("[data-save-state]")).to_contain_text("Saved")
    page.get_by_role("button", name="Save the problem").click()
    expect(page.locator("[data-saved]")).to_have_text("Saved as A drawer.", timeout=PATIENCE)
    assert findings(page) == []
    shoot(page, "proved")
    address = page.url.rpartition("/")[2]
    page.goto("/edit")
    expect(page.get_by_role("link", name="A drawer")).to_be_visible()
    assert findings(page) == []
    shoot(page, "list")
    page.get_by_role("link", name="Try it as a learner").click()
    expect(page.get_by_text(DRAWER)).to_be_visible()
    page.get_by_role("button", name="Talk with the tutor").click()
    expect(page.locator(".turn:not(.mine)")).to_have_count(1)
    learner = enter("learner")
    learner.goto(f"/learn/problems/{address}")
    expect(learner.get_by_text("There is no such problem")).to_be_visible()


def place(page, name):
    return [float(page.get_by_label(f"{axis} of {name}, pixels").input_value()) for axis in "xy"]


def drag(page, element, dx, dy):
    box = element.locator("[data-part=dot]").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + dx / 2, y + dy / 2)
    page.mouse.move(x + dx, y + dy)
    page.mouse.up()


def test_a_point_that_only_the_text_names_is_put_where_somebody_clicks(teacher):
    page = opened(teacher)
    with_picture(page, "eaves.png", EAVES)
    page.get_by_role("button", name="Click where E is").click()
    sheet = page.locator("[data-picture-sheet] svg")
    sheet.scroll_into_view_if_needed()
    box = sheet.bounding_box()
    scale = box["width"] / 480  # pixels of the picture
    page.mouse.click(box["x"] + 103 * scale, box["y"] + 125 * scale)
    expect(handle(page, "E")).to_be_visible()
    assert place(page, "E") == pytest.approx([103, 125], abs=1.5)
    verdict(page, "Proved: ∠BAC = 68")


def test_a_finger_drags_a_point(enter):
    page = opened(enter("teacher", "Ms Noether", has_touch=True, is_mobile=True, viewport={"width": 390, "height": 800}))
    page.set_default_timeout(20_000)
    with_picture(page)
    handle(page, "D").scroll_into_view_if_needed()
    box = handle(page, "D").locator("[data-part=grip]").bounding_box()
    assert min(box["width"], box["height"]) > 43.9
    before, x, y = place(page, "D"), box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    session = page.context.new_cdp_session(page)
    for kind, step in (("touchStart", 0), ("touchMove", 10), ("touchMove", 20), ("touchMove", 30), ("touchEnd", None)):
        points = [] if step is None else [{"x": x + step, "y": y + step}]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    scale = 720 / page.locator("[data-picture-sheet] svg").bounding_box()["width"]
    assert place(page, "D") == pytest.approx([before[0] + 30 * scale, before[1] + 30 * scale], abs=2)


def test_a_dragged_point_lands_under_the_pointer_whatever_the_zoom(teacher):
    page = opened(teacher)
    with_picture(page)
    page.evaluate("document.documentElement.style.zoom = 1.3")
    before = place(page, "D")
    width = page.locator("[data-picture-sheet] svg").bounding_box()["width"]
    scale = 720 / width
    handle(page, "D").scroll_into_view_if_needed()
    drag(page, handle(page, "D"), 40, 30)
    after = place(page, "D")
    assert after[0] - before[0] == pytest.approx(40 * scale, abs=1)
    assert after[1] - before[1] == pytest.approx(30 * scale, abs=1)


def test_points_are_moved_by_arrow_keys_named_added_and_removed_without_a_pointer(teacher):
    page = opened(teacher)
    with_picture(page)
    before = place(page, "A")
    handle(page, "A").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowUp")
    assert place(page, "A") == [before[0] + 2, before[1] - 20]
    expect(handle(page, "A")).to_be_focused()
    page.get_by_label("Name of point B").fill("K")
    page.keyboard.press("Enter")
    expect(handle(page, "K")).to_be_visible()
    expect(handle(page, "B")).to_have_count(0)
    page.get_by_label("A further point").fill("E")
    page.keyboard.press("Enter")
    expect(handle(page, "E")).to_be_visible()
    page.get_by_label("Name of point E").fill("A")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Name of point E")).to_have_value("E")  # A is another point's
    page.get_by_role("button", name="Remove point E").click()
    expect(handle(page, "E")).to_have_count(0)
    page.get_by_role("button", name="Put E back").click()


def test_a_text_alone_is_edited_fact_by_fact_with_its_parts_shown_in_the_figure(teacher):
    page = opened(teacher)
    typed(page)
    assert facts(page) == ["triangle ABC", "AB = AC", "∠BAC = 40"]
    field = page.get_by_label("Fact ∠BAC = 40")
    field.focus()
    expect(page.locator("[data-figure-sheet] [data-element='angle:BAC']")).to_be_attached()
    field.press_sequentially("5")  # while it is typed the caret stays where it is
    verdict(page, "no figure satisfies the facts")
    expect(page.get_by_label("Fact ∠BAC = 405")).to_be_focused()
    page.keyboard.press("Backspace")
    page.keyboard.press("Backspace")
    verdict(page, "Proved: ∠ABC = 88")
    page.get_by_label("A further fact").fill("nonsense is true")
    page.keyboard.press("Enter")
    expect(page.locator("[data-facts] .wrong:visible")).to_contain_text("expected a fact")
    page.get_by_role("button", name="Remove nonsense is true").click()
    page.get_by_role("button", name="Remove AB = AC").click()
    verdict(page, "does not follow")
    page.get_by_role("button", name="Put AB = AC back").click()
    verdict(page, "Proved: ∠ABC = 88")
    page.get_by_label("What is asked for").fill("∠ACB + ∠ABC")
    verdict(page, "176")


def test_words_that_are_not_understood_are_marked_and_asked_about(teacher):
    page = opened(teacher)
    page.get_by_label("Text that learners read").fill("In triangle ABC, AB = AC. B is the gnomic centre. Find angle ABC.")
    expect(page.locator("[data-sentences] mark")).to_contain_text("gnomic", timeout=PATIENCE)
    page.get_by_label("Your answer, in school notation").fill("∠BAC = 40")
    page.keyboard.press("Enter")
    verdict(page, "Proved: ∠ABC = 70")
    page.get_by_role("button", name="Take back").click()
    page.get_by_role("button", name="Nothing").click()
    verdict(page, "does not follow")


def test_edits_are_undone_and_done_again_also_after_a_reload(teacher):
    page = opened(teacher)
    typed(page)
    page.get_by_role("button", name="Remove AB = AC").click()
    verdict(page, "does not follow")
    expect(page.locator("[data-save-state]")).to_contain_text("Saved")
    page.reload()
    ready(page)
    expect(page.get_by_label("Text that learners read")).to_have_value(TEXT)
    verdict(page, "does not follow")
    page.locator("h1").click()
    page.keyboard.press("Control+z")
    verdict(page, "Proved")
    page.keyboard.press("Control+Shift+z")
    verdict(page, "does not follow")


def test_a_wrong_file_is_one_clear_line_and_what_was_typed_stays(teacher, tmp_path):
    page = opened(teacher)
    typed(page)
    wrong = tmp_path / "figure.png"
    wrong.write_text("In triangle ABC", "utf-8")
    page.locator("#picture").set_input_files(wrong)
    expect(page.locator("[data-said]")).to_contain_text("expected a PNG, JPEG or WebP picture, got a text")
    verdict(page, "Proved")


def test_a_picture_is_pasted(teacher):
    page = opened(teacher)
    data = list((PICTURES / "eaves.png").read_bytes())
    page.evaluate(
        """(data) => {
            const held = new DataTransfer();
            held.items.add(new File([new Uint8Array(data)], "eaves.png", {type: "image/png"}));
            document.dispatchEvent(new ClipboardEvent("paste", {clipboardData: held, bubbles: true, cancelable: true}));
        }""",
        data,
    )
    expect(page.locator("[data-picture-sheet] .handle")).to_have_count(4, timeout=PATIENCE)


def test_a_point_of_the_drawn_figure_is_dragged_and_the_figure_fits_its_facts_again(teacher):
    page = opened(teacher)
    typed(page)
    drag(page, handle(page, "A", "figure"), 90, 30)
    expect(page.get_by_role("button", name="Lay the figure out anew from the facts")).to_be_visible()
    verdict(page, "Proved: ∠ABC = 70")
    page.get_by_role("button", name="Lay the figure out anew from the facts").click()
    verdict(page, "Proved: ∠ABC = 70")


def test_the_yaml_is_the_last_resort(teacher):
    page = opened(teacher)
    typed(page)
    page.get_by_text("As a file, in YAML").click()
    field = page.get_by_label("The problem in YAML")
    field.fill(field.input_value().replace("∠BAC = 40", "∠BAC = 60"))
    page.get_by_role("button", name="Take this over").click()
    verdict(page, "Proved: ∠ABC = 60")
    expect(page.get_by_text("its text is not read")).to_be_visible()
    page.get_by_role("button", name="Read it, in place of the facts").click()
    verdict(page, "Proved: ∠ABC = 70")
    field.fill("text: [")
    page.get_by_role("button", name="Take this over").click()
    expect(page.locator("[data-yaml-said]")).to_contain_text("line 2: not YAML")


def test_an_older_answer_never_replaces_a_newer_one(teacher):
    page = opened(teacher)
    typed(page)
    held: list[Route] = []
    page.route("**/edit/api/work", lambda route: held.append(route) if not held else route.continue_())
    page.get_by_label("Fact ∠BAC = 40").fill("∠BAC = 50")
    page.wait_for_timeout(1500)  # the pause is over: the older one is under way
    page.get_by_label("Fact ∠BAC").fill("∠BAC = 60")
    verdict(page, "Proved: ∠ABC = 60")
    held[0].continue_()
    page.wait_for_timeout(1500)
    verdict(page, "Proved: ∠ABC = 60")


def test_a_server_that_is_away_loses_nothing(teacher):
    page = opened(teacher)
    typed(page)
    page.context.set_offline(True)
    page.get_by_label("Fact ∠BAC = 40").fill("∠BAC = 60")
    verdict(page, "The server cannot be reached; what you typed is kept.")
    page.context.set_offline(False)
    verdict(page, "Proved: ∠ABC = 60")


@every([{"color_scheme": "dark"}, {"forced_colors": "active"}, {"viewport": {"width": 320, "height": 640}}])
def test_axe_finds_nothing_serious_and_nothing_scrolls_sideways(look, enter, findings):
    page = opened(enter("teacher", "Ms Noether", **look))
    with_picture(page)
    verdict(page, "One question is open.")
    assert findings(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    if "viewport" in look:
        shoot(page, "narrow")
