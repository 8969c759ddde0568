"""A page on which a person picks the frame of each segment, or drops the segment, and saves the decisions as JSON Lines."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from gnomon.corpus.video.clear_frames import Segment
from gnomon.corpus.video.decoding import pictures_at
from gnomon.pages import render

_LONG_SIDE = 480
"""Of the pictures on the page, in pixels: writing can be read, and ten segments of five frames stay below ten megabytes."""


class _Offered(NamedTuple):
    milliseconds: int
    clock: str
    picture: str
    """As a ``data:`` URI."""


def contact_sheet(path: Path, segments: Sequence[Segment]) -> str:
    """Return a self-contained page of a video's segments with the frames offered for each, the clearest chosen.

    Raises:
        VideoError: as `gnomon.corpus.video.decoding.pictures_at`.
    """
    times = [at for segment in segments for at in segment.frames]
    pictures = dict(zip(times, pictures_at(path, times, long_side=_LONG_SIDE), strict=True))
    offered = [[_Offered(at, _clock(at), _data_uri(pictures[at])) for at in segment.frames] for segment in segments]
    rows = [(segment, _clock(segment.start_milliseconds), frames) for segment, frames in zip(segments, offered, strict=True)]
    return render("contact_sheet.html.jinja", video=path.name, rows=rows)


def _clock(milliseconds: int) -> str:
    return f"{milliseconds // 60_000}:{milliseconds // 1000 % 60:02}"


def _data_uri(png: bytes) -> str:
    return f"data:image/png;base64,{base64.b64encode(png).decode('ascii')}"
