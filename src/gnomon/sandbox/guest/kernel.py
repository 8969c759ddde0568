"""System calls that Python's standard library does not offer, through ctypes."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable

# Of linux/prctl.h
SET_PARENT_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG
SET_DUMPABLE = 4  # PR_SET_DUMPABLE
SET_SECCOMP = 22  # PR_SET_SECCOMP
SET_NO_NEW_PRIVILEGES = 38  # PR_SET_NO_NEW_PRIVS

_CAPABILITY_VERSION_3 = 0x20080522  # _LINUX_CAPABILITY_VERSION_3 of linux/capability.h
_ARENA_MAX = -8  # M_ARENA_MAX of malloc.h

_library = ctypes.CDLL(None, use_errno=True)


def call(function: Callable[..., int], *arguments: object) -> int:
    """Call a C function that returns -1 on failure.

    Raises:
        OSError: when it fails.
    """
    result = function(*arguments)
    if result == -1:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


def syscall(number: int, *arguments: object) -> int:
    """Make a system call by its number; raises OSError when it fails."""
    return call(_library.syscall, ctypes.c_long(number), *arguments)


def prctl(option: int, *arguments: object) -> int:
    """Set something of this process (see ``man 2 prctl``), with up to four arguments; raises OSError when it fails."""
    # A variadic function sees what is left out as whatever the registers hold; some options refuse all but 0
    rest = [*arguments, *[ctypes.c_ulong(0)] * (4 - len(arguments))]
    return call(_library.prctl, ctypes.c_int(option), *rest)


def drop_capabilities() -> None:
    """Give up root's powers: what is left is the ordinary right of the user on files and processes."""

    class Header(ctypes.Structure):
        _fields_ = (("version", ctypes.c_uint32), ("pid", ctypes.c_int))

    none = (ctypes.c_uint32 * 6)()  # version 3: two times effective, permitted and inheritable, 32 bits each
    call(_library.capset, ctypes.byref(Header(_CAPABILITY_VERSION_3, 0)), none)


def keep_one_heap() -> None:
    """Let all threads share one heap: each more reserves 64 MB of address space, which the memory limit counts."""
    if hasattr(_library, "mallopt"):  # musl has neither the function nor the trouble
        _library.mallopt(_ARENA_MAX, 1)
