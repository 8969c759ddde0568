"""Reading the words in which a model puts a turn: ``{"utterance": ...}``."""

from __future__ import annotations

from gnomon.replies.fields import by_key, read_field, read_text
from gnomon.replies.lenient import Members
from gnomon.replies.objects import read_only_object
from gnomon.replies.reading import INVALID, Reading, reading_of


def parse_utterance(text: str) -> Reading:
    """Read the words; the value is ``{"utterance": ...}``. Text without such an object is ``unparseable``."""
    return read_only_object(text, _read)


def _read(members: Members) -> Reading:
    return reading_of({"utterance": read_field(by_key(members), "utterance", read_text) or INVALID})
