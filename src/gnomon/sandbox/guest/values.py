"""Values as tagged JSON: what crosses between the candidate and the tests, and nothing else does.

A list is an array; null, booleans, strings, floats and integers under 64 bits are themselves; every other value is an object of
one key, its type: ``{"tuple": [1, 2]}``. Types are exact: an object whose class only derives from ``int`` does not cross, because
its ``__eq__`` could say anything. Reading builds new values of the built-in types and runs no code of the sender.
"""

from __future__ import annotations

import datetime as dt
import json
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

MAX_BYTES = 16 * 2**20
"""Size of a whole message."""
MAX_DEPTH = 100
"""Levels of nesting."""

Json = Any  # what `json` reads and writes; each reader checks what it got
Value = Any  # any Python object at all

_PLAIN_INTEGER = 2**63  # JSON integers of 64 bits are read fast; larger ones cross as hex, whose reading is linear


class NotTransferableError(Exception):
    """A value is of a type that does not cross, or too large or too deep; the text names it."""


class MalformedValueError(Exception):
    """What arrived is no tagged JSON: the sender does not keep to the protocol."""


def dump(message: Json) -> bytes:
    """Write JSON whose values are packed already; raises NotTransferableError when it is too long."""
    text = json.dumps(message, separators=(",", ":")).encode()
    if len(text) > MAX_BYTES:
        raise NotTransferableError(f"a value of more than {MAX_BYTES} bytes")
    return text


def load(text: bytes) -> Json:
    """Read JSON; raises MalformedValueError."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise MalformedValueError(f"no JSON: {error}") from None


def pack(value: Value, depth: int = 0) -> Json:
    """Tag a value.

    Raises:
        NotTransferableError: when its type, or that of a part, is none of the known ones.
    """
    if depth > MAX_DEPTH:
        raise NotTransferableError(f"a value nested more than {MAX_DEPTH} deep")
    kind = type(value)
    if value is None or kind in {bool, str, float}:
        return value
    if kind is int:
        return value if -_PLAIN_INTEGER < value < _PLAIN_INTEGER else {"int": hex(value)}
    if kind is list:
        return [pack(part, depth + 1) for part in value]
    for tag, (known, taken_apart, _) in _TYPES.items():
        if kind is known:
            parts = taken_apart(value)  # strings and numbers stay
            return {tag: [pack(part, depth + 1) for part in parts] if type(parts) is list else parts}
    raise NotTransferableError(f"a value of type {kind.__name__!r}")


def unpack(message: Json, depth: int = 0) -> Value:
    """Build the value that was tagged.

    Raises:
        MalformedValueError: when it is not what `pack` writes.
    """
    if depth > MAX_DEPTH:
        raise MalformedValueError(f"a value nested more than {MAX_DEPTH} deep")
    if type(message) is list:
        return [unpack(part, depth + 1) for part in message]
    if type(message) is not dict:
        return message
    if len(message) != 1:
        raise MalformedValueError("expected an object of one key, the type")
    tag, parts = next(iter(message.items()))
    if tag == "int":
        return _large_integer(parts)
    if tag not in _TYPES:
        raise MalformedValueError(f"expected one of {', '.join(_TYPES)}, got {tag!r:.50}")
    try:
        return _TYPES[tag][2]([unpack(part, depth + 1) for part in parts] if type(parts) is list else parts)
    except (TypeError, ValueError, ArithmeticError) as error:  # such as a set of lists
        raise MalformedValueError(f"no {tag}: {error}") from None


def _large_integer(digits: Json) -> int:
    try:
        return int(digits, 16)
    except (TypeError, ValueError) as error:
        raise MalformedValueError(f"no integer: {error}") from None


def _pairs(value: Value) -> list[list[Value]]:
    return [list(pair) for pair in value.items()]


def _of(build: Callable[..., Value]) -> Callable[[Sequence[Value]], object]:
    """Return a reader that gives the parts as arguments."""
    return lambda parts: build(*parts)


def _zone_free(value: Value) -> list[Value]:
    if value.tzinfo is not None:
        raise NotTransferableError("a time with a zone")
    return [value.isoformat(), value.fold]  # the text leaves out which of two equal clock times is meant


def _clock(kind: Value) -> Callable[[str, int], object]:
    """Return what builds a date and time, or a time, from its text and its fold."""
    return lambda text, fold: kind.fromisoformat(text).replace(fold=fold)


_TYPES: dict[str, tuple[type, Callable[..., Value], Callable[..., Value]]] = {
    "tuple": (tuple, list, tuple),
    "dict": (dict, _pairs, dict),
    "set": (set, list, set),
    "frozenset": (frozenset, list, frozenset),
    "bytes": (bytes, lambda value: value.hex(), bytes.fromhex),
    "bytearray": (bytearray, lambda value: value.hex(), bytearray.fromhex),
    "complex": (complex, lambda value: [value.real, value.imag], _of(complex)),
    "range": (range, lambda value: [value.start, value.stop, value.step], _of(range)),
    "deque": (deque, lambda value: [list(value), value.maxlen], _of(deque)),
    "Counter": (Counter, _pairs, lambda pairs: Counter(dict(pairs))),
    "OrderedDict": (OrderedDict, _pairs, OrderedDict),
    "defaultdict": (defaultdict, _pairs, dict),  # what makes its missing values is code and stays behind
    "Fraction": (Fraction, lambda value: [value.numerator, value.denominator], _of(Fraction)),
    "Decimal": (Decimal, str, Decimal),
    "datetime": (dt.datetime, _zone_free, _of(_clock(dt.datetime))),
    "date": (dt.date, lambda value: [value.isoformat()], _of(dt.date.fromisoformat)),
    "time": (dt.time, _zone_free, _of(_clock(dt.time))),
    "timedelta": (dt.timedelta, lambda value: [value.days, value.seconds, value.microseconds], _of(dt.timedelta)),
}
"""Tag: the type, what takes a value of it apart, what builds one from the parts."""
