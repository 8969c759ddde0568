"""Requests that the tests of this room ask, of a fake server over real sockets."""

import asyncio

import pytest

from gnomon.models import Client, Message, Request, RetryPolicy, ServerSettings

FAST = ServerSettings(retries=RetryPolicy(first_wait_seconds=0.01, max_wait_seconds=0.02))


@pytest.fixture
def ask():
    """Return a function that asks a server for something by a client of its own, and gives the response."""

    def ask(server, request, *, model="fake-model", settings=FAST, **options):
        async def respond():
            async with Client(model, server.url, settings=settings, **options) as client:
                return await client.respond(request)

        return asyncio.run(respond())

    return ask


@pytest.fixture
def question():
    """Return a function that makes a request of one message."""

    def question(text="What is the next step?", **settings):
        return Request(messages=(Message(role="user", text=text),), **settings)

    return question
