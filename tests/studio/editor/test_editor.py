"""A teacher makes problems over HTTP: from a text, from a picture, from files; nobody else reaches them."""

import io
import re
import zipfile
from importlib import resources

import pytest

from gnomon.store import pictures
from gnomon.studio.editor.edit import Edit
from gnomon.studio.editor.workshop import LateError, LostError, SupersededError
from tests.every import every
from tests.studio.editor.conftest import PICTURES, Editing
from tests.studio.serving import told

TEXT = "In triangle ABC, AB = AC and angle BAC = 40°. Find angle ABC."
DRAWER = "ABCD is a parallelogram. Find the value of y."
SVG = b"<svg xmlns='http://www.w3.org/2000/svg'/>"


def facts(shown):
    return {fact["fact"]: fact["source"] for fact in shown["facts"]}


def messages(shown, severity):
    return [each["message"] for each in shown["messages"] if each["severity"] == severity]


def test_a_text_alone_is_read_drawn_checked_and_proved(editing):
    shown = editing.work(text=TEXT)
    assert (shown["status"], shown["answer"], shown["is_ready"]) == ("solved", "70", True)
    assert facts(shown)["AB = AC"] == "the words 'AB = AC'"
    assert shown["figure"]["svg"].startswith("<svg")
    assert [part["elements"] for part in shown["parts"]][1] == ["line:AB", "line:AC"]
    assert messages(shown, "info")[0].startswith("proved in 1 step")
    assert "answer: 70" in shown["yaml"]


def test_a_picture_is_read_shown_and_asked_about(editing):
    shown = editing.work(text=DRAWER, picture=editing.picture("drawer"))
    assert {point["name"] for point in shown["overlay"]["points"]} == set("ABCD")
    assert [label["part"] for label in shown["overlay"]["labels"]] == ["angle:DAB", "angle:BCD"]
    (question,) = shown["questions"]
    assert (question["choices"], shown["is_ready"]) == (["yes", "no"], False)
    answered = editing.work(text=DRAWER, picture=editing.picture("drawer"), answers={question["id"]: "yes"})
    assert (answered["answer"], answered["is_ready"]) == ("35", True)


def test_a_problem_is_saved_tried_as_a_learner_and_given_away_as_a_file(editing):
    state = {"text": TEXT, "title": "A roof"}
    assert editing.save(**state).json() == {"id": editing.id, "title": "A roof"}
    assert editing.save(**state).status_code == 200  # sent again it is the same problem
    assert [row.title for row in editing.studio.do(editing.studio.store.problems.of(owner(editing)))] == ["A roof"]
    page = editing.person.get(f"/learn/problems/{editing.id}")
    assert (page.status_code, "AB = AC" in page.text, re.findall(r"\b70\b", told(page.text))) == (200, True, [])
    written = editing.person.get(f"/edit/{editing.id}/problem.yaml")
    assert "title: A roof" in written.text
    figure = editing.person.get(f"/edit/{editing.id}/figure.ggb").content
    assert "geogebra.xml" in zipfile.ZipFile(io.BytesIO(figure)).namelist()


def test_a_saved_problem_is_assigned_to_a_class_of_ones_own(editing):
    editing.save(text=TEXT, title="A roof")
    store = editing.studio.store
    classroom = editing.studio.do(store.classes.make(owner(editing), "8b"))
    assert f'action="/teach/classes/{classroom.id}/problems"' in editing.person.get(f"/edit/{editing.id}").text
    assert editing.person.post(f"/teach/classes/{classroom.id}/problems", {"problem": editing.id}).status_code == 303
    learner = editing.studio.person("learner")
    assert learner.post("/class", {"code": classroom.code}).status_code == 303
    assert "A roof" in learner.get("/learn").text


def owner(editing):
    row = editing.studio.do(editing.studio.store.problems.get(editing.id))
    return row.owner_id


def test_what_is_given_away_opens_as_it_was(editing):
    editing.save(text=TEXT, title="A roof", topic="triangles", level="middle")
    for path in ("problem.yaml", "figure.ggb"):
        content = editing.person.get(f"/edit/{editing.id}/{path}").content
        other = Editing(editing.studio, editing.workshop, editing.person)
        other.id = other.begun(other.person.post("/edit/open", files={"file": (path, content)}))
        state = other.initial()
        if path.endswith(".ggb"):
            assert state["figure"]["points"].keys() == {"A", "B", "C"}
            continue
        assert (state["title"], state["topic"], state["level"], state["is_read"]) == ("A roof", "triangles", "middle", False)
        shown = other.work(**state)
        assert (shown["answer"], shown["is_ready"]) == ("70", True)
        assert {fact["kind"] for fact in shown["facts"]} == {"written"}
        assert state["key"] == 70


