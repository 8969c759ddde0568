"""The tolerant JSON reader: what it takes, what it repairs, what it refuses, and how far it reads."""

import json
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnomon.replies.lenient import MAX_DEPTH, Broken, JsonValue, Members, Parsed, TooDeepError, Truncated, read_json
from gnomon.replies.objects import find_values
from tests.every import every

BACKSLASH = "\\"


def plain(value: JsonValue):
    """Return what `json.loads` would give."""
    if isinstance(value, Members):
        return {key: plain(inner) for key, inner in value.pairs}
    return [plain(inner) for inner in value] if isinstance(value, list) else value


def read(text):
    result = read_json(text, 0)
    assert isinstance(result, Parsed), result
    return plain(result.value), result.repaired


# Control characters are left out: written as \t or \f before a word, they read as LaTeX, which is decided otherwise than JSON.
_TEXT = st.text(st.characters(exclude_categories=("Cc", "Cs")), max_size=20)
_JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**15), 10**15) | st.floats(allow_nan=False, allow_infinity=False) | _TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_TEXT, inner, max_size=4),
    max_leaves=20,
)


@given(st.dictionaries(_TEXT, _JSON, max_size=4) | st.lists(_JSON, max_size=4), st.booleans(), st.sampled_from([None, 2]))
def test_plain_json_is_read_as_the_standard_library_reads_it(value, ascii_only, indent):
    assert read(json.dumps(value, ensure_ascii=ascii_only, indent=indent)) == (value, False)


@given(st.dictionaries(_TEXT, _JSON, max_size=4))
def test_python_literals_are_read_as_python_reads_them(value):
    assert read(repr(value))[0] == value


@given(st.dictionaries(_TEXT, _JSON, min_size=1, max_size=4), st.data())
def test_no_beginning_of_an_object_is_read(value, data):
    text = json.dumps(value)
    cut = data.draw(st.integers(1, len(text) - 1))
    assert not isinstance(read_json(text[:cut], 0), Parsed)


@every(
    [
        ('{"a": 1,}', {"a": 1}),
        ('{"a": [1, 2, ], }', {"a": [1, 2]}),
        ('{"a": 1 // the mark\n}', {"a": 1}),
        ('{/* first */ "a" /* key */: 1}', {"a": 1}),
        ("{'a': True, 'b': None}", {"a": True, "b": None}),
        ("{“a”: ‘b’}", {"a": "b"}),
        ('{”a”: “say "hi"”}', {"a": 'say "hi"'}),
        ('{"a": "two\nlines"}', {"a": "two\nlines"}),
        (r"""{"a": "it\'s"}""", {"a": "it's"}),
    ]
)
def test_a_repair_keeps_the_meaning_and_is_told(text, value):
    assert read(text) == (value, True)


@every(
    [
        '{"a" 1}',
        '{"a": 1 "b": 2}',
        '{"a": 1,, "b": 2}',
        "{,}",
        "{a: 1}",
        '{"a": yes}',
        '{"a": 01}',
        '{"a": +1}',
        '{"a": 1.}',
        '{"a": .5}',
        '{"a": 1/2}',
        '{"a": "say "hi""}',
        '{"a": nan}',
        '{"a": TRUE}',
        '{"a"}',
        "{1: 2}",
        '{"a": # mark\n1}',
        '{"a": (1, 2)}',
        '{"a": ]}',
    ]
)
def test_what_would_need_a_guess_is_broken(text):
    assert isinstance(read_json(text, 0), Broken)


@every(["{", '{"a', '{"a"', '{"a":', '{"a": 1', '{"a": 1,', '{"a": [1, {"b": 2}', '{"a": "b\\', "{/* note", "{// note"])
def test_an_object_that_the_text_ends_in_is_truncated(text):
    assert isinstance(read_json(text, 0), Truncated)


def test_a_key_that_stands_twice_is_kept_twice():
    assert read_json('{"a": 1, "a": 2}', 0).value == Members((("a", 1), ("a", 2)))


def test_reading_ends_after_the_closing_bracket():
    assert read_json('x {"a": 1} y', 2).end == 10  # the bracket is at 9


def test_brackets_are_read_to_the_depth_cap_and_no_further():
    assert read("[" * MAX_DEPTH + "]" * MAX_DEPTH)
    with pytest.raises(TooDeepError):
        read_json("[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1), 0)


@pytest.mark.parametrize("digits", [19, 5000])
def test_a_number_of_many_digits_is_a_float(digits):
    assert isinstance(read(f'{{"a": {"9" * digits}}}')[0]["a"], float)


@every([
    "frac", "theta", "beta", "nu", "right", "begin", "times", "to", "text", "neq", "rho", "tan", "bar", "triangle", "forall",
    "boxed", "alpha", "sqrt", "cdot", "left", "underline", "angle", "circ", "perp", "overline", "parallel", "sim", "cong", "pi",
])  # fmt: skip
def test_a_latex_command_is_the_same_with_one_backslash_and_with_two(command):
    written = BACKSLASH + command + "{A}"
    assert read(f'{{"a": "{written}"}}') == ({"a": written}, True)
    assert read(f'{{"a": "{BACKSLASH}{written}"}}') == ({"a": written}, False)


@every(product("ntr", ["Then", "1", " ", "$x$", "So", "now", "total", "thenumber", "tothe"]))
def test_a_line_break_before_a_word_stays_a_line_break(letter, following):
    character = {"n": "\n", "t": "\t", "r": "\r"}[letter]
    assert read(f'{{"a": "{BACKSLASH}{letter}{following}"}}') == ({"a": character + following}, False)


@every(["(x", "[x", "{x", "$5", "%", ",", " "])
def test_a_backslash_before_a_mark_is_kept(marks):
    assert read(f'{{"a": "{BACKSLASH}{marks}"}}') == ({"a": BACKSLASH + marks}, True)


def test_escaped_code_points_are_joined_and_a_lone_half_is_replaced():
    assert read(r'{"a": "\u00b0 \ud83d\ude00"}') == ({"a": "° 😀"}, False)
    assert read(r'{"a": "\ud83d!"}') == ({"a": "\ufffd!"}, False)


@every(
    [
        (r"\frac{1}{2} and {x, y}", []),
        ('{{"a": 1}}', [{"a": 1}]),
        (r'so {x} then {"a": 1} and \sqrt{2}', [{"a": 1}]),
        ('{"b": bad, "c": {"a": 2}} {"a": 1}', [{"a": 1}]),
        ('<think>{"a": 2}</think>{"a": 1}', [{"a": 1}]),
        ('{"a": 2}</think>{"a": 1}', [{"a": 1}]),
        ('< THINK >{"a": 2}</ think>{"a": 1}', [{"a": 1}]),
        ('{"a": "<think>"}', [{"a": "<think>"}]),
        ('<think>x</think>{"a": 1}</think>', [{"a": 1}]),
        ('[{"a": 1}, {"a": 2}]', [{"a": 1}, {"a": 2}]),
        ('```json\n{"a": 1}\n```', [{"a": 1}]),
    ]
)
def test_only_whole_objects_outside_thinking_are_found(text, values):
    found = find_values(text)
    assert [plain(value) for value in found.values] == values
    assert found.flags == ()


@pytest.mark.parametrize(
    ("text", "flag"),
    [
        ('{"a": 1} {"a', "truncated"),
        ('{"a": bad, "b": 1', "truncated"),
        ('<think>{"a": 1}', "unclosed_tag"),
    ],
)
def test_text_that_ends_inside_an_object_or_thinking_is_flagged(text, flag):
    assert find_values(text).flags == (flag,)
