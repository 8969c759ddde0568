"""Tutor real textbook problems: Geometry3K problems that the engine solves, one simulated dialogue each.

Takes 200 solved problems spread evenly over ``geometry3k/forms_0000_2400.json`` (in the folder of public data sets:
``GNOMON_DATA``, else ``../shared/data`` beside the checkout). The misconception is chosen by seed among those that apply, a
slip only where nothing else does; a problem to which none applies has no dialogue and is counted. Whether a dialogue ended
right and untold is worked out from its words by ``transcript_checks``. The engine's answers are compared with
``answers_train.json`` where it has the problem: those values are numeric fits, about 98 % right, so a disagreement is a case
to look at, not always an error of the engine.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import multiprocessing
import signal
import sys
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.reporting import Goal, arguments, data_folder, percentile, print_goals, print_table, report_json, share
from benchmarks.transcript_checks.endings import outcome
from gnomon.algebra import equal
from gnomon.benchmark.arena.scan.proofs import read_proof
from gnomon.geometry import Solution, applicable, misconceptions, solve
from gnomon.problem import ProblemError, load_forms, read_form
from gnomon.session import UnknownMisconceptionError, choose_misconception, simulate

WANTED = 200
TIME_LIMIT_SECONDS = 60
_BATCH = 40


class _TimeoutError(Exception):
    """A problem took too long."""


class Row(NamedTuple):
    """What came of one problem."""

    id: str
    status: str
    """As `Solution.status`; ``exception`` where something was raised."""
    answer: float | None = None
    ideas: int = 0
    """Misconceptions that apply and are no slip."""
    slips: int = 0
    misconception: str | None = None
    ending: str | None = None
    """``solved_untold``, ``solved_told`` or ``not_solved`` by the words of the dialogue; None without one."""
    recorded: str | None = None
    """The same by the session itself."""
    seconds: tuple[float, ...] = ()
    """Time of each turn of the tutor."""
    error: str = ""


def forms_file() -> Path:
    """Return where the problems lie."""
    return data_folder() / "geometry3k" / "forms_0000_2400.json"


@cache
def _forms() -> Mapping[str, Any]:
    return load_forms(forms_file())


def spread(ids: Sequence[str], wanted: int) -> Iterator[str]:
    """Yield all ids so that any first part of them is spread evenly: every k-th, then those between."""
    step = max(1, len(ids) // (2 * wanted))
    for offset in range(step):
        yield from ids[offset::step]


def examine(task: tuple[str, int]) -> Row:
    """Solve one problem and, when that works, simulate a dialogue about it; what is raised becomes part of the row."""
    problem_id, seed = task
    if hasattr(signal, "SIGALRM"):
        signal.signal(signal.SIGALRM, _ring)
        signal.alarm(TIME_LIMIT_SECONDS)
    try:
        return _examined(problem_id, seed)
    except _TimeoutError:
        return Row(problem_id, "timeout")
    except ProblemError as error:
        return Row(problem_id, "unreadable", error=str(error))
    except Exception as error:  # noqa: BLE001  # what is counted here is just that: anything raised
        place = traceback.extract_tb(error.__traceback__)[-1]
        return Row(problem_id, "exception", error=f"{type(error).__name__}: {error} ({Path(place.filename).name}:{place.lineno})")
    finally:
        if hasattr(signal, "SIGALRM"):
            signal.alarm(0)


def _ring(_number: int, _frame: FrameType | None) -> None:
    raise _TimeoutError


def _examined(problem_id: str, seed: int) -> Row:
    solution = solve(read_form(problem_id, _forms()[problem_id]))
    if solution.proof is None or solution.deduction is None:
        return Row(problem_id, solution.status)
    names = applicable(solution.proof, solution.deduction)
    slips = sum(misconceptions()[name].is_slip for name in names)
    row = Row(problem_id, "solved", solution.answer, len(names) - slips, slips)
    return _with_dialogue(row, solution, seed)


def _with_dialogue(row: Row, solution: Solution, seed: int) -> Row:
    try:
        misconception = choose_misconception(solution, None, seed)
    except UnknownMisconceptionError:
        return row
    dialogue = asyncio.run(simulate(solution, misconception, seed=seed))
    proof = read_proof({**solution.as_json(), "question": solution.problem.question.text})
    assert proof is not None
    ending = outcome(dialogue.model_dump(mode="json", exclude_none=True), proof)
    seconds = tuple(
        turn.record.seconds for turn in dialogue.tutor_turns() if turn.record is not None and turn.record.seconds is not None
    )
    return row._replace(misconception=misconception.id, ending=ending, recorded=dialogue.outcome, seconds=seconds)


def examine_all(*, seed: int, wanted: int, jobs: int) -> list[Row]:
    """Examine problems until ``wanted`` of them are solved (or fail by an exception), always in the same order."""
    tasks = [(problem_id, seed) for problem_id in spread(sorted(_forms(), key=int), wanted)]
    if jobs <= 1:
        return _until(wanted, map(examine, tasks))
    with multiprocessing.get_context("spawn").Pool(jobs) as workers:
        batches = (workers.map(examine, list(batch), chunksize=2) for batch in _batches(tasks))
        return _until(wanted, itertools.chain.from_iterable(batches))


def _batches(tasks: Sequence[tuple[str, int]]) -> Iterator[Sequence[tuple[str, int]]]:
    yield from (tasks[at : at + _BATCH] for at in range(0, len(tasks), _BATCH))


def _until(wanted: int, rows: Iterable[Row]) -> list[Row]:
    found: list[Row] = []
    left = wanted
    for row in rows:
        found.append(row)
        left -= row.status in {"solved", "exception"}
        if not left:
            break
    return found


def answer_key() -> Mapping[str, float]:
    """Return the known answers by id; empty without the file."""
    path = data_folder() / "geometry3k" / "answers_train.json"
    key: dict[str, float] = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return key


def measure(rows: Sequence[Row], key: Mapping[str, float]) -> dict[str, Any]:
    """Return every figure."""
    solved = [row for row in rows if row.status == "solved"]
    taught = [row for row in solved if row.ending is not None]
    checked = [row for row in solved if row.id in key]
    seconds = [value for row in taught for value in row.seconds]
    return {
        "examined": len(rows),
        "statuses": dict(Counter(row.status for row in rows).most_common()),
        "solved": share(row.status == "solved" for row in rows),
        "exceptions": [row._asdict() for row in rows if row.status == "exception"],
        "with_misconception": share(row.ideas > 0 for row in solved),
        "with_any": share(row.ideas + row.slips > 0 for row in solved),
        "right_untold": share(row.ending == "solved_untold" for row in taught),
        "right_untold_of_all": share(row.ending == "solved_untold" for row in solved),
        "precision": share(bool(equal(key[row.id], row.answer, "textbook")) for row in checked),
        "disagreements": [(row.id, row.answer, key[row.id]) for row in checked if not equal(key[row.id], row.answer, "textbook")],
        "not_right_untold": [
            (row.id, row.misconception, row.ending, row.recorded) for row in taught if row.ending != "solved_untold"
        ],
        "otherwise_recorded": [
            (row.id, row.misconception, row.ending, row.recorded) for row in taught if row.ending != row.recorded
        ],
        "seconds": {"p50": percentile(seconds, 50), "p95": percentile(seconds, 95), "max": max(seconds, default=None)},
        "misconceptions": dict(Counter(row.misconception for row in taught).most_common()),
    }


def print_report(found: Mapping[str, Any]) -> None:
    """Print the figures, then the cases behind them."""
    untold, p95, unconfirmed = found["right_untold"], found["seconds"]["p95"], found["otherwise_recorded"]
    seconds = ", ".join(str(value) for value in found["seconds"].values())
    goals = [
        Goal("problems examined, by status", ", ".join(f"{name} {count}" for name, count in found["statuses"].items()), "", None),
        Goal("exceptions", str(len(found["exceptions"])), "0", not found["exceptions"]),
        Goal("right and untold", str(untold), "at least 85 %", (untold.value or 0) >= 0.85),
        Goal("  of all that are solved", str(found["right_untold_of_all"]), "", None),
        Goal("solved problems with a misconception that is no slip", str(found["with_misconception"]), "reported", None),
        Goal("  with one or a slip", str(found["with_any"]), "", None),
        Goal("engine's answers that agree with the key", str(found["precision"]), "", None),
        Goal("seconds a turn: p50, p95, most", seconds, "p95 at most 0.05", p95 is not None and p95 <= 0.05),
        Goal("recorded outcomes that the check does not confirm", str(len(unconfirmed)), "0", not unconfirmed),
    ]
    print_goals("Geometry3K: one simulated dialogue for each problem that the engine solves", goals)
    print_table("Exceptions", ("problem", "error"), [(row["id"], row["error"]) for row in found["exceptions"]])
    columns = ("problem", "misconception", "ending", "recorded")
    print_table("Not right and untold", columns, found["not_right_untold"])
    print_table("Recorded otherwise", columns, found["otherwise_recorded"])
    print_table("Answers unlike the key", ("problem", "engine", "key"), found["disagreements"])
    print_table("Misconceptions taken", ("misconception", "dialogues"), list(found["misconceptions"].items()))


def _parsed() -> argparse.Namespace:
    return arguments(__doc__).parse_args()


def main() -> int:
    """Run; 1 without the data. ``--limit`` is the number of solved problems."""
    options = _parsed()
    if not forms_file().is_file():
        print(f"needs the public data set {forms_file()}; set GNOMON_DATA to the folder of data sets", file=sys.stderr)
        return 1
    rows = examine_all(seed=options.seed, wanted=options.limit or WANTED, jobs=options.jobs)
    found = measure(rows, answer_key())
    print_report(found)
    plain = {name: value.as_json() if hasattr(value, "as_json") else value for name, value in found.items()}
    report_json(options.json, {**plain, "rows": [row._asdict() for row in rows]})
    return 0


if __name__ == "__main__":
    sys.exit(main())
