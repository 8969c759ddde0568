"""What can go wrong with the store as a whole."""

from __future__ import annotations


class StoreError(ValueError):
    """A database that cannot be used; the message says what to do."""
