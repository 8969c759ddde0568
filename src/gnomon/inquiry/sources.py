"""Where the problems of an inquiry come from, one at a time: files, added copies, samples, the geometry bank."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from gnomon.datasets import BadRow, CodingTask, WordProblem, added_datasets, dataset_record, stream_gsm8k, stream_humaneval
from gnomon.inquiry.errors import InquiryError
from gnomon.inquiry.folder import read_inquiry, read_results
from gnomon.inquiry.protocol.records import TaskName
from gnomon.inquiry.protocol.tasks import InquiryProblem
from gnomon.inquiry.search.selection import Part, SelectionRow
from gnomon.problem import Problem, bank, iterate_problems


class ProblemSource(NamedTuple):
    """Problems that can be read again and again."""

    files: tuple[Path, ...]
    """That decide what the problems are."""
    read: Callable[[], Iterator[InquiryProblem | BadRow]]
    """Reads them from the first, those that cannot be used as `BadRow`."""

    def problems(
        self, limit: int | None = None, on_bad_row: Callable[[BadRow], None] = lambda _: None
    ) -> Iterator[InquiryProblem]:
        """Yield the problems, in their order, with no more than one in memory.

        Args:
            limit: rows from the top; None takes all.
            on_bad_row: is told of each row that cannot be used.
        """
        for item in islice(self.read(), limit):
            if isinstance(item, BadRow):
                on_bad_row(item)
            else:
                yield item


def find_source(task: TaskName, data: str | None) -> ProblemSource:
    """Return the problems of a task.

    Args:
        task: its kind.
        data: path of a file or folder; None takes the copy that was added, else our sample, and for geometry the bank.

    Raises:
        InquiryError: when there is nothing at the path.
        DatasetError: when there is no data.
    """
    if data is not None and not Path(data).exists():
        raise InquiryError(f"{data}: expected a file or a folder of problems, found nothing; check the path")
    if task == "geometry":
        return _geometry(data)
    stream: Callable[[Any], Iterator[Any]] = stream_gsm8k if task == "gsm8k" else stream_humaneval
    path = Path(data) if data is not None else _default_path(task)
    record = dataset_record(task)
    files = tuple(record.data_files(path)) if path.is_dir() else (path,)
    return ProblemSource(files, lambda: (_as_problem(item) for item in stream(files)))


def kept_problems(folder: Path, part: Part | None) -> dict[str, dict[str, set[str]]]:
    """Return the ids of the problems that a selection has kept, by student and teacher.

    Args:
        folder: of the selection.
        part: whose problems; None takes both parts.

    Raises:
        InquiryError: when the folder holds no selection.
    """
    kind = read_inquiry(folder).config.kind
    if kind != "select":
        raise InquiryError(f"{folder}: expected the results folder of a selection, it holds a {kind}")
    found: dict[str, dict[str, set[str]]] = {}
    for row in read_results(folder):
        if not isinstance(row, SelectionRow):  # the record says what the rows are
            raise TypeError(row)
        kept = found.setdefault(row.student, {}).setdefault(row.teacher, set())
        if row.kept and part in (None, row.part):
            kept.add(row.problem)
    return found


def _default_path(task: TaskName) -> Path:
    added = added_datasets().get(task)
    path = Path(added.path) if added is not None else dataset_record(task).sample_path()
    if path is None:
        raise InquiryError(f"{task}: expected a path of problems, for none were added; name one with --data")
    return path


def _as_problem(item: WordProblem | CodingTask | BadRow) -> InquiryProblem | BadRow:
    if isinstance(item, BadRow):
        return item
    return InquiryProblem(item.id, item.problem(), item if isinstance(item, CodingTask) else None)


def _geometry(data: str | None) -> ProblemSource:
    if data is None:
        return ProblemSource((), lambda: (InquiryProblem(name, problem) for name, problem in bank().items() if problem.answer))
    path = Path(data)
    return ProblemSource((path,), lambda: _geometry_rows(path))


def _geometry_rows(path: Path) -> Iterator[InquiryProblem | BadRow]:
    for number, (name, problem) in enumerate(iterate_problems(path), 1):
        if not isinstance(problem, Problem):
            yield BadRow(path.name, number, str(problem))
        elif problem.answer is None:
            yield BadRow(path.name, number, f"{name}: expected a problem with its answer, it has none")
        else:
            yield InquiryProblem(name, problem)
