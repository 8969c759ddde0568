"""Clauses: a message cut at stops and connecting words, and the role that each clause gives to what it says.

The formula decides nothing about its role; the words around it say whether it is claimed, denied, asked, supposed or reported.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from gnomon.tutor.message.vocabulary import role

_CUT = re.compile(
    r"(?P<stop>[.!?;]+(?=\s|$)|[!?]+|\n+|…|\.\.+|,(?=\s|$)|,(?=[^\W\d])|(?<=[a-z)]) [-–—] (?=[a-z])|\s[–—]\s)"
    r"|(?<![\w'])(?P<joint>which means|that means|this means|so that|(?<!or )so|then|therefore|thus|hence|because of|because|becuase|cause|"
    r"cuz|coz|cus|cos(?= (?:its|it|the|they|theyre|that|of|there|i|you|we|a|both|all|this)\b)|bc(?!\s*[=^+*/-])(?! is\b)|b/c|since|"
    r"(?<!anything )(?<!everything )(?<!nothing )(?<!all )but|and then|and so|meaning|weil|denn|donc|car|parce que|porque|entonces|perché|quindi|因为|所以)(?![\w'])"
    r"|(?<![\w'])(?P<fix>(?:oh |ah |uh |um )?(?:no,? wait|wait,? no|wait|no ?no|noo+|hang on|hold on|or rather|typo|i mean|i meant|sorry|sry|correction|"
    r"whoops|oops|oh no|nope|scratch that|my bad|i take that back|forget that|nvm|never ?mind|nein|perdón|pardon)"
    r"|(?<=\d) no(?= ?[\d,])|(?<=\d) (?=it'?s \d)|no(?= (?:it'?s|its|i ))|(?<=[\d°?] )actually)(?![\w'])",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"[\"“”„«»]")
_REASONS = frozenset(
    [
        "because of",
        "because",
        "becuase",
        "cause",
        "cuz",
        "coz",
        "cus",
        "cos",
        "bc",
        "b/c",
        "since",
        "weil",
        "denn",
        "car",
        "parce que",
        "porque",
        "perché",
        "因为",
    ]
)


class Role(StrEnum):
    """What a clause does with what it says."""

    CLAIMED = "claimed"
    DENIED = "denied"
    ASKED = "asked"
    SUPPOSED = "supposed"
    """As a condition, or on somebody else's word."""
    BOUNDED = "bounded"
    """Only compared: ``more than 40``."""


class Clause(NamedTuple):
    """A part of a message that says one thing."""

    text: str
    is_reason: bool
    """Whether a word such as ``because`` leads it in."""
    is_question: bool
    """Whether a question mark ends it."""
    is_correction: bool
    """Whether it takes back what was said before."""

    def role(self, value_end: int | None) -> Role:
        """Return its role.

        Args:
            value_end: where the last expression in its text ends; None where there is none.
        """
        lower = self.text.lower()
        if role("reported").search(lower) or _QUOTED.search(lower) or role("supposed").search(lower.lstrip()):
            return Role.SUPPOSED
        if role("asked").search(lower.lstrip()) or (self.is_question and lower.lstrip().startswith(("is ", "are ", "would "))):
            return Role.ASKED
        end = len(lower) if value_end is None else value_end
        if role("denied").search(lower[:end]) or (value_end is not None and role("rejected").search(lower[value_end:])):
            return Role.DENIED
        return Role.BOUNDED if role("compared").search(lower) else Role.CLAIMED


def clauses(text: str) -> Iterator[Clause]:
    """Yield the clauses of a message in order; empty ones are left out."""
    start, is_reason, corrects = 0, False, False
    for match in _CUT.finditer(text):
        found = text[start : match.start()]
        if found.strip():
            yield Clause(found, is_reason, "?" in (match["stop"] or ""), corrects or _corrects(found))
            corrects = False
        joint = (match["joint"] or "").lower()
        is_reason, start = joint in _REASONS, match.end()
        corrects = corrects or bool(match["fix"])
    if text[start:].strip():
        yield Clause(text[start:], is_reason, is_question=False, is_correction=corrects or _corrects(text[start:]))


def _corrects(text: str) -> bool:
    return role("corrected").search(text.lower()) is not None
