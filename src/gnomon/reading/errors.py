"""What can go wrong when a picture is read: one class, raised with one line that says what to do."""

from __future__ import annotations


class PictureError(ValueError):
    """The file holds no picture that can be read, or nothing drawn is in it."""
