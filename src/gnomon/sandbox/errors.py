"""What can go wrong before there is a verdict.

* SandboxError

  * NoLevelError: no level works here.
  * UnknownLevelError: a level by a name that there is not.
  * LevelError: a level that was asked for does not work.
  * ProblemFormatError: a problem that has no tests, or not in a known form.
"""

from __future__ import annotations


class SandboxError(Exception):
    """Root of the tree."""


class NoLevelError(SandboxError, RuntimeError):
    """No level of isolation works on this machine; the message names each with its error and its fix."""


class UnknownLevelError(SandboxError, ValueError):
    """There is no level of this name."""


class LevelError(SandboxError, RuntimeError):
    """A level does not start, or does not hold."""


class ProblemFormatError(SandboxError, ValueError):
    """A problem cannot be read; the message says which forms there are."""