def test_a_statement_that_is_asked_for_is_one_clear_line(editing):
    shown = editing.work(text=TEXT, goal="∠ABC = ∠ACB")
    assert (shown["is_ready"], "values only" in shown["reason"]) == (False, True)


def test_a_problem_of_the_bank_opens_as_a_copy(editing):
    editing.id = editing.begun(editing.person.post("/edit/copy", {"problem": "linear-pair-dghk"}))
    state = editing.initial()
    assert state["source"] == "a copy of linear-pair-dghk"
    assert editing.work(**state)["is_ready"]
    assert editing.person.post("/edit/copy", {"problem": "no-such"}).status_code == 404
    refused = editing.person.post("/edit/copy", {"problem": "prove-two-tangents"})
    assert (refused.status_code, "it asks for a proof" in refused.text) == (422, True)


def test_several_problems_of_a_file_are_begun_at_once(editing):
    rows = "\n".join(f"- {{id: p{n}, title: Row {n}, text: {TEXT!r}, figure: auto, facts: [], find: x}}" for n in range(3))
    answer = editing.person.post("/edit/open", files={"file": ("p.yaml", rows.encode())})
    assert answer.headers["location"] == "/edit"
    assert all(f"Row {n}" in editing.person.get("/edit").text for n in range(3))


@every(
    [
        (b"text: [", "line 2: not YAML"),
        (b"- 1", "problem 1: expected keys"),
        (b"{id: a, text: b, figure: auto, facts: [], find: x, colour: red}", "unknown key &#39;colour&#39;"),
        (b"PK\x03\x04", "expected a GeoGebra file"),
        (b"\xff\xfe\x00", "expected a .yaml file"),
        (b"", "problem 1: expected keys"),
        (b"{id: a, text: b, figure: auto, facts: [], prove: AB = AC}", "problem 1: it asks for a proof"),
        (b"{id: a, text: b, figure: auto, facts: [], find: 'Prove(Equals(AB, AC))'}", "problem 1: it asks for a proof"),
    ]
)
def test_a_file_in_no_order_is_one_clear_line(content, words, editing):
    answer = editing.person.post("/edit/open", files={"file": ("p.yaml", content)})
    assert (answer.status_code, words in answer.text) == (422, True), answer.text


def test_yaml_written_by_hand_becomes_the_state(editing):
    yaml = editing.work(text=TEXT)["yaml"].replace("40", "50")
    state = editing.asked("/edit/api/read-yaml", {"yaml": yaml}).json()
    assert editing.work(**state)["answer"] == "65"
    assert editing.asked("/edit/api/read-yaml", {"yaml": yaml + yaml}).status_code == 422


def test_facts_are_edited_dropped_and_added(editing):
    literal = next(fact["literal"] for fact in editing.work(text=TEXT)["facts"] if fact["fact"] == "∠BAC = 40")
    edited = editing.work(text=TEXT, written=[{"fact": "∠BAC = 50", "instead": literal}])
    assert (edited["answer"], facts(edited)["∠BAC = 50"]) == ("65", "written, in the text")
    dropped = editing.work(text=TEXT, dropped=[literal])
    assert (dropped["is_ready"], "do not settle" in messages(dropped, "error")[0]) == (False, True)
    added = editing.work(text=TEXT, dropped=[literal], written=[{"fact": "∠ACB = 50"}, {"fact": "what?"}, {"fact": ""}])
    assert (added["answer"], [bool(own["why"]) for own in added["own"]]) == ("50", [False, True, False])


def test_facts_that_contradict_each_other_are_named_with_their_sources(editing):
    assert "∠BAC = 40; ∠BAC = 50; correct one of them" in editing.work(text=TEXT, written=[{"fact": "∠BAC = 50"}])["reason"]
    picture = {"text": DRAWER, "picture": editing.picture("drawer")}
    (question,) = editing.work(**picture, written=[{"fact": "∠DAB = 20"}, {"fact": "∠DAB = 30"}])["questions"][-1:]
    assert {(rival["fact"], rival["kind"]) for rival in question["rivals"]} == {
        ("∠DAB = 20", "written"),
        ("∠DAB = 30", "written"),
    }


