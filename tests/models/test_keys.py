"""Keys come from the environment, go to their server, and appear nowhere else."""

import asyncio
import logging
import traceback

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnomon.models import (
    Cache,
    Client,
    FakeServer,
    Fault,
    Ledger,
    ModelError,
    RetryPolicy,
    ServerBehaviour,
    ServerSettings,
    open_model,
)
from gnomon.models.keys import Key, key_for, key_names

SECRET = "sk-Zq7wXv93TtGb40KmPl58Rr"
ONCE = ServerSettings(retries=RetryPolicy(max_retries=1, first_wait_seconds=0), timeout_seconds=0.5)
NAMES = ("GNOMON_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY", "ANTHROPIC_API_KEY", "OPENROUTER_API_KEY")


@pytest.fixture(autouse=True)
def no_keys(monkeypatch):
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)


def _echo(chat, index):
    """Answer with what was sent, as a confused server might."""
    return f"{index}: your header was {chat.headers['authorization']}"


def holds_secret(text):
    """Tell whether a text holds eight characters of the key in a row."""
    return any(SECRET[start : start + 8] in text for start in range(len(SECRET) - 7))


async def _everything(server, folder):
    """Use a server in good and bad ways; return all that was said about it."""
    ledger = Ledger()
    client = await open_model(server.url, role="tutor", cache=Cache(folder), ledger=ledger, settings=ONCE)
    said = [repr(client), str(vars(client))]
    from gnomon.models import Message, Request

    for number in range(12):
        try:
            response = await client.respond(Request(messages=(Message(role="user", text=f"{number}"),)))
            said += [repr(response), response.text]
        except ModelError as error:
            whole = traceback.TracebackException.from_exception(error, capture_locals=True)
            said += [repr(error), *traceback.format_exception(error), *whole.format()]
    said += [repr(client), repr(ledger.rows), str(vars(client._server()))]
    await client.aclose()
    return "\n".join(said)


@pytest.mark.slow
def test_a_key_is_in_nothing_that_is_said_or_written(tmp_path, monkeypatch, caplog, capfd):
    monkeypatch.setenv("GNOMON_API_KEY", SECRET)
    caplog.set_level(logging.DEBUG)
    for name in ("openai", "httpx2", "httpcore2", "gnomon"):
        caplog.set_level(logging.DEBUG, logger=name)
    faults = [
        None,
        Fault(status=401, message=f"Incorrect API key provided: {SECRET}. Your key {SECRET[:12]}...{SECRET[-4:]} is wrong"),
        Fault(status=401, message=f"Authorization: Bearer {SECRET}"),
        *[Fault(status=500, message=f"crashed with {SECRET}")] * 2,
        *[Fault(drop=True)] * 2,
        *[Fault(malformed=True)] * 2,
        *[Fault(pause_seconds=5)] * 2,
        Fault(status=400, message=" " * 395 + SECRET),
    ]
    with FakeServer(_echo, faults=faults) as server:
        said = asyncio.run(_everything(server, tmp_path))
        assert server.requests[0].headers["authorization"] == f"Bearer {SECRET}"
    files = list(tmp_path.rglob("*.json"))
    captured = capfd.readouterr()
    assert "[key]" in said
    assert files
    for text in (said, caplog.text, captured.out, captured.err, *(file.read_text() for file in files)):
        assert not holds_secret(text)


def test_nothing_that_is_meant_for_openai_is_sent_to_another_server(ask, question, monkeypatch):
    meant_for_openai = {
        "OPENAI_API_KEY": SECRET,
        "OPENAI_ADMIN_KEY": SECRET,
        "OPENAI_ORG_ID": f"org-{SECRET}",
        "OPENAI_PROJECT_ID": f"project-{SECRET}",
        "OPENAI_WEBHOOK_SECRET": SECRET,
        "OPENAI_CUSTOM_HEADERS": f"x-mine: {SECRET}",
        "OPENAI_BASE_URL": "https://api.openai.com/v1",
        "ANTHROPIC_API_KEY": SECRET,
    }
    for name, value in meant_for_openai.items():
        monkeypatch.setenv(name, value)
    with FakeServer() as server:
        ask(server, question())
        assert not holds_secret(str(server.requests[0].headers))


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("https://api.openai.com/v1", "OPENAI_API_KEY"),
        ("https://eu.api.openai.com/v1", "OPENAI_API_KEY"),
        ("https://generativelanguage.googleapis.com/v1beta/openai", "GEMINI_API_KEY"),
        ("https://api.anthropic.com/v1", "ANTHROPIC_API_KEY"),
        ("https://openrouter.ai/api/v1", "OPENROUTER_API_KEY"),
    ],
)
def test_a_service_gets_its_own_key_first(monkeypatch, url, name):
    monkeypatch.setenv("GNOMON_API_KEY", "general")
    assert key_for(url).reveal() == "general"
    monkeypatch.setenv(name, "own")
    assert key_for(url).reveal() == "own"


@pytest.mark.parametrize(
    "url",
    [
        "http://api.openai.com/v1",
        "https://api.openai.com.example.org/v1",
        "https://notapi.openai.com/v1",
        "http://localhost:8000/v1",
    ],
)
def test_another_host_and_an_open_line_do_not_get_the_key_of_a_service(monkeypatch, url):
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    assert key_for(url) is None
    assert key_names(url) == ("GNOMON_API_KEY",)


def test_an_empty_variable_is_no_key(monkeypatch):
    monkeypatch.setenv("GNOMON_API_KEY", " ")
    assert key_for("http://localhost:8000/v1") is None


def test_a_wrong_key_is_told_with_the_name_of_the_variable(ask, question, monkeypatch):
    monkeypatch.setenv("GNOMON_API_KEY", SECRET)
    with FakeServer(behaviour=ServerBehaviour(key="another")) as server, pytest.raises(ModelError) as caught:
        ask(server, question())
    assert "read from GNOMON_API_KEY" in str(caught.value)
    assert not holds_secret(str(caught.value))


def test_a_key_hides_itself():
    assert SECRET not in f"{Key(SECRET)!r} {Key(SECRET)} {[Key(SECRET)]}"


@given(st.text(max_size=30), st.integers(0, 15), st.text(max_size=30))
def test_any_eight_characters_of_a_key_are_removed_from_a_text(before, start, after):
    scrubbed = Key(SECRET).scrub(before + SECRET[start : start + 9] + after)
    assert not holds_secret(scrubbed)
    assert "[key]" in scrubbed


@given(st.text(max_size=60))
def test_a_text_without_the_key_stays_as_it_is(text):
    assert Key(SECRET).scrub(text) == text


def test_the_sdk_is_closed_with_the_client(question):
    async def close(url):
        client = Client("m", url)
        await client.respond(question())
        connections = client._server()._connections
        await client.aclose()
        return connections.is_closed

    with FakeServer() as server:
        assert asyncio.run(close(server.url))
