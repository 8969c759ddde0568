"""Supervised mode over HTTP: a tutor's turn waits for the teacher, and the learner for both."""

import re
from datetime import timedelta

import pytest
from sqlalchemy import update

from gnomon.store import HeldTurn, now
from tests.studio.serving import Running, told
from tests.studio.teacher.test_classes import PROBLEM, Class, a_class, talk


@pytest.fixture
def supervised(studio: Running) -> Class:
    """Return a class whose turns wait for its teacher."""
    return supervise(a_class(studio))


def supervise(made: Class, on_timeout: str = "hold", seconds: int = 60, *, off: bool = False) -> Class:
    form = {"wait_seconds": seconds, "on_timeout": on_timeout, **({} if off else {"is_supervised": "true"})}
    assert made.teacher.post(f"{made.place}/supervision", form).status_code == 303
    return made


def proposed(studio: Running, talk_id: str, number: int = 0) -> str:
    return str(studio.do(studio.store.conversations.held_at(talk_id, number)).proposed["utterance"])


def heard(made: Class, talk_id: str) -> str:
    """Return what the learner's page shows after it has asked whether there is an answer."""
    made.learner.post(f"/learn/talks/{talk_id}/answer", headers={"HX-Request": "true"})
    return told(made.learner.get(f"/learn/talks/{talk_id}").text)


@pytest.mark.slow
@pytest.mark.quick
def test_a_turn_reaches_the_learner_only_when_the_teacher_lets_it(studio: Running, supervised: Class) -> None:
    begun = talk(supervised.learner, supervised)
    words = proposed(studio, begun)
    assert words not in heard(supervised, begun)
    assert words in told(supervised.teacher.get("/teach/waiting").text)
    assert supervised.teacher.post(f"/teach/waiting/{begun}/0", {"way": "approve"}).status_code == 303
    assert words in heard(supervised, begun)
    assert "Nothing waits" in supervised.teacher.get("/teach/waiting").text


def test_a_learner_sees_nothing_of_a_turn_that_waits(studio: Running, supervised: Class) -> None:
    begun = talk(supervised.learner, supervised)
    shown = heard(supervised, begun)
    assert proposed(studio, begun) not in shown
    for word in ("held", "supervis", "teacher", "approv"):
        assert word not in shown.lower(), word


def test_other_words_are_sent_and_what_was_proposed_is_kept(studio: Running, supervised: Class) -> None:
    begun = talk(supervised.learner, supervised)
    words = proposed(studio, begun)
    answer = supervised.teacher.post(f"/teach/waiting/{begun}/0", {"way": "edit", "words": "What do you know of triangles?"})
    assert answer.status_code == 303
    assert "What do you know of triangles?" in heard(supervised, begun)
    replayed = told(supervised.teacher.get(f"/teach/talks/{begun}").text)
    assert "edited by the teacher" in replayed
    assert words in replayed


def test_the_page_that_waits_gets_the_turn_that_was_let_through(supervised: Class) -> None:
    begun = talk(supervised.learner, supervised)
    supervised.teacher.post(f"/teach/waiting/{begun}/0", {"way": "edit", "words": "What is given?"})
    answer = supervised.learner.post(f"/learn/talks/{begun}/answer", headers={"HX-Request": "true"})
    assert "What is given?" in answer.text


def test_a_farewell_that_is_let_through_ends_the_conversation(studio: Running, supervised: Class) -> None:
    begun = talk(supervised.learner, supervised)
    for number, message in ((0, ""), (2, "180-52-71 = 57")):
        if message:
            supervised.learner.send(f"/learn/talks/{begun}/say", message)
        assert supervised.teacher.post(f"/teach/waiting/{begun}/{number}", {"way": "approve"}).status_code == 303
    heard(supervised, begun)
    assert studio.do(studio.store.conversations.get(begun)).row.outcome == "solved_untold"


def test_a_turn_edited_into_itself_is_approved(studio: Running, supervised: Class) -> None:
    begun = talk(supervised.learner, supervised)
    supervised.teacher.post(f"/teach/waiting/{begun}/0", {"way": "edit", "words": proposed(studio, begun)})
    assert studio.do(studio.store.conversations.held_at(begun, 0)).decision == "approved"


