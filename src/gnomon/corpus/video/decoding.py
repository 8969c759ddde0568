"""Video files through PyAV: the one module that imports it, and only when a video is opened.

Frames come one at a time, so that a recording of hours needs the memory of one of minutes. All times are whole milliseconds from
the first frame. It leaves out: sound (`gnomon.corpus.video.sound`) and what a picture shows.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gnomon.corpus.video.errors import VideoError
from gnomon.metrics.extras import require

_MOST_PIXELS = 7680 * 4320
"""Of a frame, 8K: a header that claims more is broken, or made to fill the memory."""
_PICTURES = frozenset({"image2", "apng"})
"""FFmpeg's names of single pictures, beside those that end in ``_pipe``."""
Gray = NDArray[np.uint8]
"""Height by width, 0 is black."""


class VideoInfo(NamedTuple):
    """What a file says of itself."""

    width: int
    height: int
    frames_per_second: float | None
    """None where the file does not say."""
    milliseconds: int | None
    has_sound: bool


class GrayFrame(NamedTuple):
    """One sampled frame."""

    milliseconds: int
    """From the first frame of the video."""
    pixels: Gray


def pyav() -> ModuleType:
    """Return ``av``.

    Raises:
        ImportError: when it is not installed; the message has the command.
    """
    return require("av", "reading videos", "video")


@contextmanager
def opened(path: Path) -> Iterator[Any]:
    """Open a file of picture or sound; whatever the library says of it becomes one line.

    Raises:
        VideoError: when it is missing, empty, no media file, or breaks off with nothing decoded.
    """
    av = pyav()
    if not path.is_file():
        raise VideoError(f"there is no file {str(path)!r}; give the path of a video")
    try:
        with av.open(str(path), metadata_errors="replace") as container:
            yield container
    except av.FFmpegError as error:
        raise VideoError(f"{str(path)!r} cannot be read as a video: {error.strerror}; is it whole?") from error


def picture_stream(container: Any, path: Path) -> Any:  # noqa: ANN401  # classes of a library that may be absent
    """Return the video stream of a container.

    Raises:
        VideoError: where there is none, or its size is none that a camera has.
    """
    # A cover picture of a sound file is a video stream of one frame.
    streams = [stream for stream in container.streams.video if not stream.disposition & pyav().stream.Disposition.attached_pic]
    if not streams:
        held = "only sound" if container.streams.audio else "no picture"
        raise VideoError(f"{str(path)!r} holds {held}; give a file with a video stream")
    if container.format.name == "tty":  # FFmpeg draws any text file as the screen of a terminal
        raise VideoError(f"{str(path)!r} is a text file; give a file with a video stream")
    stream = streams[0]
    if container.format.name in _PICTURES or container.format.name.endswith("_pipe"):
        raise VideoError(f"{str(path)!r} is a picture; give a file with a video stream")
    if not 0 < stream.width * stream.height <= _MOST_PIXELS:
        raise VideoError(f"{str(path)!r} has frames of {stream.width} by {stream.height} pixels; expected at most 7680 by 4320")
    stream.thread_count = 1  # videos are worked on side by side, each on one core
    return stream


def video_info(path: Path) -> VideoInfo:
    """Return size, rate and length of a video as its header has them.

    Raises:
        VideoError: as `opened` and `picture_stream`.
    """
    with opened(path) as container:
        stream = picture_stream(container, path)
        rate = stream.average_rate or stream.guessed_rate
        length = container.duration
        if stream.duration is not None and stream.time_base is not None:
            length = stream.duration * stream.time_base * 1_000_000
        milliseconds = None if not length or length < 0 else round(length / 1000)
        return VideoInfo(stream.width, stream.height, float(rate) if rate else None, milliseconds, bool(container.streams.audio))


