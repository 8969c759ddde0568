"""Run one program alone, for its output: nothing is graded here."""

from __future__ import annotations

import contextlib
import json
import math
import os
import select
import time
from dataclasses import dataclass
from typing import Literal

from gnomon.sandbox.errors import LevelError
from gnomon.sandbox.limits import Limits
from gnomon.sandbox.warm import Ended, WarmServer, memory_file

MAX_OUTPUT_BYTES = 2**20
"""Of standard output, and as much of standard errors; a program that writes more is stopped."""

_PIECE = 65536  # bytes a read: the size of a pipe on Linux
_STREAM_PIPES = 2  # standard output and standard error


@dataclass(frozen=True, slots=True)
class ProgramResult:
    """What a program did."""

    status: Literal["ended", "timeout", "memory", "output"]
    """``output``: it wrote more than `MAX_OUTPUT_BYTES` and was stopped."""
    exit_code: int | None
    """As a shell has it, 128 and the signal where one ended it; None when it was stopped."""
    output: str
    """Standard output; what is no UTF-8 is replaced."""
    errors: str
    """Standard errors."""
    level: str
    """What isolated it."""
    seconds: float
    """Wall time on the host's clock."""


def run_program(server: WarmServer, source: str, stdin: str, limits: Limits) -> ProgramResult:
    """Run a program in a warm server.

    Raises:
        LevelError: when the server has gone or does not answer; it is to be closed then.
    """
    started = time.monotonic()
    deadline = started + limits.timeout_seconds
    with contextlib.ExitStack() as stack:
        stopped_by, texts = _read(_submit(server, source, stdin, limits, stack), deadline)
    ended = None if stopped_by else server.wait(max(0.0, deadline - time.monotonic()))
    if ended is None and server.stop() is None:
        raise LevelError("the sandbox's server does not answer")
    status = stopped_by or ("timeout" if ended is None else "memory" if ended.is_out_of_memory else "ended")
    code = _exit_code(ended) if ended is not None and status == "ended" else None
    output, errors = (text.decode("utf-8", "replace") for text in texts)
    return ProgramResult(status, code, output, errors, server.level.name, time.monotonic() - started)


def _submit(server: WarmServer, source: str, stdin: str, limits: Limits, stack: contextlib.ExitStack) -> list[int]:
    """Start it; return where its output and its errors can be read."""
    given = [memory_file(json.dumps({"source": source}).encode()), memory_file(stdin.encode("utf-8", "surrogatepass"))]
    os.lseek(given[1], 0, os.SEEK_SET)
    ends = []
    try:
        for _ in range(_STREAM_PIPES):
            end, write_end = os.pipe()
            stack.callback(os.close, end)
            ends.append(end)
            given.append(write_end)
        cpu_seconds = math.ceil(limits.timeout_seconds) + 1
        server.submit({"role": "program", "memory_bytes": limits.memory_bytes, "cpu_seconds": cpu_seconds}, given)
    finally:
        for descriptor in given:
            os.close(descriptor)
    return ends


def _read(ends: list[int], deadline: float) -> tuple[Literal["timeout", "output"] | None, list[bytearray]]:
    """Read both until they end, time is up, or one is too long; return which of the two latter."""
    texts, poll = {end: bytearray() for end in ends}, select.poll()
    for end in ends:
        poll.register(end, select.POLLIN)
    left = set(ends)
    while left:
        ready = poll.poll(max(0.0, deadline - time.monotonic()) * 1000)
        if not ready:
            return "timeout", [*texts.values()]
        for end, _ in ready:
            piece = os.read(end, _PIECE)
            texts[end] += piece[: MAX_OUTPUT_BYTES - len(texts[end])]
            if len(texts[end]) >= MAX_OUTPUT_BYTES:
                return "output", [*texts.values()]
            if not piece:
                poll.unregister(end)
                left.remove(end)
    return None, [*texts.values()]


def _exit_code(ended: Ended) -> int:
    # 128 and the signal, as a shell says it
    return 128 + os.WTERMSIG(ended.status) if os.WIFSIGNALED(ended.status) else os.WEXITSTATUS(ended.status)
