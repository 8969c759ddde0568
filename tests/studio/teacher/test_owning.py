"""Two teachers' data are apart: every route of the teacher's desk that names something, asked by another teacher."""

import re
from collections.abc import Iterator

import pytest

from tests.studio.serving import Running
from tests.studio.teacher.test_classes import PROBLEM, Class, a_class, learner_of, talk
from tests.studio.teacher.test_waiting import supervise

FORM = {
    "name": "mine now", "action": "renew", "confirm": "8b", "wait_seconds": 5, "on_timeout": "send", "problem": PROBLEM,
    "way": "approve",
}  # fmt: skip
"""What any of the routes may want."""


def named(studio: Running) -> Iterator[tuple[str, str]]:
    for path, methods in studio.app.openapi()["paths"].items():
        if path.startswith("/teach/") and "{" in path:
            yield from ((method, path) for method in methods)


@pytest.fixture(scope="module")
def owned(studio: Running) -> tuple[Class, dict[str, str]]:
    made = supervise(a_class(studio))
    ids = {"class_id": made.id, "talk_id": talk(made.learner, made), "learner_id": learner_of(studio, made), "number": "0"}
    return made, ids


def test_another_teacher_finds_nothing_at_any_address(studio: Running, owned: tuple[Class, dict[str, str]]) -> None:
    made, ids = owned
    before = made.teacher.get(made.place).text
    other = a_class(studio)
    reached = []
    for method, path in named(studio):
        address = re.sub(r"\{(\w+)\}", lambda found: ids[found[1]], path)
        answer = other.teacher.get(address) if method == "get" else other.teacher.post(address, FORM)
        if answer.status_code != 404:
            reached.append(f"{method} {path}: {answer.status_code}")
    assert not reached
    assert made.teacher.get(made.place).text == before


def test_the_same_addresses_are_there_for_their_teacher(studio: Running, owned: tuple[Class, dict[str, str]]) -> None:
    made, ids = owned
    for method, path in named(studio):
        if method == "get":
            address = re.sub(r"\{(\w+)\}", lambda found: ids[found[1]], path)
            assert made.teacher.get(address).status_code == 200, path


def test_lists_hold_ones_own_only_and_an_admin_sees_all(studio: Running, owned: tuple[Class, dict[str, str]]) -> None:
    made, ids = owned
    other, admin = studio.person("teacher"), studio.person("admin")
    for path, shown in (
        ("/teach", made.id),
        ("/teach/waiting", ids["talk_id"]),
        ("/teach/waiting/list?seen=x&at=y", ids["talk_id"]),
    ):
        assert shown in made.teacher.get(path).text
        assert shown in admin.get(path).text
        assert shown not in other.get(path).text


def test_a_learner_of_one_class_is_not_found_in_another(studio: Running, owned: tuple[Class, dict[str, str]]) -> None:
    made, ids = owned
    other = a_class(studio)
    assert other.teacher.get(f"{other.place}/learners/{ids['learner_id']}").status_code == 404
    assert made.teacher.post(f"{made.place}/learners/{learner_of(studio, other)}/remove").status_code == 404


def test_a_conversation_that_was_begun_on_ones_own_is_seen_by_no_teacher(studio: Running) -> None:
    made = a_class(studio)
    begun = made.learner.post("/learn/talks", {"problem": PROBLEM}).headers["location"].rpartition("/")[2]
    assert made.teacher.get(f"/teach/talks/{begun}").status_code == 404
    assert begun not in made.teacher.get(f"{made.place}/dialogues.jsonl").text
