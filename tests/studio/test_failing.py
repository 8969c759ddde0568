"""Pages of failures: where they lead."""

import pytest

pytest.importorskip("fastapi", reason="needs the extra studio: FastAPI")

from starlette.requests import Request  # skipped without the extra

from gnomon.studio.failing import _form_of  # as above
from tests.every import every  # as above


@every([
    ("POST", "http://here/edit?q=1", "/edit?q=1"),
    ("GET", "http://here/edit", ""),
    ("POST", "http://elsewhere/edit", ""),
    ("POST", "http://here//elsewhere/edit", "/elsewhere/edit"),
    ("POST", "javascript:alert(1)", ""),
    ("POST", "", ""),
])  # fmt: skip
def test_a_refused_form_leads_back_to_its_page_and_to_no_other_site(method, came_from, back):
    headers = [(b"host", b"here"), (b"referer", came_from.encode())]
    scope = {"type": "http", "method": method, "path": "/edit/open", "query_string": b"", "scheme": "http", "headers": headers}
    assert _form_of(Request(scope)) == back
