"""Reading the moves that a model finds in a learner's message: ``{"moves": [{"kind", "words", "says"}, ...]}``."""

from __future__ import annotations

from gnomon.replies.fields import by_key, read_field, read_text
from gnomon.replies.lenient import JsonValue, Members
from gnomon.replies.objects import read_only_object
from gnomon.replies.reading import INVALID, Field, Reading, unparseable

_FIELDS = ("kind", "words", "says")


def parse_moves(text: str) -> Reading:
    """Read the moves of a message.

    Args:
        text: what the model wrote.

    Returns:
        The value is a list of ``{"kind", "words", "says"}``, all texts, in order; a field that is missing or no text is None and
        named ``0.words``. An empty list is ``ok``. Whether a kind exists and what is said resolves is asked elsewhere.
    """
    return read_only_object(text, _read)


def _read(members: Members) -> Reading:
    found = read_field(by_key(members), "moves", _as_list)
    if found is None or found.value is None:
        return unparseable()
    rows = [_fields(entry) for entry in found.value]
    invalid = tuple(f"{place}.{name}" for place, row in enumerate(rows) for name, field in row.items() if field.value is None)
    values = [{name: field.value for name, field in row.items()} for row in rows]
    return Reading("partial" if invalid else "ok", values, found.repaired, invalid)


def _as_list(value: JsonValue) -> Field:
    return Field(value) if isinstance(value, list) else INVALID


def _fields(entry: JsonValue) -> dict[str, Field]:
    grouped = by_key(entry) if isinstance(entry, Members) else {}
    return {name: read_field(grouped, name, read_text) or INVALID for name in _FIELDS}
