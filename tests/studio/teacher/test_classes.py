"""A teacher's classes, over HTTP."""

import csv
import io
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from gnomon.dialogue import read_dialogues
from tests.studio.serving import Person, Running, told

PROBLEM = "triangle-sum-klm"


OWN = """
id: mine
title: My triangle
chapter: Angles in triangles
topic: angle chase
level: middle
text: In triangle KLM, angle LKM measures 52° and angle KLM measures 70°. Find the measure of angle KML.
figure:
  points: {K: [0, 0], L: [6, 0], M: [4.1, 5.3]}
  lines: [K L, L M, M K]
  circles: []
facts:
  - Equals(MeasureOf(Angle(L,K,M)), 52)
  - Equals(MeasureOf(Angle(K,L,M)), 70)
find: MeasureOf(Angle(K,M,L))
answer: 58
exact: null
unit: °
"""


@dataclass
class Class:
    """A teacher's class with a learner."""

    teacher: Person
    id: str
    code: str
    learner: Person

    @property
    def place(self) -> str:
        return f"/teach/classes/{self.id}"


def a_class(studio: Running, name: str = "8b", learner: str = "Ada") -> Class:
    teacher = studio.person("teacher", "Ms Noether")
    made = teacher.post("/teach/classes", {"name": name})
    class_id = made.headers["location"].split("/")[3]
    code = studio.do(studio.store.classes.get(class_id)).code
    joined = studio.stranger()
    assert joined.browser.post("/class", data={"code": code, "name": learner}).status_code == 303
    return Class(teacher, class_id, code, joined)


def learner_of(studio: Running, classroom: Class) -> str:
    return str(studio.do(studio.store.classes.learners(classroom.id))[0].id)


def talk(learner: Person, classroom: Class, *messages: str, attempt: str = "") -> str:
    begun = learner.post("/learn/talks", {"problem": PROBLEM, "attempt": attempt, "class_id": classroom.id})
    place = str(begun.headers["location"])
    for message in messages:
        assert learner.send(f"{place}/say", message).status_code == 200
    return place.rpartition("/")[2]


@pytest.fixture(scope="module")
def school(studio: Running) -> Class:
    """Return a class whose learner thought that the angles of a triangle make 360 degrees, and found the answer."""
    made = a_class(studio)
    made.teacher.post(f"{made.place}/problems", {"problem": PROBLEM, "due": "2030-05-01"})
    talk(made.learner, made, "180-52-71 = 57", attempt="the angles of a triangle add to 360\n360-52-71 = 237")
    return made


def test_a_class_is_made_renamed_closed_opened_and_deleted(studio: Running) -> None:
    made = a_class(studio, "old name")
    made.teacher.post(f"{made.place}/rename", {"name": "new name"})
    assert "new name" in made.teacher.get("/teach").text
    made.teacher.post(f"{made.place}/code", {"action": "close"})
    assert studio.do(studio.store.classes.get(made.id)).code is None
    assert "is closed" in made.teacher.get(f"{made.place}/code").text
    made.teacher.post(f"{made.place}/code", {"action": "renew"})
    assert studio.do(studio.store.classes.get(made.id)).code not in {None, made.code}
    assert made.teacher.post(f"{made.place}/delete", {"confirm": "something"}).status_code == 422
    assert made.teacher.post(f"{made.place}/delete", {"confirm": "new name"}).status_code == 303
    assert made.teacher.get(made.place).status_code == 404


def test_the_code_is_shown_large_with_the_address_to_type(studio: Running, school: Class) -> None:
    shown = told(school.teacher.get(f"{school.place}/code").text)
    assert studio.address + "/class" in shown
    assert school.code[:4] in shown


def test_a_learner_who_is_added_gets_a_link_that_signs_in_once(studio: Running) -> None:
    made = a_class(studio)
    shown = made.teacher.post(f"{made.place}/learners", {"name": "Bo"}).text
    token = re.search(r"/join/([\w-]+)", shown)
    assert token
    newcomer = studio.stranger()
    assert newcomer.browser.post(f"/join/{token[1]}", data={}).status_code == 303
    assert "Bo" in newcomer.get("/account").text
    assert studio.stranger().browser.post(f"/join/{token[1]}", data={}).status_code == 403


