"""A validation: reading logs, letting learners be taught, comparing, and the blind marks.

A folder has ``simulated/`` (an arena of the symbolic tutor alone with these learners, resumable), ``validation.json``, and
``sheet-key.json`` where a sheet was written. The same command goes on after an interruption, and with marks adds them.
"""

from __future__ import annotations

import datetime as dt
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from gnomon import __version__
from gnomon.benchmark.arena.config import ArenaConfig
from gnomon.benchmark.arena.running import problems_of, run_arena
from gnomon.benchmark.arena.validation.blind import Sheet, blind_figures, draw_sheet, read_marks, read_sheet_key
from gnomon.benchmark.arena.validation.comparing import compare, spreads_of
from gnomon.benchmark.arena.validation.features import LogMarks, marks_of
from gnomon.benchmark.arena.validation.logs import Log, Logs, read_logs
from gnomon.benchmark.arena.validation.record import Blind, Logged, Validation, read_validation
from gnomon.benchmark.errors import ResultsError
from gnomon.dialogue import Dialogue
from gnomon.files import write_whole
from gnomon.geometry import applicable, solution_of
from gnomon.problem import Problem
from gnomon.runs import Pace, Told

FILE = "validation.json"
_KEY, _SIMULATED = "sheet-key.json", "simulated"
_TUTOR = "symbolic"
_DEFAULT_PACE = Pace()


class Asked(NamedTuple):
    """What a validation is asked for."""

    logs: Path
    learners: tuple[str, ...]
    dialogues: int = 40
    """Of each learner."""
    limit: int | None = None
    """Conversations of the logs, from the top; None for all."""
    people: int | None = None
    """How many people the learners of the logs are, where the logs hold no names; those without any are then people."""
    seed: int = 0


class Played(NamedTuple):
    """Learners that were taught."""

    by_learner: Mapping[str, Sequence[Log]]
    same_problems: bool
    """Whether on the problems of the logs."""


class Validated(NamedTuple):
    """What a validation came to."""

    validation: Validation
    sheet: Sheet | None
    """Where one was asked for."""


def validate_learners(
    asked: Asked,
    folder: Path,
    pace: Pace = _DEFAULT_PACE,
    *,
    jobs: int = 1,
    per_side: int | None = None,
    marks: Sequence[Path] = (),
    told: Told = lambda _: None,
) -> Validated:
    """Compare simulated learners with logs, and write ``validation.json``.

    Args:
        asked: of what.
        folder: for the results: new, or that of this very validation.
        pace: how fast and how dear models are asked.
        jobs: processes, where no model plays a learner.
        per_side: draw a sheet with as many real and as many simulated learners; None for no sheet.
        marks: filled sheets; without any, those taken in before stay.
        told: is told how far the dialogues are.

    Raises:
        ResultsError: when logs, learners, sheet or marks cannot be used, or the folder holds another validation.
        DialogueError: at a line of the logs that is no conversation.
        RunError: when the folder holds another run.
        UnknownStudentError: for an unknown learner.
        ModelError: when a server cannot be asked.
    """
    logs = read_logs(asked.logs, asked.limit, unnamed_are_people=asked.people is not None)
    before = _before(folder, asked, logs)
    played = _play(asked, logs, folder, pace, jobs, told)
    read = [marks_of(log) for log in logs]
    simulated = {name: [marks_of(log) for log in theirs] for name, theirs in played.by_learner.items()}
    sheet = None if per_side is None else _sheet(logs, played, per_side, asked.seed, folder)
    blind = _blind(marks, folder, asked.seed) if marks else before and before.blind
    validation = Validation(
        made=dt.datetime.now(dt.UTC).date().isoformat(),
        version=__version__,
        learners=asked.learners,
        num_simulated=sum(map(len, simulated.values())),
        same_problems=played.same_problems,
        seed=asked.seed,
        logs=_logged(asked, logs, read),
        compared=compare(read, simulated, asked.seed),
        spreads=spreads_of(read, simulated),
        blind=blind,
    )
    write_whole(folder / FILE, validation.model_dump_json(indent=1) + "\n")
    return Validated(validation, sheet)


def _before(folder: Path, asked: Asked, logs: Logs) -> Validation | None:
    path = folder / FILE
    if not path.exists():
        return None
    found = read_validation(path)
    if (found.logs.sha256, found.learners, found.seed) != (logs.sha256, asked.learners, asked.seed):
        raise ResultsError(f"{folder}: holds a validation of other logs, learners or seed; name another folder with --out")
    return found


def _play(asked: Asked, logs: Logs, folder: Path, pace: Pace, jobs: int, told: Told) -> Played:
    formal = {log.problem.id: log.problem for log in logs if log.solution is not None and _has_idea(log.problem)}
    config = ArenaConfig(
        tutors=(_TUTOR,),
        learners=asked.learners,
        problems="logs" if formal else "bank",
        limit=None if formal else asked.dialogues,
    )
    problems = list(formal.values())[: asked.dialogues] or problems_of(config)
    config = config.model_copy(update={"seeds": math.ceil(asked.dialogues / len(problems))})
    rows = run_arena(config, folder / _SIMULATED, pace, jobs=jobs, told=told, problems=problems).rows
    by_id = {problem.id: problem for problem in problems}
    by_learner: dict[str, list[Log]] = {name: [] for name in asked.learners}
    for row in rows:
        dialogue = Dialogue.model_validate(row.answer.value) if row.answer is not None else None
        theirs = by_learner[row.groups["learner"]]
        if dialogue is not None and dialogue.student_turns() and len(theirs) < asked.dialogues:
            problem = by_id[row.cluster]
            theirs.append(Log(row.id, problem, solution_of(problem), dialogue, "simulated"))
    return Played(by_learner, all(log.solution is not None for log in logs))


def _has_idea(problem: Problem) -> bool:
    solution = solution_of(problem)
    return solution.proof is not None and solution.deduction is not None and bool(applicable(solution.proof, solution.deduction))


def _logged(asked: Asked, logs: Logs, read: Sequence[LogMarks]) -> Logged:
    names = {log.person for log in logs if log.person}
    return Logged(
        file=asked.logs.name,
        sha256=logs.sha256,
        source=logs.source,
        num_dialogues=len(logs),
        num_messages=sum(len(each.messages) for each in read),
        num_formal=sum(log.solution is not None for log in logs),
        num_of=dict(Counter(log.who for log in logs)),
        num_people=len(names) or (asked.people if any(log.who == "person" for log in logs) else None),
    )


def _sheet(logs: Logs, played: Played, per_side: int, seed: int, folder: Path) -> Sheet:
    sheet = draw_sheet(logs, played.by_learner, per_side, seed)
    path = folder / _KEY
    if path.exists() and read_sheet_key(path) != sheet.key:
        raise ResultsError(f"{path}: another sheet was drawn before; move it away, its marks then count no more")
    write_whole(path, sheet.key.model_dump_json(indent=1) + "\n")
    return sheet


def _blind(marks: Sequence[Path], folder: Path, seed: int) -> Blind:
    names = [path.stem for path in marks]
    if len(set(names)) < len(names):
        raise ResultsError("two sheets have one name: each marker is called by the file's name")
    key = read_sheet_key(folder / _KEY)
    return blind_figures([mark for path in marks for mark in read_marks(path, key)], key, seed)
