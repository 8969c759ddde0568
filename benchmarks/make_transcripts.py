"""Write the dialogues of three tutors with every pair of a bank problem and a misconception, for `tutoring.py` to read.

The results folder (default ``out/tutoring``) gets

- ``symbolic.jsonl``: the guarded symbolic tutor;
- ``no_highlights.jsonl``: the same without highlights. Its SeeFigure turns break a rule of the vocabulary by construction;
- ``random_turn.jsonl``: turns drawn from the symbolic tutor's dialogues about other problems, unguarded;
- ``solve.json``: what ``gnomon solve`` gives for each problem, with what the student sees (question, printed texts, circles);
- ``configuration.json``: seed, versions and the command line.

The same seed gives the same files, apart from the seconds that are noted beside the turns.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import sys
import zlib
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import gnomon
from benchmarks.reporting import arguments, machine
from gnomon.dialogue import Dialogue, TutorTurn, write_dialogues
from gnomon.geometry import Solution, applicable, misconceptions, solve
from gnomon.problem import Problem, bank
from gnomon.session import GuardedTutor, RandomTurnTutor, simulate
from gnomon.tutor import SymbolicTutor

T = TypeVar("T")
R = TypeVar("R")
_POOL: list[tuple[str, TutorTurn]] = []
"""Turns to draw from; set once in every process."""


class Made(NamedTuple):
    """What came of one problem."""

    problem: str
    row: dict[str, Any]
    symbolic: list[Dialogue]
    no_highlights: list[Dialogue]


def shown_to_student(problem: Problem) -> dict[str, Any]:
    """Return the question, the texts printed in the figure, and the named points of its circles."""
    figure = problem.question.figure
    return {
        "question": problem.question.text,
        "printed": [label.text for label in figure.labels] if figure else [],
        "circles": {circle.centre: list(circle.points) for circle in figure.circles} if figure else {},
    }


def made_for(task: tuple[str, int]) -> Made:
    """Solve a problem and simulate the dialogues of the symbolic tutor with and without highlights."""
    problem_id, seed = task
    problem = bank()[problem_id]
    solution = solve(problem)
    row = {**solution.as_json(), **shown_to_student(problem)}
    guarded = [asyncio.run(simulate(solution, misconceptions()[name], seed=seed)) for name in names_for(solution)]
    bare = [_without_highlights(solution, name, seed) for name in names_for(solution)]
    return Made(problem_id, row, guarded, bare)


def names_for(solution: Solution) -> Sequence[str]:
    """Return the ids of the misconceptions that apply; none without a proof."""
    if solution.proof is None or solution.deduction is None:
        return ()
    return tuple(applicable(solution.proof, solution.deduction))


def _without_highlights(solution: Solution, name: str, seed: int) -> Dialogue:
    tutor = GuardedTutor(SymbolicTutor(seed=seed, with_highlights=False))
    return asyncio.run(simulate(solution, misconceptions()[name], seed=seed, tutor=tutor, tutor_name="no_highlights"))


def random_for(task: tuple[str, int]) -> list[Dialogue]:
    """Simulate the dialogues of the Random Turn tutor about one problem; needs `set_pool` before."""
    problem_id, seed = task
    solution = solve(bank()[problem_id])
    dialogues = []
    for name in names_for(solution):
        tutor = RandomTurnTutor(_POOL, seed=zlib.crc32(f"{seed}/{problem_id}/{name}".encode()))
        dialogues.append(
            asyncio.run(simulate(solution, misconceptions()[name], seed=seed, tutor=tutor, tutor_name="random_turn"))
        )
    return dialogues


def set_pool(turns: Sequence[tuple[str, TutorTurn]]) -> None:
    """Give this process the turns that the Random Turn tutor draws from."""
    _POOL[:] = turns


def write_transcripts(out: Path, *, seed: int, limit: int | None, jobs: int) -> dict[str, int]:
    """Write the results folder; return the number of dialogues by file."""
    tasks = [(problem_id, seed) for problem_id in list(bank())[:limit]]
    made = list(_mapped(made_for, tasks, jobs))
    pool = [(one.problem, turn) for one in made for dialogue in one.symbolic for turn in dialogue.tutor_turns()]
    drawn = _mapped(random_for, tasks, jobs, pool) if len({problem for problem, _ in pool}) > 1 else []
    files = {
        "symbolic": [dialogue for one in made for dialogue in one.symbolic],
        "no_highlights": [dialogue for one in made for dialogue in one.no_highlights],
        "random_turn": [dialogue for several in drawn for dialogue in several],
    }
    out.mkdir(parents=True, exist_ok=True)
    for name, dialogues in files.items():
        write_dialogues(out / f"{name}.jsonl", dialogues)
    _write_json(out / "solve.json", {one.problem: one.row for one in made})
    _write_json(out / "configuration.json", {"seed": seed, "limit": limit, "gnomon": gnomon.__version__, "machine": machine()})
    return {name: len(dialogues) for name, dialogues in files.items()}


def _mapped(function: Callable[[T], R], tasks: Sequence[T], jobs: int, pool: Sequence[tuple[str, TutorTurn]] = ()) -> Iterable[R]:
    if jobs <= 1:
        set_pool(pool)
        return [function(task) for task in tasks]
    with multiprocessing.get_context("spawn").Pool(jobs, initializer=set_pool, initargs=(pool,)) as workers:
        return workers.map(function, tasks, chunksize=2)


def _write_json(path: Path, value: object) -> None:
    path.write_text(json.dumps(value, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def _parsed() -> argparse.Namespace:
    parser = arguments(__doc__)
    parser.add_argument("--out", type=Path, default=Path("out/tutoring"), help="results folder (default out/tutoring)")
    parser.add_argument("--force", action="store_true", help="replace the results of an earlier run")
    return parser.parse_args()


def main() -> int:
    """Run; 1 when the folder holds results and ``--force`` is not given."""
    options = _parsed()
    if not options.force and any(options.out.glob("*.json*")):
        print(
            f"{options.out} holds the results of an earlier run: name another folder with --out, or add --force", file=sys.stderr
        )
        return 1
    counts = write_transcripts(options.out, seed=options.seed, limit=options.limit, jobs=options.jobs)
    for name, count in counts.items():
        print(f"{options.out / name}.jsonl: {count} dialogues")
    if options.json is not None:
        _write_json(options.json, {"machine": machine(), "dialogues": counts})
    return 0


if __name__ == "__main__":
    sys.exit(main())
