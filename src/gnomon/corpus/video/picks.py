"""What a person decided on a contact sheet: the frame of each segment, or that it is dropped, with who and when."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from gnomon.corpus.video.errors import VideoError


class Pick(BaseModel):
    """One decision, as the page saves it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    video: str
    """Name of the file, without its folder."""
    segment: int = Field(ge=1)
    start_milliseconds: int = Field(ge=0)
    end_milliseconds: int
    keep: bool
    milliseconds: int | None
    """Of the frame that was picked; None for a segment that is dropped."""
    by: str
    at: datetime

    @model_validator(mode="after")
    def _is_of_its_segment(self) -> Pick:
        if self.keep != (self.milliseconds is not None):
            raise ValueError("a segment that is kept has a frame, one that is dropped has none")
        if self.milliseconds is not None and not self.start_milliseconds <= self.milliseconds <= self.end_milliseconds:
            raise ValueError("the frame lies outside of its segment")
        return self


def read_picks(path: Path, video: Path) -> tuple[Pick, ...]:
    """Read the decisions that a contact sheet saved, by segment.

    Args:
        path: JSON Lines.
        video: of which they must be.

    Raises:
        VideoError: for a file that cannot be read, a line that is no decision, one of another video, a segment twice, and where
            nothing is kept.
    """
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise VideoError(f"{str(path)!r} cannot be read; give the decisions that the contact sheet saved") from error
    picks: dict[int, Pick] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            pick = Pick.model_validate_json(line)
        except ValidationError as error:
            raise VideoError(f"{path}, line {number}: no decision of a contact sheet ({error.errors()[0]['msg']})") from error
        if pick.video != video.name:
            raise VideoError(f"{path}, line {number}: a decision about {pick.video!r}, not about {video.name!r}")
        if pick.segment in picks:
            raise VideoError(f"{path}, line {number}: segment {pick.segment} is decided twice")
        picks[pick.segment] = pick
    if not any(pick.keep for pick in picks.values()):
        raise VideoError(f"{path}: no segment is kept; pick a frame on the contact sheet")
    return tuple(picks[segment] for segment in sorted(picks))
