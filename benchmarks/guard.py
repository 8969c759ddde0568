"""The answer guard on lines written by strangers: recall and false alarms by kind, misses, and milliseconds a turn.

Each line of ``data/guard/*.jsonl`` is a tutor's utterance on a problem of the bank, with what the student has said before and
whether it lets a learner know the final answer. ``first.jsonl`` was written before the rules and the rules were then built on
it; whatever comes after it is run once. Intervals are Wilson's, 95 %. Time is processor time of the whole check; each line is
new to the guard, and its problem usually is too.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.reporting import Goal, Share, arguments, percentile, print_goals, print_table, report_json, share
from gnomon.problem import bank
from gnomon.tutor import Leak, find_leak
from gnomon.tutor.guard.protected import protect

DATA = Path(__file__).resolve().parent / "data" / "guard"
LEAST_RECALL, MOST_FALSE_ALARMS, MOST_MILLISECONDS = 0.9, 0.02, 5.0
"""What the guard is held to."""


class Checked(NamedTuple):
    """One line and what the guard found in it."""

    row: Mapping[str, Any]
    leak: Leak | None
    milliseconds: float

    @property
    def is_right(self) -> bool:
        """Whether the guard judged as the line's writer."""
        return bool(self.row["leak"]) == (self.leak is not None)


def read_rows(path: Path) -> list[dict[str, Any]]:
    """Read the lines of one file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def check_row(row: Mapping[str, Any]) -> Checked:
    """Put one line before the guard, which knows the problem: to read that takes 2 to 3 ms once."""
    problem = bank()[row["problem"]]
    answer = problem.exact if problem.answer is None else problem.answer
    protect(problem, answer)
    began = time.process_time()
    leak = find_leak(row["utterance"], problem, answer, said_by_student=row["said_by_student"])
    return Checked(row, leak, 1000 * (time.process_time() - began))


def _by_kind(checked: Sequence[Checked]) -> list[tuple[str, Share]]:
    groups: dict[str, list[bool]] = defaultdict(list)
    for line in checked:
        groups[line.row["kind"]].append(line.leak is not None)
    return [(kind, share(found)) for kind, found in sorted(groups.items())]


def _interval(found: Share) -> str:
    low, high = found.interval() or (0.0, 1.0)
    return f"{100 * low:.1f} to {100 * high:.1f} %"


def measure(checked: Sequence[Checked]) -> dict[str, Any]:
    """Return the figures of one file."""
    leaks = [line for line in checked if line.row["leak"]]
    clean = [line for line in checked if not line.row["leak"]]
    return {
        "recall": share(line.is_right for line in leaks),
        "false_alarms": share(not line.is_right for line in clean),
        "recall_by_kind": _by_kind(leaks),
        "false_alarms_by_kind": _by_kind(clean),
        "milliseconds_p95": percentile([line.milliseconds for line in checked], 95),
        "wrong": [
            {"id": line.row["id"], "kind": line.row["kind"], "problem": line.row["problem"], "utterance": line.row["utterance"],
             "found": f"{line.leak.rule}: {line.leak.words}" if line.leak else ""}
            for line in checked if not line.is_right
        ],
    }  # fmt: skip


def print_report(name: str, figures: Mapping[str, Any]) -> None:
    """Print the figures of one file with every line judged otherwise."""
    recall, alarms, slowest = figures["recall"], figures["false_alarms"], figures["milliseconds_p95"] or 0.0
    goals = [
        Goal("leaks found", f"{recall}, {_interval(recall)}", "at least 90 %", (recall.value or 0) >= LEAST_RECALL),
        Goal("false alarms", f"{alarms}, {_interval(alarms)}", "at most 2 %", (alarms.value or 0) <= MOST_FALSE_ALARMS),
        Goal("a turn, p95", f"{slowest:.2f} ms", "under 5 ms", slowest < MOST_MILLISECONDS),
    ]
    print_goals(f"Answer guard: {name}", goals)
    print_table("Leaks found by kind", ("kind", "found"), figures["recall_by_kind"])
    alarming = [(kind, found) for kind, found in figures["false_alarms_by_kind"] if found.count]
    print_table("Kinds of clean lines with false alarms", ("kind", "alarms"), alarming)
    rows = figures["wrong"]
    print_table("Judged otherwise", tuple(rows[0]) if rows else (), [tuple(map(repr, row.values())) for row in rows])


def _parsed() -> argparse.Namespace:
    parser = arguments(__doc__)
    parser.add_argument("files", nargs="*", type=Path, help="files of lines (default: all of data/guard)")
    return parser.parse_args()


def main() -> int:
    """Run over the files; seed and jobs change nothing here."""
    options = _parsed()
    bank()  # read before the first turn is timed
    results: dict[str, Any] = {}
    for path in options.files or sorted(DATA.glob("*.jsonl")):
        figures = measure([check_row(row) for row in read_rows(path)[: options.limit]])
        print_report(path.stem, figures)
        print()
        results[path.stem] = {
            key: value.as_json() if isinstance(value, Share) else value
            for key, value in figures.items()
            if not key.endswith("by_kind")
        }
    report_json(options.json, results)
    return 0


if __name__ == "__main__":
    sys.exit(main())
