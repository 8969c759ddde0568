"""What was said before a message: the learner's own earlier messages, or a transcript of both sides.

A transcript says of each text who said it, by a beginning (``tutor: And YHX?``) or as chat messages do (``{"role", "content"}``).
Its tutor may be another than ours, so its turns have words and no record.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from gnomon.dialogue import StudentTurn, Turn, TutorTurn

Said = str | Mapping[str, Any]
"""One text of what was said before: of the learner, ``SPEAKER: text``, or an object with a role and a text."""

_TUTORS = ("tutor", "teacher", "assistant")
_LEARNERS = ("student", "learner", "user")
_SPEAKER = re.compile(rf"\s*({'|'.join((*_TUTORS, *_LEARNERS))})\s*:\s*", re.IGNORECASE)
_TEXTS = ("text", "content", "utterance")
"""Keys under which an object may hold what was said."""
_MOST_SHOWN = 60
"""Characters of a text in a message about it."""


class TranscriptError(ValueError):
    """What was said before a message is in no known form; the message says what to do."""


def turns_before(before: Sequence[object]) -> tuple[Turn, ...]:
    """Return the turns before a message, oldest first; without a tutor's among them they are the learner's own messages.

    Args:
        before: plain strings, the learner's own; or, all of one form, strings that begin with who speaks (``tutor:``,
            ``teacher:``, ``assistant:``, ``student:``, ``learner:``, ``user:``), or objects ``{"role", "text"}`` with one of them
            as role, where the text may be called ``content`` or ``utterance``.

    Raises:
        TranscriptError: for another form, two forms beside each other, or an unknown role.
    """
    objects = [said for said in before if isinstance(said, Mapping)]
    texts = [said for said in before if isinstance(said, str)]
    if len(objects) + len(texts) < len(before):
        other = next(said for said in before if not isinstance(said, str | Mapping))
        raise TranscriptError(f'expected texts or objects {{"role", "text"}} in "before", got {_shown(other)}')
    if objects and texts:
        raise TranscriptError(f'"before" mixes texts and objects: put {_shown(texts[0])} as {{"role", "text"}}, too')
    if objects:
        return tuple(map(_turn_of, objects))
    spoken = [_SPEAKER.match(text) for text in texts]
    if not any(spoken):
        return tuple(StudentTurn(utterance=text) for text in texts)
    unnamed = next((text for text, speaker in zip(texts, spoken, strict=True) if speaker is None), None)
    if unnamed is not None:
        raise TranscriptError(
            f'"before" says of some texts who speaks: begin {_shown(unnamed)} with "tutor: " or "student: ", too'
        )
    return tuple(_turn(speaker[1], text[speaker.end() :]) for text, speaker in zip(texts, spoken, strict=True) if speaker)


def _turn_of(said: Mapping[str, Any]) -> Turn:
    role, key = said.get("role"), next((key for key in _TEXTS if key in said), None)
    if not isinstance(role, str) or role.lower() not in {*_TUTORS, *_LEARNERS}:
        known = ", ".join((*_TUTORS, *_LEARNERS))
        raise TranscriptError(f'expected a "role" of {known} in "before", got {_shown(role)}: leave out what nobody of them says')
    if key is None or not isinstance(said[key], str):
        got = said if key is None else said[key]
        raise TranscriptError(f'expected a "text" (or "content") that is a string in "before", got {_shown(got)}')
    return _turn(role, said[key])


def _turn(role: str, text: str) -> Turn:
    if role.lower() in _LEARNERS:
        return StudentTurn(utterance=text)
    return TutorTurn(act="Generic", subact="Continue", utterance=text)


def _shown(value: object) -> str:
    shown = repr(value)
    return shown if len(shown) <= _MOST_SHOWN else f"{shown[: _MOST_SHOWN - 1]}…"
