"""What can go wrong before a training starts.

TrainingError (ValueError)   a recipe, the data or a model's configuration cannot be used; the message says what to do
"""

from __future__ import annotations


class TrainingError(ValueError):
    """A recipe, the data or a model's configuration cannot be used; the message is one line with what to do."""
