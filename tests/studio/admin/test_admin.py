"""Administration over HTTP."""

import re
import uuid

import pytest

from gnomon.store import Account
from tests.studio.serving import Person, Running, told


@pytest.fixture(scope="module")
def admin(studio: Running) -> Person:
    return studio.person("admin", "Root of this test")


def someone(studio: Running, role: str = "learner") -> Account:
    made: Account = studio.do(studio.store.accounts.make(f"Somebody {uuid.uuid4().hex}", role))
    return made


def joined(studio: Running, page: str, name: str = "New") -> Person:
    """Return who follows the one link on a page."""
    (token,) = re.findall(r"/join/([\w-]+)", page)
    person = studio.stranger()
    assert person.browser.post(f"/join/{token}", data={"name": name}).status_code == 303
    return person


def called(studio: Running, name: str) -> Account:
    (found,) = [each for each in studio.do(studio.store.accounts.everybody()) if each.name == name]
    return found


def test_accounts_are_found_by_name_and_role(studio: Running, admin: Person) -> None:
    made = someone(studio, "reviewer")
    assert made.name in admin.get("/admin", params={"q": made.name.upper()}).text
    assert made.name not in admin.get("/admin", params={"q": "annotator"}).text


def test_a_role_is_changed_at_once_and_never_ones_own(studio: Running, admin: Person) -> None:
    page = admin.post("/admin/invitations", {"role": "learner"}).text
    learner = joined(studio, page, "Once a learner")
    assert learner.get("/teach").status_code == 403
    account = called(studio, "Once a learner")
    assert admin.post(f"/admin/accounts/{account.id}/role", {"role": "teacher"}).status_code == 303
    assert learner.get("/teach").status_code == 200
    own = called(studio, "Root of this test")
    assert admin.post(f"/admin/accounts/{own.id}/role", {"role": "learner"}).status_code == 409
    assert admin.post(f"/admin/accounts/{account.id}/role", {"role": "king"}).status_code == 422


@pytest.mark.parametrize("role", ["learner", "teacher", "annotator", "reviewer", "admin"])
def test_a_link_lets_somebody_of_any_role_in_once(studio: Running, admin: Person, role: str) -> None:
    page = admin.post("/admin/invitations", {"role": role}).text
    joined(studio, page, f"Invited as {role}")
    assert called(studio, f"Invited as {role}").role == role
    (token,) = re.findall(r"/join/([\w-]+)", page)
    assert studio.stranger().browser.post(f"/join/{token}", data={"name": "Eve"}).status_code == 403


def test_several_links_are_made_at_once_and_shown_only_then(admin: Person) -> None:
    assert len(set(re.findall(r"/join/[\w-]+", admin.post("/admin/invitations", {"role": "annotator", "count": 3}).text))) == 3
    assert "/join/" not in admin.get("/admin/invitations").text


def test_a_link_that_is_withdrawn_lets_nobody_in(studio: Running, admin: Person) -> None:
    page = admin.post("/admin/invitations", {"role": "teacher"}).text
    (token,) = re.findall(r"/join/([\w-]+)", page)
    newest = studio.do(studio.store.accounts.open_invitations())[0]
    admin.post(f"/admin/invitations/{newest.token_hash}/withdraw")
    assert studio.stranger().browser.post(f"/join/{token}", data={"name": "Eve"}).status_code == 403


def test_who_lost_their_link_gets_another_and_who_lost_a_device_is_signed_out(studio: Running, admin: Person) -> None:
    made = someone(studio, "teacher")
    person = joined(studio, admin.post(f"/admin/accounts/{made.id}/link").text)
    assert person.get("/teach").status_code == 200
    admin.post(f"/admin/accounts/{made.id}/sign-out")
    assert person.get("/teach").status_code == 303


def test_the_log_tells_who_did_what_and_no_secret(studio: Running, admin: Person) -> None:
    made = someone(studio)
    page = admin.post(f"/admin/accounts/{made.id}/link").text
    (token,) = re.findall(r"/join/([\w-]+)", page)
    shown = told(admin.get("/admin/log", params={"place": f"account/{made.id}"}).text)
    assert "made link" in shown
    assert "Root" in shown
    assert token not in admin.get("/admin/log").text


def test_keys_are_shown_with_their_use_and_ended(studio: Running, admin: Person) -> None:
    made = someone(studio)
    key = studio.do(studio.store.accounts.make_key(made.id, "a notebook"))
    studio.do(studio.store.accounts.holder_of(key))
    shown = admin.get("/admin/keys").text
    assert "a notebook" in shown
    assert key not in shown
    (row,) = studio.do(studio.store.accounts.keys_of(made.id))
    assert admin.post(f"/admin/keys/{row.id}/revoke").status_code == 303
    assert studio.do(studio.store.accounts.holder_of(key)) is None
    assert admin.post("/admin/keys/nothing/revoke").status_code == 404
