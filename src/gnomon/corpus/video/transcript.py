"""Transcripts of videos: WebVTT and SubRip, of which the times and the words are read, and nothing else.

Settings, styles, notes and regions are passed by, tags and speakers' marks taken out. A cue without words is none.
"""

from __future__ import annotations

import html
import re
from pathlib import Path
from typing import NamedTuple

from gnomon.corpus.video.errors import TranscriptError

_TIME = r"(?:(\d{1,3}):)?([0-5]?\d):([0-5]?\d)[.,](\d{3})"
_CUE = re.compile(rf"^[ \t]*{_TIME}[ \t]*-->[ \t]*{_TIME}(?:[ \t].*)?$", re.MULTILINE)
_TAG = re.compile(r"</?[a-zA-Z0-9][^<>]*>")


class Cue(NamedTuple):
    """What is said in a stretch of a video."""

    start_milliseconds: int
    end_milliseconds: int
    text: str


def read_transcript(path: Path) -> tuple[Cue, ...]:
    """Return the cues of a ``.vtt`` or ``.srt`` file, by their beginning.

    Raises:
        TranscriptError: when it cannot be read, holds no cue, or a cue ends before it begins.
    """
    try:
        text = path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise TranscriptError(f"{str(path)!r} cannot be read as UTF-8 text; give a transcript as WebVTT or SubRip") from error
    return parse_transcript(text, str(path))


def parse_transcript(text: str, source: str = "transcript") -> tuple[Cue, ...]:
    """Return the cues of a transcript's text; errors as `read_transcript`, with ``source`` in their message."""
    cues = []
    matches = list(_CUE.finditer(text := text.replace("\r\n", "\n").replace("\r", "\n")))
    for match in matches:
        start, end = _milliseconds(match.groups()[:4]), _milliseconds(match.groups()[4:])
        if end < start:
            raise TranscriptError(f"{source}: the cue {match[0].strip()!r} ends before it begins")
        said = text[match.end() :].lstrip("\n") if text[match.end() : match.end() + 2] != "\n\n" else ""
        words = " ".join(html.unescape(_TAG.sub("", said.split("\n\n", 1)[0])).split())
        if words:
            cues.append(Cue(start, end, words))
    if not cues:
        raise TranscriptError(f"{source} holds no cue such as '00:01.000 --> 00:04.000' with words; give WebVTT or SubRip")
    return tuple(sorted(cues))


def _milliseconds(parts: tuple[str | None, ...]) -> int:
    hours, minutes, seconds, thousandths = (int(part or 0) for part in parts)
    return ((hours * 60 + minutes) * 60 + seconds) * 1000 + thousandths
