"""Time on task, from the log of events: pauses of more than five minutes do not count."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

LONGEST_GAP = timedelta(minutes=5)
"""Between two events of one who is at work: one may read and think for some minutes and touch nothing, and hardly longer."""


class Event(NamedTuple):
    """Something that an annotator did: a stroke, a key, a choice, a submit."""

    at: datetime
    place: str
    """What it was done in, such as a turn."""


def time_on_task(events: Iterable[Event]) -> dict[str, timedelta]:
    """Return the time spent on each place.

    The time between two events belongs to the later one's place: what is read and thought comes before what is done. A gap of
    more than `LONGEST_GAP` counts nowhere, so the events of two devices at once are counted once.

    Args:
        events: of one annotator, in any order.
    """
    ordered = sorted(events)
    spent: dict[str, timedelta] = defaultdict(timedelta)
    for each in ordered:
        spent[each.place] += timedelta()
    for earlier, later in itertools.pairwise(ordered):
        gap = later.at - earlier.at
        if gap <= LONGEST_GAP:
            spent[later.place] += gap
    return dict(spent)
