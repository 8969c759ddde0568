"""The host's end of a warm server: start it, hand it jobs, stop them, end it.

One server runs one job at a time. Nothing here trusts it with time: when it does not answer, it is killed.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from gnomon.sandbox.errors import LevelError
from gnomon.sandbox.levels import Level

_START_SECONDS = 30.0  # a server starts in 0.1 s; a machine under load may take far longer
_STOP_SECONDS = 5.0  # then it is killed
_MAX_REPLY = 65536  # bytes; replies of the guest's server are a line of JSON
_OUT_OF_MEMORY = 77  # as the guest's server has it


class Ended(NamedTuple):
    """How a job's process ended."""

    status: int
    """As waitpid(2) gives it."""
    peak_kilobytes: int
    """Most memory in use."""

    @property
    def is_out_of_memory(self) -> bool:
        """Whether the process said so, or was killed without our doing: only the kernel does that, for want of memory."""
        # A status holds the exit code in its second byte, or the signal in its first
        return self.status in {_OUT_OF_MEMORY << 8, int(signal.SIGKILL)}


class WarmServer:
    """A server that is starting or running.

    Args:
        level: what isolates it.

    Raises:
        LevelError: when it cannot be started; the message is the level's own error.
    """

    def __init__(self, level: Level) -> None:
        self.level = level
        self.about: dict[str, str] = {}
        """Python's version in there, and what the server's own lockdown holds."""
        self._folder = ""
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115  # it lives as long as the server
        self._process: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None
        try:
            self._start()
        except BaseException:
            self.close()
            raise

    def _start(self) -> None:
        if self.level.is_container:
            self._start_container()
        else:
            self._control, inside = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            with inside:
                self._process = self._spawn(self.level.command(inside.fileno(), ""), (inside.fileno(),))
        self._read_greeting()

    def _start_container(self) -> None:
        self._folder = tempfile.mkdtemp(prefix="gnomon-sandbox-")  # only its owner may look in
        inner = Path(self._folder) / "control"
        inner.mkdir()
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as waiting:
            waiting.bind(str(inner / "socket"))
            for path in (inner, inner / "socket"):
                path.chmod(0o777)  # the container's user is another one; the folder around it is closed
            waiting.listen(1)
            self._process = self._spawn(self.level.command(0, str(inner)), ())
            self._control = self._accept(waiting)

    def _accept(self, waiting: socket.socket) -> socket.socket:
        deadline = time.monotonic() + _START_SECONDS
        waiting.settimeout(0.1)  # a container that ends at once is noticed as soon
        while self._process is not None and self._process.poll() is None and time.monotonic() < deadline:
            with contextlib.suppress(TimeoutError):
                return waiting.accept()[0]
        raise LevelError(self._complaint())

    def _spawn(self, command: list[str], descriptors: Sequence[int]) -> subprocess.Popen[bytes]:
        try:
            return subprocess.Popen(  # noqa: S603  # the command is ours
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=self._errors,
                env=None if self.level.is_container else {},
                cwd="/",
                pass_fds=descriptors,
                start_new_session=True,
            )
        except OSError as error:
            raise LevelError(f"{command[0]}: {error.strerror}") from None

    def _read_greeting(self) -> None:
        greeting = self.receive(_START_SECONDS)
        if greeting is None or "ready" not in greeting:
            raise LevelError(self._complaint() if greeting is None else str(greeting["failed"]))
        self.about = greeting["ready"]

    def _complaint(self) -> str:
        """Return the last lines the server has written, in one."""
        self._errors.seek(0)
        # Tools end with the reason; what stands above is their usage or a trace
        text = self._errors.read().decode(errors="replace")
        return " ".join(" ".join(text.splitlines()[-3:]).split())[:500] or "it does not answer"

    @property
    def descriptor(self) -> int:
        """The control socket, to wait for the end of a job."""
        assert self._control is not None, "it has been closed"
        return self._control.fileno()

    def submit(self, order: dict[str, int | str], descriptors: Sequence[int]) -> None:
        """Start a job.

        Args:
            order: role and limits.
            descriptors: job, channel and, for tests, where the verdict goes; the caller keeps and closes its own.

        Raises:
            LevelError: when the server has gone.
        """
        assert self._control is not None, "it has been closed"
        try:
            socket.send_fds(self._control, [json.dumps(order).encode()], descriptors)
        except OSError as error:
            raise LevelError(f"the sandbox's server has ended: {error.strerror}") from None

    def receive(self, seconds: float) -> dict[str, Any] | None:
        """Wait for a message of the server's; None when none comes in time or it has gone."""
        assert self._control is not None, "it has been closed"
        if not wait_until_readable(self._control.fileno(), seconds):
            return None
        with contextlib.suppress(OSError, ValueError):
            message: dict[str, Any] = json.loads(self._control.recv(_MAX_REPLY))
            return message
        return None

    def stop(self) -> Ended | None:
        """Kill the job that runs and return how it ended; None when the server does not answer, and is to be closed."""
        assert self._control is not None, "it has been closed"
        with contextlib.suppress(OSError):
            self._control.send(b"kill")
        return self.wait(_STOP_SECONDS)

    def wait(self, seconds: float) -> Ended | None:
        """Wait for the end of the job; None when it does not come in time."""
        message = self.receive(seconds)
        return None if message is None or "ended" not in message else Ended(message["ended"], message["peak_kilobytes"])

    def close(self) -> None:
        """End the server with all that it runs. It can be called again."""
        if self._control is not None:
            with contextlib.suppress(OSError):
                self._control.shutdown(socket.SHUT_RDWR)  # a process that was forked from this one may hold it too
            self._control.close()
            self._control = None
        if self._process is not None:
            _end(self._process)
            self._process = None
        self._errors.close()
        if self._folder:
            shutil.rmtree(self._folder, ignore_errors=True)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Wait for the process, which ends with its control socket; kill its group when it does not."""
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(_STOP_SECONDS)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def memory_file(text: bytes) -> int:
    """Return a descriptor of a file in memory with this text."""
    descriptor = os.memfd_create("job", os.MFD_CLOEXEC)
    with open(os.dup(descriptor), "wb") as file:  # noqa: PTH123  # a descriptor has no path
        file.write(text)
    return descriptor


def wait_until_readable(descriptor: int, seconds: float) -> bool:
    """Wait for something to read, or the end of it; False when time is up. Unlike select(2) it knows descriptors above 1023."""
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    return bool(poll.poll(max(0.0, seconds) * 1000))
