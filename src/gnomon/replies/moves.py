"""Reading the moves that a model finds in a learner's message: ``{"moves": [{"kind", "words", "says"}, ...]}``."""

from __future__ import annotations

from gnomon.replies.fields import by_key, read_rows
from gnomon.replies.lenient import Members
from gnomon.replies.objects import read_only_object
from gnomon.replies.reading import Reading, unparseable

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
    rows = read_rows(by_key(members), "moves", _FIELDS)
    return unparseable() if rows is None else Reading("partial" if rows.invalid else "ok", *rows)
