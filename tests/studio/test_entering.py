"""Coming in: invitations, passwords, codes of classes, guests."""

from pathlib import Path

import pytest

from gnomon.studio import Settings
from tests.studio.serving import Running, running


def test_who_is_not_signed_in_is_asked_to(studio: Running) -> None:
    answer = studio.stranger().get("/learn")
    assert (answer.status_code, answer.headers["location"]) == (303, "/sign-in?next=/learn")


def test_an_invitation_makes_an_account_once(studio: Running) -> None:
    token = studio.do(studio.store.accounts.invite("teacher"))
    first = studio.stranger().browser.post(f"/join/{token}", data={"name": "Emmy"})
    again = studio.stranger().browser.post(f"/join/{token}", data={"name": "Eve"})
    assert (first.status_code, again.status_code) == (303, 403)


def test_a_password_signs_in_and_a_wrong_one_does_not(studio: Running) -> None:
    person = studio.person("learner", "Sofia")
    assert person.post("/account/password", {"login_name": "sofia", "password": "correct horse"}).status_code == 303
    other = studio.stranger()
    wrong = other.browser.post("/sign-in", data={"login_name": "sofia", "password": "wrong horse"})
    right = other.browser.post("/sign-in", data={"login_name": "sofia", "password": "correct horse"})
    assert (wrong.status_code, right.status_code) == (403, 303)


@pytest.mark.parametrize("address", ["//evil.example", "https://evil.example", "/\\evil.example"])
def test_signing_in_leads_to_no_other_site(studio: Running, address: str) -> None:
    person = studio.person("learner")
    name = f"user{abs(hash(address))}"
    person.post("/account/password", {"login_name": name, "password": "correct horse"})
    form = {"login_name": name, "password": "correct horse", "next": address}
    assert studio.stranger().browser.post("/sign-in", data=form).headers["location"] == "/learn"


def test_a_change_without_the_token_of_its_login_is_refused(studio: Running) -> None:
    person = studio.person("learner")
    assert person.browser.post("/account/erase", data={"confirm": "erase"}).status_code == 403
    assert person.browser.post("/account/erase", data={"confirm": "erase", "csrf": "0" * 64}).status_code == 403


def test_a_change_from_the_page_of_another_site_is_refused(studio: Running) -> None:
    person = studio.person("learner")
    for headers in ({"Sec-Fetch-Site": "cross-site"}, {"Origin": "https://evil.example"}):
        assert person.post("/account/erase", {"confirm": "erase"}, headers=headers).status_code == 403


def test_a_learner_joins_a_class_by_its_code(studio: Running) -> None:
    teacher = studio.do(studio.store.accounts.make("Ms Noether", "teacher"))
    classroom = studio.do(studio.store.classes.make(teacher.id, "8b"))
    newcomer = studio.stranger()
    assert newcomer.browser.post("/class", data={"code": classroom.code.lower(), "name": "Ada"}).status_code == 303
    assert [each.name for each in studio.do(studio.store.classes.learners(classroom.id))] == ["Ada"]
    assert newcomer.get("/learn").status_code == 200


def test_an_erased_account_is_gone(studio: Running) -> None:
    person = studio.person("learner")
    assert person.post("/account/erase", {"confirm": "erase"}).status_code == 303
    assert person.get("/learn").status_code == 303


def test_every_answer_forbids_foreign_content(studio: Running) -> None:
    for path in ("/sign-in", "/nothing-here", "/static/studio.css", "/v1/models"):
        policy = studio.stranger().get(path).headers["content-security-policy"]
        assert policy.startswith("default-src 'self'"), path
        assert "unsafe" not in policy


@pytest.mark.slow
def test_a_class_of_forty_comes_in_from_one_address_and_who_guesses_codes_is_stopped(tmp_path: Path) -> None:
    with running(Settings.in_folder(tmp_path, entries_per_minute=10)) as studio:
        teacher = studio.do(studio.store.accounts.make("Ms Noether", "teacher"))
        classroom = studio.do(studio.store.classes.make(teacher.id, "8b"))
        joined = [
            studio.stranger().browser.post("/class", data={"code": classroom.code, "name": f"learner {number}"}).status_code
            for number in range(40)
        ]
        guessed = [
            studio.stranger().browser.post("/class", data={"code": f"AAAA{number}", "name": "Eve"}).status_code
            for number in range(25)
        ]
    assert set(joined) == {303}
    assert guessed[-1] == 429
