"""Reading a judge's six marks of a key-step reply (MMTutorBench 3.3)."""

from __future__ import annotations

from gnomon.replies.fields import by_key, read_field, read_integer, squeezed_name
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
_MARK_NAMES = frozenset({"score", "mark", "value", "rating"})


def parse_rubric(text: str) -> Reading:
    """Read six marks of 0 or 1 from one JSON object.

    Args:
        text: what the judge wrote.

    Returns:
        The value has the keys of `RUBRIC_FIELDS`, each 0, 1 or None. ``true`` and ``false`` are 1 and 0, and a mark may stand
        beside texts in an object of its own, ``{"score": 1, "reason": "..."}``: both are repaired, as are case, space,
        underscore and hyphen of a key. A mark of 2 or 0.5 is invalid; it is not clamped.
    """
    return read_only_object(text, _rubric)


def _rubric(members: Members) -> Reading:
    grouped = by_key(members)
    return reading_of({name: read_field(grouped, name, _mark) or INVALID for name in RUBRIC_FIELDS})


def _mark(value: JsonValue) -> Field:
    if isinstance(value, Members):
        marks = [inner for key, inner in value.pairs if squeezed_name(key) in _MARK_NAMES]
        others = [inner for key, inner in value.pairs if squeezed_name(key) not in _MARK_NAMES]
        # A second mark or another number, such as a maximum, leaves open which one is meant.
        if len(marks) != 1 or not all(isinstance(inner, str) for inner in others):
            return INVALID
        return read_integer(marks[0], (0, 1))._replace(repaired=True)
    return read_integer(value, (0, 1))
