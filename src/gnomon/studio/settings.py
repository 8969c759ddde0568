"""What a studio is opened with; whole in one environment variable, so that worker processes open the same one."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Self

from pydantic import BaseModel, ConfigDict, Field

_VARIABLE = "GNOMON_STUDIO_SETTINGS"


class Settings(BaseModel):
    """What a studio is opened with."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    database: str
    """URL of a PostgreSQL database, or path of an SQLite file."""
    tutors: Mapping[str, str] = Field(default_factory=lambda: {"symbolic": "symbolic"})
    """Tutors by the name that people choose them by, as `gnomon.tutor.open_tutor` opens them; the first is everybody's."""
    allows_guests: bool = False
    """Whether anybody may try it as a learner without an invitation."""
    onboarding_video: Path | None = None
    """What annotators watch before the pages; None: there is none."""
    is_https: bool = False
    """Whether browsers reach it by HTTPS: cookies are then sent by nothing else."""
    messages_per_minute: int = Field(default=30, ge=1)
    """Of one account; nobody types faster, and a script does."""
    entries_per_minute: int = Field(default=10, ge=1)
    """Tries to come in from one address: passwords, codes and links are typed by people."""
    changes_per_minute: int = Field(default=300, ge=1)
    """Of one account, whatever it sends: a fast pen makes two strokes a second, each of which is kept and read."""
    requests_per_minute: int = Field(default=60, ge=1)
    """Of one key of the endpoint."""

    def into_environment(self) -> None:
        """Leave the settings for `from_environment`, in this process and those that it starts."""
        os.environ[_VARIABLE] = self.model_dump_json()

    @classmethod
    def from_environment(cls) -> Self:
        """Return what `into_environment` left.

        Raises:
            KeyError: when nothing was left.
        """
        return cls.model_validate_json(os.environ[_VARIABLE])

    @classmethod
    def in_folder(cls, folder: Path, **values: object) -> Self:
        """Return settings whose database is a file of a folder."""
        return cls.model_validate({"database": str(folder / "studio.db"), **values})
