"""Answers of judging models are read with the repairs that keep their meaning."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnomon.judge.reading import number_in, read_object, read_whole_number, text_in, thinking_in
from tests.every import every


def test_thinking_before_the_object_is_passed_over():
    read = read_whole_number('<think>Perhaps {"score": 1}?</think>\n{"rationale": "Clear.", "score": 5}', "score", 0, 6)
    assert (read.value, read.rationale, read.repaired) == (5, "Clear.", True)


def test_latex_in_a_rationale_does_not_spoil_the_score():
    read = read_whole_number(r'{"rationale": "It uses \( \frac{1}{2} \).", "score": 4}', "score", 0, 6)
    assert (read.status, read.value, read.rationale) == ("ok", 4, r"It uses \( \frac{1}{2} \).")


def test_two_objects_that_differ_are_no_answer():
    read = read_whole_number('{"score": 4} or {"score": 5}', "score", 0, 6)
    assert (read.status, read.flags) == ("unparseable", ("several_objects",))


def test_a_key_that_stands_twice_and_differs_has_no_value():
    found = read_object('{"score": 4, "score": 5, "rationale": "x"}').value
    assert (number_in(found, "score", 0, 6), text_in(found, "rationale")) == (None, "x")


def test_keys_are_found_in_other_case():
    assert number_in(read_object('{"Score": 4}').value, "score", 0, 6) == 4


def test_a_rationale_by_criterion_is_kept_as_json():
    assert text_in(read_object('{"rationale": {"brevity": "short"}}').value, "rationale") == '{"brevity": "short"}'


@pytest.mark.parametrize(
    ("text", "thought"),
    [
        ("<think>a</think><answer>No</answer>", "a"),
        ("a</think><answer>No</answer>", "a"),
        ("<think>a <answer>No</answer>", "a"),
        ("<answer>No</answer>", None),
        ("<think> </think>", None),
    ],
)
def test_thinking_is_found(text, thought):
    assert thinking_in(text) == thought


pieces = st.lists(
    st.sampled_from(["{", "}", "[", "]", '"score"', ":", "4", ",", "<think>", "</think>", "\\", '"', " ", "\ud800"]), max_size=30
)


@given(pieces.map("".join) | st.text())
def test_no_text_raises_and_every_value_is_in_range(text):
    read = read_whole_number(text, "score", 0, 6)
    assert read.value is None or 0 <= read.value <= 6
    assert (read.value is None) == (read.status == "unparseable")
    thinking_in(text)


@every(
    [
        ("4", 4),
        (" 4 ", 4),
        ("4.0", 4),
        ("0.5", 0.5),
        ("1_0", None),
        ("٢", None),
        ("4e0", None),
        ("nan", None),
        ("-1", None),
        ("", None),
    ]
)
def test_a_number_in_quotes_is_plain_digits(written, value):
    assert number_in({"score": written}, "score", 0, 10) == value


def test_a_number_too_large_for_floating_point_is_out_of_range():
    assert number_in({"score": 10**400}, "score", 0, 6) is None