def test_an_answer_that_does_not_fit_is_told_beside_its_question(editing):
    shown = editing.work(text="In triangle ABC, AB = AC.", answers={"goal": "", "words:0": "y"})
    assert shown["questions"][0]["id"] == "goal"
    picture = {"text": DRAWER, "picture": editing.picture("drawer")}
    question = editing.work(**picture)["questions"][0]["id"]
    assert "expected a number from 1 to 2" in editing.work(**picture, answers={question: "maybe"})["answer_faults"][question]


def test_points_of_a_picture_are_moved_named_and_removed(editing):
    picture = {"text": DRAWER, "picture": editing.picture("drawer")}
    shown = editing.work(**picture, moved={"A": [70, 290]}, renamed={"B": "K"}, removed=["C"])
    places = {point["name"]: (point["x"], point["y"]) for point in shown["overlay"]["points"]}
    assert places["A"] == (70, 290)
    assert set(places) == {"A", "D", "K"}


def test_a_picture_without_a_figure_is_told_and_its_points_are_placed_by_hand(editing):
    cv2 = pytest.importorskip("cv2", reason="needs the extra read: OpenCV")
    import numpy as np

    blank = bytes(cv2.imencode(".png", np.full((300, 400, 3), 255, np.uint8))[1])
    state = {"text": TEXT, "picture": editing.send_picture(blank).json()["picture"]}
    shown = editing.work(**state)
    assert "no figure was found" in shown["notes"][0]
    placed = {"A": [200, 40], "B": [60, 250], "C": [340, 250]}
    shown = editing.work(**state, moved=placed, joined=[["A", "B"], ["B", "C"], ["C", "A"]])
    assert (shown["answer"], len(shown["overlay"]["lines"])) == ("70", 3)


def test_a_point_of_the_drawn_figure_is_moved(editing):
    entry = editing.work(text=TEXT)["figure"]["entry"]
    entry["points"]["A"] = [entry["points"]["A"][0] + 3, 2]
    shown = editing.work(text=TEXT, figure=entry)
    assert (shown["answer"], shown["is_ready"]) == ("70", True)


def test_the_answer_of_a_key_is_compared(editing):
    assert editing.work(text=TEXT, key=70)["is_ready"]
    wrong = editing.work(text=TEXT, key=71)
    assert (messages(wrong, "error"), wrong["is_ready"]) == (
        ["the answer is 71, but 70 follows from the facts; correct one of them"],
        False,
    )


@every([{"text": ""}, {"text": "Find angle ABC."}, {"text": TEXT, "key": 3}, {"text": TEXT, "written": [{"fact": "∠BAC = 50"}]}])
def test_what_is_not_proved_or_has_errors_is_not_saved(state, editing):
    answer = editing.save(**state)
    assert (answer.status_code, answer.json()["detail"].startswith("Not saved: ")) == (409, True)
    assert editing.person.get(f"/learn/problems/{editing.id}").status_code == 404


@every(
    [
        ("\n".join(["In triangle ABC, AB = 5."] * 10_000), 422, "at most 20000 characters"),
        ("x" * 5000, 200, "the text has 5000 characters in 1 lines; expected one problem, at most 4000"),
        ("In triangle ABC,\x00 AB = AC and angle BAC = 40°. Find angle ABC.", 200, ""),
        ("如图，在三角形ABC中，∠A等于50度。", 200, "expected a geometry problem in English"),
        ("<script>alert(1)</script>", 200, "expected a geometry problem in English"),
    ]
)
def test_a_text_that_is_no_problem_is_one_clear_line(text, status, words, editing):
    answer = editing.asked("/edit/api/work", {"id": editing.id, "edit": {"text": text}})
    assert answer.status_code == status
    line = answer.json()["detail"] if status == 422 else answer.json()["reason"]
    assert words in line
    assert "\n" not in line


@every(
    [
        {"moved": {"A": [1e9, 0]}},
        {"moved": {"not a name": [1, 2]}},
        {"picture": "../../etc/passwd"},
        {"colour": "red"},
        {"figure": {"points": {}}},
        {"written": [{"fact": "x"}] * 300},
    ]
)
def test_a_state_in_no_order_is_refused(state, editing):
    assert editing.asked("/edit/api/work", {"id": editing.id, "edit": state}).status_code == 422


@every(
    [
        (b"In triangle ABC", "got a text"),
        (SVG, "SVG; save it as PNG"),
        (b"GIF89a\x01\x00\x01\x00", "got a GIF"),
        (b"\xff\xd8\xff\xe0\x00\x10JFIF", "cut short"),
        (b"", "empty"),
    ]
)
def test_a_wrong_file_in_place_of_a_picture_is_one_clear_line(data, words, editing):
    answer = editing.send_picture(data)
    assert (answer.status_code, words in answer.json()["detail"], "\n" in answer.json()["detail"]) == (422, True, False)


