"""Programming tasks with unit tests: HumanEval (Chen et al. 2021) and the style of OpenCoder's instructions (ODQS 4.1).

Nothing is run here; that is the sandbox's work.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from gnomon.datasets.fields import Fields
from gnomon.datasets.loaded import BadRow, DatasetItem, Loaded
from gnomon.datasets.rows import Source, load_rows, stream_rows
from gnomon.problem import Problem, Question

CodingStyle = Literal["check", "asserts"]


class CodingTask(DatasetItem):
    """A programming task."""

    prompt: str
    """What the learner sees: the head of the function with its docstring (``check``), or an instruction (``asserts``)."""
    entry_point: str
    """Name of the function that the tests call."""
    tests: str
    """Program text that fails by an exception: appended to a solution it runs all tests, the call of ``check`` included."""
    solution: str = ""
    """A right completion (``check``) or program (``asserts``); empty when the row has none."""
    style: CodingStyle

    def program(self, completion: str) -> str:
        """Return the whole program to run: head, completion, tests.

        Args:
            completion: what continues ``prompt`` in HumanEval's style; the whole function in OpenCoder's.
        """
        head = self.prompt if self.style == "check" else ""
        return f"{head}{completion}\n{self.tests}\n"

    def problem(self) -> Problem:
        """Return it as the workbench's problem."""
        return Problem(id=self.id, question=Question(text=self.prompt), solution=self.solution or None, tests=self.tests)


def load_humaneval(path: Source) -> Loaded[CodingTask]:
    """Read programming tasks of either style.

    - HumanEval: ``{"task_id", "prompt", "entry_point", "canonical_solution", "test"}``; ``test`` defines ``check(candidate)``.
    - OpenCoder: ``{"instruction", "entry_point", "code", "testcase"}``; ``testcase`` is a list of assert statements.

    Args:
        path: ``HumanEval.jsonl.gz`` or a plain file of such rows.

    Raises:
        WrongFileError: when no row is such a task.
    """
    return load_rows(
        path, _task, 'tasks {"task_id", "prompt", "entry_point", "test"} or {"instruction", "entry_point", "testcase"}'
    )


def stream_humaneval(path: Source) -> Iterator[CodingTask | BadRow]:
    """Yield the rows that `load_humaneval` reads, one at a time, and those that it cannot read."""
    return stream_rows(path, _task)


def _task(row: Fields) -> CodingTask:
    entry_point = row.text("entry_point")
    if not entry_point.isidentifier():
        raise row.error("the name of a function", ("entry_point",), entry_point)
    if row.any("test") is not None:
        return CodingTask(
            id=row.row_id("task_id", "id"),
            prompt=row.text("prompt"),
            entry_point=entry_point,
            tests=f"{row.text('test').rstrip()}\n\ncheck({entry_point})",
            solution=row.text("canonical_solution", default=""),
            style="check",
            extra=row.rest(),
        )
    return CodingTask(
        id=row.row_id("task_id", "seq_id", "id"),
        prompt=row.text("instruction", "prompt"),
        entry_point=entry_point,
        tests=_asserts(row),
        solution=row.text("code", default=""),
        style="asserts",
        extra=row.rest(),
    )


def _asserts(row: Fields) -> str:
    """Return the assert statements, one after the other: a task without any would pass every program."""
    tests = row.texts("testcase", "test_list")
    if not any("assert" in test for test in tests):
        raise row.error("assert statements", ("testcase",), tests or None)
    return "\n".join(tests)
