"""The learner's pages over HTTP: marks, hints, the end, tries, own data."""

import json
import re
import uuid
from datetime import timedelta

import pytest

from gnomon.store import now
from tests.studio.serving import Person, Running, told

PROBLEM = "inscribed-rst"
ANSWER = "48"


@pytest.fixture
def learner(studio: Running) -> Person:
    return studio.person("learner")


def begun(person: Person, attempt: str = "") -> str:
    return str(person.post("/learn/talks", {"problem": PROBLEM, "attempt": attempt}).headers["location"])


def kept(studio: Running, talk: str):
    return studio.do(studio.store.conversations.get(talk.rpartition("/")[2]))


def hinted(person: Person, talk: str) -> str:
    return str(person.post(f"{talk}/hint", {"client_id": uuid.uuid4().hex}, headers={"HX-Request": "true"}).text)


def solved(person: Person) -> str:
    talk = begun(person, "RTS = 96")
    person.send(f"{talk}/say", "RTS = 96/2 = 48 because an inscribed angle is half of the central angle")
    return talk


def test_the_tutor_reads_the_marked_part_and_the_learner_sees_their_own_words(studio, learner):
    talk = begun(learner)
    marks = {"items": [{"pen": "green", "element": "angle:RTS"}]}
    shown = learner.send(f"{talk}/say", "this angle is half of angle RQS", marks=json.dumps(marks)).text
    said = kept(studio, talk).turns[1]
    assert said.turn.utterance == "angle RTS is half of angle RQS"
    assert said.marks["items"] == said.marks["meant"] == marks["items"]
    assert 'data-refers="angle:RTS">this angle</button>' in shown


def test_ink_that_the_page_could_not_have_read_is_read_when_it_comes(studio, learner):
    talk = begun(learner)
    way = [[235.3 - 83.6 * step / 20, 35.7 + 282.3 * step / 20, 0.5, 10 * step] for step in range(21)]  # from T to R
    learner.send(f"{talk}/say", "is this side as long as TS?", marks=json.dumps({"items": [{"pen": "green", "points": way}]}))
    said = kept(studio, talk).turns[1]
    assert said.turn.utterance == "is segment RT as long as TS?"
    settled = {"items": [{"pen": "green", "points": way, "means": []}]}
    learner.send(f"{talk}/say", "and this side?", marks=json.dumps(settled))
    assert kept(studio, talk).turns[3].marks["meant"] == []


def test_marks_that_are_none_are_refused(learner):
    talk = begun(learner)
    for marks in ("nonsense", "[1]", '{"items": [{"pen": "red", "element": "x"}]}'):
        assert learner.send(f"{talk}/say", "hello", marks=marks).status_code == 422


def test_the_level_of_a_hint_is_seen_and_rises(learner):
    talk = begun(learner)
    assert [f"Hint {level} of 3" in hinted(learner, talk) for level in (1, 2, 3)] == [True, True, True]


def test_a_hint_comes_from_the_proof_and_holds_no_name_of_an_act(studio, learner):
    talk = begun(learner)
    shown = told(hinted(learner, talk) + hinted(learner, talk))
    assert [turn.body["role"] for turn in kept(studio, talk).turns] == ["tutor", "student", "tutor", "student", "tutor"]
    assert not re.search(rf"\b{ANSWER}\b", shown)  # ids are hexadecimal
    assert not any(word in shown for word in ("SeekKnowledge", "Probing", "Guide", "recall"))


def test_the_proof_and_what_was_mended_come_with_the_end_and_not_before(learner):
    talk = begun(learner, "RTS = 96")
    assert "proof" not in told(learner.get(talk).text)
    learner.send(f"{talk}/say", "RTS = 96/2 = 48 because an inscribed angle is half of the central angle")
    page = told(learner.get(talk).text)
    assert "You solved it yourself." in page
    assert "Inscribed angle theorem" in page
    assert "You had “RTS = 96”." in page


