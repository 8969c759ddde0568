"""Running the tests of programming tasks in the sandbox, beside the event loop."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING, Self

from gnomon.datasets import CodingTask
from gnomon.inquiry.protocol.tasks import CodeVerdict

if TYPE_CHECKING:
    from gnomon.sandbox import Sandbox, TestedProblem

_LINE_OF_TESTS = re.compile(r"\(line ([0-9]+) of the tests\)")
_LONGEST_SUMMARY = 400
"""Characters: ODQS gives the teacher a compact summary, and a test may compare long lists."""


class SandboxChecker:
    """Gives the verdict on programs; a context manager that opens a sandbox and ends its processes.

    Args:
        level: of isolation, by name; None takes the first that holds here.
        workers: programs that are run at a time.
        timeout_seconds: for the tests of one program.

    Raises:
        SandboxError: on entering, when no level works.
    """

    def __init__(self, level: str | None = None, *, workers: int = 2, timeout_seconds: float = 3.0) -> None:
        self._asked = level
        self._workers = workers
        self._timeout_seconds = timeout_seconds
        self._slots = asyncio.Semaphore(workers)
        self._sandbox: Sandbox | None = None

    def __enter__(self) -> Self:
        from gnomon.sandbox import open_sandbox

        self._sandbox = open_sandbox(self._asked, self._workers)
        return self

    def __exit__(self, *_: object) -> None:
        if self._sandbox is not None:
            self._sandbox.close()

    @property
    def level(self) -> str:
        """The name of the level in use; ``none`` isolates nothing."""
        return "" if self._sandbox is None else self._sandbox.level.name

    async def __call__(self, task: CodingTask, program: str) -> CodeVerdict:
        """Return the verdict on a program, with the test that failed where one did.

        Args:
            task: with its tests.
            program: what a sample holds: the whole function, or what continues the head of the task.
        """
        if self._sandbox is None:
            raise ValueError("the sandbox is not open; use the checker as a context manager")
        sandbox, problem, whole = self._sandbox, tested_problem(task), whole_program(task, program)
        async with self._slots:
            result = await asyncio.to_thread(sandbox.check, problem, whole, timeout_seconds=self._timeout_seconds)
        return CodeVerdict(result.verdict, _summary(result.reason, task))


def tested_problem(task: CodingTask) -> TestedProblem:
    """Return a task as the sandbox needs it."""
    from gnomon.sandbox import TestedProblem

    return TestedProblem(task.tests, task.entry_point, task.prompt if task.style == "check" else "")


def _summary(reason: str, task: CodingTask) -> str:
    """Return the sandbox's reason with the failing line of the tests: "AssertionError" alone tells a teacher nothing."""
    lines = task.tests.splitlines()
    named = _LINE_OF_TESTS.search(reason)
    line = lines[int(named[1]) - 1].strip() if named and int(named[1]) <= len(lines) else ""
    return f"{reason}: {line}"[:_LONGEST_SUMMARY] if line else reason[:_LONGEST_SUMMARY]


def whole_program(task: CodingTask, program: str) -> str:
    """Return what follows the task's prompt.

    A sample repeats the head of the function, as it is asked to, and stands apart then: the head before it, with its docstring,
    is a function without a body that the sample's own replaces, and helpers of the prompt stay. A sample that goes on with the
    head is taken as it is.
    """
    if task.style != "check" or not _defines(program, task.entry_point):
        return program
    return f"\n\n{program}"


def _defines(program: str, name: str) -> bool:
    return any(line.startswith((f"def {name}", f"async def {name}")) for line in program.splitlines())