def gray_frames(path: Path, *, every_milliseconds: int, long_side: int, exact: bool = True) -> Iterator[GrayFrame]:
    """Yield frames in grey, at least ``every_milliseconds`` apart.

    Args:
        path: of the video.
        every_milliseconds: 0 takes every frame. A frame is taken when it is due: at 25 frames a second and 250 ms,
            every seventh or sixth.
        long_side: of the frames that come, in pixels; smaller videos stay as they are.
        exact: False lets the decoder leave out frames on which no other depends, and smooth less: twice as fast, the picture a
            little rougher.

    Raises:
        VideoError: as `opened` and `picture_stream`; also where no frame can be decoded. What breaks off later ends the frames.
    """
    due, first, taken = 0, None, 0
    with opened(path) as container:
        stream = picture_stream(container, path)
        if not exact:
            stream.codec_context.skip_frame = "NONREF"
            stream.codec_context.flags2 |= pyav().codec.context.Flags2.fast
        for frame in _decoded(container, stream):
            at = _milliseconds(frame)
            first = at if first is None else first
            if at - first < due:
                continue
            due = max(due + every_milliseconds, at - first + every_milliseconds // 2)
            taken += 1
            yield GrayFrame(at - first, _gray(frame, long_side))
    if not taken:
        raise VideoError(f"{str(path)!r} has no frame that can be decoded; is it whole?")


def _decoded(container: Any, stream: Any) -> Iterator[Any]:  # noqa: ANN401  # as `picture_stream`
    """Yield frames; a file that breaks off after some of them just ends."""
    any_came = False
    try:
        for frame in container.decode(stream):
            if frame.pts is not None:
                any_came = True
                yield frame
    except pyav().FFmpegError:
        if not any_came:
            raise


def _milliseconds(frame: Any) -> int:  # noqa: ANN401  # as `picture_stream`
    milliseconds: int = round(frame.pts * frame.time_base * 1000)
    return milliseconds


def _gray(frame: Any, long_side: int) -> Gray:  # noqa: ANN401  # as `picture_stream`
    part = min(1.0, long_side / max(frame.width, frame.height))
    size = {"width": max(2, round(frame.width * part)), "height": max(2, round(frame.height * part))}
    pixels: Gray = frame.reformat(**size, format="gray", interpolation="AREA").to_ndarray()
    return pixels


def pictures_at(path: Path, milliseconds: Sequence[int], *, long_side: int | None = None) -> Iterator[bytes]:
    """Yield the frames shown at some times as PNG, in the order asked.

    Args:
        path: of the video.
        milliseconds: from the first frame, ascending or not; a time after the end gives the last frame.
        long_side: of the pictures; None leaves the video's own.

    Raises:
        VideoError: as `gray_frames`; also for a time before the first frame.
    """
    with opened(path) as container:
        stream = picture_stream(container, path)
        start = round((stream.start_time or 0) * stream.time_base * 1000)
        for at in milliseconds:
            if at < 0:
                raise VideoError(f"expected a time of the video, got {at} ms")
            yield _png(_shown_at(container, stream, at + start, path), long_side)


def _shown_at(container: Any, stream: Any, at: int, path: Path) -> Any:  # noqa: ANN401  # as `picture_stream`
    """Return the last frame that is not later than a time, from the key frame before it on."""
    container.seek(math.floor(at / 1000 / stream.time_base), stream=stream, backward=True)
    shown = None
    for frame in _decoded(container, stream):
        if shown is not None and _milliseconds(frame) > at:
            break
        shown = frame
    if shown is None:
        raise VideoError(f"{str(path)!r} has no frame that can be decoded; is it whole?")
    return shown


def _png(frame: Any, long_side: int | None) -> bytes:  # noqa: ANN401  # as `picture_stream`
    from fractions import Fraction

    av = pyav()
    part = 1.0 if long_side is None else min(1.0, long_side / max(frame.width, frame.height))
    width, height = max(1, round(frame.width * part)), max(1, round(frame.height * part))
    encoder = av.CodecContext.create("png", "w")
    encoder.width, encoder.height, encoder.pix_fmt, encoder.time_base = width, height, "rgb24", Fraction(1, 1000)
    picture = frame.reformat(width=width, height=height, format="rgb24")
    return b"".join(bytes(packet) for packet in (*encoder.encode(picture), *encoder.encode(None)))
