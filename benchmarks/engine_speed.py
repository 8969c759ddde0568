"""Compare the time that the present engine and an earlier revision take for the same problems of Geometry3K.

Reads and solves each annotated form (ids 0 to 2400, ``GNOMON_DATA``, else ``../shared/data`` beside the checkout), the check
of its proof included, by the earlier revision and by the checked-out code in turns, each in a process of its own with one
thread of linear algebra. What the engine loads on first use is loaded before. Compared are the forms that both solve;
outcomes and answers that differ are listed. Processor time suffers little from other work on the machine, wall time much.
Memory is the largest resident size that a process has had by its last form.

``--solved`` takes ``--limit`` forms drawn by ``--seed`` from those that the earlier revision solves, which it first does alone.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import resource
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.engine_checks.problems import evenly, forms_file, read_json
from benchmarks.reporting import Goal, arguments, percentile, print_goals, print_table, report_json

BASELINE = "0db83ac"
"""The revision before the engine was made faster."""
WANTED = 0.5
"""Of the earlier processor time, at most."""
_REPOSITORY = Path(__file__).resolve().parents[1]
_ONE_THREAD = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"), "1")


class Outcome(NamedTuple):
    """What one engine made of one form."""

    status: str
    answer: float | None
    processor: float
    """Seconds."""
    wall: float
    """Seconds."""
    peak: float = 0.0
    """Largest resident memory of the process by then, in MiB."""


class Pair(NamedTuple):
    """What both made of one form."""

    id: str
    earlier: Outcome
    present: Outcome

    @property
    def are_solved(self) -> bool:
        """Whether both have a proof."""
        return self.earlier.status == self.present.status == "solved"

    @property
    def differ(self) -> bool:
        """Whether status or answer differ, answers by more than the ninth digit."""
        first, second = self.earlier.answer, self.present.answer
        if first is None or second is None:
            return self.earlier.status != self.present.status
        return not math.isclose(first, second, rel_tol=1e-9)


def answer_forms() -> None:
    """Solve the forms that come as lines of JSON and answer each with its outcome; the engine is the one on Python's path."""
    from gnomon.geometry import solve
    from gnomon.problem import ProblemError, bank, read_form

    for problem in list(bank().values())[:10]:  # loads tables and libraries, some of them only where a proof needs them
        solve(problem)
    for line in sys.stdin:
        problem_id, form = json.loads(line)
        wall, processor = time.perf_counter(), time.process_time()
        try:
            row = solve(read_form(problem_id, form)).as_json()
        except ProblemError:
            row = {"status": "unreadable", "answer": None}
        taken = time.process_time() - processor, time.perf_counter() - wall
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024**2 if sys.platform == "darwin" else 1024)
        outcome = Outcome(row["status"], row["answer"], *taken, peak)
        print(json.dumps(outcome), flush=True)


