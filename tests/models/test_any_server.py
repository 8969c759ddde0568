"""Any compatible server: set GNOMON_TEST_URL, and GNOMON_TEST_MODEL where it has several models; run with ``-m network``."""

import asyncio
import os

import pytest

from gnomon.models import Cache, Image, Ledger, Message, ModelError, Request, check_server, open_model
from gnomon.models.checking import _RED_SQUARE

pytestmark = pytest.mark.network


@pytest.fixture
def spec():
    """Return the model to test, as MODEL@URL."""
    url = os.environ.get("GNOMON_TEST_URL")
    if not url:
        pytest.skip("needs a server; set GNOMON_TEST_URL to its base URL")
    model = os.environ.get("GNOMON_TEST_MODEL")
    return f"{model}@{url}" if model else url


def test_it_answers_and_the_ledger_counts(spec, question):
    ledger = Ledger()

    async def once():
        async with await open_model(spec, role="tutor", ledger=ledger) as client:
            return await client.respond(question("Reply with the single word: ready", max_tokens=400))

    assert asyncio.run(once()).text.strip()
    assert ledger.rows[0].calls == 1


def test_samples_come_as_many_as_asked_and_are_kept(spec, question, tmp_path):
    async def twice():
        async with await open_model(spec, cache=Cache(tmp_path)) as client:
            asked = question("Invent a name for a triangle.", max_tokens=200, temperature=1.0, num_samples=3)
            return [await client.respond(asked) for _ in range(2)]

    first, second = asyncio.run(twice())
    assert len(first.samples) == 3
    assert second.samples == first.samples
    assert second.num_cached == 3


def test_a_picture_is_taken_or_refused_by_a_model_error(spec):
    message = Message(role="user", text="Which colour is this square? One word.", images=(Image(data=_RED_SQUARE),))

    async def once():
        async with await open_model(spec) as client:
            rows = {row.name: row.state for row in await check_server(client.name, client.base_url)}
            try:
                text = (await client.respond(Request(messages=(message,), max_tokens=400))).text
            except ModelError:
                return rows["image"], None
            return rows["image"], text

    state, text = asyncio.run(once())
    assert (state, text is not None) in {("supported", True), ("not supported", False)}
