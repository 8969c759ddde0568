"""Solving and checking the problems, so that an interruption costs nothing: rows and verdicts are kept as they come.

Files lie in a folder named for the engine's source code, so that figures of two versions never mix.
"""

from __future__ import annotations

import hashlib
import json
import multiprocessing
import signal
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import FrameType, TracebackType
from typing import Any, NamedTuple, Self

import gnomon
from benchmarks.engine_checks.problems import read_json
from gnomon.geometry import solve_problems
from gnomon.geometry.checker import check_proof
from gnomon.geometry.proof_record import ProofRecord
from gnomon.problem import Problem, ProblemError, read_form
from gnomon.runs import Progress

__all__ = ["Check", "MemoryWatch", "check_rows", "fingerprint", "peak_of", "solve_forms"]

Row = dict[str, Any]
"""What ``gnomon solve --out`` writes of one problem."""
Form = Mapping[str, Any]
_CHECK_SECONDS = 60
_ROOMS = ("figure", "problem", "geometry")


class Check(NamedTuple):
    """What the checker says of one proof."""

    accepted: bool
    fault: str = ""
    """The first thing that is wrong."""


class MemoryWatch:
    """Watches the processes that this one starts, in a thread of its own, and keeps the most memory one of them used."""

    def __init__(self, seconds: float = 0.25) -> None:
        self.peak_mib: float | None = None
        """Of the largest single process; None where the system does not tell (it has no ``/proc``)."""
        self._seconds = seconds
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._ended.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._ended.wait(self._seconds):
            peaks = [_peak_mib(process) for process in _descendants()]
            self.peak_mib = max([*peaks, self.peak_mib or 0.0]) or None


def _descendants() -> Iterator[Path]:
    """Yield the folder in ``/proc`` of every process below this one."""
    parents = {}
    for folder in Path("/proc").glob("[0-9]*"):
        parent = _field(folder, "PPid:")
        if parent is not None:
            parents[folder.name] = parent
    own = str(multiprocessing.current_process().pid)
    below = {own}
    for _ in range(3):  # the fork server, its workers, what they might start
        below |= {process for process, parent in parents.items() if parent in below}
    yield from (Path("/proc") / process for process in below - {own})


def _peak_mib(process: Path) -> float:
    return int(_field(process, "VmHWM:") or 0) / 1024


def _field(process: Path, name: str) -> str | None:
    try:
        lines = (process / "status").read_text().splitlines()
    except OSError:  # it has ended meanwhile
        return None
    return next((line.split()[1] for line in lines if line.startswith(name)), None)


def fingerprint() -> str:
    """Return a short name of the engine's source code: rules, reader and all."""
    root = Path(gnomon.__file__).parent
    files = [file for room in _ROOMS for file in sorted((root / room).rglob("*")) if file.suffix in {".py", ".yaml"}]
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:12]


def solve_forms(
    forms: Mapping[str, Form],
    out: Path,
    *,
    jobs: int,
    time_limit_seconds: float,
    progress: Callable[[Progress], None] | None = None,
) -> dict[str, Row]:
    """Solve problems and return their rows by id; where ``out`` exists, its rows.

    Args:
        forms: annotated problems by id.
        out: where the rows go; an interrupted run goes on from the rows beside it.
        jobs: number of processes.
        time_limit_seconds: wall-clock limit of one problem.
        progress: called after each row.
    """
    if not out.exists():
        out.parent.mkdir(parents=True, exist_ok=True)
        source = {"forms_sha256": hashlib.sha256(json.dumps(forms).encode()).hexdigest(), "engine": fingerprint()}
        problems = {problem_id: _problem(problem_id, form) for problem_id, form in forms.items()}
        with MemoryWatch() as memory:
            try:
                solve_problems(problems, out, source=source, jobs=jobs, time_limit_seconds=time_limit_seconds, progress=progress)
            finally:
                _keep_peak(out, memory.peak_mib)
    rows: dict[str, Row] = read_json(out)
    return rows


def peak_of(out: Path) -> float | None:
    """Return the most memory in MiB that one process used to make these rows; None where it is not known."""
    kept = _peak_file(out)
    return float(kept.read_text()) if kept.exists() else None


def _keep_peak(out: Path, peak_mib: float | None) -> None:
    peaks = [peak for peak in (peak_mib, peak_of(out)) if peak is not None]
    if peaks:
        _peak_file(out).write_text(f"{max(peaks)}\n")


def _peak_file(out: Path) -> Path:
    return out.with_suffix(".peak_mib")


def _problem(problem_id: str, form: Form) -> Problem | ProblemError:
    try:
        return read_form(problem_id, form)
    except ProblemError as error:
        return error


def check_rows(
    rows: Mapping[str, Row], forms: Mapping[str, Form], out: Path, *, jobs: int, report: Callable[[int, int], None] | None = None
) -> dict[str, Check]:
    """Check the proof of every solved problem and return the verdicts by id.

    Args:
        rows: by id.
        forms: the problems of the rows.
        out: where the verdicts are kept, one a line; those that are there are not worked out again.
        jobs: number of processes.
        report: called with how many proofs are checked and how many there are.
    """
    known = _read_checks(out)
    proofs = {problem_id: row for problem_id, row in rows.items() if row["status"] == "solved"}
    tasks = [(problem_id, forms[problem_id], row) for problem_id, row in proofs.items() if problem_id not in known]
    if tasks:
        with out.open("a", encoding="utf-8") as kept:
            for problem_id, check in _checked(tasks, jobs):
                known[problem_id] = check
                kept.write(json.dumps({"id": problem_id, **check._asdict()}) + "\n")
                kept.flush()
                if report:
                    report(len(known), len(proofs))
    return {problem_id: known[problem_id] for problem_id in proofs}


def _read_checks(path: Path) -> dict[str, Check]:
    if not path.exists():
        return {}
    found = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.endswith("}")]
    return {line.pop("id"): Check(**line) for line in found}


def _checked(tasks: Sequence[tuple[str, Form, Row]], jobs: int) -> Iterator[tuple[str, Check]]:
    if jobs <= 1:
        yield from map(_check, tasks)
        return
    with multiprocessing.get_context("spawn").Pool(jobs) as workers:
        yield from workers.imap_unordered(_check, tasks, chunksize=2)


def _check(task: tuple[str, Form, Row]) -> tuple[str, Check]:
    problem_id, form, row = task
    if hasattr(signal, "SIGALRM"):
        signal.signal(signal.SIGALRM, _ring)
        signal.alarm(_CHECK_SECONDS)
    started = time.monotonic()
    try:
        record = ProofRecord.of_row(row)
        report = check_proof(read_form(problem_id, form), record)
        return problem_id, Check(report.accepted, "" if report.accepted else str(report.faults[0]))
    except Exception as error:  # noqa: BLE001  # a checker that fails has not accepted; the verdict says what happened
        fault = f"after {time.monotonic() - started:.0f} s: {type(error).__name__}: {error}"
        return problem_id, Check(accepted=False, fault=fault)
    finally:
        if hasattr(signal, "SIGALRM"):
            signal.alarm(0)


def _ring(_number: int, _frame: FrameType | None) -> None:
    raise TimeoutError(f"the check took more than {_CHECK_SECONDS} s")
