"""Solving a file of problems, with results that survive an interruption.

Rows go to ``OUT.partial.jsonl`` as they come, ``OUT`` itself is written at once when all are there. The same command
after an interruption goes on where it stopped; ``OUT.partial.config.json`` holds what must be the same for that. Both
files are removed at the end.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import closing
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Self, TypedDict

from pydantic import BaseModel, ConfigDict

from gnomon.files import regular_target, replacing
from gnomon.geometry.solve import solve
from gnomon.geometry.workers import Row, Solver, Task, solve_in_workers, unsolved_row
from gnomon.problem import MalformedFileError, Problem, ProblemError, iterate_problems, load_problem
from gnomon.runs import (
    Pace,
    Progress,
    Record,
    RowLog,
    RunError,
    RunFiles,
    Sharing,
    Told,
    as_line,
    claimed,
    done_on_cluster,
    versions_of,
)

DEFAULT_TIME_LIMIT_SECONDS = 60.0
"""Of one problem. Most take less than a second: what runs into this is stuck, on a slow machine too."""
_FILES = {".json", ".yaml", ".yml"}


class _Settings(TypedDict):
    jobs: int
    time_limit_seconds: float
    blame: bool
    progress: Told | None
    ray: str | None


class _Config(BaseModel):
    """What must be the same for a run to go on."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    source: dict[str, Any]  # plain JSON
    """What identifies the problems: the hash of their file, or the reference of one."""
    time_limit_seconds: float
    blame: bool


