"""Seccomp: a process keeps the few system calls that computing needs; all others fail, those of new processes and files included.

The table of numbers is ``syscalls.json``, for x86_64 and aarch64. A call that is not in it fails with EPERM, in Python a
PermissionError; ``clone3`` and ``openat2`` fail with ENOSYS, so that the C library falls back to calls whose flags can be seen.
"""

from __future__ import annotations

import ctypes
import errno
import json
import os
import struct
from typing import Any

from .kernel import SET_SECCOMP, prctl

# SECCOMP_RET_ALLOW, _KILL_PROCESS and _ERRNO of linux/seccomp.h; the last carries the number of the error
_ALLOW, _KILL = 0x7FFF0000, 0x80000000
_DENY, _NO_SUCH_CALL = 0x00050000 | errno.EPERM, 0x00050000 | errno.ENOSYS
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06  # classic BPF: LD|W|ABS, JMP|JEQ|JGE|JSET|K, RET|K
_NUMBER, _MACHINE = 0, 4  # offsets in struct seccomp_data; argument n starts at 16 + 8 n
_X32 = 0x40000000  # system calls of the x32 interface have this bit; denied, for they would pass the list of names by
_FILTER_MODE = 2  # SECCOMP_MODE_FILTER

_THREAD = 0x00010000  # CLONE_THREAD: no new process
_NAMESPACES = 0x7E020080  # all CLONE_NEW* flags: no namespace of one's own
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND | 0o20000000  # the last is O_TMPFILE
_DESCRIPTOR_FLAGS = (0, 1, 2, 3, 4, 1030)  # F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD_CLOEXEC
_IS_TERMINAL, _SET_INHERITED, _SET_NOT_INHERITED = 0x5401, 0x5450, 0x5451  # ioctl: TCGETS, FIONCLEX, FIOCLEX

Instruction = tuple[int, int, int, int]
"""Code, jump if true, jump if false, constant."""


class UnknownMachineError(OSError):
    """There is no table of system calls for this processor."""


def restrict_calls(program: bytes) -> None:
    """Install a filter of `compile_filter` for the rest of this process's life; raises OSError where that is not possible."""
    buffer = ctypes.create_string_buffer(program, len(program))

    class Program(ctypes.Structure):
        _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_void_p))

    # An instruction is eight bytes, as `compile_filter` packs it
    whole = Program(len(program) // 8, ctypes.cast(buffer, ctypes.c_void_p))
    prctl(SET_SECCOMP, ctypes.c_ulong(_FILTER_MODE), ctypes.byref(whole))


def compile_filter(machine: str) -> bytes:
    """Return the filter's program for a processor as `os.uname().machine` names it.

    Raises:
        UnknownMachineError: for other processors than x86_64 and aarch64.
    """
    table = _table(machine)
    lines: list[Instruction] = [
        (_LOAD, 0, 0, _MACHINE),
        (_EQUAL, 1, 0, table["audit"]),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, _NUMBER),
        (_AT_LEAST, 0, 1, _X32),
        (_RETURN, 0, 0, _DENY),
    ]
    lines += [line for number in table["allowed"].values() for line in _when(number, [(_RETURN, 0, 0, _ALLOW)])]
    lines += [line for number in table["unknown"].values() for line in _when(number, [(_RETURN, 0, 0, _NO_SUCH_CALL)])]
    lines += [line for name, number in table["conditional"].items() for line in _when(number, _condition(name))]
    lines.append((_RETURN, 0, 0, _DENY))
    return b"".join(struct.pack("=HBBI", *line) for line in lines)


def _table(machine: str) -> Any:  # noqa: ANN401  # JSON
    with open(os.path.join(os.path.dirname(__file__), "syscalls.json"), "rb") as file:  # noqa: PTH118, PTH120, PTH123  # no pathlib here
        tables = json.load(file)
    if machine not in tables:
        raise UnknownMachineError(errno.ENOSYS, f"system calls are known for {' and '.join(tables)}, not for {machine!r}")
    return tables[machine]


def _when(number: int, then: list[Instruction]) -> list[Instruction]:
    return [(_EQUAL, 0, len(then), number), *then]


def _condition(name: str) -> list[Instruction]:
    """Return what decides a call by its arguments, of which the low half is enough: flags and commands are 32 bits wide."""
    if name == "clone":
        return [*_without(0, _NAMESPACES), (_ANY_BIT, 0, 1, _THREAD), (_RETURN, 0, 0, _ALLOW), (_RETURN, 0, 0, _DENY)]
    if name in {"open", "openat"}:
        return [*_without(2 if name == "openat" else 1, _WRITING), (_RETURN, 0, 0, _ALLOW)]
    if name == "prlimit64":
        return _one_of(0, (0,))
    return _one_of(1, _DESCRIPTOR_FLAGS if name == "fcntl" else (_IS_TERMINAL, _SET_INHERITED, _SET_NOT_INHERITED))


def _without(argument: int, bits: int) -> list[Instruction]:
    return [(_LOAD, 0, 0, 16 + 8 * argument), (_ANY_BIT, 0, 1, bits), (_RETURN, 0, 0, _DENY)]


def _one_of(argument: int, values: tuple[int, ...]) -> list[Instruction]:
    tests = [(_EQUAL, len(values) - place, 0, value) for place, value in enumerate(values)]
    return [(_LOAD, 0, 0, 16 + 8 * argument), *tests, (_RETURN, 0, 0, _DENY), (_RETURN, 0, 0, _ALLOW)]
