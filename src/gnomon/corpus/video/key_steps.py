"""Key steps of a lesson as a model names them: at most five pairs of times, each with its reason (MMTutorBench, appendix A.1).

A pair is the moment at which a critical step stands written, and the moment just before it. What does not keep to the form is
dropped and counted by reason; nothing is mended, for a time that is guessed would cut a wrong frame.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from gnomon.corpus.video.transcript import Cue
from gnomon.models import Message, Model, Request
from gnomon.prompts import fence, load

MOST_PAIRS = 5
"""As printed."""
REASONS = {
    "no_list": "the reply holds no list of pairs",
    "bad_fields": "a pair has not the three fields as texts, or no reason",
    "bad_time": "a time is not MM:SS or HH:MM:SS",
    "after_end": "a time lies after the end of the video",
    "out_of_order": "the step before is not before the key step",
    "too_many": "a pair after the fifth",
}
_TIME = re.compile(r"(?:(\d{1,2}):)?([0-5]?\d):([0-5]\d)")


class KeyStep(NamedTuple):
    """One proposal."""

    milliseconds: int
    before_milliseconds: int
    reason: str


class Proposed(NamedTuple):
    """What a reply holds."""

    steps: tuple[KeyStep, ...]
    dropped: Mapping[str, int]
    """Counts by the names of `REASONS`."""


def parse_time(text: str) -> int | None:
    """Return ``MM:SS`` or ``HH:MM:SS`` as milliseconds; None for anything else.

    >>> parse_time("01:02:03"), parse_time("2:05"), parse_time("2:65")
    (3723000, 125000, None)
    """
    match = _TIME.fullmatch(text.strip().strip("[]"))
    if match is None:
        return None
    return ((int(match[1] or 0) * 60 + int(match[2])) * 60 + int(match[3])) * 1000


def read_key_steps(reply: str, length_milliseconds: int) -> Proposed:
    """Read a model's reply; pairs come in the order of time.

    Args:
        reply: with a JSON list of objects of ``keyframe_timestamp``, ``prev_step_timestamp``, ``reason``.
        length_milliseconds: of the video.
    """
    dropped: Counter[str] = Counter()
    steps: list[KeyStep] = []
    pairs = _pairs(reply)
    if pairs is None:
        dropped["no_list"] += 1
    for pair in pairs or ():
        found = _step(pair, length_milliseconds) if isinstance(pair, dict) else "bad_fields"
        if isinstance(found, str):
            dropped[found] += 1
        elif len(steps) == MOST_PAIRS:
            dropped["too_many"] += 1
        else:
            steps.append(found)
    return Proposed(tuple(sorted(steps)), dict(dropped))


def _pairs(reply: str) -> list[object] | None:
    """Return the list of a reply, between its first and its last bracket; None where there is none."""
    try:
        value = json.loads(reply[reply.index("[") : reply.rindex("]") + 1])
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, list) else None


def _step(pair: Mapping[str, object], length: int) -> KeyStep | str:
    """Return the pair, or why it is none."""
    key, before, reason = (pair.get(name) for name in ("keyframe_timestamp", "prev_step_timestamp", "reason"))
    if not (isinstance(key, str) and isinstance(before, str) and isinstance(reason, str) and reason.strip()):
        return "bad_fields"
    at, earlier = parse_time(key), parse_time(before)
    if at is None or earlier is None:
        return "bad_time"
    if at > length:
        return "after_end"
    return KeyStep(at, earlier, reason.strip()) if earlier < at else "out_of_order"


def transcript_for_model(cues: Iterable[Sequence[Any]], length_milliseconds: int) -> tuple[dict[str, str], dict[str, object]]:
    """Return what fills the prompt: the transcript with its times, which is to be fenced, and our own words."""
    said = "\n".join(f"[{_clock(start)}] {text}" for start, _, text in cues)
    return {"transcript": said}, {"length": _clock(length_milliseconds), "most": MOST_PAIRS}


async def propose_key_steps(model: Model, cues: Sequence[Cue], length_milliseconds: int) -> Proposed:
    """Ask a model for the key steps of a lesson, by its transcript.

    Raises:
        ModelError: as `Model.respond`.
    """
    texts, values = transcript_for_model(cues, length_milliseconds)
    fenced = fence(texts)
    prompt = load("corpus/key_steps").fill(code=fenced.code, **fenced.blocks, **values)
    messages = (Message(role="system", text=prompt.system), Message(role="user", text=prompt.user))
    response = await model.respond(Request(messages=messages, temperature=0.0))
    return read_key_steps(response.text, length_milliseconds)


def _clock(milliseconds: int) -> str:
    minutes, seconds = divmod(milliseconds // 1000, 60)
    return f"{minutes // 60:02}:{minutes % 60:02}:{seconds:02}"
