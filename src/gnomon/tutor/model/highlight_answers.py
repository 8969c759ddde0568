"""Reading the short answers of the focused pipeline: yes or no, and a list of names. What is neither is not guessed.

As in `gnomon.replies`, thinking is passed over, code fences and outer marks are forgiven; a word found somewhere in a longer
text is not an answer.
"""

from __future__ import annotations

import json
import re

from gnomon.replies import said_in

_LONGEST = 20_000
"""Characters that are parsed; a list of all names of a figure has a few hundred."""
_FENCE = re.compile(r"\A```[a-z]*\n(.*)\n```\Z", re.DOTALL)
_MARKS = " \t\r\n.!*_`\"'“”"


def read_yes_no(text: str) -> bool | None:
    """Return the answer; None when the text is not just ``yes`` or ``no``, in any case and with marks around it."""
    return {"yes": True, "no": False}.get(_unfenced(text).strip(_MARKS).lower())


def read_names(text: str) -> tuple[str, ...] | None:
    """Return the names of a JSON list such as ``["AB", "BC"]``, blank ones and repetitions dropped.

    None when the text is no list of texts, or names nothing: at least one was asked for.
    """
    try:
        value = json.loads(_unfenced(text)[:_LONGEST])
    except (ValueError, RecursionError):
        return None
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        return None
    return tuple(dict.fromkeys(name.strip() for name in value if name.strip())) or None


def _unfenced(text: str) -> str:
    stripped = said_in(text)
    match = _FENCE.match(stripped)
    return match[1].strip() if match else stripped
