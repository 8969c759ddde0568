"""Schemathesis asks everything that the OpenAPI description allows, and much that it does not, as several roles.

What it may not find: an answer of 500 or more, a status or a type that is not documented, a body that is not as described.
"""

from typing import Any

import pytest

from tests.studio.serving import Person, Running

schemathesis = pytest.importorskip("schemathesis", reason="needs the extra web: schemathesis")

from hypothesis import HealthCheck, given, settings  # noqa: E402  # as what follows
from schemathesis import checks, openapi  # noqa: E402  # skipped without the extra
from schemathesis.core.failures import FailureGroup  # noqa: E402

pytestmark = pytest.mark.slow

NAMES = ("not_a_server_error", "status_code_conformance", "content_type_conformance", "response_schema_conformance")
checks.load_all_checks()
CHECKS = [checks.CHECKS.get_one(name) for name in NAMES]
ENDS = {"/sign-out", "/account/erase"}
"""End the login by which the next cases ask."""


@pytest.fixture(scope="module")
def people(studio: Running) -> dict[str, Person]:
    return {"stranger": studio.stranger(), **{role: studio.person(role) for role in ("learner", "admin")}}


@pytest.mark.parametrize("who", ["stranger", "learner", "admin"])
def test_the_description_is_true(studio: Running, people: dict[str, Person], who: str) -> None:

    person = people[who]
    login = person.browser.cookies.get("gnomon_login")
    headers = {"X-CSRF": person.csrf, **({"Cookie": f"gnomon_login={login}"} if login else {})}
    description = openapi.from_url(f"{studio.address}/openapi.json")
    failures: list[str] = []
    for found in description.get_all_operations():
        operation = found.ok()
        if operation.path in ENDS:
            continue

        @given(case=operation.as_strategy())
        @settings(max_examples=12, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
        def asked(case: Any) -> None:
            case.call_and_validate(headers=headers, checks=CHECKS)

        try:
            asked()
        except FailureGroup as error:
            failures.append(f"{operation.method.upper()} {operation.path}: {' '.join(str(error).split())[:400]}")
    assert not failures, "\n".join(failures)
