"""The warm server: a process that has loaded what runs need, waits for jobs, and forks a process for each.

Jobs come as descriptors over a control socket, so that this process never holds a program, a test or a verdict. It ends with the
control socket, and whatever it has forked ends with it.

Messages in: ``{"role", "memory_bytes", "cpu_seconds"}`` with the descriptors of the job and, for a ``candidate``, the channel;
for ``tests``, the channel and the verdict's pipe; for a ``program``, its standard input, output and errors;
``kill``. Messages out: ``{"ready": {...}}`` or ``{"failed": text}`` once; ``{"ended": wait status, "peak_kilobytes"}`` for each.
"""

from __future__ import annotations

import contextlib
import fcntl
import gc
import json
import os
import select
import signal
import socket
import sys
from typing import NoReturn

from .candidate import serve
from .channel import Channel, read_all, write_all
from .lockdown import Limits, Lockdown
from .program import run
from .testing import judge

OUT_OF_MEMORY = 77
"""Exit code of a process whose program met the memory limit outside a call."""
_MOST_BYTES = 65536  # of an order, which is a line of JSON
_MOST_DESCRIPTORS = 4  # of an order: a job and the three streams of a program
_ABOVE_ALL = 100  # descriptors from here on are free: moved here first, none is closed by what is moved to its own place
_END_OF_DESCRIPTORS = 65536  # the lowest free number is given first, so that this process holds none from here on

_LOADED_BEFORE = (
    "abc bisect collections copy dataclasses datetime decimal enum fractions functools hashlib heapq itertools math numbers"
    " operator random re statistics string time traceback typing"
)
"""What programs import often: a forked process has them at once."""


def main(control: socket.socket, *, landlock: str, locked: bool) -> None:
    """Serve until the other side closes the control socket.

    Args:
        control: a connected socket of type SOCK_SEQPACKET.
        landlock: as in `Lockdown`.
        locked: False only where there is no sandbox at all.
    """
    os.environ.clear()
    try:
        lockdown = Lockdown(landlock=landlock, seccomp=locked)
        for name in _LOADED_BEFORE.split():
            __import__(name)
        held = lockdown.enter_server()
    except Exception as error:  # noqa: BLE001  # whatever it is, the other side has to say it
        _reply(control, {"failed": f"{type(error).__name__}: {error}"})
        return
    gc.freeze()
    _reply(control, {"ready": {"python": sys.version.split()[0], "lockdown": held}})
    with contextlib.suppress(ConnectionError):
        while _one_job(control, lockdown):
            pass


def _reply(control: socket.socket, message: object) -> None:
    control.send(json.dumps(message).encode())


def _one_job(control: socket.socket, lockdown: Lockdown) -> bool:
    """Run the next job to its end; False when there is none to come."""
    text, descriptors, _, _ = socket.recv_fds(control, _MOST_BYTES, _MOST_DESCRIPTORS)
    if not text:
        return False
    if text == b"kill":  # it came too late for the job it was for
        return True
    order = json.loads(text)
    process = os.fork()
    if process == 0:
        _run(order, descriptors, lockdown)
    for descriptor in descriptors:
        os.close(descriptor)
    stays = _wait(control, process)
    _, status, usage = os.wait4(process, 0)
    _reply(control, {"ended": status, "peak_kilobytes": usage.ru_maxrss})
    return stays


def _wait(control: socket.socket, process: int) -> bool:
    """Wait until the process has ended or is to be killed; False when the other side has gone."""
    handle = os.pidfd_open(process)
    try:
        ready = select.select([control.fileno(), handle], [], [])[0]
        if control.fileno() not in ready:
            return True
        message = control.recv(_MOST_BYTES)
        _kill(process)
        return bool(message)
    finally:
        os.close(handle)


def _kill(process: int) -> None:
    """Kill the process with all of its session, which it leads from the start; where it is locked down it is alone in it."""
    for kill in (os.killpg, os.kill):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            kill(process, signal.SIGKILL)


def _run(order: dict[str, int | str], descriptors: list[int], lockdown: Lockdown) -> NoReturn:
    code = 1
    try:
        code = _prepare_and_run(order, descriptors, lockdown)
    except MemoryError:
        code = OUT_OF_MEMORY
    finally:
        os._exit(code)


def _prepare_and_run(order: dict[str, int | str], descriptors: list[int], lockdown: Lockdown) -> int:
    os.setsid()
    job = json.loads(read_all(descriptors[0]))
    if order["role"] == "program":
        return _run_program(job["source"], descriptors[1:], lockdown, order)
    kept = _keep_only(descriptors[1:])
    lockdown.enter_run(_limits(order))
    if order["role"] == "candidate":
        serve(job["source"], Channel(kept[0]))
        return 0
    said = judge(job["tests"], job["prompt"], job["entry_point"], Channel(kept[0]))
    write_all(kept[1], json.dumps(said._asdict()).encode())
    return 0


def _limits(order: dict[str, int | str]) -> Limits:
    return Limits(int(order["memory_bytes"]), int(order["cpu_seconds"]))


def _run_program(source: str, streams: list[int], lockdown: Lockdown, order: dict[str, int | str]) -> int:
    for number, descriptor in enumerate([fcntl.fcntl(stream, fcntl.F_DUPFD, _ABOVE_ALL) for stream in streams]):
        os.dup2(descriptor, number)
    os.closerange(3, _END_OF_DESCRIPTORS)
    lockdown.enter_run(_limits(order))
    return run(source)


def _keep_only(descriptors: list[int]) -> list[int]:
    """Move these to 3 and up and close all others; errors go where output goes, which is nowhere."""
    os.dup2(1, 2)
    high = [fcntl.fcntl(descriptor, fcntl.F_DUPFD, _ABOVE_ALL) for descriptor in descriptors]
    kept = [os.dup2(descriptor, 3 + place, inheritable=False) for place, descriptor in enumerate(high)]
    os.closerange(3 + len(kept), _END_OF_DESCRIPTORS)
    return kept
