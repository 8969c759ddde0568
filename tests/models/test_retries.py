"""Failures that pass are asked again: a bounded number of times, never sooner than the server says."""

from datetime import UTC, datetime
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnomon.models import FakeServer, Fault, ModelUnavailableError, RequestRefusedError, RetryPolicy, ServerSettings
from gnomon.models.retries import is_transient, parse_retry_after
from tests.every import every

NOW = datetime(2026, 11, 21, 12, 0, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    "fault", [Fault(status=429), Fault(status=500), Fault(status=503), Fault(drop=True), Fault(cut=True), Fault(malformed=True)]
)
def test_a_failure_that_passes_is_asked_again(ask, question, fault):
    with FakeServer(["fine"], faults=[fault, fault]) as server:
        response = ask(server, question())
    assert response.text == "fine"
    assert response.usage.requests == 3


def test_a_failure_that_stays_ends_after_the_retries(ask, question):
    settings = ServerSettings(retries=RetryPolicy(max_retries=2, first_wait_seconds=0))
    with FakeServer(faults=lambda _: Fault(status=502, message="bad gateway")) as server:
        with pytest.raises(ModelUnavailableError, match="502: bad gateway"):
            ask(server, question(), settings=settings)
        assert server.num_requests == 3


def test_the_server_is_not_asked_before_the_time_it_named(ask, question, monkeypatch):
    waits = []

    async def note(seconds):
        waits.append(seconds)

    monkeypatch.setattr("gnomon.models.server.asyncio.sleep", note)
    with FakeServer(faults=[Fault(status=429, retry_after="40")]) as server:
        ask(server, question())
    assert max(waits) >= 40


def test_a_longer_time_than_the_policys_is_cut(ask, question):
    settings = ServerSettings(retries=RetryPolicy(max_retry_after_seconds=0.1))
    with FakeServer(faults=[Fault(status=429, retry_after="3600")]) as server:
        assert ask(server, question(), settings=settings).usage.requests == 2


def test_an_account_without_money_is_not_asked_again(ask, question):
    with FakeServer(faults=[Fault(status=429, message="insufficient_quota: pay first")]) as server:
        with pytest.raises(RequestRefusedError, match="pay first"):
            ask(server, question())
        assert server.num_requests == 1


@every(
    [
        ({"retry-after": "7"}, 7),
        ({"retry-after": "1.5"}, 1.5),
        ({"retry-after": "Sat, 21 Nov 2026 12:00:30 GMT"}, 30),
        ({"retry-after": "Sat, 21 Nov 2026 11:00:00 GMT"}, 0),
        ({"retry-after-ms": "250", "retry-after": "7"}, 0.25),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "-3"}, None),
        ({"retry-after": "inf"}, None),
        ({"retry-after": ""}, None),
        ({}, None),
    ]
)
def test_the_time_a_server_names_is_read_as_seconds_or_as_a_date(headers, seconds):
    assert parse_retry_after(headers, NOW) == seconds


@given(st.text(max_size=40))
def test_reading_the_time_never_fails(text):
    assert (parse_retry_after({"retry-after": text}, NOW) or 0) >= 0


@given(st.integers(0, 2000), st.integers(0, 2**32))
def test_a_wait_is_between_half_and_the_whole_of_the_doubled_time(retry, seed):
    policy = RetryPolicy(first_wait_seconds=0.5, max_wait_seconds=30)
    doubled = 0.5 * 2 ** min(retry, 10)
    assert min(doubled, 30) / 2 <= policy.wait_seconds(retry, None, Random(seed)) <= min(doubled, 30)


@given(st.floats(0, 1e6), st.integers(0, 2**32))
def test_a_named_wait_is_kept_and_at_most_a_tenth_longer_up_to_the_cap(named, seed):
    wait = RetryPolicy(max_retry_after_seconds=60).wait_seconds(0, named, Random(seed))
    assert min(named, 60) <= wait <= min(named, 60) * 1.1 + 1e-9


@every([(400, False), (401, False), (404, False), (408, True), (429, True), (501, False)])
def test_only_failures_that_can_pass_are_transient(status, transient):
    assert is_transient(status) is transient
