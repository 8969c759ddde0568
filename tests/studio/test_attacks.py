"""What was tried against the studio and has to fail, each as an attacker would try it over HTTP."""

from __future__ import annotations

import asyncio
import csv
import io
import json
import logging
import re
import stat
import threading
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import IntegrityError

from gnomon.problem.bank import bank_entries
from gnomon.problem.entry import ProblemEntry
from gnomon.problem.entry_writing import written_entries
from gnomon.store import Account, Store
from tests.studio.serving import Person, Running, running

PROBLEM = "triangle-sum-klm"


def account_of(studio: Running, person: Person) -> Account:
    found: Account = studio.do(studio.store.accounts.logged_in(person.browser.cookies.get("gnomon_login")))
    return found


def draft(person: Person, place: str, body: str, version: int = 0) -> int:
    headers = {"X-CSRF": person.csrf, "Content-Type": "application/json"}
    content = f'{{"version": {version}, "body": {body}}}'
    status: int = person.browser.put(f"/api/drafts/{place}", content=content, headers=headers).status_code
    return status


def at_once(work: Any, count: int) -> list[int]:
    answers: list[int] = []
    threads = [threading.Thread(target=lambda place=place: answers.append(work(place).status_code)) for place in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(answers)


def test_a_token_of_strange_letters_is_refused_like_any_other(studio: Running) -> None:
    person = studio.person("learner")
    assert person.browser.post("/account/keys", data={"csrf": "é" * 64, "name": "x"}).status_code == 403
    assert person.browser.post("/account/keys", data={"name": "x"}, headers={b"X-CSRF": b"\xe9"}).status_code == 403


def test_a_failure_of_ours_has_the_headers_of_any_page_and_its_log_no_secret(
    studio: Running, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(type(studio.store.accounts), "invitation", fail)
    with caplog.at_level(logging.ERROR, "gnomon"):
        answer = studio.stranger().get("/join/a-secret-token")
    assert answer.status_code == 500
    assert answer.headers["content-security-policy"].startswith("default-src 'self'")
    assert answer.headers["cache-control"] == "no-store"
    assert "/join/{token} failed" in caplog.text
    assert "a-secret-token" not in caplog.text


def test_an_error_of_the_database_says_no_value(studio: Running) -> None:
    named = {"login_name": "told", "password_hash": "what is kept"}
    studio.do(studio.store.accounts.make("Ann", "learner", **named))
    with pytest.raises(IntegrityError) as error:
        studio.do(studio.store.accounts.make("Eve", "learner", **named))
    assert "what is kept" not in str(error.value)


def test_only_who_runs_the_studio_reads_its_database(tmp_path: Path) -> None:
    async def modes() -> dict[str, int]:
        async with Store(str(tmp_path / "studio.db")) as store:
            await store.accounts.make("Ann", "learner")
            return await asyncio.to_thread(lambda: {each.name: stat.S_IMODE(each.stat().st_mode) for each in tmp_path.iterdir()})

    assert asyncio.run(modes()) == dict.fromkeys(("studio.db", "studio.db-wal", "studio.db-shm"), 0o600)


def test_a_body_that_is_too_large_is_refused_to_strangers_too(studio: Running) -> None:
    stranger = studio.stranger().browser
    form = "&".join(f"a{number}={'x' * 10_000}" for number in range(450))
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    assert stranger.post("/sign-in", content=form, headers=headers).status_code == 413
    assert stranger.put("/api/drafts/large", json={"version": 0, "body": {"a": "x" * 4_100_000}}).status_code == 413


def test_a_draft_that_cannot_be_given_back_is_not_taken(studio: Running) -> None:
    person = studio.person("learner")
    odd = ['{"a": NaN}', '{"a": 1e999}', r'{"a": "\ud800"}', f'{{"a": {"[" * 300}{"]" * 300}}}']
    assert [draft(person, "odd", body) for body in odd] == [422] * 4
    assert draft(person, "odd", json.dumps({"a": ["ü", {"b": 1.5}]})) == 200
    assert person.get("/api/drafts/odd").json()["body"] == {"a": ["ü", {"b": 1.5}]}
    assert person.get("/api/drafts/never-begun").json() == {"version": 0, "body": {}}


def test_a_link_that_many_follow_at_once_lets_one_in(studio: Running) -> None:
    token = studio.do(studio.store.accounts.invite("teacher"))
    browsers = [studio.stranger().browser for _ in range(6)]
    assert at_once(lambda place: browsers[place].post(f"/join/{token}", data={"name": "N"}), 6) == [303] + [403] * 5


def test_a_name_that_many_take_at_once_is_one_s_and_the_others_keep_their_links(studio: Running) -> None:
    tokens = [studio.do(studio.store.accounts.invite("learner")) for _ in range(4)]
    browsers = [studio.stranger().browser for _ in range(4)]
    form = {"name": "N", "login_name": "wanted", "password": "correct horse"}
    assert at_once(lambda place: browsers[place].post(f"/join/{tokens[place]}", data=form), 4) == [303] + [409] * 3
    again = [studio.stranger().browser.post(f"/join/{token}", data={"name": "N"}).status_code for token in tokens]
    assert sorted(again) == [303, 303, 303, 403]


def test_a_link_is_worth_nothing_once_who_it_signs_in_may_do_more(studio: Running) -> None:
    person, admin = studio.person("learner"), studio.person("admin")
    account = account_of(studio, person)
    link = studio.do(studio.store.accounts.invite("learner", account_id=account.id))
    admin.post(f"/admin/accounts/{account.id}/role", {"role": "admin"})
    assert studio.stranger().browser.post(f"/join/{link}").status_code == 403


def test_who_may_invite_no_longer_has_invited_nobody(studio: Running) -> None:
    former, erased, admin = studio.person("admin"), studio.person("admin"), studio.person("admin")
    links = [studio.do(studio.store.accounts.invite("admin", made_by=account_of(studio, each).id)) for each in (former, erased)]
    admin.post(f"/admin/accounts/{account_of(studio, former).id}/role", {"role": "learner"})
    assert erased.post("/account/erase", {"confirm": "erase"}).status_code == 303
    assert [studio.stranger().browser.post(f"/join/{link}", data={"name": "Eve"}).status_code for link in links] == [403, 403]


def test_a_new_password_signs_everybody_else_out(studio: Running) -> None:
    person, thief = studio.person("learner"), studio.stranger()
    person.post("/account/password", {"login_name": "robbed", "password": "correct horse"})
    thief.browser.post("/sign-in", data={"login_name": "robbed", "password": "correct horse"})
    link = studio.do(studio.store.accounts.invite("learner", account_id=account_of(studio, person).id))
    del person.csrf  # of the login that the password ended
    assert person.post("/account/password", {"login_name": "robbed", "password": "another horse"}).status_code == 303
    assert (person.get("/account").status_code, thief.get("/account").status_code) == (200, 303)
    assert studio.stranger().browser.post(f"/join/{link}").status_code == 403


def test_signing_in_ends_the_login_that_a_browser_had(studio: Running) -> None:
    person = studio.person("learner")
    former = person.browser.cookies.get("gnomon_login")
    person.browser.post("/sign-in/guest")
    assert person.browser.cookies.get("gnomon_login") != former
    assert studio.do(studio.store.accounts.logged_in(former)) is None


@pytest.mark.slow
def test_a_password_is_not_guessed_from_many_addresses_nor_a_network_counted_as_many(tmp_path: Path) -> None:
    from types import SimpleNamespace

    from gnomon.studio import Settings
    from gnomon.studio.access import address_of

    with running(Settings.in_folder(tmp_path, entries_per_minute=1)) as studio:
        person = studio.stranger()
        studio.app.state.studio.entries.take = lambda holder, take=studio.app.state.studio.entries.take: (
            take(holder) if holder.startswith("name ") else 0.0  # as if each try came from elsewhere
        )
        statuses = [person.browser.post("/sign-in", data={"login_name": "a", "password": "b"}).status_code for _ in range(22)]
        assert statuses == [403] * 20 + [429] * 2

    def seen(host: str) -> str:
        request: Any = SimpleNamespace(client=SimpleNamespace(host=host))
        return address_of(request)

    assert seen("2001:db8:1:2::1") == seen("2001:db8:1:2:ffff::9") != seen("2001:db8:1:3::1")
    assert seen("::ffff:192.0.2.1") == seen("192.0.2.1") != seen("192.0.2.2")


def test_an_attempt_has_no_more_lines_than_can_be_read_one_by_one(studio: Running) -> None:
    person = studio.person("learner")
    assert person.post("/learn/talks", {"problem": PROBLEM, "attempt": "1\n" * 61}).status_code == 422
    assert person.post("/learn/talks", {"problem": PROBLEM, "attempt": "1\n" * 60}).status_code == 303


@pytest.mark.parametrize(
    ("name", "cell"),
    [
        ("=1+1", "'=1+1"),
        ("Ada;=1+1", "Ada;'=1+1"),
        ("Ada\n@SUM(1)", "Ada\n'@SUM(1)"),
        ("\uff1d1+1", "'\uff1d1+1"),
        ("A-B", "A-B"),
    ],
)
def test_a_name_is_no_formula_wherever_a_spreadsheet_begins_a_cell(studio: Running, name: str, cell: str) -> None:
    teacher, learner = studio.person("teacher"), studio.stranger()
    place = teacher.post("/teach/classes", {"name": "8b"}).headers["location"].removesuffix("/settings")
    code = studio.do(studio.store.classes.get(place.rpartition("/")[2])).code
    learner.browser.post("/class", data={"code": code, "name": name})
    teacher.post(f"{place}/problems", {"problem": PROBLEM})
    _, row = csv.reader(io.StringIO(teacher.get(f"{place}/outcomes.csv").text, newline=""))
    assert row[0] == cell


def test_a_form_says_to_its_own_site_where_it_comes_from_and_to_no_other(studio: Running) -> None:
    # With `no-referrer` browsers send `Origin: null`, and without HTTPS nothing else: each form was a foreign one.
    assert studio.stranger().get("/sign-in").headers["referrer-policy"] == "same-origin"
    assert studio.stranger().browser.post("/sign-in/guest", headers={"Origin": "null"}).status_code == 403
    assert studio.stranger().browser.post("/sign-in/guest", headers={"Origin": studio.address}).status_code == 303


def own_problem(studio: Running, teacher: Person, name: str = "secret", **words: object) -> str:
    """Return the id of a problem that a teacher has saved."""
    source = written_entries([ProblemEntry.model_validate({**bank_entries()[PROBLEM], **words})])
    kept = studio.do(studio.store.problems.save(account_of(studio, teacher).id, name, source))
    return str(kept.id)


def test_a_teachers_problem_is_seen_and_begun_only_by_who_was_given_it(studio: Running) -> None:
    teacher, other, learner = studio.person("teacher"), studio.person("teacher"), studio.person("learner")
    problem = own_problem(studio, teacher)

    def statuses(person: Person) -> list[int]:
        seen = [person.get(f"/learn/problems/{problem}{part}").status_code for part in ("", "/figure.svg")]
        return [*seen, person.post("/learn/talks", {"problem": problem}).status_code]

    assert statuses(other) == statuses(learner) == [404, 404, 404]
    classroom = studio.do(studio.store.classes.make(account_of(studio, teacher).id, "8b"))
    studio.do(studio.store.classes.join(classroom.id, account_of(studio, learner).id))
    assert statuses(learner) == [404, 404, 404]
    studio.do(studio.store.classes.assign(classroom.id, problem))
    assert statuses(learner) == statuses(teacher) == [200, 200, 303]
    assert statuses(other) == [404, 404, 404]


@pytest.mark.slow
def test_nobody_writes_without_end(tmp_path: Path) -> None:
    from gnomon.studio import Settings

    with running(Settings.in_folder(tmp_path, changes_per_minute=1)) as studio:
        person, other = studio.person("learner"), studio.person("learner")
        drafts = [draft(person, f"place/{number}", "{}") for number in range(121)]
        assert drafts == [200] * 120 + [429]
        strokes = {"problem": PROBLEM, "width": 560, "strokes": []}
        headers = {"X-CSRF": person.csrf}
        refused = person.browser.post("/api/figures/read-strokes", json=strokes, headers=headers)
        assert refused.status_code == 429
        assert int(refused.headers["retry-after"]) > 0
        assert person.get("/learn").status_code == 200
        assert draft(other, "place/0", "{}") == 200


def test_a_program_is_no_way_around_a_teacher_who_looks_at_each_turn(studio: Running) -> None:
    teacher, learner = studio.person("teacher"), studio.person("learner")
    key = studio.do(studio.store.accounts.make_key(account_of(studio, learner).id, "x"))
    classroom = studio.do(studio.store.classes.make(account_of(studio, teacher).id, "8b"))
    studio.do(studio.store.classes.join(classroom.id, account_of(studio, learner).id))
    asked = {"model": "symbolic", "messages": [{"role": "user", "content": "hello"}], "metadata": {"problem": PROBLEM}}

    def ask() -> Any:
        return studio.stranger().browser.post("/v1/chat/completions", json=asked, headers={"Authorization": f"Bearer {key}"})

    assert ask().status_code == 200
    studio.do(studio.store.classes.change(classroom.id, is_supervised=True))
    assert (ask().status_code, ask().json()["error"]["code"]) == (403, "supervised")


def test_nothing_that_somebody_typed_is_markup_on_a_page(studio: Running) -> None:
    script = "<img src=x onerror=alert(1)>"
    teacher, learner = studio.person("teacher", script), studio.person("learner", script)
    words = {name: f"{script} {bank_entries()[PROBLEM].get(name, '')}" for name in ("text", "title", "source", "topic")}
    problem = own_problem(studio, teacher, script, **words)
    classroom = studio.do(studio.store.classes.make(account_of(studio, teacher).id, script))
    studio.do(studio.store.classes.join(classroom.id, account_of(studio, learner).id))
    studio.do(studio.store.classes.assign(classroom.id, problem))
    form = {"problem": problem, "attempt": script, "class_id": classroom.id}
    talk = learner.post("/learn/talks", form).headers["location"]
    said = learner.send(f"{talk}/say", script)
    place = f"/teach/classes/{classroom.id}"
    pages = [said.text, *(learner.get(path).text for path in ("/learn", f"/learn/problems/{problem}", talk, "/learn/data"))]
    pages += [teacher.get(f"{place}{part}").text for part in ("", "/settings", "/learners", "/problems")]
    pages += [teacher.get(path).text for path in ("/teach", "/edit", f"/edit/{problem}", talk.replace("/learn/", "/teach/"))]
    assert not [page for page in pages if "<img src=x" in page]
    assert sum("&lt;img src=x" in page for page in pages) > len(pages) // 2


def test_no_address_gives_back_as_markup_what_was_typed_anywhere(studio: Running) -> None:
    script = "</script><img src=x onerror=alert(1)>'\"={{7*7}}"
    admin, learner = studio.person("admin", script), studio.person("learner", script)
    entry = json.loads(json.dumps(bank_entries()[PROBLEM]))
    entry["figure"]["labels"] = [{"text": script, "element": "line:KL"}]
    problem = own_problem(
        studio, admin, script, **dict.fromkeys(("text", "title", "source", "topic"), script), figure=entry["figure"]
    )
    classroom = studio.do(studio.store.classes.make(account_of(studio, admin).id, script))
    studio.do(studio.store.classes.join(classroom.id, account_of(studio, learner).id))
    studio.do(studio.store.classes.assign(classroom.id, problem))
    talk = learner.post("/learn/talks", {"problem": problem, "attempt": script, "class_id": classroom.id}).headers["location"]
    learner.send(f"{talk}/say", script)
    learner.post("/account/keys", {"name": script})
    row = json.dumps({"problem": problem, "attempt": script}).encode()
    form = {"name": script, "student": "http://127.0.0.1:9/model", "consent": script, "currency": script}
    batch = admin.post("/review/batches", form, files={"dialogues": (f"{script}.jsonl", row)}).headers["location"]
    ids = {
        "problem_id": problem, "edit_id": problem, "problem": problem, "talk_id": talk.rpartition("/")[2],
        "class_id": classroom.id,
        "learner_id": account_of(studio, learner).id, "account_id": account_of(studio, learner).id,
        "batch_id": batch.rpartition("/")[2], "number": "0", "place": f"edit/{problem}",
    }  # fmt: skip
    seen = 0
    for path, methods in studio.app.openapi()["paths"].items():
        address = re.sub(r"{(\w+)(?::path)?}", lambda found: ids.get(found[1], "0" * 32), path)
        for person in (admin, learner) if "get" in methods and not path.startswith("/v1/") else ():
            answer = person.get(address)
            kind = answer.headers.get("content-type", "")
            if answer.status_code == 200 and kind.startswith(("text/html", "image/svg")):
                seen += "&lt;img src=x" in answer.text
                assert "<img src=x" not in answer.text, address
            else:  # a file to keep, which no browser shows as a page
                assert answer.headers["x-content-type-options"] == "nosniff", address
    assert seen > 15, seen


def test_a_file_that_takes_minutes_to_read_keeps_nobody_waiting(studio: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    teacher, learner = studio.person("teacher"), studio.person("learner")
    monkeypatch.setattr(studio.app.state.workshop, "limit_seconds", 3.0)
    files = {"file": ("p.yaml", b"- {id: a, text: b}\n" * 100_000)}
    answers: list[int] = []
    upload = threading.Thread(target=lambda: answers.append(teacher.post("/edit/open", files=files).status_code))
    upload.start()
    assert learner.get("/account").status_code == 200
    assert not answers
    upload.join()
    assert answers == [422]
    headers = {"X-CSRF": teacher.csrf}
    assert teacher.browser.post("/edit/api/read-yaml", json={"yaml": "x" * 2_000_001}, headers=headers).status_code == 422


def changing_routes(studio: Running) -> list[tuple[str, str]]:
    """Return method and address of all that changes something, with ids of nothing."""
    paths: dict[str, dict[str, Any]] = studio.app.openapi()["paths"]
    addresses = {path: re.sub(r"{\w+}", "0" * 32, path) for path in paths if not path.startswith("/v1/")}
    return [(method, address) for path, address in addresses.items() for method in paths[path] if method != "get"]


def test_no_page_of_another_site_changes_anything_whatever_it_sends(studio: Running) -> None:
    admin = studio.person("admin")
    entering = {"/sign-in", "/sign-in/guest", "/class", f"/join/{'0' * 32}"}  # who signs in has no token yet
    for method, address in changing_routes(studio):
        foreign = {"Sec-Fetch-Site": "cross-site", "X-CSRF": admin.csrf}
        assert admin.browser.request(method, address, headers=foreign).status_code == 403, address
        assert admin.browser.request(method, address, headers={"Origin": "https://evil.example"}).status_code == 403, address
        if address not in entering:
            assert admin.browser.request(method, address).status_code == 403, address


def test_who_saves_under_the_id_of_a_deleted_problem_takes_its_place_nowhere(studio: Running) -> None:
    teacher, other, learner = studio.person("teacher"), studio.person("teacher"), studio.person("learner")
    problem = own_problem(studio, teacher)
    classroom = studio.do(studio.store.classes.make(account_of(studio, teacher).id, "8b"))
    studio.do(studio.store.classes.join(classroom.id, account_of(studio, learner).id))
    studio.do(studio.store.classes.assign(classroom.id, problem))
    assert teacher.post(f"/edit/{problem}/delete").status_code == 303
    source = written_entries([ProblemEntry.model_validate(bank_entries()[PROBLEM])])
    for thief in (other, teacher):
        with pytest.raises(LookupError):
            studio.do(studio.store.problems.save(account_of(studio, thief).id, "mine", source, problem_id=problem))
    assert learner.get(f"/learn/problems/{problem}").status_code == 404


def test_a_reviewers_file_takes_no_problem_of_a_teacher_by_its_id(studio: Running) -> None:
    teacher, reviewer, admin = studio.person("teacher"), studio.person("reviewer"), studio.person("admin")
    row = json.dumps({"problem": own_problem(studio, teacher), "attempt": "K = 50\nKML = 180 - 50 = 130"}).encode()
    form = {"name": "Taken", "student": "http://127.0.0.1:9/model", "consent": "I take part."}

    def made(person: Person) -> Any:
        return person.post("/review/batches", form, files={"dialogues": ("rows.jsonl", row)})

    assert (made(reviewer).status_code, made(admin).status_code) == (422, 303)
    assert "there is no problem" in made(reviewer).text


def test_a_learner_of_a_supervised_class_talks_nowhere_without_its_teacher(studio: Running) -> None:
    teacher, learner = studio.person("teacher"), studio.person("learner")
    before = learner.post("/learn/talks", {"problem": PROBLEM}).headers["location"]
    classroom = studio.do(studio.store.classes.make(account_of(studio, teacher).id, "8b"))
    studio.do(studio.store.classes.join(classroom.id, account_of(studio, learner).id))
    assert learner.send(f"{before}/say", "M is 57").status_code == 200
    studio.do(studio.store.classes.change(classroom.id, is_supervised=True))
    ways = [learner.send(f"{before}/say", "M is 58"), learner.send(f"{before}/hint", ""), learner.post(f"{before}/answer")]
    assert [way.status_code for way in ways] == [403, 403, 403]
    assert "8b" in learner.get(f"/learn/problems/{PROBLEM}").text
    alone = learner.post("/learn/talks", {"problem": PROBLEM}).headers["location"].rpartition("/")[2]
    assert studio.do(studio.store.conversations.held_at(alone, 0)) is not None
    assert studio.do(studio.store.conversations.get(alone)).row.class_id == classroom.id
