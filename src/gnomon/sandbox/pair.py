"""One run: the candidate in one sandbox, the tests in another, a channel between them, the verdict from the tests alone."""

from __future__ import annotations

import contextlib
import json
import math
import os
import signal
import socket
import time
from typing import Literal, TypedDict

from gnomon.sandbox.errors import LevelError
from gnomon.sandbox.levels import Level
from gnomon.sandbox.limits import Limits
from gnomon.sandbox.problem import TestedProblem
from gnomon.sandbox.program import ProgramResult, run_program
from gnomon.sandbox.verdict import CheckResult, Verdict
from gnomon.sandbox.warm import Ended, WarmServer, memory_file, wait_until_readable

_MOMENT_SECONDS = 0.5  # for the candidate's exit status to arrive after its pipe closed
_MAX_VERDICT = 65536  # bytes; a longer verdict is cut, it is shown to people


class _Said(TypedDict):
    """What the tests' process says."""

    verdict: Verdict | Literal["gone"]
    """``gone``: the candidate's process has ended, and the host knows how."""
    reason: str


class Pair:
    """Two warm servers.

    Args:
        level: what isolates each of them.

    Raises:
        LevelError: when one cannot be started.
    """

    def __init__(self, level: Level) -> None:
        self.level = level
        self._candidates = WarmServer(level)
        try:
            self._tests = WarmServer(level)
        except BaseException:
            self._candidates.close()
            raise

    @property
    def about(self) -> dict[str, str]:
        """What the servers say of themselves."""
        return self._candidates.about

    def close(self) -> None:
        """End both servers. It can be called again."""
        self._candidates.close()
        self._tests.close()

    def check(self, problem: TestedProblem, solution: str, limits: Limits) -> CheckResult:
        """Run the tests on a solution.

        Raises:
            LevelError: when a server has gone or does not answer; the pair is closed then.
        """
        started = time.monotonic()
        try:
            verdict, reason = self._run(problem, solution, limits, started + limits.timeout_seconds)
        except BaseException:
            self.close()
            raise
        return CheckResult(verdict, self.level.name, reason, time.monotonic() - started)

    def run(self, source: str, stdin: str, limits: Limits) -> ProgramResult:
        """Run one program alone; raises LevelError as `check` does."""
        try:
            return run_program(self._candidates, source, stdin, limits)
        except BaseException:
            self.close()
            raise

    def _run(self, problem: TestedProblem, solution: str, limits: Limits, deadline: float) -> tuple[Verdict, str]:
        with contextlib.ExitStack() as stack:
            verdict_end = self._submit(problem, solution, limits, stack)
            text, tests_ended = self._wait_for_verdict(verdict_end, deadline)
        said: _Said | None = json.loads(text) if text else None
        gone = self._candidates.wait(_MOMENT_SECONDS) if said is not None and said["verdict"] == "gone" else None
        candidate_ended = gone or self._candidates.stop()
        tests_ended = tests_ended or self._tests.stop()
        if candidate_ended is None or tests_ended is None:
            raise LevelError("the sandbox's server does not answer")
        if text is None:
            return "timeout", f"no verdict within {limits.timeout_seconds:g} s"
        return _verdict(said, candidate_ended, tests_ended, killed=gone is None)

    def _submit(self, problem: TestedProblem, solution: str, limits: Limits, stack: contextlib.ExitStack) -> int:
        """Start both processes; return the end of the pipe that the verdict comes from."""
        here, there = (stack.enter_context(end) for end in socket.socketpair())
        verdict_end, verdict_in = os.pipe()
        stack.callback(os.close, verdict_end)
        tests = memory_file(_dump({"tests": problem.tests, "prompt": problem.preamble, "entry_point": problem.entry_point}))
        candidate = memory_file(_dump({"source": problem.program(solution)}))
        order = {"memory_bytes": limits.memory_bytes, "cpu_seconds": math.ceil(limits.timeout_seconds) + 1}
        try:
            self._tests.submit({"role": "tests", **order}, (tests, here.fileno(), verdict_in))
            self._candidates.submit({"role": "candidate", **order}, (candidate, there.fileno()))
        finally:
            for descriptor in (verdict_in, tests, candidate):
                os.close(descriptor)
        here.close()
        there.close()
        return verdict_end

    def _wait_for_verdict(self, verdict_end: int, deadline: float) -> tuple[bytes | None, Ended | None]:
        """Return what the tests said, empty when they ended without a word, None when time was up; and how they ended."""
        text = b""
        while True:
            if not wait_until_readable(verdict_end, deadline - time.monotonic()):
                return None, None
            piece = os.read(verdict_end, _MAX_VERDICT)
            if not piece:
                return text, self._tests.wait(deadline - time.monotonic())
            text = (text + piece)[:_MAX_VERDICT]


def _one_line(text: str) -> str:
    """Return it on one line and without what a terminal would obey: it may quote the candidate."""
    return "".join(letter if letter.isprintable() else " " for letter in text)


def _dump(job: dict[str, str]) -> bytes:
    return json.dumps(job).encode()


def _verdict(said: _Said | None, candidate: Ended, tests: Ended, *, killed: bool) -> tuple[Verdict, str]:
    if said is None:
        if tests.is_out_of_memory:
            return "memory", "the tests met the memory limit"
        return "error", f"the process of the tests ended without a verdict: {_in_words(tests)}"
    if said["verdict"] != "gone":
        return said["verdict"], _one_line(said["reason"])
    if killed:
        return "failed", "the candidate closed its channel"
    if candidate.is_out_of_memory:
        return "memory", "the memory limit was reached"
    return "failed", f"{said['reason']} {_in_words(candidate)}"


def _in_words(ended: Ended) -> str:
    if os.WIFSIGNALED(ended.status):
        return f"by signal {signal.Signals(os.WTERMSIG(ended.status)).name}"
    return f"with exit code {os.WEXITSTATUS(ended.status)}"