def test_who_stops_sees_the_proof_and_is_not_called_a_solver(learner):
    talk = begun(learner)
    assert learner.post(f"{talk}/finish").status_code == 303
    page = told(learner.get(talk).text)
    assert "It is not solved yet." in page
    assert "∠RTS = 48°" in page


def test_a_sibling_comes_at_once_and_its_first_answer_counts(studio, learner):
    talk = solved(learner)
    address = learner.post(f"{talk}/sibling").headers["location"]
    page = told(learner.get(address).text)
    row = studio.do(studio.store.conversations.get_try(address.rpartition("/")[2]))
    from gnomon.studio.problems import read_problem

    answer = f"{read_problem(row.problem, 'x').answer:g}"
    assert not re.search(rf"\b{answer}\b", page)
    assert learner.post(address, {"answer": "no idea"}).status_code == 422
    assert "Right." in learner.post(address, {"answer": f"{answer}°", "working": "half"}).text
    learner.post(address, {"answer": "1"})
    row = studio.do(studio.store.conversations.get_try(row.id))
    assert (row.answer, row.is_right) == (f"{answer}°\nhalf", True)


def test_a_wrong_first_answer_is_shown_the_proof(learner):
    address = learner.post(f"{solved(learner)}/sibling").headers["location"]
    learner.get(address)
    page = told(learner.post(address, {"answer": "1"}).text)
    assert "Not right this time." in page
    assert "Inscribed angle theorem" in page


def test_the_second_sibling_waits_a_week_and_is_another_one(studio, learner):
    talk = solved(learner)
    tries = studio.do(studio.store.conversations.tries(conversation_id=talk.rpartition("/")[2]))
    assert tries[1].due - now() > timedelta(days=6)
    page = learner.get(f"/learn/tries/{tries[1].id}").text
    assert "Not yet" in page
    assert learner.post(f"/learn/tries/{tries[1].id}", {"answer": "1"}).status_code == 409
    assert studio.do(studio.store.conversations.get_try(tries[1].id)).problem is None


def test_nobody_reaches_the_talk_or_the_try_of_another(studio, learner):
    talk = solved(learner)
    address = learner.post(f"{talk}/sibling").headers["location"]
    other = studio.person("learner")
    answers = [
        other.get(address),
        other.post(address, {"answer": "1"}),
        other.post(f"{talk}/sibling"),
        other.post(f"{talk}/finish"),
        other.post(f"{talk}/delete"),
        other.post(f"{talk}/report", {"number": 0, "reason": "wrong"}),
        other.post(f"{talk}/hint", {"client_id": uuid.uuid4().hex}),
    ]
    assert [answer.status_code for answer in answers] == [404] * len(answers)


def test_a_reply_can_be_reported_and_the_log_holds_no_words_of_it(studio, learner):
    talk = begun(learner)
    assert learner.post(f"{talk}/report", {"number": 0, "reason": "wrong"}).status_code == 200
    (event, *_) = studio.do(studio.store.events.of(kind="reported_reply"))
    assert (event.place, event.body) == (f"talk/{talk.rpartition('/')[2]}/turn/0", {"reason": "wrong"})
    assert learner.post(f"{talk}/report", {"number": 7, "reason": "wrong"}).status_code == 404


def test_learners_see_take_away_and_delete_what_is_kept_of_them(studio, learner):
    talk = solved(learner)
    assert "Inscribed angle from the central angle" in learner.get("/learn/data").text
    data = learner.get("/learn/data.json").json()
    assert data["conversations"][0]["attempt"] == "RTS = 96"
    assert "record" not in json.dumps(data)
    assert learner.post(f"{talk}/delete").status_code == 303
    assert kept(studio, talk) is None
    assert learner.get("/learn/data.json").json()["conversations"] == []


def test_the_figure_of_a_list_tells_no_answer(learner):
    answer = learner.get(f"/learn/problems/{PROBLEM}/figure.svg")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert not re.search(rf"\b{ANSWER}\b", told(answer.text))
