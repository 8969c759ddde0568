"""The sound of a video as WAV pieces that a speech model takes, and what it hears as a transcript.

Pieces of ten minutes, 16 kHz and one channel, are 19 MB: services take 25. A word that lies on a border may be cut.
"""

from __future__ import annotations

import io
import wave
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from gnomon.corpus.video.decoding import opened, pyav
from gnomon.corpus.video.errors import TranscriptError, VideoError
from gnomon.corpus.video.transcript import Cue

RATE = 16_000
"""Samples a second, of two bytes: what speech models are trained on."""
PIECE_SECONDS = 600
"""Of sound in one request, 19 MB: services take 25."""


class Piece(NamedTuple):
    """A stretch of sound."""

    start_milliseconds: int
    milliseconds: int
    wav: bytes


def sound_pieces(path: Path) -> Iterator[Piece]:
    """Yield the sound of a video or sound file, a piece in memory at a time.

    Raises:
        VideoError: as `opened`; also for a file without sound.
    """
    most = PIECE_SECONDS * RATE * 2
    start, held = 0, bytearray()
    for samples in _samples(path):
        held += samples
        while len(held) >= most:
            yield _piece(start, bytes(held[:most]))
            start += PIECE_SECONDS * 1000
            del held[:most]
    if held:
        yield _piece(start, bytes(held))


def _samples(path: Path) -> Iterator[bytes]:
    av = pyav()
    with opened(path) as container:
        if not container.streams.audio:
            raise VideoError(f"{str(path)!r} has no sound; give a transcript as WebVTT or SubRip")
        resampler = av.AudioResampler(format="s16", layout="mono", rate=RATE)
        for frame in container.decode(container.streams.audio[0]):
            for part in resampler.resample(frame):
                yield part.to_ndarray().tobytes()
        for part in resampler.resample(None):
            yield part.to_ndarray().tobytes()


def _piece(start: int, samples: bytes) -> Piece:
    written = io.BytesIO()
    with wave.open(written, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(samples)
    return Piece(start, len(samples) * 1000 // (2 * RATE), written.getvalue())


Hear = Callable[[bytes], Iterable[tuple[float, float | None, str]]]
"""From a WAV file to stretches: first and last second, and what is said."""


def heard_cues(pieces: Iterable[Piece], hear: Hear) -> tuple[Cue, ...]:
    """Return what is said in some pieces of sound, by time; a stretch without an end lasts as long as its piece.

    Raises:
        TranscriptError: where nothing is said.
    """
    cues = [
        Cue(
            piece.start_milliseconds + round(1000 * start),
            piece.start_milliseconds + (piece.milliseconds if end is None else round(1000 * end)),
            text,
        )
        for piece in pieces
        for start, end, text in hear(piece.wav)
    ]
    if not cues:
        raise TranscriptError("the speech model heard no words; is there speech in the video?")
    return tuple(sorted(cues))


def write_vtt(cues: Sequence[Cue]) -> str:
    """Return cues as WebVTT, which `gnomon.corpus.video.parse_transcript` reads back."""
    blocks = [f"{_clock(cue.start_milliseconds)} --> {_clock(cue.end_milliseconds)}\n{_escaped(cue.text)}\n" for cue in cues]
    return "\n".join(["WEBVTT\n", *blocks])


def _clock(milliseconds: int) -> str:
    seconds, thousandths = divmod(milliseconds, 1000)
    return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}.{thousandths:03}"


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
