"""Run the arena's controls and check that they lose: 60 problems, 5 seeds, 7 tutors, 3 learners, no model.

Prints what each tutor's dialogues came to, the goals below, and the time: by the clock, for workers started by a server of
processes do not count as ours, so a busy machine shows more. The rows stay in ``--out``; the same command goes on after an
interruption. ``--limit`` takes fewer problems and extrapolates the time to all of them.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.reporting import Goal, arguments, machine, print_goals, print_table, report_json
from gnomon.benchmark import Row
from gnomon.benchmark.arena import ArenaConfig, run_arena
from gnomon.benchmark.arena.tables import Difference, by_tutor, differences_of, tables_of
from gnomon.benchmark.arena.tutors import BUILT_IN
from gnomon.pages.report import cell_text

PROBLEMS, SEEDS = 60, 5
LEARNERS = ("strong", "middle", "weak")
MOST_MINUTES = 15
"""On two cores."""
CORES = 2
LEVEL = 0.05
MUST_LOSE = (
    ("solved_untold", "random-turn", 1),
    ("solved_untold", "silent", 1),
    ("alone", "refuser", 1),
    ("guard_leaks", "teller", -1),
    ("scan_leaks", "teller", -1),
    ("relevance", "not-listening", 1),
    ("relevance", "random-turn", 1),
)
"""Mark, control, and the sign of the symbolic tutor's difference to it."""


def goals(found: Sequence[Difference], minutes: float | None) -> Iterator[Goal]:
    """Yield what has to hold."""
    by_name = {(each.mark, each.tutor): each for each in found}
    for mark, control, sign in MUST_LOSE:
        each = by_name[mark, control]
        difference, p = each.found.value or 0.0, 1.0 if each.corrected is None else each.corrected
        shown = f"{difference:+.3f}, Holm p {p:.4f} ({each.found.test})"
        yield Goal(f"{control} loses: {mark}", shown, f"p < {LEVEL}", difference * sign > 0 and p < LEVEL)
    shown, is_met = ("not measured: rows were there", None) if minutes is None else (f"{minutes:.1f}", minutes <= MOST_MINUTES)
    yield Goal("minutes on two cores, all problems", shown, f"at most {MOST_MINUTES}", is_met)


def minutes_for_all(rows: Sequence[Row], seconds: float, jobs: int) -> float:
    """Return the minutes that two cores would take for all problems, from the seconds that so many jobs took for these rows."""
    return seconds * jobs * PROBLEMS * SEEDS * len(LEARNERS) * len(BUILT_IN) / len(rows) / 60 / CORES


def _parsed() -> argparse.Namespace:
    parser = arguments(__doc__)
    parser.add_argument("--out", type=Path, default=Path("out/arena"), help="results folder (default out/arena)")
    return parser.parse_args()


def main() -> int:
    """Run; 1 when a goal is missed."""
    options = _parsed()
    config = ArenaConfig(tutors=tuple(BUILT_IN), learners=LEARNERS, limit=options.limit or PROBLEMS, seeds=SEEDS)
    start = time.perf_counter()
    outcome = run_arena(config, options.out, jobs=options.jobs)
    seconds = time.perf_counter() - start
    runs = by_tutor(outcome.rows)
    for table in tables_of(runs):
        rows = [(row.name, *map(cell_text, row.cells)) for row in table.rows]
        print_table(f"{table.title} ({table.unit})", ("", *table.columns), rows)
    # A run that was there before has taken no time: then there is nothing to extrapolate from.
    minutes = minutes_for_all(outcome.rows, seconds, options.jobs) if outcome.num_asked == len(outcome.rows) else None
    reached = list(goals(differences_of(runs), minutes))
    print_goals("Arena: controls lose (simulated learners: not validated on people)", reached)
    report_json(options.json, {"machine": machine(), "rows": len(outcome.rows), "goals": [goal._asdict() for goal in reached]})
    return 0 if all(goal.is_met is not False for goal in reached) else 1


if __name__ == "__main__":
    sys.exit(main())
