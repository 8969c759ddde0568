"""What a user of benchmarks can get wrong."""

from __future__ import annotations


class ResultsError(ValueError):
    """A run or its results folder cannot be used as asked; the message says why and what to do."""
