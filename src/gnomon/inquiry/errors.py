"""What can go wrong in an inquiry beyond one call to a model.

InquiryError (also ValueError)   a setting, a folder or a file cannot be used; the message says what to do
"""

from __future__ import annotations


class InquiryError(ValueError):
    """A setting, a results folder or a file does not fit; the message says what to do."""
