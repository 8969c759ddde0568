"""Reading which of two readings of a message a model takes for the learner's: ``{"reading": "one"}``."""

from __future__ import annotations

from functools import partial

from gnomon.replies.fields import by_key, read_choice, read_field
from gnomon.replies.lenient import Members
from gnomon.replies.objects import read_only_object
from gnomon.replies.reading import INVALID, Reading, reading_of

CHOICES = ("one", "two", "neither")


def parse_choice(text: str) -> Reading:
    """Read the choice; the value is ``{"reading": ...}``, one of `CHOICES`. Text without such an object is ``unparseable``."""
    return read_only_object(text, _read)


def _read(members: Members) -> Reading:
    read = partial(read_choice, choices={name: name for name in CHOICES})
    return reading_of({"reading": read_field(by_key(members), "reading", read) or INVALID})
