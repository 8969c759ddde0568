"""What can go wrong when a picture is read, in one line that says what to do.

PictureError (also ValueError)   the file holds no picture that can be read, or no figure
└── CrowdedError                 far more edges than a figure has
"""

from __future__ import annotations


class PictureError(ValueError):
    """The file holds no picture that can be read, or nothing drawn is in it."""


class CrowdedError(PictureError):
    """The ink has far more edges than a drawing: it is the photo of things."""