def test_a_learner_who_lost_the_link_gets_another(studio: Running, school: Class) -> None:
    shown = school.teacher.post(f"{school.place}/learners/{learner_of(studio, school)}/link").text
    assert "/join/" in shown


def test_dialogues_are_taken_out_as_gnomon_reads_them_and_without_names(school: Class, tmp_path: Path) -> None:
    file = tmp_path / "dialogues.jsonl"
    file.write_bytes(school.teacher.get(f"{school.place}/dialogues.jsonl").content)
    (dialogue,) = read_dialogues(file)
    assert (dialogue.problem, dialogue.outcome, dialogue.student) == (PROBLEM, "solved_untold", "person")
    assert "Ada" not in file.read_text("utf-8")


def test_outcomes_are_taken_out_as_a_table_that_no_spreadsheet_computes(studio: Running) -> None:
    made = a_class(studio, learner="=1+1")
    made.teacher.post(f"{made.place}/problems", {"problem": PROBLEM})
    talk(made.learner, made, attempt="the angles of a triangle add to 360")
    (row,) = csv.DictReader(io.StringIO(made.teacher.get(f"{made.place}/outcomes.csv").text))
    assert (row["learner"], row["state"], row["ideas"]) == ("'=1+1", "at_work", "angle_sum_360")


def test_no_teacher_signs_in_as_somebody_who_is_more_than_a_learner_of_their_own(studio: Running) -> None:
    made = a_class(studio)
    admin = studio.person("admin", "Root")
    admin.post("/class", {"code": made.code})
    shared = learner_of(studio, made)
    other = a_class(studio, "other")
    studio.do(studio.store.classes.join(other.id, shared))
    with_password = studio.person("learner", "Cy")
    with_password.post("/class", {"code": made.code})
    with_password.post("/account/password", {"login_name": f"cy-{made.id}", "password": "correct horse"})
    for each in studio.do(studio.store.classes.learners(made.id)):
        assert made.teacher.post(f"{made.place}/learners/{each.id}/link").status_code == 403, each.name


def test_who_leaves_the_class_takes_their_conversations_along(studio: Running) -> None:
    made = a_class(studio)
    place = f"/teach/talks/{talk(made.learner, made)}"
    assert made.teacher.get(place).status_code == 200
    made.teacher.post(f"{made.place}/learners/{learner_of(studio, made)}/remove")
    assert made.teacher.get(place).status_code == 404
    assert "Ada" not in made.teacher.get(made.place).text


def test_problems_are_found_by_words_and_set_with_a_due_date(school: Class) -> None:
    assert "1 May 2030" in school.teacher.get(f"{school.place}/problems").text
    found = school.teacher.get(f"{school.place}/problems", params={"q": "KLM triangle"}).text
    assert f'value="{PROBLEM}"' in found
    assert "0 problems" in school.teacher.get(f"{school.place}/problems", params={"q": "no such words"}).text
    assert school.teacher.get("/learn/problems/" + PROBLEM).status_code == 200
    assert PROBLEM in school.learner.get("/learn").text


def test_a_problem_is_taken_back(studio: Running) -> None:
    made = a_class(studio)
    made.teacher.post(f"{made.place}/problems", {"problem": PROBLEM})
    made.teacher.post(f"{made.place}/problems/remove", {"problem": PROBLEM})
    assert studio.do(studio.store.classes.assignments(made.id)) == []


def test_own_problems_are_set_and_those_of_another_teacher_are_not_there(studio: Running) -> None:
    made, other = a_class(studio), a_class(studio)
    owner = studio.do(studio.store.classes.get(made.id)).teacher_id
    own = studio.do(studio.store.problems.save(owner, "My triangle", OWN))
    mine, theirs = (each.teacher.get(f"{each.place}/problems", params={"topic": "own"}).text for each in (made, other))
    assert "My triangle" in mine
    assert "My triangle" not in theirs
    sent = [each.teacher.post(f"{each.place}/problems", {"problem": own.id}).status_code for each in (made, other)]
    assert sent == [303, 404]