def test_words_that_give_the_answer_away_are_sent_only_after_a_warning_that_names_it(supervised: Class) -> None:
    begun = talk(supervised.learner, supervised)
    place, leaky = f"/teach/waiting/{begun}/0", "Angle KML is 57 degrees."
    warned = supervised.teacher.post(place, {"way": "replace", "words": leaky})
    assert warned.status_code == 422
    assert "Angle KML is 57" in told(warned.text)
    assert leaky not in heard(supervised, begun)
    other = supervised.teacher.post(place, {"way": "replace", "words": "The answer is 57.", "anyway": leaky})
    assert other.status_code == 422, "the warning was of other words"
    assert supervised.teacher.post(place, {"way": "replace", "words": leaky, "anyway": leaky}).status_code == 303
    assert leaky in heard(supervised, begun)


def test_a_turn_of_the_teachers_own_claims_no_act_and_ends_nothing(studio: Running, supervised: Class) -> None:
    begun = talk(supervised.learner, supervised)
    supervised.teacher.post(f"/teach/waiting/{begun}/0", {"way": "replace", "words": "Begin with what is given."})
    turn = studio.do(studio.store.conversations.get(begun)).turns[0].turn
    assert (turn.act, turn.subact, turn.feedback) == ("Generic", "Continue", "none")
    assert turn.record.asked is None


def wait_over(studio: Running, talk_id: str) -> None:
    """Let a turn have been proposed two minutes ago."""
    moved = update(HeldTurn).where(HeldTurn.conversation_id == talk_id).values(created=now() - timedelta(minutes=2))
    studio.do(studio.store.conversations.database.write(lambda session: session.execute(moved)))


def test_a_turn_that_waited_too_long_is_sent_or_goes_on_waiting_as_the_class_is_set(studio: Running, supervised: Class) -> None:
    begun = talk(supervised.learner, supervised)
    wait_over(studio, begun)
    assert proposed(studio, begun) not in heard(supervised, begun)
    supervise(supervised, "send")
    assert proposed(studio, begun) in heard(supervised, begun)
    late = supervised.teacher.post(f"/teach/waiting/{begun}/0", {"way": "edit", "words": "too late"})
    assert late.status_code == 404


def test_the_list_changes_only_when_something_comes_or_goes(supervised: Class) -> None:
    empty = supervised.teacher.get("/teach/waiting").text
    mark = re.search(r"seen=(\w+)", empty)
    assert mark
    ask = {"seen": mark[1]}
    assert supervised.teacher.get("/teach/waiting/list", params=ask).status_code == 204
    begun = talk(supervised.learner, supervised)
    assert supervised.teacher.get("/teach/waiting/list", params=ask).headers["hx-redirect"] == "/teach/waiting"
    beside = supervised.teacher.get("/teach/waiting/list", params={**ask, "at": "another/0"}).text
    assert begun in beside
    assert "was sent already" in beside


def test_a_class_that_is_supervised_no_longer_lets_its_learners_go_on(studio: Running, supervised: Class) -> None:
    begun = talk(supervised.learner, supervised)
    supervise(supervised, off=True)
    assert "Nothing waits" in supervised.teacher.get("/teach/waiting").text
    heard(supervised, begun)
    assert len(studio.do(studio.store.conversations.get(begun)).turns) == 1
    supervise(supervised)
    assert supervised.teacher.post(f"/teach/waiting/{begun}/0", {"way": "approve"}).status_code == 404


def test_approval_and_distance_are_counted_by_act(supervised: Class) -> None:
    for way, words in (("approve", ""), ("edit", "abc")):
        begun = talk(supervised.learner, supervised)
        supervised.teacher.post(f"/teach/waiting/{begun}/0", {"way": way, "words": words})
    shown = told(supervised.teacher.get(f"{supervised.place}/supervision").text)
    assert "50 %" in shown
    assert PROBLEM not in shown


def test_no_teacher_decides_for_another_and_a_learner_decides_nothing(studio: Running, supervised: Class) -> None:
    begun, other = talk(supervised.learner, supervised), supervise(a_class(studio))
    place = f"/teach/waiting/{begun}/0"
    assert other.teacher.get(place).status_code == 404
    assert other.teacher.post(place, {"way": "approve"}).status_code == 404
    assert begun not in other.teacher.get("/teach/waiting").text
    assert supervised.learner.post(place, {"way": "approve"}).status_code == 403
    assert studio.do(studio.store.conversations.held_at(begun, 0)).decision is None
