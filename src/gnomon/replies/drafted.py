"""Reading the facts and the goal that a model drafts of a problem: ``{"facts": [{"fact", "words"}, ...], "goal"}``."""

from __future__ import annotations

from gnomon.replies.fields import by_key, read_field, read_rows, read_text
from gnomon.replies.lenient import Members
from gnomon.replies.objects import read_only_object
from gnomon.replies.reading import INVALID, Reading, unparseable


def parse_drafted(text: str) -> Reading:
    """Read a draft.

    Args:
        text: what the model wrote.

    Returns:
        The value is ``{"facts": [{"fact", "words"}], "goal"}``, all texts; a field that is missing or no text is None and named
        ``0.words`` or ``goal``. What a fact means is asked elsewhere.
    """
    return read_only_object(text, _read)


def _read(members: Members) -> Reading:
    grouped = by_key(members)
    rows = read_rows(grouped, "facts", ("fact", "words"))
    if rows is None:
        return unparseable()
    goal = read_field(grouped, "goal", read_text) or INVALID
    invalid = (*rows.invalid, *(() if goal.value is not None else ("goal",)))
    return Reading("partial" if invalid else "ok", {"facts": rows.values, "goal": goal.value}, rows.repaired, invalid)
