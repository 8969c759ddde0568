"""A learner talks with the tutor over HTTP."""

import re
import uuid

import pytest

from tests.studio.serving import Person, Running, told

pytestmark = pytest.mark.quick

PROBLEM = "triangle-sum-klm"
ANSWER = "57"


def begun(person: Person, attempt: str = "") -> str:
    return str(person.post("/learn/talks", {"problem": PROBLEM, "attempt": attempt}).headers["location"])


def test_a_learner_solves_a_problem_and_the_end_is_kept(studio: Running) -> None:
    learner = studio.person("learner")
    talk = begun(learner)
    for message in ("the angles add to 180", "180-52-71 = 57", "so angle KML is 57"):
        if 'id="composer"' in learner.get(talk).text:
            assert learner.send(f"{talk}/say", message).status_code == 200
    kept = studio.do(studio.store.conversations.get(talk.rpartition("/")[2]))
    assert kept.row.outcome == "solved_untold"
    assert len(studio.do(studio.store.conversations.tries(conversation_id=kept.row.id))) == 2


def test_a_message_that_is_sent_twice_is_answered_once(studio: Running) -> None:
    learner = studio.person("learner")
    talk = begun(learner)
    form = {"text": "the angles add to 180", "client_id": uuid.uuid4().hex}
    assert [learner.post(f"{talk}/say", form).status_code for _ in range(2)] == [200, 200]
    kept = studio.do(studio.store.conversations.get(talk.rpartition("/")[2]))
    assert [turn.body["role"] for turn in kept.turns] == ["tutor", "student", "tutor"]


def test_nobody_reads_or_continues_the_conversation_of_another(studio: Running) -> None:
    talk = begun(studio.person("learner"))
    other = studio.person("learner")
    assert other.get(talk).status_code == 404
    assert other.send(f"{talk}/say", "57").status_code == 404


def test_no_page_tells_the_answer_before_it_is_found(studio: Running) -> None:
    learner = studio.person("learner")
    talk = begun(learner)
    pages = [learner.get(f"/learn/problems/{PROBLEM}").text, learner.get(talk).text]
    pages.append(learner.send(f"{talk}/say", "i dont know").text)
    for each in pages:
        assert not re.search(rf"\b{ANSWER}\b", told(each))
        assert "AskForExplanation" not in each
        assert "Probing" not in each
