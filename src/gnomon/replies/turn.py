"""Reading a tutor's turn: act, subact, highlights, feedback, utterance (GeoDial 2.2, 2.3)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial
from types import MappingProxyType
from typing import get_args

from gnomon.dialogue import Feedback, act_of, acts, resolve_subact, subacts
from gnomon.figure import Highlights
from gnomon.replies.fields import Reader, by_key, read_choice, read_field, read_text, squeezed_name
from gnomon.replies.lenient import JsonValue, Members
from gnomon.replies.objects import read_only_object
from gnomon.replies.reading import INVALID, Field, Reading, reading_of


def parse_turn(text: str) -> Reading:
    """Read a tutor's turn from one JSON object.

    Args:
        text: what the tutor wrote.

    Returns:
        The value has ``act``, ``subact``, ``highlights`` (``lines``, ``angles``, ``arcs``, ``labels``: lists of names),
        ``feedback`` and ``utterance``; and ``highlights2`` where it was given and is not null. A field that is missing or
        not valid is None. A kind that given highlights leave out is empty: nothing of it is highlighted. Names of
        elements are canonical; what cannot be made so is kept as written. A subact that belongs to another act is kept
        beside it, with the flag ``act_subact_mismatch``.
    """
    return read_only_object(text, _turn)


def _turn(members: Members) -> Reading:
    grouped = by_key(members)
    fields = {name: read_field(grouped, name, read) or INVALID for name, read in _readers().items()}
    second = read_field(grouped, "highlights2", _second_highlights)
    if second is not None and (second.value is not None or second.invalid):
        fields["highlights2"] = second
    act, subact = fields["act"].value, fields["subact"].value
    mismatch = act is not None and subact is not None and act_of(subact) != act
    return reading_of(fields, flags=("act_subact_mismatch",) if mismatch else ())


@cache
def _readers() -> Mapping[str, Reader]:
    """Return how each field is read, in the order of the value."""
    feedbacks: tuple[str, ...] = get_args(Feedback)
    written = [name for row in subacts().values() for name in (row.name, *row.aliases)]
    subact_names = {squeezed_name(name): resolve_subact(name) or name for name in written}
    return MappingProxyType(
        {
            "act": partial(read_choice, choices={squeezed_name(name): name for name in acts()}),
            "subact": partial(read_choice, choices=subact_names),
            "highlights": _highlights,
            "feedback": partial(read_choice, choices={name: name for name in feedbacks}),
            "utterance": read_text,
        }
    )


def _highlights(value: JsonValue) -> Field:
    if not isinstance(value, Members):
        return INVALID
    grouped = by_key(value)
    kinds = {kind: read_field(grouped, kind, partial(_names, kind)) or Field([]) for kind in Highlights.model_fields}
    invalid = tuple(f".{kind}" for kind, field in kinds.items() if field.invalid)
    return Field({kind: field.value for kind, field in kinds.items()}, invalid, any(field.repaired for field in kinds.values()))


def _second_highlights(value: JsonValue) -> Field:
    return Field(None) if value is None else _highlights(value)


def _names(kind: str, value: JsonValue) -> Field:
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        return INVALID
    highlights = Highlights.model_validate({kind: list(dict.fromkeys(value))})
    return Field(list(getattr(highlights, kind)))