def solve_reference(
    reference: str,
    out: Path,
    *,
    jobs: int = 1,
    time_limit_seconds: float = DEFAULT_TIME_LIMIT_SECONDS,
    blame: bool = False,
    limit: int | None = None,
    progress: Told | None = None,
    ray: str | None = None,
) -> Progress:
    """Solve what a user names, a whole file or one problem, and write the rows by id; see `solve_file`.

    Args:
        reference: a file of problems, or one problem as `gnomon.problem.load_problem` takes it.
        out: as in `solve_file`.
        jobs: as in `solve_file`.
        time_limit_seconds: as in `solve_file`.
        blame: as in `solve_file`.
        limit: as in `solve_file`.
        progress: as in `solve_file`.
        ray: as in `solve_file`.
    """
    more: _Settings = {
        "jobs": jobs, "time_limit_seconds": time_limit_seconds, "blame": blame, "progress": progress, "ray": ray,
    }  # fmt: skip
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
    blame: bool = False,
    limit: int | None = None,
    progress: Told | None = None,
    ray: str | None = None,
) -> Progress:
    """Solve every problem of a file and write the rows by id.

    Args:
        path: a YAML file of problems, or a Geometry3K forms file (JSON).
        out: JSON file to write; it must not exist.
        jobs: number of processes, at least 1.
        time_limit_seconds: wall-clock limit of one problem.
        blame: whether the rows also name the givens that contradict each other, which takes many fits.
        limit: how many problems from the top; None for all.
        progress: called at the start and after each row.
        ray: address of a Ray cluster that solves in place of processes here (``local`` starts one on this machine).

    Returns:
        The final counts. A problem that cannot be read is a row with status ``unreadable``.

    Raises:
        MalformedFileError: when the file as a whole cannot be read, holds no problem, or uses an id twice.
        RunError: when ``out`` exists, a partial file of another run lies beside it, or Ray is not there.
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
    more: _Settings = {
        "jobs": jobs, "time_limit_seconds": time_limit_seconds, "blame": blame, "progress": progress, "ray": ray,
    }  # fmt: skip
    return solve_problems(problems, out, source={"input_sha256": hashlib.sha256(path.read_bytes()).hexdigest()}, **more)


def solve_problems(
    problems: Mapping[str, Problem | ProblemError],
    out: Path,
    *,
    source: Mapping[str, Any],
    jobs: int = 1,
    time_limit_seconds: float = DEFAULT_TIME_LIMIT_SECONDS,
    blame: bool = False,
    progress: Told | None = None,
    ray: str | None = None,
) -> Progress:
    """Solve problems by id and write their rows; see `solve_file`.

    Args:
        problems: by id; an error stands for a problem that could not be read.
        out: as in `solve_file`.
        source: what identifies the problems; a resumed run must have the same.
        jobs: as in `solve_file`.
        time_limit_seconds: as in `solve_file`.
        blame: as in `solve_file`.
        progress: as in `solve_file`.
        ray: as in `solve_file`.
    """
    _refuse_to_overwrite(out)
    config = _Config(source=dict(source), time_limit_seconds=time_limit_seconds, blame=blame)
    record = Record[_Config](config=config, versions=versions_of(()))
    files = RunFiles(*(out.with_name(f"{out.name}.partial.{end}") for end in ("config.json", "jsonl")))
    with claimed(files, record) as log:
        there = [problem_id for problem_id in problems if log.is_finished(problem_id)]
        counts = Counter(json.loads(line)["status"] for line in log.lines(there))
        tell = progress or (lambda _: None)
        tell(Progress(counts.total(), len(problems), dict(counts)))
        for problem_id, row in _new_rows(problems, log, jobs, config, ray):
            log.append(problem_id, as_line({"id": problem_id, **row}))
            counts[row["status"]] += 1
            tell(Progress(counts.total(), len(problems), dict(counts)))
        _write_rows(out, log.lines(problems))
    files.rows.unlink()
    files.record.unlink()
    return Progress(len(problems), len(problems), dict(counts))


def solve_one(problem: Problem, time_limit_seconds: float | None = None) -> Row:
    """Solve one problem and return its row; the reason names the givens that contradict each other.

    Args:
        problem: what to solve.
        time_limit_seconds: wall-clock limit, which takes a process of its own to keep; None for no limit.
    """
    if time_limit_seconds is None:
        return solve(problem, blame=True).as_json()
    task = Task(problem.id, problem, blame=True)
    return next(row for _, row in solve_in_workers([task], jobs=1, time_limit_seconds=time_limit_seconds))


def _new_rows(
    problems: Mapping[str, Problem | ProblemError], log: RowLog, jobs: int, config: _Config, ray: str | None
) -> Iterator[tuple[str, Row]]:
    tasks: list[Task] = []
    for problem_id, problem in problems.items():
        if log.is_finished(problem_id):
            continue
        if isinstance(problem, ProblemError):
            yield problem_id, unsolved_row("unreadable", str(problem))
        else:
            tasks.append(Task(problem_id, problem, config.blame))
    if ray is None:
        yield from solve_in_workers(tasks, jobs=jobs, time_limit_seconds=config.time_limit_seconds)
        return
    with closing(done_on_cluster(tasks, partial(_Desk, config.time_limit_seconds), Sharing(ray))) as found:
        yield from ((done.id, done.row) for done in found)


class _Desk:
    """Where a worker of a cluster solves: in a process of its own, which keeps the time limit."""

    def __init__(self, time_limit_seconds: float, pace: Pace) -> None:
        del pace  # no model is asked
        self._solver = Solver(time_limit_seconds)

    async def __aenter__(self) -> Self:
        self._solver.__enter__()
        return self

    async def __aexit__(self, *error: object) -> None:
        self._solver.__exit__(*error)

    async def work(self, task: Task) -> Row:
        """Return the row of a problem; nothing else is done meanwhile."""
        return self._solver.solve(task)


def _refuse_to_overwrite(out: Path) -> None:
    if out.exists():
        raise RunError(f"{str(out)!r} exists; results are not overwritten: name another file, or move it away")
    regular_target(out)


def _write_rows(out: Path, lines: Iterator[bytes]) -> None:
    """Write rows as one object by their ids, whole or not at all, with one row in memory at a time."""
    with replacing(out) as draft, draft.open("w", encoding="utf-8") as file:
        file.write("{")
        for number, line in enumerate(lines):
            row = json.loads(line)
            problem_id = json.dumps(row.pop("id"), ensure_ascii=False)
            shown = json.dumps(row, ensure_ascii=False, indent=1).replace("\n", "\n ")
            file.write(f"{',' if number else ''}\n {problem_id}: {shown}")
        file.write("\n}\n")
