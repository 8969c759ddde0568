"""A reviewer makes batches and reviews dialogues over HTTP."""

import io
import json
import uuid
import zipfile
from pathlib import Path

import pytest

from gnomon.corpus.exchange import FORMATS
from gnomon.problem import bank
from tests.studio.annotating import ATTEMPT, Annotating, made_batch
from tests.studio.serving import Running
from tests.studio.teacher.test_classes import OWN

ROW = json.dumps(ATTEMPT)


def test_a_batch_of_the_bank_has_wrong_attempts_by_topic(studio: Running) -> None:
    reviewer = studio.person("reviewer")
    form = {"name": "Lines", "student": "middle", "consent": "I take part.", "topics": ["parallel lines"], "per_problem": 2}
    answer = reviewer.post("/review/batches", form)
    assert answer.status_code == 303, answer.text
    starts = studio.do(studio.store.annotation.starts(answer.headers["location"].rpartition("/")[2]))
    assert len(starts) > 5
    assert all(start.attempt and start.misconception for start in starts)


def test_rows_that_no_student_can_play_are_left_out_and_a_file_of_them_is_refused(studio: Running) -> None:
    reviewer = studio.person("reviewer")
    form = {"name": "Odd", "student": "middle", "consent": "I take part."}
    rows = [{**ATTEMPT, "attempt": "The angle is 57."}, {**ATTEMPT, "problem": "nowhere"}, {**ATTEMPT, "attempt": ""}]
    for row in rows:
        answer = reviewer.post("/review/batches", form, files={"dialogues": ("rows.jsonl", json.dumps(row).encode())})
        assert answer.status_code == 422, row
    assert reviewer.post("/review/batches", {**form, "student": "nobody"}).status_code == 422
    assert reviewer.post("/review/batches", {**form, "proposers": ["nobody"]}).status_code == 422


def test_a_dialogue_is_sent_back_with_comments_changed_and_accepted(studio: Running) -> None:
    batch = made_batch(studio, ROW)
    annotator = batch.annotator()
    item = annotator.begin()
    annotator.hold(item)
    review = item.replace("/annotate/", "/review/")
    assert batch.reviewer.get(review).status_code == 200
    remark = {"turn": 2, "text": "Point at the third angle here.", "client_id": uuid.uuid4().hex}
    for _ in range(2):
        assert batch.reviewer.post(f"{review}/remarks", remark).status_code == 303
    assert "third angle" not in annotator.person.get(item).text
    assert batch.reviewer.post(f"{review}/verdict", {"state": "returned"}).status_code == 303
    page = annotator.person.get(item).text
    assert page.count("third angle") == 2  # above, with a link, and at the turn
    assert annotator.person.post(f"{item}/take-back", {"number": 2}).status_code == 303
    meant = [{"element": "angle:KML", "pen": "green"}]
    assert annotator.say(item, 2, "AskAngle", "How large is it?", meant=meant).status_code == 200
    assert batch.reviewer.post(f"{review}/verdict", {"state": "accepted"}).status_code == 409
    assert annotator.hand_in(item).status_code == 303
    assert batch.reviewer.post(f"{review}/verdict", {"state": "accepted"}).status_code == 303
    assert "accepted" in annotator.person.get(annotator.path).text


def test_a_dialogue_that_is_handed_in_cannot_be_changed(studio: Running) -> None:
    batch = made_batch(studio, ROW)
    annotator = batch.annotator()
    item = annotator.begin()
    annotator.hold(item)
    assert annotator.person.post(f"{item}/take-back", {"number": 2}).status_code == 409
    assert annotator.say(item, 5, "Guide", "One more thing.").status_code == 409


def test_dialogues_that_are_at_work_are_not_the_reviewers(studio: Running) -> None:
    batch = made_batch(studio, ROW)
    item = batch.annotator().begin()
    assert batch.reviewer.get(item.replace("/annotate/", "/review/")).status_code == 404


def test_learners_teachers_and_annotators_do_not_review(studio: Running) -> None:
    for role in ("learner", "teacher", "annotator"):
        person = studio.person(role)
        for path in ("/review", "/review/batches"):
            assert person.get(path).status_code == 403
        assert person.post("/review/batches", {"name": "x", "student": "middle", "consent": "x"}).status_code == 403


