"""Solving a file of problems, with results that survive an interruption.

Rows go to ``OUT.partial.jsonl`` as they come, ``OUT`` itself is written at once when all are there. The same command
after an interruption goes on where it stopped; ``OUT.partial.config.json`` holds what must be the same for that. Both
files are removed at the end.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, TypedDict

import gnomon
from gnomon.files import regular_target, write_whole
from gnomon.geometry.solve import solve
from gnomon.geometry.workers import Row, Task, solve_in_workers, unsolved_row
from gnomon.problem import MalformedFileError, Problem, ProblemError, iterate_problems, load_problem

DEFAULT_TIME_LIMIT_SECONDS = 60.0
_FILES = {".json", ".yaml", ".yml"}


class BatchError(ValueError):
    """A run that cannot start or be resumed; the message is one line with what to do."""


class Progress(NamedTuple):
    """How far a run is."""

    done: int
    """Problems with a row, those of an earlier run included."""
    total: int
    counts: Mapping[str, int]
    """Rows by status."""


class _Settings(TypedDict):
    jobs: int
    time_limit_seconds: float
    progress: Callable[[Progress], None] | None


class _Files(NamedTuple):
    out: Path

    @property
    def partial(self) -> Path:
        return self.out.with_name(f"{self.out.name}.partial.jsonl")

    @property
    def configuration(self) -> Path:
        return self.out.with_name(f"{self.out.name}.partial.config.json")


def solve_reference(
    reference: str,
    out: Path,
    *,
    jobs: int = 1,
    time_limit_seconds: float = DEFAULT_TIME_LIMIT_SECONDS,
    limit: int | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Progress:
    """Solve what a user names, a whole file or one problem, and write the rows by id; see `solve_file`.

    Args:
        reference: a file of problems, or one problem as `gnomon.problem.load_problem` takes it.
        out: as in `solve_file`.
        jobs: as in `solve_file`.
        time_limit_seconds: as in `solve_file`.
        limit: as in `solve_file`.
        progress: as in `solve_file`.
    """
    more: _Settings = {"jobs": jobs, "time_limit_seconds": time_limit_seconds, "progress": progress}
    if "#" not in reference and Path(reference).suffix.lower() in _FILES:
        return solve_file(Path(reference), out, limit=limit, **more)
    _refuse_to_overwrite(out)
    problem = load_problem(reference)
    return solve_problems({reference.partition("#")[2] or problem.id: problem}, out, source={"input": reference}, **more)


def solve_file(
    path: Path,
    out: Path,
    *,
    jobs: int = 1,
    time_limit_seconds: float = DEFAULT_TIME_LIMIT_SECONDS,
    limit: int | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Progress:
    """Solve every problem of a file and write the rows by id.

    Args:
        path: a YAML file of problems, or a Geometry3K forms file (JSON).
        out: JSON file to write; it must not exist.
        jobs: number of processes, at least 1.
        time_limit_seconds: wall-clock limit of one problem.
        limit: how many problems from the top; None for all.
        progress: called at the start and after each row.

    Returns:
        The final counts. A problem that cannot be read is a row with status ``unreadable``.

    Raises:
        MalformedFileError: when the file as a whole cannot be read, holds no problem, or uses an id twice.
        BatchError: when ``out`` exists, or a partial file of another run lies beside it.
        gnomon.files.UnwritableFileError: when ``out`` can hold no file.
    """
    _refuse_to_overwrite(out)
    problems: dict[str, Problem | ProblemError] = {}
    for problem_id, problem in islice(iterate_problems(path), limit):
        if problem_id in problems:
            raise MalformedFileError(f"{str(path)!r} uses the id {problem_id!r} twice; give each problem its own")
        problems[problem_id] = problem
    if not problems:
        raise MalformedFileError(f"{str(path)!r} holds no problem; expected a YAML list of problems or a Geometry3K forms file")
    source = {"input_sha256": hashlib.sha256(path.read_bytes()).hexdigest()}
    return solve_problems(problems, out, source=source, jobs=jobs, time_limit_seconds=time_limit_seconds, progress=progress)


def solve_problems(
    problems: Mapping[str, Problem | ProblemError],
    out: Path,
    *,
    source: Mapping[str, Any],
    jobs: int = 1,
    time_limit_seconds: float = DEFAULT_TIME_LIMIT_SECONDS,
    progress: Callable[[Progress], None] | None = None,
) -> Progress:
    """Solve problems by id and write their rows; see `solve_file`.

    Args:
        problems: by id; an error stands for a problem that could not be read.
        out: as in `solve_file`.
        source: what identifies the problems; a resumed run must have the same.
        jobs: as in `solve_file`.
        time_limit_seconds: as in `solve_file`.
        progress: as in `solve_file`.
    """
    _refuse_to_overwrite(out)
    files = _Files(out)
    rows = _resume(files, {**source, "time_limit_seconds": time_limit_seconds, "gnomon": gnomon.__version__})
    rows = {problem_id: rows[problem_id] for problem_id in problems if problem_id in rows}
    report = progress or (lambda _: None)
    report(_progress(rows, len(problems)))
    with files.partial.open("a", encoding="utf-8") as partial:
        for problem_id, row in _new_rows(problems, rows, jobs, time_limit_seconds):
            rows[problem_id] = row
            partial.write(_line({"id": problem_id, **row}))
            partial.flush()
            report(_progress(rows, len(problems)))
    in_order = {problem_id: rows[problem_id] for problem_id in problems}
    write_whole(out, json.dumps(in_order, ensure_ascii=False, indent=1) + "\n")
    files.partial.unlink()
    files.configuration.unlink()
    return _progress(rows, len(problems))


def solve_one(problem: Problem, time_limit_seconds: float | None = None) -> Row:
    """Solve one problem and return its row.

    Args:
        problem: what to solve.
        time_limit_seconds: wall-clock limit, which takes a process of its own to keep; None for no limit.
    """
    if time_limit_seconds is None:
        return solve(problem).as_json()
    return next(row for _, row in solve_in_workers([Task(problem.id, problem)], jobs=1, time_limit_seconds=time_limit_seconds))


def _new_rows(
    problems: Mapping[str, Problem | ProblemError], known: Mapping[str, Row], jobs: int, time_limit_seconds: float
) -> Iterable[tuple[str, Row]]:
    tasks: list[Task] = []
    for problem_id, problem in problems.items():
        if problem_id in known:
            continue
        if isinstance(problem, ProblemError):
            yield problem_id, unsolved_row("unreadable", str(problem))
        else:
            tasks.append(Task(problem_id, problem))
    yield from solve_in_workers(tasks, jobs=jobs, time_limit_seconds=time_limit_seconds)


def _refuse_to_overwrite(out: Path) -> None:
    if out.exists():
        raise BatchError(f"{str(out)!r} exists; results are not overwritten: name another file, or move it away")
    regular_target(out)


def _resume(files: _Files, configuration: Mapping[str, Any]) -> dict[str, Row]:
    """Return the rows of an interrupted run of the same configuration, and leave the partial file with just these."""
    if not files.configuration.exists():
        if files.partial.exists():
            raise BatchError(f"{str(files.partial)!r} has no {files.configuration.name!r} beside it; move it away")
        write_whole(files.configuration, _line(configuration))
        return {}
    before = _read_configuration(files)
    different = [key for key in configuration if before.get(key) != configuration[key]]
    if different:
        key = different[0]
        raise BatchError(
            f"{str(files.partial)!r} is of a run with {key} = {before.get(key)!r}, this one has {configuration[key]!r}: "
            "repeat that command to resume it, or remove the partial files to start anew"
        )
    rows = _partial_rows(files.partial)
    write_whole(files.partial, "".join(_line({"id": problem_id, **row}) for problem_id, row in rows.items()))
    return rows


def _read_configuration(files: _Files) -> dict[str, Any]:
    try:
        configuration = json.loads(files.configuration.read_text("utf-8"))
    except ValueError:
        configuration = None
    if not isinstance(configuration, dict):
        raise BatchError(f"cannot read {str(files.configuration)!r}; remove the partial files to start anew")
    return configuration


def _partial_rows(path: Path) -> dict[str, Row]:
    """Read the rows; a last line that was cut off is left out, and its problem is solved again."""
    rows: dict[str, Row] = {}
    for line in path.read_text("utf-8", errors="replace").split("\n") if path.exists() else ():
        try:
            row = json.loads(line)
            rows[row.pop("id")] = row
        except (ValueError, KeyError, AttributeError):
            continue
    return rows


def _progress(rows: Mapping[str, Row], total: int) -> Progress:
    counts: dict[str, int] = {}
    for row in rows.values():
        counts[row["status"]] = counts.get(row["status"], 0) + 1
    return Progress(len(rows), total, counts)


def _line(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False) + "\n"
