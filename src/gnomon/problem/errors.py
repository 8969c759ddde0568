"""Errors of the readers of problems.

::

    ProblemError (ValueError)
    ├── UnknownProblemError     no problem of that id in the bank or the file; near ids are suggested
    ├── MalformedFileError      a file that is missing, unreadable or not a problem file
    ├── NoGoalError             the problem asks for nothing that can be computed
    └── NoPositionsError        the figure has no coordinates

Each message is one line: what was expected, what was found, what to do next.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class ProblemError(ValueError):
    """A problem that cannot be used; the message is one clear line."""


class UnknownProblemError(ProblemError):
    """No problem of that id."""

    @classmethod
    def among(cls, reference: str, known: Iterable[str], where: str, advice: str) -> UnknownProblemError:
        """Make the error for ``reference``, naming near ids among ``known`` and ending with ``advice``."""
        near = near_names(reference, known)
        hint = f"; did you mean {near}?" if near else ""
        return cls(f"no problem {reference!r} in {where}{hint} {advice}")


class MalformedFileError(ProblemError):
    """A file that is not a problem file."""


class NoGoalError(ProblemError):
    """A problem without a goal that can be computed."""


class NoPositionsError(ProblemError):
    """A figure without coordinates."""


def near_names(name: str, known: Iterable[str]) -> str:
    """Return up to three names among ``known`` that look like ``name``, joined by commas; empty without any."""
    by_lower = {candidate.lower(): candidate for candidate in known}
    near = difflib.get_close_matches(name.lower(), list(by_lower))
    return ", ".join(by_lower[lower] for lower in near)