@pytest.mark.parametrize("name", ["geodial", "csv", "label-studio", "png"])
def test_what_is_downloaded_loads_again_with_strokes_consent_and_reviews(studio: Running, name: str, tmp_path: Path) -> None:
    batch = made_batch(studio, ROW)
    annotator = batch.annotator()
    item = annotator.begin()
    stroke = {"pen": "green", "points": [[10.0, 10.0, 0.5, 0.0], [400.0, 10.5, 0.5, 80.0]]}
    meant = [{"element": "angle:KML", "pen": "green"}]
    annotator.say(item, 0, "AskAngle", "How large is it?", meant=meant, items=[stroke])
    annotator.hand_in(item)
    review = item.replace("/annotate/", "/review/")
    batch.reviewer.post(f"{review}/remarks", {"turn": 0, "text": "Good.", "client_id": uuid.uuid4().hex})
    assert batch.reviewer.get(f"{batch.path}/export?format={name}").status_code == 422
    batch.reviewer.post(f"{review}/verdict", {"state": "accepted"})
    answer = batch.reviewer.get(f"{batch.path}/export?format={name}")
    assert answer.status_code == 200
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        archive.extractall(tmp_path)
    read = FORMATS[name].read
    if read is None:
        assert list(tmp_path.rglob("*.png"))
        return
    (record,) = read(tmp_path).records()
    assert record.dialogue.tutor_turns()[0].highlights.angles == ("KML",)
    assert [list(point) for point in record.turns[0].strokes[0].points] == stroke["points"]
    assert record.reviews[0].comments[0].text == "Good."
    assert record.consent is not None
    assert (record.annotator, record.debrief["Q1"]) == ("A1", 4)


def test_what_somebody_withdrew_is_in_no_download(studio: Running) -> None:
    batch = made_batch(studio, ROW)
    annotator = batch.annotator()
    annotator.hold(annotator.begin())
    path = f"{batch.path}/export?format=geodial&which=submitted"
    assert batch.reviewer.get(path).status_code == 200
    annotator.person.post(f"{annotator.path}/withdraw", {"confirm": "withdraw"})
    assert batch.reviewer.get(path).status_code == 422


def test_agreement_is_measured_where_two_talked_about_one_attempt(studio: Running) -> None:
    batch = made_batch(studio, ROW, overlap_percent=100, raters=2)
    for name in ("Ann", "Bea"):
        annotator = batch.annotator(name)
        annotator.hold(annotator.begin())
    shown = batch.reviewer.get(f"{batch.path}/agreement").text
    assert "1 attempt was talked about by several annotators; 6 turns" in shown


def test_a_reviewer_who_annotates_sees_no_other_dialogue_about_the_same_attempt_before_their_own(studio: Running) -> None:
    batch = made_batch(studio, ROW, overlap_percent=100, raters=2)
    annotator = batch.annotator()
    item = annotator.begin()
    annotator.hold(item)
    review = item.replace("/annotate/", "/review/")
    me = next(each for each in studio.do(studio.store.accounts.everybody())[::-1] if each.role == "reviewer")
    assert batch.reviewer.post(f"{batch.path}/annotators", {"known": me.id}).status_code == 200
    assert batch.reviewer.get(review).status_code == 403
    own = Annotating(batch.reviewer, batch.id)
    own.agree()
    mine = own.begin()
    assert batch.reviewer.get(review).status_code == 403
    own.hold(mine)
    assert batch.reviewer.get(review).status_code == 200
    assert batch.reviewer.post(f"{mine.replace('/annotate/', '/review/')}/verdict", {"state": "accepted"}).status_code == 403


def test_a_teachers_problem_stays_in_a_batch_as_it_was(studio: Running) -> None:
    teacher = studio.do(studio.store.accounts.make("Emmy", "teacher"))
    own = studio.do(studio.store.problems.save(teacher.id, "My triangle", OWN))
    batch = made_batch(studio, json.dumps({**ATTEMPT, "problem": own.id}), "admin")
    annotator = batch.annotator()
    item = annotator.begin()
    studio.do(studio.store.problems.delete(teacher.id, own.id))
    annotator.hold(item)
    review = item.replace("/annotate/", "/review/")
    assert batch.reviewer.get(review).status_code == 200
    assert batch.reviewer.get(f"{batch.path}/export?format=geodial&which=submitted").status_code == 200


def test_a_problem_that_is_whole_in_its_row_needs_a_figure_and_a_model_as_its_student(studio: Running) -> None:
    figure = bank()["triangle-sum-klm"].question.figure
    assert figure is not None
    problem = {"id": "p1", "text": "How large is KML?", "figure": figure.model_dump(mode="json"), "answer": "57"}
    row = {"id": "d1", "problem": problem, "student_solution": "It is 123."}
    reviewer = studio.person("reviewer")
    form = {"name": "Whole", "student": "middle", "consent": "I take part."}
    refused = reviewer.post("/review/batches", form, files={"dialogues": ("rows.jsonl", json.dumps(row).encode())})
    assert "only a model can play" in refused.text, refused.text
    # Nobody listens there: the annotator's turn is kept, and the student can be asked again.
    batch = made_batch(studio, json.dumps(row), student="gpt@http://127.0.0.1:9/v1", proposers=["plain"])
    annotator = batch.annotator()
    item = annotator.begin()
    assert annotator.say(item, 0, "Introduce", "Hello!").json() == {"number": 1, "is_over": False, "awaits_student": True}
    assert "Ask the student again" in annotator.person.get(item).text
