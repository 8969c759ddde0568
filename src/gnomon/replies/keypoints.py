"""Reading visual keypoints, each an element and its description (MathExplain 3.1 and 5.1, Fig. 8).

The paper has a model turn free text into JSON; here the text is read as it is written, and nothing is rephrased.
"""

from __future__ import annotations

from collections.abc import Iterable

from gnomon.figure import keypoint_kind
from gnomon.replies.fields import by_key, read_field, read_text
from gnomon.replies.keypoint_lines import keypoint_lines
from gnomon.replies.lenient import JsonValue, Members
from gnomon.replies.objects import Found, agreed, around, find_values
from gnomon.replies.reading import INVALID, Field, Reading, bounded, unparseable
from gnomon.replies.thinking import split_thinking

_WRAPPERS = ("keypoints", "visual_keypoints")


def parse_keypoints(text: str) -> Reading:
    """Read a list of keypoints from JSON or, where the text has none, from marked lines.

    Args:
        text: a JSON list of ``{"element", "description"}``, such a list under ``keypoints``, one such object a line, or a
            list such as ``1. Line AB: connects A and B``; prose around free text is expected and no repair.

    Returns:
        The value is a list of ``{"element", "description"}`` in the order written, repeated elements included; of entries
        that are equal in both the first counts (a repair). An element
        outside the grammar (`gnomon.figure.keypoint_kind`) is None, as is a missing or empty description; the fields are
        named ``0.element``. An item ``{"Line AB": "connects A and B"}``, the paper's short form, is repaired. An empty list
        is ``ok``. Several lists must agree (flag ``several_objects``). Text that says in words that there are none is
        ``unparseable``, as is a list in which nothing is valid.
    """
    bounded_text = bounded(text)
    found = None if bounded_text is None else find_values(bounded_text, with_lists=True)
    if bounded_text is None or found is None or found.flags:
        return unparseable(*(found.flags if found else ()))
    lines = [] if found.has_broken else keypoint_lines(split_thinking(bounded_text).said)
    lists = _lists(found)
    if any(lists) or (lists and not lines):
        readings = [_reading([_entry_fields(entry) for entry in entries], is_list=True) for entries in lists]
        return around(agreed(readings, "several_objects"), found)
    return _reading([{"element": _element(line.element), "description": _description(line.description)} for line in lines])


def _lists(found: Found) -> list[list[JsonValue]]:
    """Return the lists of keypoints among the values; objects that stand alone make one list together."""
    whole = [value for value in found.values if isinstance(value, list)]
    whole += [inner for value in found.values if isinstance(value, Members) if (inner := _wrapped(value)) is not None]
    single: list[JsonValue] = [value for value in found.values if isinstance(value, Members) and _is_keypoint(value)]
    lists = [entries for entries in [*whole, single] if any(isinstance(entry, Members) for entry in entries)]
    return lists or [entries for entries in whole if not entries]


def _wrapped(value: Members) -> list[JsonValue] | None:
    grouped = by_key(value)
    fields = [field for name in _WRAPPERS if (field := read_field(grouped, name, _as_list))]
    return fields[0].value if fields else None


def _as_list(value: JsonValue) -> Field:
    return Field(value) if isinstance(value, list) else INVALID


def _is_keypoint(value: Members) -> bool:
    return not {"element", "description"}.isdisjoint(by_key(value)) or _short_form(value) is not None


def _short_form(value: Members) -> tuple[str, str] | None:
    """Return element and description of ``{"Line AB": "connects A and B"}``."""
    if len(value.pairs) != 1:
        return None
    element, description = value.pairs[0]
    return (element, description) if isinstance(description, str) and keypoint_kind(element) else None


def _entry_fields(entry: JsonValue) -> dict[str, Field]:
    if not isinstance(entry, Members):
        return {"element": INVALID, "description": INVALID}
    if short := _short_form(entry):
        return {"element": Field(short[0].strip(), repaired=True), "description": _description(short[1])}
    grouped = by_key(entry)
    return {
        "element": read_field(grouped, "element", _element) or INVALID,
        "description": read_field(grouped, "description", _description) or INVALID,
    }


def _element(value: JsonValue) -> Field:
    return Field(value.strip()) if isinstance(value, str) and keypoint_kind(value) else INVALID


def _description(value: JsonValue) -> Field:
    return read_text(value) if isinstance(value, str) and value.strip() else INVALID


def _reading(rows: Iterable[dict[str, Field]], *, is_list: bool = False) -> Reading:
    """Put the items together; no item at all is an empty list only where a list was written (``is_list``)."""
    written = list(rows)
    first: dict[tuple[object, object], dict[str, Field]] = {}
    for place, row in enumerate(written):
        element, description = (field.value for field in row.values())
        # Elements outside the grammar are all None without being equal: each of them is kept.
        first.setdefault((element, place if element is None else description), row)
    kept = list(first.values())
    fields = {f"{index}.{name}": field for index, row in enumerate(kept) for name, field in row.items()}
    if not any(field.holds_something for field in fields.values()):
        return Reading("ok", []) if is_list and not kept else unparseable()
    invalid = tuple(name for name, field in fields.items() if field.invalid)
    return Reading(
        "partial" if invalid else "ok",
        [{name: field.value for name, field in row.items()} for row in kept],
        len(kept) < len(written) or any(field.repaired for field in fields.values()),
        invalid,
    )
