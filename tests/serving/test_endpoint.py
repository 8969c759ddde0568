"""The endpoint as clients meet it: the `openai` package, and requests that it would never send."""

import base64
import json
import logging
import re
import socket
from urllib.parse import urlsplit

import httpx2
import openai
import pytest
from openai.types import Model
from openai.types.chat import ChatCompletion, ChatCompletionChunk

from gnomon.drawing import draw, to_png
from gnomon.figure import Highlights
from gnomon.problem import bank
from gnomon.serving import Keys, Settings, TokenBuckets, Tutors
from gnomon.serving.endpoint import application
from tests.every import every
from tests.serving.conftest import KEY, LARGEST, PROBLEM, TUTORS, serving
from tests.serving.own_tutors import SECRET, Slow
from tests.waiting import wait_until

BANK = {"problem": PROBLEM}
WORDS = ["KML = 237", "I thought a triangle has 360 degrees", "180", "ok, so 180 - 52 - 71", "57"]
TEXT = "In triangle ABC, angle BAC is 50° and angle ABC is 60°. What is angle ACB?"


def user(*parts):
    return {"role": "user", "content": parts[0] if isinstance(parts[0], str) else list(parts)}


def tutor(text):
    return {"role": "assistant", "content": text}


def picture_of(problem):
    data = base64.b64encode(to_png(draw(problem.question.figure))).decode()
    return {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{data}"}}


def talk(client, words=WORDS, **settings):
    """Hold a conversation; return the answers' messages."""
    messages, answers = [], []
    for said in words:
        messages.append(user(said))
        completion = client.chat.completions.create(model="symbolic", messages=messages, metadata=BANK, **settings)
        answers.append(completion.choices[0].message)
        messages.append(tutor(answers[-1].content))
    return answers


@pytest.fixture(scope="module")
def answers(client):
    return talk(client)


def post(address, body, **headers):
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    given = {"Authorization": f"Bearer {KEY}", "Content-Type": "application/json", **headers}
    return httpx2.post(f"{address}/chat/completions", content=content, headers=given)


def asked(**fields):
    return {"model": "symbolic", "messages": [user("hello")], "metadata": BANK, **fields}


def test_a_dialogue_comes_to_its_end(answers):
    assert [answer.gnomon["turn"]["subact"] for answer in answers[:1]] == ["Introduce"]
    assert answers[-1].gnomon["turn"]["subact"] == "Farewell"
    assert [answer.gnomon["outcome"] for answer in answers] == [*[None] * (len(answers) - 1), "solved_untold"]


def test_the_answer_carries_the_turn_with_its_highlights_and_no_record(answers):
    turns = [answer.gnomon["turn"] for answer in answers]
    assert [turn["utterance"] for turn in turns] == [answer.content for answer in answers]
    assert any(Highlights.model_validate(turn["highlights"]) for turn in turns)
    assert not any({"record", "role", "at"} & set(turn) for turn in turns)


def test_the_answer_is_not_said_before_the_learner_says_it(answers):
    assert "57" not in json.dumps([answer.model_dump() for answer in answers[:-1]])


def test_a_streamed_answer_says_the_same_in_pieces(client, answers):
    stream = client.chat.completions.create(
        model="symbolic", messages=[user(WORDS[0])], metadata=BANK, stream=True, stream_options={"include_usage": True}
    )
    *chunks, last = list(stream)
    assert chunks[0].choices[0].delta.role == "assistant"
    assert chunks[0].choices[0].delta.gnomon == answers[0].gnomon
    assert "".join(chunk.choices[0].delta.content or "" for chunk in chunks) == answers[0].content
    assert len(chunks) > len(answers[0].content.split())
    assert [chunk.choices[0].finish_reason for chunk in chunks] == [*[None] * (len(chunks) - 1), "stop"]
    assert last.choices == []
    assert last.usage.total_tokens == last.usage.prompt_tokens + last.usage.completion_tokens > 0


@pytest.mark.slow
def test_a_whole_dialogue_streamed_is_the_same(client, answers):
    messages = []
    for said, answer in zip(WORDS, answers, strict=True):
        messages.append(user(said))
        with client.chat.completions.stream(model="symbolic", messages=messages, metadata=BANK) as stream:
            final = stream.get_final_completion()
        assert final.choices[0].message.content == answer.content
        messages.append(tutor(answer.content))


def test_what_is_sent_has_the_shapes_of_the_openai_package(address):
    """Its client takes what comes unchecked; here its own types check every field."""
    whole = post(address, asked()).content
    assert ChatCompletion.model_validate_json(whole, strict=True).choices[0].finish_reason == "stop"
    lines = post(address, asked(stream=True)).text.split("\n\n")
    assert lines[-2:] == ["data: [DONE]", ""]
    for line in lines[:-2]:
        ChatCompletionChunk.model_validate_json(line.removeprefix("data: "), strict=True)
    models = httpx2.get(f"{address}/models", headers={"Authorization": f"Bearer {KEY}"}).json()
    assert [Model.model_validate(each, strict=True).id for each in models["data"]] == [*TUTORS]


def test_models_are_listed_and_named(client):
    assert [model.id for model in client.models.list()] == [*TUTORS]
    assert client.models.retrieve("symbolic").owned_by == "gnomon"
    with pytest.raises(openai.NotFoundError):
        client.models.retrieve("gpt")


@pytest.mark.slow
def test_a_text_alone_is_a_problem_and_its_dialogue_goes_on(client):
    messages = [user(TEXT)]
    first = client.chat.completions.create(model="symbolic", messages=messages).choices[0].message
    assert first.gnomon["turn"]["subact"] == "Introduce"
    messages += [tutor(first.content), user("180 - 50 - 60 = 70, since the angles of a triangle make 180")]
    second = client.chat.completions.create(model="symbolic", messages=messages).choices[0].message
    assert second.gnomon["problem"] == first.gnomon["problem"]
    assert second.gnomon["turn"]["feedback"] == "positive"
    assert second.gnomon["outcome"] == "solved_untold"


@pytest.mark.slow
def test_what_a_text_leaves_open_is_asked_until_it_is_settled(client):
    messages = [user("ABC is a right triangle. AB = 3, BC = 4. Find AC.")]
    kinds = []
    for reply in ("the hypotenuse", "2", None):
        message = client.chat.completions.create(model="symbolic", messages=messages).choices[0].message
        kinds.append("turn" if message.gnomon["turn"] else "question")
        messages += [tutor(message.content), user(reply)]
        if kinds[-1] == "question":
            assert "2. the right angle is at B" in message.content
    assert kinds == ["question", "question", "turn"]


def test_what_is_no_problem_is_said_so_and_the_next_message_may_be_one(client):
    messages = [user("hello")]
    first = client.chat.completions.create(model="symbolic", messages=messages).choices[0].message
    assert "send the problem again" in first.content
    second = client.chat.completions.create(model="symbolic", messages=[*messages, tutor(first.content), user(TEXT)])
    assert second.choices[0].message.gnomon["turn"]["subact"] == "Introduce"


@pytest.mark.slow
def test_a_picture_is_read_with_its_words(client):
    pytest.importorskip("cv2", reason="needs the extra read: OpenCV")
    pytest.importorskip("onnxruntime", reason="needs the extra read: ONNX Runtime")
    problem = bank()["triangle-sum-klm"]
    words = {"type": "text", "text": problem.question.text}
    answer = client.chat.completions.create(model="symbolic", messages=[user(words, picture_of(problem))]).choices[0].message
    assert answer.gnomon["problem"].startswith("chat-"), answer.content
    assert answer.gnomon["turn"]["subact"] == "Introduce"


def test_a_model_that_cannot_be_asked_is_a_bad_gateway_without_its_address(client):
    with pytest.raises(openai.InternalServerError) as raised:
        client.chat.completions.create(model="away", messages=[user("hello")], metadata=BANK)
    assert raised.value.status_code == 502
    assert raised.value.code == "tutor_unavailable"
    assert SECRET not in str(raised.value)


def test_a_tutor_that_breaks_is_an_error_of_the_same_shape_without_its_reason(address):
    failed = post(address, asked(model="broken"))
    assert (failed.status_code, failed.json()["error"]["code"]) == (500, "internal_error")
    assert SECRET not in failed.text


@every(["", "wrong-key-of-the-right-length", KEY + "x"])
def test_a_wrong_key_is_refused(key, make_client):
    with make_client(api_key=key or "none") as stranger, pytest.raises(openai.AuthenticationError) as raised:
        stranger.models.list()
    assert raised.value.code == "invalid_api_key"


def test_an_unknown_model_is_not_found(client):
    with pytest.raises(openai.NotFoundError) as raised:
        client.chat.completions.create(model="gpt", messages=[user("hello")], metadata=BANK)
    assert (raised.value.code, raised.value.param) == ("model_not_found", "model")
    assert "symbolic" in raised.value.message


IMAGE = {"type": "image_url", "image_url": {"url": "data:image/png;base64,aGVsbG8="}}
FOREIGN = {"type": "image_url", "image_url": {"url": "http://127.0.0.1:1/picture.png"}}
REFUSED = {
    "an unknown problem": (asked(metadata={"problem": "/etc/passwd"}), "metadata.problem"),
    "an unknown language": (asked(metadata={**BANK, "language": "xx"}), "metadata.language"),
    "metadata that is no text": (asked(metadata={"problem": 1}), "metadata.problem"),
    "no messages": ({"model": "symbolic"}, "messages"),
    "no problem": ({"model": "symbolic", "messages": []}, "messages"),
    "the tutor's word last": (asked(messages=[user("hello"), tutor("Hi!")]), "messages"),
    "too many messages": (asked(messages=[user("hello")] * 101), "messages"),
    "a long talk": (asked(messages=[user("x" * 3999), tutor("?")] * 8 + [user("hello")]), "messages"),
    "a long message": (asked(messages=[user("x" * 4001)]), "messages[0]"),
    "a message of a tool": (asked(messages=[{"role": "tool", "content": "1", "tool_call_id": "1"}]), "messages[0].role"),
    "content that is none": (asked(messages=[{"role": "user", "content": 1}]), "messages[0].content"),
    "a part that is none": (asked(messages=[user({"type": "text"})]), "messages[0].content[0].text.text"),
    "several answers": (asked(n=2), "n"),
    "probabilities": (asked(logprobs=True), "logprobs"),
    "answers as JSON": (asked(response_format={"type": "json_object"}), "response_format.type"),
    "a huge seed": (asked(seed=10**30), "seed"),
    "a picture elsewhere": (asked(messages=[user(FOREIGN)]), "messages[0]"),
    "a picture that is none": (asked(messages=[user(IMAGE)]), "messages[0]"),
    "two pictures": (asked(messages=[user(IMAGE, IMAGE)]), "messages[0]"),
    "a stream that is a word": (asked(stream="yes"), "stream"),
}


@pytest.mark.slow
@every(REFUSED)
def test_what_cannot_be_answered_is_refused_with_the_field_that_is_meant(case, address):
    body, param = REFUSED[case]
    refused = post(address, body)
    assert (refused.status_code, refused.json()["error"]["param"]) == (400, param), refused.text
    assert refused.json()["error"]["type"] == "invalid_request_error"


@every([b"", b"{", b"[]", b"null", b"\xff", b"[" * 100_000, b'{"model": "\\ud800", "messages": []}', b'{"seed": ' + b"9" * 5000])
def test_a_body_that_is_no_request_is_refused(body, address):
    refused = post(address, body)
    assert refused.status_code == 400, refused.text
    assert set(refused.json()["error"]) == {"message", "type", "param", "code"}


def test_a_form_of_another_site_is_refused(address):
    assert post(address, asked(), **{"Content-Type": "text/plain"}).json()["error"]["code"] == "invalid_content_type"


@every([LARGEST + 1, 3 * LARGEST, 50 * LARGEST])
def test_too_large_a_body_is_refused(size, address):
    """Who sends far more is cut off while sending."""
    try:
        refused = post(address, b" " * size)
    except httpx2.TransportError:
        assert size > 4 * LARGEST
    else:
        assert (refused.status_code, refused.json()["error"]["code"]) == (413, "request_too_large")


def test_an_unknown_address_and_method_are_refused_in_the_same_shape(address):
    headers = {"Authorization": f"Bearer {KEY}"}
    assert httpx2.get(f"{address}/nothing", headers=headers).json()["error"]["code"] == "unknown_url"
    refused = httpx2.delete(f"{address}/models", headers=headers)
    assert (refused.status_code, refused.json()["error"]["code"]) == (405, "method_not_allowed")


@pytest.mark.slow
@every(["in the head", "in the body", "while the tutor thinks", "while the words come"])
def test_a_connection_that_is_cut_ends_the_work_and_leaves_the_server_answering(when, address, client, caplog):
    where, thinks = urlsplit(address), when == "while the tutor thinks"
    body = json.dumps(asked(stream=True, model="slow" if thinks else "symbolic")).encode()
    head = (
        f"POST /v1/chat/completions HTTP/1.1\r\nHost: {where.netloc}\r\nAuthorization: Bearer {KEY}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    ).encode()
    sent = {"in the head": head[:60], "in the body": head + body[:20]}.get(when, head + body)
    with caplog.at_level(logging.ERROR), socket.create_connection((where.hostname, where.port)) as connection:
        connection.sendall(sent)
        if when == "while the words come":
            connection.recv(200)
        if thinks:
            wait_until(lambda: Slow.asked)
    if thinks:
        wait_until(lambda: Slow.stopped)
    assert client.models.list().data
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


def test_who_asks_too_often_waits(make_client):
    with Tutors({"symbolic": "symbolic"}) as tutors:
        settings = Settings(tutors, Keys([KEY, "another-key-of-this-test"]).holder, TokenBuckets(1, 2))
        with serving(settings) as where, make_client(where) as client:
            assert [len(client.models.list().data) for _ in range(2)] == [1, 1]
            with pytest.raises(openai.RateLimitError) as raised:
                client.models.list()
            assert 1 <= int(raised.value.response.headers["retry-after"]) <= 60
            assert raised.value.code == "rate_limit_exceeded"
            with make_client(where, api_key="another-key-of-this-test") as other:
                assert other.models.list().data


def test_without_keys_only_this_machine_is_answered_under_its_own_names(make_client):
    with Tutors({"symbolic": "symbolic"}) as tutors, serving(Settings(tutors)) as where:
        with make_client(where, api_key="any") as client:
            assert client.models.list().data
        foreign = httpx2.get(f"{where}/models", headers={"Host": "attacker.example"})
        assert (foreign.status_code, foreign.json()["error"]["code"]) == (400, "invalid_host")


def test_the_description_names_every_status_and_has_no_reference_that_leads_nowhere():
    description = application(Settings(Tutors({"symbolic": "symbolic"}))).openapi()
    refs = re.findall(r'"\$ref": "#/components/schemas/(\w+)"', json.dumps(description))
    assert set(refs) <= set(description["components"]["schemas"])
    assert json.dumps(description).count('"$ref"') == len(refs)
    chat = description["paths"]["/v1/chat/completions"]["post"]
    assert set(chat["responses"]) == {"200", "400", "401", "403", "404", "413", "429", "502"}
    assert set(chat["requestBody"]["content"]["application/json"]["schema"]["required"]) == {"model", "messages"}


def test_no_key_is_in_any_log(address, caplog):
    secret = "a-secret-that-no-log-may-hold"
    with caplog.at_level(logging.DEBUG):
        for key in (KEY, secret):
            post(address, asked(), Authorization=f"Bearer {key}")
            post(address, b"{", Authorization=f"Bearer {key}")
    assert any(record.name.startswith("gnomon.serving") for record in caplog.records)
    ours = [record for record in caplog.records if not record.name.startswith("httpcore")]
    assert not any(word in record.getMessage() for record in ours for word in (KEY, secret))
