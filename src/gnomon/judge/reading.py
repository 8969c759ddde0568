"""Reading the answers of judging models: the five published forms through `gnomon.replies`, our own small JSON objects here.

Our objects get the same repairs as the published ones. What cannot be read is None with the reason; nothing is clamped,
rounded to a scale, or mined from free text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from gnomon.judge.judgement import Read
from gnomon.replies import JsonValue, Members, Reading, by_key, read_only_object, split_thinking, squeezed_name

ValueT = TypeVar("ValueT")

_NUMBER = re.compile(r"\s*-?[0-9]+(?:\.[0-9]+)?\s*")
_CONTRADICTION = object()
"""In place of a value that stands twice and differs: no reader takes it."""


def read_reply(reading: Reading, build: Callable[[Any], ValueT | None], rationale: str | None = None) -> Read[ValueT]:
    """Turn a reading of `gnomon.replies` into ours, its plain value made into a typed one by ``build``."""
    return Read(
        status=reading.status,
        value=None if reading.value is None else build(reading.value),
        rationale=rationale or None,
        repaired=reading.repaired,
        invalid_fields=reading.invalid_fields,
        flags=reading.flags,
    )


def read_object(text: str) -> Reading:
    """Read the one JSON object of ``text``.

    Returns:
        The value holds the members by key, case, space and underscore aside (look them up by `number_in` and `text_in`); None for
        text without an object, with one cut off, or with several that differ.
    """
    return read_only_object(text, _whole)


def number_in(found: Mapping[str, Any], key: str, lowest: float, highest: float) -> float | None:
    """Return the number under ``key`` if it lies in the range, ends included; a number written as a string of digits counts."""
    value = found.get(squeezed_name(key))
    if isinstance(value, str):
        value = float(value) if _NUMBER.fullmatch(value) else None
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if lowest <= value <= highest else None


def text_in(found: Mapping[str, Any], key: str) -> str | None:
    """Return the text under ``key``; an object or a list as JSON; None for nothing or anything else."""
    value = found.get(squeezed_name(key))
    if isinstance(value, dict | list):
        return json.dumps(value, ensure_ascii=False, default=lambda _: None)
    return value if isinstance(value, str) and value else None


def read_whole_number(text: str, key: str, lowest: int, highest: int) -> Read[int]:
    """Read ``{"rationale": text, key: whole number in the range}``; any other number under the key is unparseable."""
    reading = read_object(text)
    if reading.value is None:
        return Read(status="unparseable", flags=reading.flags)
    rationale = text_in(reading.value, "rationale")
    value = number_in(reading.value, key, lowest, highest)
    if value is None or not value.is_integer():
        return Read(status="unparseable", rationale=rationale, invalid_fields=(key,), flags=reading.flags)
    return read_reply(reading, lambda _: int(value), rationale)


def thinking_in(text: str) -> str | None:
    """Return what stands in ``<think>``, up to the answer where nothing closes it; None if there is nothing."""
    thinking = split_thinking(text)
    unclosed = (thinking.unclosed or "").partition("<answer>")[0]
    return "\n".join([*thinking.rationales, unclosed]).strip() or None


def _whole(members: Members) -> Reading:
    grouped = {key: [_plain(value) for _, value in written] for key, written in by_key(members).items()}
    return Reading("ok", {key: _agreed(values) for key, values in grouped.items()})


def _plain(value: JsonValue) -> Any:  # noqa: ANN401 - plain JSON
    if isinstance(value, list):
        return [_plain(entry) for entry in value]
    if not isinstance(value, Members):
        return value
    keys = dict.fromkeys(key for key, _ in value.pairs)
    return {key: _agreed([_plain(entry) for other, entry in value.pairs if other == key]) for key in keys}


def _agreed(values: list[Any]) -> Any:  # noqa: ANN401 - plain JSON
    return values[0] if all(value == values[0] for value in values) else _CONTRADICTION