def test_a_picture_of_too_many_bytes_is_refused(editing):
    answer = editing.send_picture(b"\x89PNG" + bytes(20_000_001))
    assert (answer.status_code, answer.json()["detail"]) == (413, "The picture has more than 20 MB: make it smaller.")


def test_pictures_that_nobody_saved_are_limited_by_account(editing, monkeypatch):
    monkeypatch.setattr(pictures, "QUOTA", 10_000)
    editing.picture("eaves")
    answer = editing.send_picture((PICTURES / "dial.png").read_bytes())
    assert (answer.status_code, "wait to be saved" in answer.json()["detail"]) == (413, True)


def test_a_picture_stays_with_its_problem_when_it_is_saved(editing):
    name = editing.picture("eaves")
    state = {"text": "In triangle ABC, side BC is extended to D, and AB = AC. Find the measure of angle BAC.", "picture": name}
    assert editing.save(**state).status_code == 200
    assert editing.work(**state)["answer"] == "68"
    assert editing.person.get(f"/edit/{editing.id}/pictures/{name}").headers["content-type"] == "image/png"
    editing.studio.do(editing.studio.store.drafts.discard(owner(editing), f"edit/{editing.id}"))
    page = editing.person.get(f"/edit/{editing.id}").text
    assert name in page
    assert "&#34;is_read&#34;: false" in page


def test_without_the_extra_pictures_are_refused_with_the_command_and_texts_go_on(editing):
    editing.workshop.fails = ImportError("reading pictures needs OpenCV: pip install 'gnomon[read]'")
    answer = editing.send_picture((PICTURES / "eaves.png").read_bytes())
    assert (answer.status_code, "pip install 'gnomon[read]'" in answer.json()["detail"]) == (422, True)
    editing.workshop.fails = None
    assert editing.work(text=TEXT)["answer"] == "70"


def test_work_that_takes_too_long_or_fails_is_one_line(editing):
    for error, words in ((LateError(), "takes more than 20 s"), (LostError(), "the mistake is ours")):
        editing.workshop.fails = error
        shown = editing.work(text=TEXT)
        assert (words in shown["reason"], shown["is_ready"]) == (True, False)
    editing.workshop.fails = SupersededError()
    assert editing.asked("/edit/api/work", {"id": editing.id, "edit": {"text": TEXT}}).status_code == 409


def test_another_teacher_reaches_nothing_of_it(editing):
    name = editing.picture("eaves")
    editing.save(text=TEXT)
    other = Editing(editing.studio, editing.workshop)
    own = f"/edit/{editing.id}"
    for path in ("", "/problem.yaml", "/figure.ggb", f"/pictures/{name}"):
        assert other.person.get(own + path).status_code == 404, path
    assert other.person.post(f"{own}/delete").status_code == 404
    asked = {"id": editing.id, "edit": {"text": TEXT}}
    assert other.asked("/edit/api/save", asked).status_code == 404
    assert other.asked("/edit/api/work", {**asked, "edit": {"text": TEXT, "picture": name}}).status_code == 404
    other.id = editing.id
    assert other.send_picture(b"").status_code == 404
    assert editing.id not in other.person.get("/edit").text


def test_a_problem_that_is_deleted_is_gone_with_its_draft_and_its_pictures(editing):
    name = editing.picture("eaves")
    editing.save(text=TEXT)
    assert editing.person.post(f"/edit/{editing.id}/delete").headers["location"] == "/edit"
    for path in (f"/edit/{editing.id}", f"/edit/{editing.id}/pictures/{name}", f"/learn/problems/{editing.id}"):
        assert editing.person.get(path).status_code == 404
    assert "None yet." in editing.person.get("/edit").text


@pytest.mark.usefixtures("workshop")
def test_learners_and_annotators_have_no_editor(studio):
    for role in ("learner", "annotator", "reviewer"):
        assert studio.person(role).get("/edit").status_code == 403


def test_the_page_knows_every_key_of_the_state():
    script = (resources.files("gnomon.studio") / "static" / "editor-state.js").read_text("utf-8")
    empty = script.partition("EMPTY = {")[2].partition("};")[0]
    assert {part.split(":")[0].strip() for part in empty.replace("\n", " ").split(",") if ":" in part} == set(Edit.model_fields)
