"""Reading a judge's six marks of a key-step reply (MMTutorBench 3.3)."""

from __future__ import annotations

from gnomon.replies.fields import by_key, read_field, read_integer
from gnomon.replies.lenient import JsonValue, Members
from gnomon.replies.objects import read_only_object
from gnomon.replies.reading import INVALID, Field, Reading, reading_of

RUBRIC_FIELDS = (
    "insight_discovery",
    "operation_formulation",
    "operation_execution",
    "solution_scope_control",
    "brevity",
    "coherence",
)
"""The six criteria, as the value names them."""


def parse_rubric(text: str) -> Reading:
    """Read six marks of 0 or 1 from one JSON object.

    Args:
        text: what the judge wrote.

    Returns:
        The value has the keys of `RUBRIC_FIELDS`, each 0, 1 or None. A mark of 2, 0.5, ``true`` or an object with a
        reason is invalid; it is not clamped or searched. Case, space, underscore and hyphen of a key are repaired.
    """
    return read_only_object(text, _rubric)


def _rubric(members: Members) -> Reading:
    grouped = by_key(members)
    return reading_of({name: read_field(grouped, name, _mark) or INVALID for name in RUBRIC_FIELDS})


def _mark(value: JsonValue) -> Field:
    return read_integer(value, (0, 1))