def test_the_overview_shows_the_unaided_try_first_and_how_the_conversation_ended(studio: Running, school: Class) -> None:
    tries = studio.do(studio.store.conversations.tries(account_ids=[learner_of(studio, school)]))
    before = told(school.teacher.get(school.place).text)
    assert "At once: not yet" in before
    assert "solved untold" in before
    studio.do(studio.store.conversations.answer_try(tries[0].id, "so it is 57", is_right=True))
    after = told(school.teacher.get(school.place).text)
    assert "At once: right" in after
    assert "1 of 1" in after
    assert after.index("At once: right") < after.index("solved untold")
    assert "so it is 57" in told(school.teacher.get(f"/teach/talks/{tries[0].conversation_id}").text)


def test_a_learner_who_has_not_begun_is_shown_so(studio: Running) -> None:
    made = a_class(studio)
    made.teacher.post(f"{made.place}/problems", {"problem": PROBLEM})
    assert "not begun" in made.teacher.get(made.place).text
    talk(made.learner, made)
    assert "at work" in made.teacher.get(made.place).text


def test_what_a_learner_began_alone_stays_theirs_and_both_are_told(studio: Running) -> None:
    made = a_class(studio)
    made.learner.post("/learn/talks", {"problem": PROBLEM})
    made.teacher.post(f"{made.place}/problems", {"problem": PROBLEM})
    overview = told(made.teacher.get(made.place).text)
    assert "not begun here" in overview
    assert "stays theirs" in overview
    assert "begun alone: your teacher does not see that" in made.learner.get("/learn").text
    talk(made.learner, made)
    assert "begun alone" not in made.learner.get("/learn").text


def test_a_sum_that_is_right_and_leads_nowhere_looks_neither_right_nor_wrong(studio: Running, school: Class) -> None:
    begun = studio.do(studio.store.conversations.of(class_id=school.id))[0].id
    shown = school.teacher.get(f"/teach/talks/{begun}").text
    assert '<span class="badge">right as a calculation</span>' in shown
    assert '<span class="badge open">wrong</span>' in shown


def test_an_idea_is_shown_with_the_learners_own_lines(school: Class) -> None:
    shown = told(school.teacher.get(f"{school.place}/ideas").text)
    assert "Triangle angles thought to make 360°" in shown
    assert "the angles of a triangle add to 360" in shown
    assert "1 learner" in shown


def test_many_conversations_are_read_a_part_at_a_time(studio: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gnomon.studio.teacher.routes._MOST_READ", 1)
    made = a_class(studio)
    for _ in range(2):
        talk(made.learner, made, attempt="the angles of a triangle add to 360")
    first, second = (made.teacher.get(f"{made.place}/ideas", headers={"HX-Request": "true"}).text for _ in range(2))
    assert "1 conversation still to be read" in told(first)
    assert "still to be read" not in second
    assert second.count("<q") == 2


def test_a_reply_that_a_learner_reports_is_found_by_the_teacher(studio: Running) -> None:
    made = a_class(studio)
    made.teacher.post(f"{made.place}/problems", {"problem": PROBLEM})
    begun = talk(made.learner, made)
    assert "reported" not in made.teacher.get(made.place).text
    made.learner.post(f"/learn/talks/{begun}/report", {"number": 0, "reason": "unkind"})
    assert "It is unkind" in told(made.teacher.get(made.place).text)
    assert "reported: It is unkind" in told(made.teacher.get(f"/teach/talks/{begun}").text)


def test_a_page_of_a_learner_shows_outcomes_conversations_and_ideas(studio: Running, school: Class) -> None:
    shown = told(school.teacher.get(f"{school.place}/learners/{learner_of(studio, school)}").text)
    assert "Triangle angles thought to make 360°" in shown
    assert "solved untold" in shown


def test_a_dialogue_is_replayed_with_acts_verdicts_and_the_figure_of_each_turn(studio: Running, school: Class) -> None:
    (row,) = studio.do(studio.store.conversations.of(class_id=school.id))
    first, second = (school.teacher.get(f"/teach/talks/{row.id}", params={"turn": turn}).text for turn in (0, 1))
    assert "Generic: Introduce" in first
    assert re.search(r'<span class="badge good">right</span>', second)
    assert 'id="turn-0" aria-current="step"' in first
    assert 'id="turn-1" aria-current="step"' in second
    assert 'href="?turn=1"' in first
    assert "Triangle angles thought to make 360°" in first
    told = "embedded judge (out of domain, ranks nothing): Mistake identification"
    assert told not in first
    assert told in school.teacher.get(f"/teach/talks/{row.id}", params={"judge": "embedded"}).text
