"""No text raises, every reading is well formed, and what is written whole reads to itself."""

import json
import random
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnomon.dialogue import acts, subacts
from gnomon.replies import FLAGS as EXPORTED_FLAGS
from gnomon.replies import (
    parse_keypoints,
    parse_label,
    parse_moves,
    parse_rating,
    parse_rubric,
    parse_turn,
    parse_utterance,
)
from tests.every import every

PARSERS = (parse_turn, parse_rubric, parse_label, parse_rating, parse_keypoints, parse_moves, parse_utterance)
FLAGS = {
    "act_subact_mismatch",
    "several_objects",
    "several_ratings",
    "missing_rationale",
    "missing_answer",
    "unclosed_tag",
    "label_repaired",
    "truncated",
}
KINDS = ("lines", "angles", "arcs", "labels")
MARKS = (
    "insight_discovery",
    "operation_formulation",
    "operation_execution",
    "solution_scope_control",
    "brevity",
    "coherence",
)

# Without control characters: a tab before "heta" is written as LaTeX's \theta.
_text = st.text(st.characters(exclude_categories=("Cc", "Cs")), max_size=40)
_names = st.lists(st.sampled_from(["AB", "CD", "AC'", "P1Q"]), unique=True, max_size=3)
_highlights = st.fixed_dictionaries(
    {
        "lines": _names,
        "angles": st.lists(st.sampled_from(["ABC", "BCD"]), unique=True),
        "arcs": st.lists(st.sampled_from(["AB", "ACB"]), unique=True),
        "labels": st.lists(st.sampled_from(["35", "2x + 1", "A"]), unique=True),
    }
)
_turns = st.fixed_dictionaries(
    {
        "act": st.sampled_from(sorted(acts())),
        "subact": st.sampled_from(sorted(subacts())),
        "highlights": _highlights,
        "feedback": st.sampled_from(["positive", "negative", "none"]),
        "utterance": _text,
    },
    optional={"highlights2": _highlights},
)
_rubrics = st.fixed_dictionaries({mark: st.integers(0, 1) for mark in MARKS})
_elements = st.sampled_from(["Line AB", "Point (0,7)", "Dotted line AC", "Angle 30°", "Region S_1", "Right angle mark 2"])
_descriptions = _text.filter(str.strip)
_keypoints = st.lists(
    st.fixed_dictionaries({"element": _elements, "description": _descriptions}),
    max_size=4,
    unique_by=lambda keypoint: tuple(keypoint.values()),  # of exact doubles one counts
)

_by_json = st.one_of(
    st.tuples(st.just(parse_turn), _turns),
    st.tuples(st.just(parse_rubric), _rubrics),
    st.tuples(st.just(parse_keypoints), _keypoints),
)
_label_texts = st.sampled_from(["Yes", "to_some extent", "No.", ""]).map(
    lambda label: f"<think>why</think><answer>{label}</answer>"
)
_rating_texts = st.tuples(*[st.integers(0, 6)] * 4).map(lambda numbers: f"good\nRating: {[[*numbers]]}")
_replies = st.one_of(_by_json.map(lambda pair: json.dumps(pair[1])), _label_texts, _rating_texts)
_pieces = st.sampled_from([
    "{", "}", "[", "]", "[[", "]]", '"', "'", "“", "”", "\\", "\\u", "\\ud83d", "\ud83d", "\0", ",", ":", "//", "/*", "*/",
    "<think>", "</think>", "<answer>", "</answer>", "Yes", "Rating:", "1", "0.5", "-", "1e999", "true", "None", "NaN", "\n",
    '"act"', '"subact"', '"highlights"', '"lines"', '"Focus"', '"element"', '"Line AB"', '"description"', '"keypoints"',
    "```json", "- ", "Line AB: x",
])  # fmt: skip
_wild = st.text(max_size=60) | st.lists(_pieces, max_size=25).map("".join) | st.text(st.characters(), max_size=20)


def nulls(value, path=""):
    """Yield the path of every null of a value."""
    if value is None:
        yield path
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from nulls(inner, f"{path}.{key}".lstrip("."))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from nulls(inner, f"{path}.{index}".lstrip("."))


def assert_well_formed(parse, text):
    reading = parse(text)
    assert reading.status in {"ok", "partial", "unparseable"}
    assert set(reading.flags) <= FLAGS
    assert list(reading.flags) == sorted(set(reading.flags))
    assert (reading.value is None) == (reading.status == "unparseable")
    assert bool(reading.invalid_fields) == (reading.status == "partial")
    if reading.value is None:
        assert not reading.repaired
        return
    assert reading.invalid_fields == tuple(nulls(reading.value))
    json.dumps(reading.value, ensure_ascii=False, allow_nan=False).encode()
    assert_has_the_shape(parse, reading.value)


def assert_has_the_shape(parse, value):
    if parse is parse_turn:
        assert list(value)[:5] == ["act", "subact", "highlights", "feedback", "utterance"]
        assert value["highlights"] is None or tuple(value["highlights"]) == KINDS
    elif parse is parse_rubric:
        assert tuple(value) == MARKS
        assert {*value.values()} <= {0, 1, None}
    elif parse is parse_rating:
        assert tuple(value) == ("correctness", "fidelity", "visual_referencing", "answer_right")
        assert {*list(value.values())[:3]} <= {1, 2, 3, 4, 5, None}
        assert value["answer_right"] in {0, 1, None}
    elif parse is parse_label:
        assert value["label"] in {"Yes", "To some extent", "No"}
    elif parse is parse_moves:
        assert all(tuple(move) == ("kind", "words", "says") for move in value)
    elif parse is parse_utterance:
        assert isinstance(value["utterance"], str)
    else:
        assert all(tuple(keypoint) == ("element", "description") for keypoint in value)


