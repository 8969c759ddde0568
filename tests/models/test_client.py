"""What a client sends, and what it makes of answers."""

import asyncio
import base64
import json

import pytest

from gnomon.models import (
    Client,
    FakeServer,
    Fault,
    Image,
    Message,
    Model,
    ModelAddressError,
    ModelTimeoutError,
    ModelUnavailableError,
    PicturesRefusedError,
    Request,
    RequestRefusedError,
    ResponseSchema,
    RetryPolicy,
    ServerBehaviour,
    ServerSettings,
)
from tests.waiting import wait_until

PIXELS = bytes(range(256))
NUMBER = ResponseSchema(name="number", json_schema={"type": "object", "properties": {"n": {"type": "integer", "minimum": 3}}})
ONCE = ServerSettings(retries=RetryPolicy(max_retries=0), timeout_seconds=0.3)


def test_a_client_is_a_model():
    assert isinstance(Client("m", "http://localhost:1/v1"), Model)


def test_the_text_of_an_answer_arrives(ask, question):
    with FakeServer(["Look at angle ABC ∠."]) as server:
        response = ask(server, question())
    assert response.text == "Look at angle ABC ∠."
    assert response.samples[0].finish_reason == "stop"


def test_messages_and_settings_are_sent_as_given(ask):
    messages = (Message(role="system", text="Be brief."), Message(role="user", text="Why?"))
    with FakeServer() as server:
        ask(server, Request(messages=messages, temperature=0.5, max_tokens=9, seed=3), model="m-1")
        sent = server.requests[0].body
    assert sent == {
        "model": "m-1",
        "messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Why?"}],
        "temperature": 0.5,
        "max_tokens": 9,
        "seed": 3,
    }


def test_a_picture_is_sent_whole_as_a_data_uri_before_the_text(ask):
    message = Message(role="user", text="What is drawn?", images=(Image(data=PIXELS, media_type="image/jpeg"),))
    with FakeServer() as server:
        response = ask(server, Request(messages=(message,)))
        picture, text = server.requests[0].body["messages"][0]["content"]
    assert text == {"type": "text", "text": "What is drawn?"}
    head, _, data = picture["image_url"]["url"].partition(",")
    assert head == "data:image/jpeg;base64"
    assert base64.b64decode(data) == PIXELS
    assert response.usage.prompt_tokens == 3 + 256  # three words, and what the fake server counts for a picture


def test_tokens_are_what_the_server_counted(ask, question):
    with FakeServer(["one two three"]) as server:
        usage = ask(server, question("a b c d")).usage
    assert (usage.prompt_tokens, usage.completion_tokens, usage.requests, usage.unreported) == (4, 3, 1, 0)


def test_an_answer_without_token_counts_is_counted_as_such(ask, question):
    with FakeServer(behaviour=ServerBehaviour(reports_usage=False)) as server:
        assert ask(server, question()).usage.unreported == 1


def test_an_answer_that_was_cut_says_so(ask, question):
    with FakeServer(["one two three four"], faults=[Fault(stops_early=True)]) as server:
        sample = ask(server, question()).samples[0]
    assert (sample.text, sample.finish_reason) == ("one two", "length")


def test_a_schema_is_asked_for_and_followed(ask, question):
    with FakeServer() as server:
        value = json.loads(ask(server, question(response_schema=NUMBER)).text)
        sent = server.requests[0].body["response_format"]["json_schema"]
    assert sent["schema"] == NUMBER.json_schema
    assert value["n"] >= 3


@pytest.mark.parametrize(
    ("schema", "strict"),
    [
        ({"type": "object", "properties": {"a": {}}, "required": ["a"], "additionalProperties": False}, True),
        ({"type": "object", "properties": {"a": {}}, "additionalProperties": False}, False),
        ({"type": "object", "properties": {"a": {}}, "required": ["a"]}, False),
        ({"type": "array", "items": {"type": "object", "properties": {"a": {}}, "required": ["a"]}}, False),
    ],
)
def test_strict_mode_is_asked_only_for_schemas_that_it_takes(ask, question, schema, strict):
    with FakeServer(["{}"]) as server:
        ask(server, question(response_schema=ResponseSchema(name="a", json_schema=schema)))
        assert server.requests[0].body["response_format"]["json_schema"]["strict"] is strict


def test_a_server_without_schemas_is_asked_without_and_remembered(question):
    behaviour = ServerBehaviour(schemas="refused")

    async def twice(url):
        async with Client("m", url) as client:
            for _ in range(2):
                await client.respond(question(response_schema=NUMBER))

    with FakeServer(["plain"], behaviour=behaviour) as server:
        asyncio.run(twice(server.url))
        assert ["response_format" in request.body for request in server.requests] == [True, False, False]


def test_a_server_that_wants_the_newer_name_of_the_limit_gets_it(ask, question):
    with FakeServer(["a b c"], behaviour=ServerBehaviour(max_tokens="refused")) as server:
        assert ask(server, question(max_tokens=2)).text == "a b"
        assert server.requests[-1].body["max_completion_tokens"] == 2


