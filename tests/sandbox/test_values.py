"""Tagged JSON."""

import json
from collections import Counter, OrderedDict, defaultdict
from enum import IntEnum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnomon.sandbox.guest.values import MalformedValueError, NotTransferableError, dump, load, pack, unpack
from tests.every import every

hashable = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text() | st.binary() | st.fractions(),
    lambda inner: st.lists(inner, max_size=4).map(tuple) | st.frozensets(inner, max_size=4),
    max_leaves=8,
)
values = st.recursive(
    hashable
    | st.dates()
    | st.datetimes()
    | st.times()
    | st.timedeltas()
    | st.decimals(allow_nan=False)
    | st.complex_numbers(allow_nan=False),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(hashable, inner, max_size=4)
        | st.deferred(lambda: st.sets(hashable, max_size=4))
    ),
    max_leaves=12,
)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["tuple", "dict", "set", "int", "bytes", "deque", "date", "range", "complex", "x"]), inner, max_size=2
        )
    ),
    max_leaves=10,
)


class Colour(IntEnum):
    RED = 1


@given(values)
def test_a_value_comes_back_with_its_type(value):
    back = unpack(load(dump(pack(value))))
    assert back == value
    assert repr(back) == repr(value) or isinstance(value, set | frozenset | dict | list | tuple)  # sets have no order


@given(json_values)
def test_whatever_json_arrives_becomes_a_built_in_value_or_is_malformed(message):
    try:
        value = unpack(message)
    except MalformedValueError:
        return
    assert type(value).__module__ in {"builtins", "collections", "datetime"}


@every([Colour.RED, object(), len, int, iter([]), {1: object()}, [Colour.RED], type("T", (str,), {})("a")])
def test_what_is_not_exactly_of_a_known_type_does_not_cross(value):
    with pytest.raises(NotTransferableError, match="a value of type"):
        pack(value)


def test_a_dictionary_with_a_default_crosses_as_a_plain_one():
    assert unpack(pack(defaultdict(int, {"a": 1}))) == {"a": 1}
    assert type(unpack(pack(Counter("aab")))) is Counter
    assert list(unpack(pack(OrderedDict(b=1, a=2)))) == ["b", "a"]


def test_depth_and_size_have_limits():
    deep: list = []
    for _ in range(200):
        deep = [deep]
    with pytest.raises(NotTransferableError, match="deep"):
        pack(deep)
    with pytest.raises(MalformedValueError, match="deep"):
        unpack(deep)
    with pytest.raises(NotTransferableError, match="bytes"):
        dump("x" * (16 * 2**20))


@pytest.mark.parametrize("text", [b"", b"{", b"\xff", b"[" * 10**5, b"1" * 5000])
def test_what_is_no_json_is_malformed(text):
    with pytest.raises(MalformedValueError):
        load(text)


@every([{"set": [[1]]}, {"tuple": None}, {"int": "x"}, {"object": 1}, {"a": 1, "b": 2}, {"date": ["x"]}])
def test_what_pack_does_not_write_is_malformed(message):
    with pytest.raises(MalformedValueError):
        unpack(json.loads(json.dumps(message)))