class Engine:
    """An engine in a process of its own.

    Args:
        source: the folder that holds the package.
    """

    def __init__(self, source: Path) -> None:
        self._process = subprocess.Popen(  # noqa: S603  # this script itself
            [sys.executable, __file__, "--answer"],
            env={**os.environ, **_ONE_THREAD, "PYTHONPATH": str(source)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def solve(self, problem_id: str, form: Mapping[str, Any]) -> Outcome:
        """Solve a form."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([problem_id, form]) + "\n")
        self._process.stdin.flush()
        return Outcome(*json.loads(self._process.stdout.readline()))

    def end(self) -> None:
        """End its process."""
        self._process.communicate()


@contextmanager
def exported(revision: str) -> Iterator[Path]:
    """Give the source folder of a revision of this repository, for as long as it is needed.

    Raises:
        subprocess.CalledProcessError: when git has no such revision.
    """
    command = ["git", "archive", "--end-of-options", revision, "src"]
    packed = subprocess.run(command, cwd=_REPOSITORY, check=True, capture_output=True)  # noqa: S603  # one program, no shell
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(fileobj=BytesIO(packed.stdout)) as files:
            files.extractall(folder, filter="data")
        yield Path(folder) / "src"


def compare(forms: Mapping[str, Mapping[str, Any]], earlier: Path, present: Path) -> Iterator[Pair]:
    """Solve forms with the engines of two source folders; which of them is first changes with each form."""
    engines = (Engine(earlier), Engine(present))
    try:
        for number, (problem_id, form) in enumerate(forms.items()):
            turn = [engine.solve(problem_id, form) for engine in (engines if number % 2 == 0 else engines[::-1])]
            yield Pair(problem_id, *(turn if number % 2 == 0 else turn[::-1]))
    finally:
        for engine in engines:
            engine.end()


def solved_by(source: Path, forms: Mapping[str, Mapping[str, Any]], limit: int, seed: int) -> dict[str, Mapping[str, Any]]:
    """Return ``limit`` forms, drawn by a seed, that the engine of a source folder solves; fewer where there are no more."""
    engine = Engine(source)
    found: dict[str, Mapping[str, Any]] = {}
    for problem_id in random.Random(seed).sample(list(forms), len(forms)):
        if len(found) == limit:
            break
        if engine.solve(problem_id, forms[problem_id]).status == "solved":
            found[problem_id] = forms[problem_id]
    engine.end()
    return found


def measure(pairs: Sequence[Pair]) -> dict[str, Any]:
    """Return the times of the forms that both solve in milliseconds, what they are of the earlier ones, and what differs."""
    both = [pair for pair in pairs if pair.are_solved]
    figures: dict[str, Any] = {"forms": len(pairs), "solved by both": len(both)}
    for clock in ("processor", "wall") if both else ():
        earlier = _times([getattr(pair.earlier, clock) for pair in both])
        present = _times([getattr(pair.present, clock) for pair in both])
        for name, time_before in earlier.items():
            row = {"earlier": time_before, "present": present[name], "ratio": present[name] / time_before}
            figures[f"{clock}, {name}"] = row
    if both:
        earlier, present = (max(peaks) for peaks in zip(*((pair.earlier.peak, pair.present.peak) for pair in pairs), strict=True))
        figures["memory"] = {"earlier": earlier, "present": present, "ratio": present / earlier if earlier else math.nan}
    figures["differ"] = [[pair.id, _shown(pair.earlier), _shown(pair.present)] for pair in pairs if pair.differ]
    return figures


def _times(seconds: Sequence[float]) -> dict[str, float]:
    milliseconds = sorted(1000 * each for each in seconds)
    return {
        "median": percentile(milliseconds, 50) or 0.0,
        "90th percentile": percentile(milliseconds, 90) or 0.0,
        "total": sum(milliseconds),
    }


def _shown(outcome: Outcome) -> str:
    return outcome.status if outcome.answer is None else f"{outcome.status} {outcome.answer:.9g}"


def print_report(revision: str, figures: Mapping[str, Any]) -> None:
    """Print the figures; the goal is that of the revision before the engine was made faster."""
    ratio = figures["processor, total"]["ratio"] if figures["solved by both"] else None
    got, is_met = ("nothing to compare", None) if ratio is None else (f"{ratio:.2f}", ratio <= WANTED)
    title = f"The engine beside revision {revision}: {figures['solved by both']} of {figures['forms']} forms are solved by both"
    wanted, is_met = (f"at most {WANTED}", is_met) if revision == BASELINE else ("", None)
    print_goals(title, [Goal("processor time in all, of the earlier one", got, wanted, is_met)])
    rows = [
        (name, *(f"{row[key]:.1f}" for key in ("earlier", "present")), f"{row['ratio']:.2f}")
        for name, row in figures.items()
        if isinstance(row, dict)
    ]
    print_table("Milliseconds; MiB of memory", ("", "earlier", "present", "ratio"), rows)
    print_table("Outcomes that differ", ("problem", "earlier", "present"), figures["differ"])


def _parsed(words: Sequence[str] | None) -> argparse.Namespace:
    parser = arguments(__doc__)
    parser.add_argument("--revision", default=BASELINE, help=f"the earlier one, as git names it (default {BASELINE})")
    parser.add_argument("--solved", action="store_true", help="only forms that the earlier revision solves, drawn by --seed")
    parser.add_argument("--answer", action="store_true", help=argparse.SUPPRESS)  # a process of `Engine`
    return parser.parse_args(words)


def main(words: Sequence[str] | None = None) -> int:
    """Run; 1 without the data or the revision. ``--limit`` takes forms spread evenly over the ids."""
    options = _parsed(words)
    if options.answer:
        answer_forms()
        return 0
    if not forms_file().is_file():
        print(f"needs the public data set {forms_file()}; set GNOMON_DATA to the folder of data sets", file=sys.stderr)
        return 1
    everything = read_json(forms_file())
    forms = {problem_id: everything[problem_id] for problem_id in evenly(list(everything), options.limit)}
    try:
        with exported(options.revision) as earlier:
            if options.solved:
                forms = solved_by(earlier, everything, options.limit or len(everything), options.seed)
            figures = measure(list(compare(forms, earlier, _REPOSITORY / "src")))
    except subprocess.CalledProcessError as error:
        print(f"git has no revision {options.revision!r} here: {error.stderr.decode().strip()}", file=sys.stderr)
        return 1
    print_report(options.revision, figures)
    report_json(options.json, {"revision": options.revision, **figures})
    return 0


if __name__ == "__main__":
    sys.exit(main())
