"""What can go wrong with a pipeline as a whole; what goes wrong with one item is a row of its stage.

PipelineError (also ValueError)   a recipe, a stage's settings or a file of decisions cannot be used; one line with what to do
"""

from __future__ import annotations


class PipelineError(ValueError):
    """A pipeline cannot be run as asked; the message is one line that says what to do."""