def test_a_refusal_is_not_asked_again_and_says_why(ask, question):
    with FakeServer(faults=[Fault(status=404, message="no model nobody")]) as server:
        with pytest.raises(RequestRefusedError, match="404: no model nobody; are the model's name and the URL right"):
            ask(server, question(), model="nobody")
        assert server.num_requests == 1


def test_a_server_that_is_not_there_is_named(ask, question):
    with FakeServer() as gone:
        pass
    with pytest.raises(ModelUnavailableError, match=r"no connection to http://127.0.0.1:\d+/v1 .*is the server running"):
        ask(gone, question(), settings=ONCE)


def test_an_answer_that_comes_too_late_is_a_timeout(ask, question):
    with FakeServer(behaviour=ServerBehaviour(latency_seconds=5)) as server, pytest.raises(ModelTimeoutError, match=r"0\.3 s"):
        ask(server, question(), settings=ONCE)


def test_an_answer_that_stops_in_the_middle_is_a_timeout_too(ask, question):
    with FakeServer(faults=[Fault(pause_seconds=5)]) as server, pytest.raises(ModelTimeoutError):
        ask(server, question(), settings=ONCE)


def test_no_more_requests_are_under_way_than_the_server_may_have(question):
    settings = ServerSettings(max_connections=3)

    async def crowd(url):
        async with Client("a", url, role="tutor", settings=settings) as tutor, Client("b", url, role="judge") as judge:
            await asyncio.gather(*(each.respond(question()) for each in (tutor, judge) for _ in range(10)))

    with FakeServer(behaviour=ServerBehaviour(latency_seconds=0.02)) as server:
        asyncio.run(crowd(server.url))
        assert (server.num_requests, server.most_at_once) == (20, 3)


def test_clients_of_one_server_cannot_have_different_settings(question):
    async def differ(url):
        async with Client("a", url, settings=ServerSettings(max_connections=3)) as first:
            await first.respond(question())
            await Client("b", url, settings=ServerSettings(max_connections=4)).respond(question())

    with FakeServer() as server, pytest.raises(ValueError, match="share their settings"):
        asyncio.run(differ(server.url))


def test_one_client_serves_one_event_loop_after_another(question):
    with FakeServer() as server:
        client = Client("m", server.url)

        async def once():
            async with client:
                return await client.respond(question())

        assert [asyncio.run(once()).usage.requests for _ in range(2)] == [1, 1]


def test_closing_leaves_no_connection_open(ask, question):
    with FakeServer() as server:
        ask(server, question())
        wait_until(lambda: server.open_connections == 0)


def test_a_shared_server_stays_open_until_its_last_client_is_closed(question):
    async def overlap(url):
        async with Client("b", url) as second:
            await second.respond(question())
            async with Client("a", url) as first:
                await first.respond(question())
            return await second.respond(question())

    with FakeServer() as server:
        assert asyncio.run(overlap(server.url)).usage.requests == 1


def test_a_wrong_url_is_refused_at_once():
    with pytest.raises(ModelAddressError):
        Client("m", "localhost:8000")


LLAMA_CPP = "image input is not supported - hint: if this is unexpected, you may need to provide the mmproj"
SEEN = Request(messages=(Message(role="user", text="What is drawn?", images=(Image(data=PIXELS),)),))


def test_a_model_without_eyes_is_asked_once_and_known_from_then_on():
    """llama.cpp answers 500 for a refusal; no retry cures it."""

    async def twice(url):
        refused = []
        async with Client("m", url) as client:
            for _ in range(2):
                with pytest.raises(PicturesRefusedError) as caught:
                    await client.respond(SEEN)
                refused.append(str(caught.value))
            await client.respond(Request(messages=(Message(role="user", text="And in words?"),)))
            return refused, [row.failed for row in client.ledger.rows]

    with FakeServer(["fine"], faults=[Fault(status=500, message=LLAMA_CPP)]) as server:
        refused, failures = asyncio.run(twice(server.url))
        assert server.num_requests == 2
    assert all("m takes no pictures; name a model that sees" in text and "\n" not in text for text in refused)
    assert failures == [1]


@pytest.mark.parametrize(
    ("said", "is_blind"),
    [
        (LLAMA_CPP, True),
        ("text-model is not a multimodal model", True),
        ("Invalid content type. image_url is only supported by certain models.", True),
        ("No endpoints found that support image input", True),
        ("this model sees no pictures", True),
        ("unsupported image format: tiff", False),
        ("image is too large; larger ones are not supported", False),
        ("no such model", False),
    ],
)
def test_only_a_refusal_of_all_pictures_says_that_a_model_has_no_eyes(ask, said, is_blind):
    with FakeServer(faults=[Fault(status=400, message=said)]) as server, pytest.raises(RequestRefusedError) as caught:
        ask(server, SEEN)
    assert isinstance(caught.value, PicturesRefusedError) == is_blind


def test_a_server_that_cannot_make_a_grammar_of_a_schema_is_asked_without(ask, question):
    with FakeServer(["plain"], faults=[Fault(status=400, message="Failed to parse grammar")]) as server:
        assert ask(server, question(response_schema=NUMBER)).text == "plain"
        assert ["response_format" in request.body for request in server.requests] == [True, False]
