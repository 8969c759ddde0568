"""What a process of the sandbox gives up: the server once, when it starts; each process it forks, once more.

Not protected against: mistakes of the kernel, and time, memory and processor within the limits.
"""

from __future__ import annotations

import os
import resource
import sys
from typing import NamedTuple

from . import kernel, landlock
from .seccomp import compile_filter, restrict_calls

_KILLED = 9  # SIGKILL
_LIBRARIES = ("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/etc/ld.so.cache")
"""Where shared libraries of the standard library's modules lie."""


class Limits(NamedTuple):
    """What one run may use."""

    memory_bytes: int
    """Address space of a process."""
    cpu_seconds: int
    """Processor time; only a second line behind the clock of the host."""


class Lockdown:
    """The filters of one server, made ready once.

    Args:
        landlock: ``required``, ``optional`` (used where the kernel has it) or ``off``.
        seccomp: False only where there is no sandbox at all.
    """

    def __init__(self, *, landlock: str, seccomp: bool) -> None:
        """Prepare; raises OSError on a processor whose system calls are not known."""
        self._landlock = landlock
        self._filter = compile_filter(os.uname().machine) if seccomp else b""

    def enter_server(self) -> str:
        """Restrict this process and all it will fork, except that it can still fork.

        Returns:
            In words, what holds.

        Raises:
            OSError: when a part that is required does not work.
        """
        if not self._filter:
            return "nothing"
        kernel.keep_one_heap()
        kernel.prctl(kernel.SET_NO_NEW_PRIVILEGES, 1)
        kernel.prctl(kernel.SET_DUMPABLE, 0)  # its descriptors and memory cannot be opened through /proc, by its own runs either
        kernel.drop_capabilities()
        version = self._enter_landlock()
        return f"seccomp, landlock {version}" if version else "seccomp"

    def _enter_landlock(self) -> int:
        if self._landlock == "off":
            return 0
        try:
            return landlock.restrict_to(_readable())
        except OSError:
            if self._landlock == "required":
                raise
            return 0

    def enter_run(self, limits: Limits) -> None:
        """Restrict this freshly forked process for good; raises OSError when that does not work."""
        kernel.prctl(kernel.SET_PARENT_DEATH_SIGNAL, _KILLED)
        _limit(limits, locked=bool(self._filter))
        if self._filter:
            restrict_calls(self._filter)


def _readable() -> list[str]:
    standard_library = os.path.dirname(os.__file__)  # noqa: PTH120  # pathlib is not worth loading in every sandbox
    return [standard_library, os.path.join(sys.base_prefix, "lib"), *_LIBRARIES]  # noqa: PTH118  # as above


def _limit(limits: Limits, *, locked: bool) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (limits.memory_bytes, limits.memory_bytes))
    # At the first limit comes a signal that a program may catch, at the second one that none can
    resource.setrlimit(resource.RLIMIT_CPU, (limits.cpu_seconds, limits.cpu_seconds + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if locked:
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
        # A run has three to five descriptors; the rest is for modules that it imports
        resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
