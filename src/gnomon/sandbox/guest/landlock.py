"""Landlock: a process gives up files, TCP, and signals to processes outside, by itself and for good (Linux 5.13 or later).

What it leaves out, and `seccomp` takes over: names and sizes of files can still be looked up, and UDP is not covered.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterable

from .kernel import syscall

_CREATE, _ADD, _RESTRICT = 444, 445, 446  # the same numbers on all processors
_ASK_VERSION = 1  # LANDLOCK_CREATE_RULESET_VERSION
_PATH_BENEATH = 1  # LANDLOCK_RULE_PATH_BENEATH
_READ_FILE, _READ_FOLDER = 1 << 2, 1 << 3
_FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}
"""How many rights on files each version of the interface knows; the newest known here stands for later ones."""


class _Rules(ctypes.Structure):
    _fields_ = (("files", ctypes.c_uint64), ("network", ctypes.c_uint64), ("scoped", ctypes.c_uint64))


class _Beneath(ctypes.Structure):
    _pack_ = 1
    _layout_ = "ms"  # what Python 3.14 wants to hear with _pack_
    _fields_ = (("allowed", ctypes.c_uint64), ("folder", ctypes.c_int32))


def version() -> int:
    """Return the version of the kernel's Landlock interface; raises OSError where it has none or it is switched off."""
    return syscall(_CREATE, None, ctypes.c_size_t(0), ctypes.c_uint32(_ASK_VERSION))


def restrict_to(readable: Iterable[str]) -> int:
    """Allow reading below these folders and files, and nothing else of what Landlock governs.

    Needs no_new_privs to be set. Paths that do not exist are skipped.

    Returns:
        The version of the interface.

    Raises:
        OSError: when the kernel does not support it.
    """
    known = version()
    # Version 4 knows TCP (bind and connect), version 6 scopes (abstract sockets and signals): two bits each. A kernel refuses a
    # structure with fields set that it does not know, and so gets it as long as its version has it: 64 bits a field.
    rules = _Rules((1 << _FILE_RIGHTS[min(known, max(_FILE_RIGHTS))]) - 1, 3 if known >= 4 else 0, 3 if known >= 6 else 0)
    size = 8 if known < 4 else 16 if known < 6 else 24
    ruleset = syscall(_CREATE, ctypes.byref(rules), ctypes.c_size_t(size), ctypes.c_uint32(0))
    try:
        for path in readable:
            if os.path.exists(path):  # noqa: PTH110  # pathlib is not worth loading in every sandbox
                _allow_reading(ruleset, path)
        syscall(_RESTRICT, ctypes.c_int(ruleset), ctypes.c_uint32(0))
    finally:
        os.close(ruleset)
    return known


def _allow_reading(ruleset: int, path: str) -> None:
    handle = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        rights = _READ_FILE | (_READ_FOLDER if os.path.isdir(path) else 0)  # noqa: PTH112  # as above
        rule = _Beneath(rights, handle)
        syscall(_ADD, ctypes.c_int(ruleset), ctypes.c_int(_PATH_BENEATH), ctypes.byref(rule), ctypes.c_uint32(0))
    finally:
        os.close(handle)
