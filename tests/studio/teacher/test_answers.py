"""Answers of a class traced to ideas, over HTTP."""

import pytest

from tests.every import every
from tests.studio.serving import Person, Running, told
from tests.studio.teacher.test_classes import OWN, PROBLEM

SHEET = "learner,answer\nAda,57\nBo,237\nCleo,237°\nDan,no idea\n"


@pytest.fixture(scope="module")
def teacher(studio: Running) -> Person:
    return studio.person("teacher")


def test_answers_that_are_pasted_stand_in_groups_by_the_idea_behind_them(teacher: Person) -> None:
    shown = told(teacher.post("/teach/answers", {"problem": PROBLEM, "sheet": SHEET}).text)
    assert "Triangle angles thought to make 360°" in shown
    assert "Bo" in shown
    assert "could not be read" in shown


def test_a_file_says_the_same_as_what_is_pasted(teacher: Person) -> None:
    form = {"problem": PROBLEM}
    pasted = teacher.post("/teach/answers", {**form, "sheet": SHEET}).text
    uploaded = teacher.post("/teach/answers", form, files={"file": ("answers.csv", SHEET.encode("utf-8-sig"))}).text
    assert pasted == uploaded


@every(
    [
        ("", "an empty file"),
        ("learner,answer\n", "no answers under its header"),
        ("a,b\n1,2\n", "a first line with the columns learner,answer"),
        ("learner,answer\n" + "Ada,57\n" * 1001, "at most 1000"),
    ],
    name=lambda case: case[1],
)
def test_a_list_that_is_none_is_refused_in_one_line(sheet: str, says: str, teacher: Person) -> None:
    answer = teacher.post("/teach/answers", {"problem": PROBLEM, "sheet": sheet})
    assert answer.status_code == 422
    assert says in answer.text


@every(
    [
        (b"\xff\xfe\x00bad", 422),
        (b"learner,answer\n" + b"Ada,57\n" * 100_000, 413),
    ],
    name=lambda case: case[1],
)
def test_a_file_that_is_no_list_is_refused(data: bytes, status: int, teacher: Person) -> None:
    assert teacher.post("/teach/answers", {"problem": PROBLEM}, files={"file": ("x.csv", data)}).status_code == status


def test_a_problem_is_found_by_its_words(teacher: Person) -> None:
    assert f"problem={PROBLEM}" in teacher.get("/teach/answers", params={"q": "third angle KLM"}).text
    assert "Answers, one line a learner" in teacher.get("/teach/answers", params={"problem": PROBLEM}).text


def test_nobody_traces_with_the_problem_of_another_teacher(studio: Running, teacher: Person) -> None:
    other = studio.do(studio.store.accounts.make("Emmy", "teacher"))
    own = studio.do(studio.store.problems.save(other.id, "My triangle", OWN))
    assert teacher.get("/teach/answers", params={"problem": own.id}).status_code == 404
    assert teacher.post("/teach/answers", {"problem": own.id, "sheet": SHEET}).status_code == 404
