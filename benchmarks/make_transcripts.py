"""Write dialogues of tutors with simulated learners, for `tutoring.py` to read.

The results folder (default ``out/tutoring``) gets a file ``ARM.jsonl`` for each row of `benchmarks.tutoring_arms.ARMS`: learners
of three strengths with the guarded symbolic tutor; a sweep of the chance that a remark to the point helps; the controls; learners
who start from attempts that somebody else wrote (``--written``). Beside them

- ``solve.json``: what ``gnomon solve`` gives for each problem, with what the student sees (question, printed texts, circles);
- ``configuration.json``: seed, versions and the command line.

The same seed gives the same files, apart from the seconds that are noted beside the turns.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import random
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import gnomon
from benchmarks.reporting import arguments, machine
from benchmarks.tutoring_arms import ARMS, STRENGTHS, Arm
from gnomon.benchmark.arena.tutors import NotListeningTutor, with_messages
from gnomon.dialogue import Dialogue, TutorTurn, write_dialogues
from gnomon.geometry import Solution, applicable, misconceptions, solution_of
from gnomon.problem import Problem, bank
from gnomon.session import GuardedTutor, RandomTurnTutor, simulate
from gnomon.student import Attempt, Learner, make_attempt, strengths, styles, written_attempt
from gnomon.tutor import SymbolicTutor, Tutor, TutorContext, TutorReply

WRITTEN = Path(__file__).parent / "data" / "misconceptions.jsonl"
T = TypeVar("T")
R = TypeVar("R")
Misconceptions = Mapping[str, Mapping[str, int]]
"""By problem and misconception the step that it spoils."""
_POOL: list[tuple[str, TutorTurn]] = []
"""Turns to draw from; set once in every process."""


class Case(NamedTuple):
    """A student with a wrong attempt."""

    problem: str
    misconception: str
    """Id of one of gnomon's, or of a written row."""
    style: str
    seed: int
    written: dict[str, Any] | None = None
    """The row, of an attempt that somebody wrote."""


class Task(NamedTuple):
    """One conversation."""

    arm: str
    case: Case


@dataclass(frozen=True)
class OtherErrorTutor:
    """A control: the same tutor, given the attempt of another error about the same figure, and its wrong line as each message."""

    tutor: Tutor
    other: Attempt
    name: str = "other_error"

    async def reply(self, context: TutorContext) -> TutorReply:
        """Return the turn that helps with the other error."""
        dialogue = context.dialogue.model_copy(update={"attempt": self.other.text})
        return await self.tutor.reply(replace(context, dialogue=with_messages(dialogue, self.other.lines[self.other.wrong_step])))


def shown_to_student(problem: Problem) -> dict[str, Any]:
    """Return the question, the texts printed in the figure, and the named points of its circles."""
    figure = problem.question.figure
    return {
        "question": problem.question.text,
        "printed": [label.text for label in figure.labels] if figure else [],
        "circles": {circle.centre: list(circle.points) for circle in figure.circles} if figure else {},
    }


def row_of(problem_id: str) -> dict[str, Any]:
    """Return a problem's row of ``solve.json``, with the misconceptions that apply and the step that each spoils."""
    solution = solution_of(bank()[problem_id])
    return {**solution.as_json(), **shown_to_student(solution.problem), "misconceptions": misconceptions_about(solution)}


def misconceptions_about(solution: Solution) -> dict[str, int]:
    """Return the ids of the misconceptions that apply with the step that each spoils; none without a proof."""
    if solution.proof is None or solution.deduction is None:
        return {}
    return {name: way.step for name, way in applicable(solution.proof, solution.deduction).items()}


def cases_of(spoiled: Misconceptions, seed: int) -> list[Case]:
    """Return every pair of problem and misconception in a random order, each with a way of writing."""
    generator = random.Random(f"tutoring/{seed}")
    pairs = [(problem, name) for problem, found in spoiled.items() for name in found]
    generator.shuffle(pairs)
    return [Case(problem, name, generator.choice(list(styles())), seed) for problem, name in pairs]


def written_cases(path: Path, seed: int) -> list[Case]:
    """Return a case for each row ``{"id", "problem", "attempt", "wrong_answer", "belief"}`` of a file; none without the file.

    An attempt is a text, one line a step.

    Raises:
        ValueError: for a row of another form.
    """
    if not path.exists():
        return []
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    for number, row in enumerate(rows, 1):
        if missing := {"id", "problem", "attempt", "wrong_answer", "belief"} - row.keys():
            raise ValueError(f"{path}, row {number}: {', '.join(sorted(missing))} is missing")
        if row["problem"] not in bank():
            raise ValueError(f"{path}, row {number}: there is no problem {row['problem']!r} in the bank")
    generator = random.Random(f"written/{seed}")
    return [Case(row["problem"], str(row["id"]), generator.choice(list(styles())), seed, row) for row in rows]


