"""Who reaches what: every route by every role, held against one table, so that a route nobody thought about fails here."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from gnomon.store import Role
from tests.every import read_cases
from tests.studio.serving import Person, Running

TABLE: dict[str, str | list[str]] = read_cases(Path(__file__).with_name("routes.yaml"))
ROLES: tuple[str, ...] = get_args(Role)
REFUSED = {401, 403}
SAFE = {"GET", "HEAD"}
INVITATION = {"GET /join/{token}", "POST /join/{token}", "POST /sign-in", "POST /class"}
"""Refuse by what is sent, whoever sends it: tried in ``test_entering.py``."""


def described(studio: Running) -> Iterator[str]:
    for path, methods in studio.app.openapi()["paths"].items():
        yield from (f"{method.upper()} {path}" for method in methods)


def may(role: str | None, who: str | list[str]) -> bool:
    if who == "everybody":
        return True
    if role is None or who == "key":
        return False
    return who == "signed_in" or role in {*who, "admin"}


def asked(person: Person, route: str) -> Any:
    method, path = route.split(" ")
    address = re.sub(r"\{\w+\}", "nothing", path)
    options: dict[str, Any] = {} if method in SAFE else {"headers": {"X-CSRF": person.csrf}}
    if method in {"PUT", "PATCH"}:
        options["json"] = {}
    return person.browser.request(method, address, **options)


def is_refused(answer: Any) -> bool:
    return answer.status_code in REFUSED or answer.headers.get("location", "").startswith("/sign-in?next=")


def test_the_table_lists_every_route_and_no_other(studio: Running) -> None:
    assert sorted(described(studio)) == sorted(TABLE)


@pytest.mark.slow
@pytest.mark.parametrize("role", [None, *ROLES])
def test_nobody_reaches_what_is_not_theirs(studio: Running, role: str | None) -> None:
    wrong = []
    for route, who in TABLE.items():
        if route in INVITATION:
            continue
        # Somebody new for each route: one of them signs out, one erases the account.
        answer = asked(studio.person(role) if role else studio.stranger(), route)
        if is_refused(answer) == may(role, who):
            wrong.append(f"{route}: {answer.status_code}")
        assert answer.status_code < 500, route
    assert not wrong, f"{role or 'a stranger'}: {wrong}"
