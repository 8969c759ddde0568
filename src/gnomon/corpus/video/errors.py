"""What can go wrong with a video.

VideoError (also ValueError)   a file that is no video, or nothing that can be done with it; one line says what to do
└── TranscriptError            a transcript that is neither WebVTT nor SubRip, or cannot be read
"""

from __future__ import annotations


class VideoError(ValueError):
    """A video, or what goes with it, cannot be used."""


class TranscriptError(VideoError):
    """A transcript cannot be read."""