def conversation(task: Task) -> Dialogue | None:
    """Simulate one conversation; None where the control has nothing to help with. Random turns need `set_pool` before."""
    arm, case = ARMS[task.arm], task.case
    solution = solution_of(bank()[case.problem])
    attempt = attempt_of(solution, case)
    tutor = tutor_of(arm, solution, case, attempt)
    if tutor is None:
        return None
    student = student_of(arm, case)
    return asyncio.run(simulate(solution, attempt, seed=case.seed, tutor=tutor, tutor_name=arm.tutor, student=student))


def attempt_of(solution: Solution, case: Case) -> Attempt:
    """Return the attempt that a student of this case starts from."""
    if case.written is not None:
        row = case.written
        lines, answer = row["attempt"].splitlines(), float(row["wrong_answer"])
        return written_attempt(solution, lines, answer, row["belief"], case.misconception)
    assert solution.proof is not None
    assert solution.deduction is not None
    idea = misconceptions()[case.misconception]
    return make_attempt(solution.problem, solution.proof, idea, deduction=solution.deduction, seed=case.seed)


def student_of(arm: Arm, case: Case) -> Learner:
    """Return the learner of an arm who writes as the case says."""
    strength = strengths()[arm.student]
    if arm.repair is not None:
        strength = strength.model_copy(update={"repair": arm.repair})
    return Learner(f"{arm.student}:{case.style}", strength, case.style, case.seed)


def tutor_of(arm: Arm, solution: Solution, case: Case, attempt: Attempt) -> Tutor | None:
    """Return the tutor of an arm for one case; None where no other error is about another step."""
    symbolic = SymbolicTutor(seed=case.seed)
    silent = SymbolicTutor(seed=case.seed, with_highlights=False)
    match arm.tutor:
        case "random_turn":
            return RandomTurnTutor(_POOL, seed=zlib.crc32("/".join(map(str, case[:4])).encode()))
        case "ignoring":
            return GuardedTutor(NotListeningTutor(symbolic))
        case "other_error":
            others = (attempt_of(solution, case._replace(misconception=name)) for name in misconceptions_about(solution))
            other = next((one for one in others if one.wrong_step != attempt.wrong_step), None)
            return None if other is None else GuardedTutor(OtherErrorTutor(silent, other))
        case "no_highlights":
            return GuardedTutor(silent)
    return GuardedTutor(symbolic)


def tasks_of(cases: Sequence[Case], written: Sequence[Case], spoiled: Misconceptions, limit: int | None) -> Iterator[Task]:
    """Yield every conversation to hold; ``limit``: so many of each arm at most."""
    others = [case for case in cases if set(spoiled[case.problem].values()) - {spoiled[case.problem][case.misconception]}]
    for name, arm in ARMS.items():
        drawn = written if arm.is_written else others if arm.tutor == "other_error" else cases
        yield from (Task(name, case) for case in drawn[: min(arm.pairs, limit or arm.pairs)])


def set_pool(turns: Sequence[tuple[str, TutorTurn]]) -> None:
    """Give this process the turns that the Random Turn tutor draws from."""
    _POOL[:] = turns


def write_transcripts(out: Path, *, seed: int, limit: int | None, jobs: int, written: Path = WRITTEN) -> dict[str, int]:
    """Write the results folder; return the number of dialogues by file."""
    read = written_cases(written, seed)
    drawn_from = len(bank()) if limit is None else min(4 * limit, len(bank()))  # a small run solves few problems
    chosen = random.Random(seed).sample(list(bank()), drawn_from)
    problems = list(dict.fromkeys([*chosen, *(case.problem for case in read)]))
    rows = dict(zip(problems, _mapped(row_of, problems, jobs), strict=True))
    spoiled = {name: rows[name]["misconceptions"] for name in chosen}
    tasks = list(tasks_of(cases_of(spoiled, seed), read, spoiled, limit))
    own = [task for task in tasks if ARMS[task.arm].tutor != "random_turn"]
    held = list(zip(own, _mapped(conversation, own, jobs), strict=True))
    pool = [(d.problem, turn) for task, d in held if d is not None and task.arm in STRENGTHS for turn in d.tutor_turns()]
    drawn = [task for task in tasks if task not in own] if len({problem for problem, _ in pool}) > 1 else []
    held += zip(drawn, _mapped(conversation, drawn, jobs, pool), strict=True)
    out.mkdir(parents=True, exist_ok=True)
    files = {name: [d for task, d in held if task.arm == name and d is not None] for name in ARMS}
    for name, dialogues in files.items():
        write_dialogues(out / f"{name}.jsonl", dialogues)
    _write_json(out / "solve.json", rows)
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
    parser.add_argument(
        "--written", type=Path, default=WRITTEN, metavar="FILE", help="attempts that somebody wrote, one JSON a line"
    )
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
    counts = write_transcripts(options.out, seed=options.seed, limit=options.limit, jobs=options.jobs, written=options.written)
    for name, count in counts.items():
        print(f"{options.out / name}.jsonl: {count} dialogues")
    if options.json is not None:
        _write_json(options.json, {"machine": machine(), "dialogues": counts})
    return 0


if __name__ == "__main__":
    sys.exit(main())
