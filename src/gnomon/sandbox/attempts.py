# ruff: noqa: PTH108, PTH118, PTH123, PTH211
"""What a level has to stop before it is trusted. The probe sends this file's text into the level as a candidate.

It tries plain things with real calls, none of them harmful where it works, and without pathlib, to be close to those calls.
A whole suite of attacks is in the tests.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import socket
from collections.abc import Callable
from typing import NamedTuple

_SEIZE, _DETACH = 0x4206, 17  # of ptrace(2)


class _Outside(NamedTuple):
    secret: str
    folder: str
    process: int


def what_works(secret: str, folder: str, process: int) -> list[str]:
    """Return the names of the attempts that worked.

    Args:
        secret: path of a file that exists outside.
        folder: path of a folder outside that may be written.
        process: id of a process outside.
    """
    return [name for name, attempt in _ATTEMPTS.items() if _works(attempt, _Outside(secret, folder, process))]


def _works(attempt: Callable[[_Outside], None], outside: _Outside) -> bool:
    try:
        attempt(outside)
    except OSError:
        return False
    return True


def _read_a_file(outside: _Outside) -> None:
    with open(outside.secret, "rb") as file:
        file.read()


def _write_a_file(outside: _Outside) -> None:
    for folder in (outside.folder, "/tmp", "/dev/shm", "/", "."):  # noqa: S108  # these are the usual places
        with contextlib.suppress(OSError):
            path = os.path.join(folder, "written-by-the-probe")
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT))
            os.unlink(path)
            return
    raise PermissionError


def _make_a_link(outside: _Outside) -> None:
    os.symlink("/", os.path.join(outside.folder, "link-of-the-probe"))


def _fork(_: _Outside) -> None:
    process = os.fork()
    if process == 0:
        os._exit(0)
    os.waitpid(process, 0)


def _start_a_program(_: _Outside) -> None:
    os.waitpid(os.posix_spawn("/bin/sh", ["sh", "-c", ":"], {}), 0)


def _open_a_socket(_: _Outside) -> None:
    socket.socket(socket.AF_INET, socket.SOCK_DGRAM).close()


def _signal_a_process_outside(outside: _Outside) -> None:
    os.kill(outside.process, 0)


def _signal_its_parent(_: _Outside) -> None:
    os.kill(os.getppid(), 0)


def _trace_its_parent(_: _Outside) -> None:
    library = ctypes.CDLL(None)
    if library.ptrace(ctypes.c_long(_SEIZE), ctypes.c_long(os.getppid()), None, None) != 0:
        raise PermissionError
    library.ptrace(ctypes.c_long(_DETACH), ctypes.c_long(os.getppid()), None, None)


def _see_the_environment(_: _Outside) -> None:
    if not os.environ:
        raise PermissionError


_ATTEMPTS: dict[str, Callable[[_Outside], None]] = {
    "read a file": _read_a_file,
    "write a file": _write_a_file,
    "make a link": _make_a_link,
    "fork": _fork,
    "start a program": _start_a_program,
    "open a socket": _open_a_socket,
    "signal a process outside": _signal_a_process_outside,
    "signal its parent": _signal_its_parent,
    "trace its parent": _trace_its_parent,
    "see the environment": _see_the_environment,
}
