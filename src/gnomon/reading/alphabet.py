"""The characters that the letter finder knows, in the order of its channels."""

from __future__ import annotations

CLASSES = (*"ABCDEFGHIJKLMNOPQRSTUVWXYZ", *"abcdefghijklmnopqrstuvwxyz", *"0123456789", *"'°+−/()=.√πθαβγ")
"""One class a character; a comma is read as a point, and a prime is an apostrophe."""
CELL = 4
"""Pixels of the finder's cell: the grid of its answers."""
