"""``gnomon models check``."""

import json

import pytest

from gnomon.models import FakeServer, Fault, ServerBehaviour


def test_a_check_prints_a_row_for_each_thing(gnomon):
    with FakeServer(behaviour=ServerBehaviour(num_samples="ignored")) as server:
        result = gnomon("models", "check", server.url, "fake-model")
    assert result.exit_code == 0
    rows = {line[:12].strip(): line[12:].strip() for line in result.stdout.splitlines()}
    assert rows["text"].startswith("supported ")
    assert rows["samples"].startswith("not supported ")


def test_a_check_as_json_holds_names_states_and_reasons(gnomon):
    with FakeServer() as server:
        rows = json.loads(gnomon("models", "check", server.url, "fake-model", "--json").stdout)
    assert {"name": "text", "state": "supported"}.items() <= rows[2].items()
    assert all(row["reason"] for row in rows)


def test_a_server_without_text_fails(gnomon):
    with FakeServer(faults=lambda _: Fault(status=401, message="no")) as server:
        result = gnomon("models", "check", server.url, "fake-model")
    assert result.exit_code == 1
    assert "GNOMON_API_KEY" in result.stdout


def test_a_url_that_holds_a_password_is_refused_without_repeating_it(gnomon):
    result = gnomon("models", "check", "http://me:s3cret-word@host/v1", "m")
    assert result.exit_code == 1
    assert "GNOMON_API_KEY" in result.stderr
    assert "s3cret" not in result.output


def test_a_url_without_its_version_is_answered_with_the_one_to_try(gnomon):
    with FakeServer() as server:
        result = gnomon("models", "check", server.url.removesuffix("/v1"), "fake-model")
    assert result.exit_code == 1
    assert f"most servers answer under /v1: try {server.url}" in result.stdout
    assert "supported" not in result.stdout


@pytest.mark.slow
def test_a_server_that_is_not_there_is_said_once(gnomon):
    with FakeServer() as gone:
        pass
    result = gnomon("models", "check", gone.url, "fake-model")
    assert (result.exit_code, result.stdout.count("\n")) == (1, 1)
    assert "is the server running and the URL right?" in result.stdout
