"""Measure how often a wrong final answer is traced to the mistake that made it, and how often a number without a mistake is.

    python benchmarks/traced_answers.py [--limit 200] [--jobs 2] [--json OUT]

- One mistake, two mistakes: a misconception or slip, drawn by seed, is put into a step of the proof of each problem (into two
  steps, where there are two), and the wrong answer is worked out by `benchmarks.wrong_working`, which shares neither the list of
  what may go wrong nor the carrying out of proofs with the product. *First*: the first explanation has just the ideas put in.
  *Tied*: they are listed, and the first explanation gives the same number at the same cost, so no reader of it could tell.
- Endings: another number than the one asked for is given, worked out here from the proof's record.
- Random: for each problem, numbers drawn from 0.3 to 3 times the right answer, with as many digits and decimals as it has.
- ``--choices FILE``: wrong choices of published problems in a user's copy, one JSON object by the id of the form,
  ``{"2": {"choices": ["14", "15.5", "16", "18"]}}``; those that are not right, and random numbers for the same problems.
- ``--judged FILE``: a YAML list of wrong answers of bank problems with what a teacher says of each, ``ideas: []`` where nothing
  should be found: ``- {problem: parallel-apex-bcnvw, answer: "112", ideas: [stopped_early], says: the angle beside it}``.

Problems: the whole bank, and ``--limit`` development forms of Geometry3K that are solved, drawn by seed.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal, NamedTuple

import yaml

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.reporting import Goal, Share, arguments, data_folder, print_goals, print_table, report_json, share
from benchmarks.wrong_working import Working, wrong_answers
from gnomon.geometry import Solution, solve
from gnomon.problem import Problem, ProblemError, bank, load_forms, read_form
from gnomon.tracing import Outcome, Trace, Tracer

GEOMETRY3K_PROBLEMS = 200
RANDOM_NUMBERS = 20
"""For each problem: of 400 problems 8,000."""
_TRIES = 1000
"""Draws for one number of the right form; few are left of a one-digit answer."""

Kind = Literal["one", "two", "ending", "random", "choice", "judged"]
Found = Literal["first", "tied", "listed", "other", "unexplained", "right"]


class Row(NamedTuple):
    """One answer and what was made of it."""

    problem: str
    source: str
    """``bank`` or ``geometry3k``."""
    kind: Kind
    right: float
    answer: str
    ideas: tuple[str, ...]
    """Put in, or said by the teacher; empty of a random number or a published choice."""
    is_slip: bool
    """Whether a slip is among them."""
    found: Found
    named: tuple[tuple[str, ...], ...]
    """Ideas of each explanation."""


def examine(task: tuple[str, str, int]) -> list[Row]:
    """Trace the answers to one problem."""
    source, problem_id, seed = task
    try:
        solution = solve(_problem(source, problem_id))
    except ProblemError:  # a form that cannot be read is none that is solved
        return []
    if solution.proof is None:
        return []
    tracer = Tracer(solution)
    rows: list[Row] = []
    for kind, count in (("one", 1), ("two", 2)):
        made = wrong_answers(solution, count, random.Random(f"{problem_id}/{kind}/{seed}"))
        if made is not None:
            mistakes, answer = made
            ideas = tuple(sorted(mistake.idea for mistake in mistakes))
            is_slip = any(mistake.is_slip for mistake in mistakes)
            rows.append(_row(tracer, task, kind, written(answer), ideas, is_slip=is_slip))  # type: ignore[arg-type]  # one of Kind
    generator = random.Random(f"{problem_id}/ending/{seed}")
    rows += [_row(tracer, task, "ending", written(value), (idea,)) for idea, value in _ending(solution, generator)]
    generator = random.Random(f"{problem_id}/random/{seed}")
    rows += [_row(tracer, task, "random", number) for number in random_numbers(tracer.right, generator)]
    return rows


def _row(
    tracer: Tracer, task: tuple[str, str, int], kind: Kind, answer: str, ideas: tuple[str, ...] = (), *, is_slip: bool = False
) -> Row:
    trace = tracer.trace(answer)
    named = tuple(tuple(sorted(explanation.hypothesis.ids)) for explanation in trace.explanations)
    return Row(task[1], task[0], kind, tracer.right, answer, ideas, is_slip, _found(trace, ideas, named), named)


def _found(trace: Trace, ideas: tuple[str, ...], named: tuple[tuple[str, ...], ...]) -> Found:
    if trace.outcome in {Outcome.RIGHT, Outcome.ROUNDED_EARLY}:
        return "right"
    if not named:
        return "unexplained"
    if named[0] == ideas:
        return "first"
    if ideas not in named:
        return "other"
    first, ours = trace.explanations[0], trace.explanations[named.index(ideas)]
    is_same = abs(first.hypothesis.answer - ours.hypothesis.answer) < 1e-6 * abs(ours.hypothesis.answer)
    return "tied" if is_same and first.cost == ours.cost else "listed"


def written(value: float) -> str:
    """Write a value as most learners do: two decimals at most."""
    return f"{round(value, 2):.2f}".rstrip("0").rstrip(".")


def random_numbers(right: float, generator: random.Random) -> Iterator[str]:
    """Yield numbers from 0.3 to 3 times the right one, not it, with as many digits and decimals; none where there are none."""
    decimals = next((places for places in range(2) if abs(right * 10**places - round(right * 10**places)) < 1e-9), 2)
    length = len(f"{right:.{decimals}f}")
    for _ in range(RANDOM_NUMBERS):
        drawn = (f"{generator.uniform(0.3, 3) * right:.{decimals}f}" for _ in range(_TRIES))
        fitting = (number for number in drawn if len(number) == length and number != f"{right:.{decimals}f}")
        yield from [number] if (number := next(fitting, None)) is not None else []


def _ending(solution: Solution, generator: random.Random) -> list[tuple[str, float]]:
    """Draw one way of giving another number than the one asked for: by the record of the proof alone."""
    working, record = Working(solution), solution.record()
    assert record is not None
    assert record.goal is not None
    right, goal = working.right, record.goal.expression
    values = [value for steps in working.steps for _, _, value in steps]
    known = [("stopped_early", working.number(value)) for value in values[:-1]]
    if goal.startswith("angle("):
        known += [("supplement_given", 180 - right)] + ([("complement_given", 90 - right)] if right < 90 else [])
    if goal.startswith("arc("):
        known.append(("other_arc_given", 360 - right))
    if goal.startswith("radius("):
        known.append(("diameter_given", 2 * right))
    if goal.startswith("diameter("):
        known.append(("radius_given", right / 2))
    different = [(idea, value) for idea, value in known if abs(value - right) > 0.02 * abs(right)]  # as of a mistake
    return [generator.choice(different)] if different else []


def _problem(source: str, problem_id: str) -> Problem:
    if source == "bank":
        return bank()[problem_id]
    return read_form(problem_id, _forms()[problem_id])


@cache
def _forms() -> dict[str, Any]:
    return load_forms(data_folder() / "geometry3k" / "forms_0000_2400.json")


def _choices(path: Path, seed: int) -> Iterator[Row]:
    for problem_id, entry in json.loads(path.read_text("utf-8")).items():
        solution = solve(_problem("geometry3k", problem_id))
        if solution.proof is not None:
            task, tracer = ("geometry3k", problem_id, seed), Tracer(solution)
            yield from (_row(tracer, task, "choice", str(choice)) for choice in entry["choices"])
            generator = random.Random(f"{problem_id}/choice/{seed}")
            yield from (_row(tracer, task, "random", number) for number in random_numbers(tracer.right, generator))


def _judged(path: Path, seed: int) -> Iterator[Row]:
    for entry in yaml.safe_load(path.read_text("utf-8")):
        tracer = Tracer(solve(bank()[entry["problem"]]))
        yield _row(tracer, ("bank", entry["problem"], seed), "judged", str(entry["answer"]), tuple(sorted(entry["ideas"])))


def examine_all(*, limit: int, seed: int, jobs: int) -> list[Row]:
    """Trace answers to every problem of the bank and to solved forms of Geometry3K, drawn until so many are solved."""
    forms = list(_forms())
    random.Random(seed).shuffle(forms)
    wanted = {"bank": len(bank()), "geometry3k": limit}
    tasks = {"bank": [("bank", each, seed) for each in bank()], "geometry3k": [("geometry3k", each, seed) for each in forms]}
    rows: list[Row] = []
    with multiprocessing.get_context("spawn").Pool(jobs) as workers:
        for source, listed in tasks.items():
            solved = 0
            for found in workers.imap(examine, listed):
                solved += bool(found)
                rows += found
                if solved >= wanted[source]:
                    break
        workers.terminate()
    return rows


def measure(rows: Iterable[Row]) -> dict[str, Any]:
    """Return every figure, by kind and source."""
    rows = list(rows)
    figures: dict[str, Any] = {}
    for source in ("bank", "geometry3k", "all"):
        of = [row for row in rows if source in {row.source, "all"}]
        for kind in ("one", "two", "ending"):
            traced = [row for row in of if row.kind == kind]
            figures[f"{kind}, {source}: first"] = share(row.found == "first" for row in traced)
            figures[f"{kind}, {source}: first or tied"] = share(row.found in {"first", "tied"} for row in traced)
            figures[f"{kind}, {source}: listed"] = share(row.found in {"first", "tied", "listed"} for row in traced)
        figures[f"random, {source}: explained"] = share(_is_explained(row) for row in of if row.kind == "random")
    for is_slip in (False, True):
        of = [row for row in rows if row.kind == "one" and row.is_slip == is_slip]
        figures[f"one, {'slips' if is_slip else 'misconceptions'}: first"] = share(row.found == "first" for row in of)
    figures["choices: explained"] = share(_is_explained(row) for row in rows if row.kind == "choice" and row.found != "right")
    figures["judged: first"] = share(
        row.found == ("first" if row.ideas else "unexplained") for row in rows if row.kind == "judged"
    )
    return figures


def _is_explained(row: Row) -> bool:
    return row.found not in {"unexplained", "right"}


def print_report(figures: Mapping[str, Share], rows: Iterable[Row]) -> None:
    """Print the figures with their intervals, then what was not named."""
    wanted = {"one, all: first": (0.80, 1.0), "two, all: first": (0.50, 1.0), "random, all: explained": (0.0, 0.15)}
    goals = []
    for name, figure in figures.items():
        low, high = wanted.get(name, (0.0, 1.0))
        interval = figure.interval()
        ends = f", {100 * interval[0]:.1f} to {100 * interval[1]:.1f} %" if interval else ""
        goal = f"at least {low:.0%}" if low else f"at most {high:.0%}" if high < 1 else ""
        goals.append(Goal(name, f"{figure}{ends}", goal, low <= (figure.value or 0.0) <= high if goal else None))
    print_goals(
        "Wrong answers traced (95 % intervals by Wilson, rows taken as independent: too narrow for random numbers)", goals
    )
    missed = [row for row in rows if row.kind in {"one", "two", "judged"} and row.found not in {"first", "right"}]
    confused = Counter(
        (row.kind, row.found, " + ".join(row.ideas), " + ".join(row.named[0]) if row.named else "") for row in missed
    )
    listed = [(*key, count) for key, count in confused.most_common(40)]
    print_table("Named otherwise, most often first", ("mistakes", "found", "put in", "named first", "times"), listed)


def _parsed() -> argparse.Namespace:
    parser = arguments(__doc__)
    parser.set_defaults(limit=GEOMETRY3K_PROBLEMS)
    parser.add_argument(
        "--choices", type=Path, metavar="FILE", help="published choices, see the top of the file; nothing else is done"
    )
    parser.add_argument("--judged", type=Path, metavar="FILE", help="answers judged by a teacher, likewise")
    return parser.parse_args()


def main() -> int:
    """Run."""
    options = _parsed()
    if options.choices or options.judged:
        rows = list(_choices(options.choices, options.seed)) if options.choices else []
        rows += _judged(options.judged, options.seed) if options.judged else []
    else:
        rows = examine_all(limit=options.limit, seed=options.seed, jobs=options.jobs)
    figures = {name: figure for name, figure in measure(rows).items() if figure.total}
    print_report(figures, rows)
    plain = {name: {**figure.as_json(), "interval": figure.interval()} for name, figure in figures.items()}
    report_json(options.json, {"figures": plain, "rows": [row._asdict() for row in rows]})
    return 0


if __name__ == "__main__":
    sys.exit(main())