def test_the_exported_flags_are_those_of_the_contract():
    assert set(EXPORTED_FLAGS) == FLAGS


@given(_wild)
def test_any_text_gives_a_well_formed_reading(text):
    for parse in PARSERS:
        assert_well_formed(parse, text)


@given(_replies, st.lists(st.tuples(st.integers(0, 300), st.integers(0, 3), _pieces | st.text(max_size=2)), max_size=4))
def test_a_damaged_reply_gives_a_well_formed_reading(text, edits):
    for place, cut, put in edits:
        at = place % (len(text) + 1)
        text = text[:at] + put + text[at + cut :]
    for parse in PARSERS:
        assert_well_formed(parse, text)


@given(_by_json)
def test_a_valid_value_reads_to_itself(pair):
    parse, value = pair
    reading = parse(json.dumps(value))
    assert (reading.status, reading.value, reading.repaired) == ("ok", value, False)
    assert parse(json.dumps(value, ensure_ascii=False, indent=2)) == reading


@given(_by_json, st.text(" \t\r\n", max_size=5), st.text(" \t\r\n", max_size=5))
def test_space_around_changes_nothing(pair, before, after):
    parse, value = pair
    assert parse(before + json.dumps(value) + after) == parse(json.dumps(value))
    assert parse("\ufeff" + json.dumps(value)) == parse(json.dumps(value))


@given(_by_json)
def test_a_code_fence_around_does_not_change_the_value(pair):
    parse, value = pair
    fenced = parse(f"```json\n{json.dumps(value)}\n```")
    assert (fenced.status, fenced.value, fenced.repaired) == ("ok", value, True)


@given(_by_json)
def test_a_repair_does_not_change_the_value(pair):
    parse, value = pair
    reading = parse(repr(value))
    assert (reading.status, reading.value) == ("ok", value)


@given(_turns, st.data())
def test_no_beginning_of_a_turn_is_read(turn, data):
    text = json.dumps(turn)
    reading = parse_turn(text[: data.draw(st.integers(1, len(text) - 1))])
    assert (reading.status, reading.flags) == ("unparseable", ("truncated",))


@given(_turns, _turns)
def test_of_two_turns_that_differ_none_is_taken(one, other):
    reading = parse_turn(f"{json.dumps(one)}\n{json.dumps(other)}")
    assert "several_objects" in reading.flags
    assert reading.value == (one if one == other else None)


@given(st.tuples(*[st.integers(1, 5)] * 3, st.integers(0, 1)), st.sampled_from(["", "The reasons are good.\n"]))
def test_a_valid_rating_reads_to_itself(numbers, reasons):
    reading = parse_rating(f"{reasons}Rating: {[[*numbers]]}")
    assert (reading.status, tuple(reading.value.values()), reading.repaired) == ("ok", numbers, False)


@given(st.sampled_from(["Yes", "To some extent", "No"]), st.text("abc .\n{}", max_size=20))
def test_a_valid_label_reads_to_itself(label, rationale):
    reading = parse_label(f"<think>{rationale}</think>\n<answer>{label}</answer>")
    assert (reading.status, reading.value, reading.repaired) == ("ok", {"label": label}, False)
    assert reading.flags == (() if rationale.strip() else ("missing_rationale",))


@pytest.mark.slow
@every(product(PARSERS, [
    "{", "[", "}", '"', "\\", '{"', '{"a":', '{"a":{', '{"a":x', "{'", "{“", "[[", "[[1", "{/*", "{//", '{"a":[{},', "{}",
    "<think>", "</think>", "<answer>", "Rating:[[", "Rating: [[1,1,1,1]] ", "\\u", "\ud800", "\0", "- a:", " ", "( ,",
    "1. Line AB: x\n", '{"a":1}',
]))  # fmt: skip
def test_long_and_repeated_text_gives_a_well_formed_reading(parse, unit):
    assert_well_formed(parse, unit * (20_000 // len(unit)))


@every(PARSERS)
def test_text_over_64_kilobytes_is_not_read_and_not_flagged(parse):
    shuffled = random.Random(0).choices('{}[]",:a1 \\', k=65_537)
    reading = parse("".join(shuffled))
    assert (reading.status, reading.flags) == ("unparseable", ())


def test_the_limit_counts_bytes():
    turn = {"act": "Focus", "subact": "Guide", "highlights": {}, "feedback": "none"}
    room = 65_536 - len(json.dumps(turn | {"utterance": ""}))
    assert parse_turn(json.dumps(turn | {"utterance": "a" * room})).status == "ok"
    assert parse_turn(json.dumps(turn | {"utterance": "a" * (room + 1)})).status == "unparseable"
    assert parse_turn(json.dumps(turn | {"utterance": "°" * (room // 2 + 1)}, ensure_ascii=False)).status == "unparseable"
