"""Answers of servers are read as they come, and what is no answer is told."""

import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnomon.models.wire import Dialect, read_error, read_models, read_response
from tests.every import every


def _content(message, **choice):
    return json.dumps({"choices": [{"message": message, **choice}]}).encode()


@every(
    [
        ({"content": "plain"}, "plain"),
        ({"content": None}, ""),
        ({}, ""),
        ({"content": [{"type": "text", "text": "two "}, {"type": "text", "text": "parts"}]}, "two parts"),
        ({"content": [{"type": "thinking", "thinking": []}, {"type": "text", "text": "kept"}]}, "kept"),
        ({"content": "kept", "reasoning_content": "left out"}, "kept"),
        ({"content": "\ufeffan angle 😀"}, "\ufeffan angle 😀"),
        ({"content": "cut \ud83d"}, "cut \ufffd"),
        ({"content": "a\udc00b"}, "a\ufffdb"),
    ]
)
def test_the_text_of_a_message_is_found(message, text):
    assert read_response(_content(message))[0][0].text == text


@every(
    [
        ("stop", "stop"),
        ("length", "length"),
        ("content_filter", "content_filter"),
        ("tool_calls", "other"),
        (None, "stop"),
        ("", "stop"),
        ([], "other"),
        ({"reason": "stop"}, "other"),
        (7, "other"),
        (False, "other"),
    ]
)
def test_finish_reasons_have_four_names_whatever_their_type(reason, known):
    assert read_response(_content({"content": "a"}, finish_reason=reason))[0][0].finish_reason == known


def test_a_refusal_is_an_answer_that_was_filtered():
    sample = read_response(_content({"content": None, "refusal": "I cannot."}, finish_reason="stop"))[0][0]
    assert (sample.text, sample.finish_reason) == ("I cannot.", "content_filter")


def test_choices_come_in_the_order_of_their_index():
    choices = [{"index": index, "message": {"content": str(index)}} for index in (2, 0, 1)]
    samples, _ = read_response(json.dumps({"choices": choices}).encode())
    assert [sample.text for sample in samples] == ["0", "1", "2"]


@every(
    [
        b"",
        b"null",
        b"[]",
        b"{}",
        b'{"choices": []}',
        b'{"choices": [3]}',
        b'{"choices": [{}]}',
        b"<html>",
        b"\xff",
        _content({"content": 3}),
    ]
)
def test_what_is_no_answer_is_an_error(content):
    with pytest.raises(ValueError, match="expected"):
        read_response(content)


@given(
    st.recursive(
        st.none() | st.integers() | st.text(max_size=3),
        lambda each: (
            st.lists(each) | st.dictionaries(st.sampled_from(["choices", "message", "content", "usage", "index", "text"]), each)
        ),
    )
)
def test_reading_anything_gives_an_answer_or_a_value_error(data):
    try:
        samples, _ = read_response(json.dumps(data).encode())
    except ValueError:
        return
    assert samples


_SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3)
_ANYTHING: st.SearchStrategy[object] = _SCALARS | st.lists(st.none()) | st.just({})


@given(*[_ANYTHING] * 6)
def test_fields_of_any_type_give_an_answer_or_a_value_error(content, refusal, reason, index, prompt, completion):
    choice = {"message": {"content": content, "refusal": refusal}, "finish_reason": reason, "index": index}
    usage = {"prompt_tokens": prompt, "completion_tokens": completion}
    try:
        samples, used = read_response(json.dumps({"choices": [choice, choice], "usage": usage}).encode())
    except ValueError:
        return
    assert len(samples) == 2
    assert min(used.prompt_tokens, used.completion_tokens) >= 0


@pytest.mark.parametrize("depth", [400, 3000, 200_000])
@pytest.mark.parametrize(("opening", "end"), [('[{"text":', "}]"), ("[", "]"), ('{"a":', "}")])
def test_an_answer_nested_deep_is_read_or_a_value_error(depth, opening, end):
    deep = opening * depth + '"x"' + end * depth
    contents = [f'{{"choices": [{{"message": {{"content": {deep}}}}}]}}', f'{{"choices": {deep}}}', f'{{"data": {deep}}}', deep]
    for read in (read_response, read_models):
        for content in contents:
            with contextlib.suppress(ValueError):
                read(content.encode())
    assert all(isinstance(part, str) for content in (*contents, f'{{"error": {deep}}}') for part in read_error(content))


@every(
    [
        ({"prompt_tokens": 3, "completion_tokens": 4}, (3, 4, 0)),
        ({"prompt_tokens": 3}, (3, 0, 0)),
        ({"prompt_tokens": -3, "completion_tokens": 4}, (0, 0, 1)),
        ({"prompt_tokens": 3, "completion_tokens": -4}, (0, 0, 1)),
        ({"prompt_tokens": True, "completion_tokens": 4}, (0, 0, 1)),
        ({"prompt_tokens": 3, "completion_tokens": "4"}, (0, 0, 1)),
        ({"prompt_tokens": 10**400}, (0, 0, 1)),
        ([], (0, 0, 1)),
        (None, (0, 0, 1)),
    ]
)
def test_counts_that_are_none_are_reported_as_missing(usage, read):
    content = json.dumps({"choices": [{"message": {"content": "a"}}], "usage": usage}).encode()
    used = read_response(content)[1]
    assert (used.prompt_tokens, used.completion_tokens, used.unreported) == read


@every(
    [
        ('{"error": {"message": "no", "param": "n", "code": 7}}', "7 no", "n"),
        ('{"error": "plain"}', "plain", ""),
        ('{"detail": "unknown"}', "unknown", ""),
        ('{"object": "error", "message": "flat", "param": null}', "flat", ""),
        ("Bad Gateway\n", "Bad Gateway", ""),
        ('[{"error": {"message": "listed"}}]', "[{'error': {'message': 'listed'}}]", ""),
    ]
)
def test_errors_of_different_servers_are_read(content, message, setting):
    assert read_error(content) == (message, setting)


def test_the_list_of_models_is_read_without_a_services_prefix():
    assert read_models(b'{"data": [{"id": "models/gemini-x"}, {"id": "b"}, {}]}') == ["gemini-x", "b"]
    with pytest.raises(ValueError, match="list of models"):
        read_models(b"{}")


def test_what_two_calls_learnt_side_by_side_holds_together():
    learnt = Dialect(max_choices=4).narrowed(Dialect(max_choices=1)).narrowed(Dialect(takes_schema=False))
    assert learnt.narrowed(Dialect(max_tokens_name="max_completion_tokens")) == Dialect(
        1, takes_schema=False, max_tokens_name="max_completion_tokens"
    )


def test_a_code_that_is_the_status_once_more_is_left_out():
    assert read_error('{"error": {"code": 500, "message": "no", "type": "server_error"}}') == ("no", "")
    assert read_error('{"error": {"code": "insufficient_quota", "message": "no"}}') == ("insufficient_quota no", "")
