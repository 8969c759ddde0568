"""Start programs as copies of one process that has imported what they need: milliseconds each, where Python takes seconds.

For tests that start, kill or interrupt a process many times. What starting itself does is tested with processes of their own.
"""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

COMMAND_LINE = "from gnomon.cli import main; main()"
"""The program ``gnomon``."""
_ORIGINAL = """
import functools, importlib, json, os, signal, sys
import typer.main
for name in sys.argv[2:]:
    importlib.import_module(name)
exec(sys.argv[1])
if "gnomon.cli" in sys.modules:  # the tree of all commands takes longer than many of them
    typer.main.get_command = functools.cache(typer.main.get_command)
    typer.main.get_command(sys.modules["gnomon.cli"].app)
signal.signal(signal.SIGINT, signal.SIG_IGN)  # of a terminal: the tests end it
answers = os.fdopen(os.dup(1), "w")
while line := sys.stdin.readline():
    asked = json.loads(line)
    if "pid" not in asked:
        pid = os.fork()
        if pid == 0:
            break
        answer = pid
    else:
        pid, status = os.waitpid(asked["pid"], os.WNOHANG)
        answer = os.waitstatus_to_exitcode(status) if pid else None
    print(json.dumps(answer), file=answers, flush=True)
else:
    sys.exit()
signal.signal(signal.SIGINT, signal.default_int_handler)
written = os.open(asked["output"], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
for new, old in ((os.open(os.devnull, os.O_RDONLY), 0), (written, 1), (written, 2)):
    os.dup2(new, old)
sys.stdin = open(0, closefd=False)
sys.argv = ["-c", *asked["arguments"]]
sys.stdout.reconfigure(line_buffering=True)  # lines of both stand in the order in which they were written
exec(compile(asked["program"], "<string>", "exec"))
"""


class Copy:
    """A program that runs.

    Attributes:
        pid: of its process.
        returncode: how it ended, as `subprocess.Popen` has it; None until `poll` or `wait` has seen the end.
    """

    def __init__(self, original: "Original", pid: int, output: Path) -> None:
        self._original = original
        self._output = output
        self.pid = pid
        self.returncode: int | None = None

    @property
    def output(self) -> str:
        """What it has printed, on stdout and stderr."""
        return self._output.read_text("utf-8")

    def poll(self) -> int | None:
        """Return how it ended, None while it runs."""
        if self.returncode is None:
            self.returncode = self._original.asked(pid=self.pid)
        return self.returncode

    def wait(self) -> int:
        """Wait for the end and return how it ended."""
        while (code := self.poll()) is None:
            time.sleep(0.005)
        return code

    def send_signal(self, number: int) -> None:
        """Send a signal; none where the process is gone."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """Kill it and wait for the end."""
        self.send_signal(signal.SIGKILL)
        self.wait()


class Original:
    """The process that is copied.

    Args:
        process: runs `_ORIGINAL`.
        folder: for what the copies print.
    """

    def __init__(self, process: subprocess.Popen[str], folder: Path) -> None:
        self._process = process
        self._folder = folder
        self._copies: list[Copy] = []

    def asked(self, **asked: Any) -> Any:
        """Return what the process answers."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps(asked), file=self._process.stdin, flush=True)
        return json.loads(self._process.stdout.readline())

    def start(self, *arguments: object, program: str = COMMAND_LINE) -> Copy:
        """Start a program with arguments; by default the command line."""
        output = self._folder / f"output{len(self._copies)}"
        output.touch()
        pid = self.asked(program=program, arguments=[str(argument) for argument in arguments], output=str(output))
        self._copies.append(Copy(self, pid, output))
        return self._copies[-1]

    def run(self, *arguments: object, program: str = COMMAND_LINE) -> Copy:
        """Start a program and wait for its end."""
        started = self.start(*arguments, program=program)
        started.wait()
        return started

    def end(self) -> None:
        """Kill what still runs."""
        for each in self._copies:
            each.kill()


@contextmanager
def original_with(*modules: str, folder: Path, prepared: str = "") -> Iterator[Original]:
    """Start a process that has imported modules; its copies end with it.

    Args:
        modules: what the copies would import, by name.
        folder: an empty one, for what the copies print.
        prepared: a program to run before it is copied. Neither it nor the modules may leave threads or processes behind.
    """
    command = [sys.executable, "-c", _ORIGINAL, prepared, *modules]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        original = Original(process, folder)
        try:
            yield original
        finally:
            original.end()
            assert process.stdin is not None
            process.stdin.close()
