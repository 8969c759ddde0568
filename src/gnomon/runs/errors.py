"""What can go wrong with a run as a whole; the failure of one row is data in that row.

RunError (also ValueError)   a run or its files cannot be used as asked; the message says what to do
└── AllFailedError           stopped because every row that ended had failed
"""

from __future__ import annotations


class RunError(ValueError):
    """A run cannot start, go on or be read; the message says why and what to do."""


class AllFailedError(RunError):
    """A run was stopped, for all of its rows failed; what it has can be gone on from."""
