"""Making a batch: wrong attempts from a file of dialogues, or from problems of the bank and the ideas of simulated students."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from gnomon.datasets import DatasetItem, Loaded, WrongFileError, read_geodial_row
from gnomon.datasets.fields import Fields
from gnomon.datasets.rows import load_rows
from gnomon.dialogue import Dialogue
from gnomon.geometry import Solution, applicable, misconceptions, solution_of
from gnomon.problem import Problem, Question, bank
from gnomon.store import Start
from gnomon.student import AttemptError, make_attempt
from gnomon.studio.annotator.students import attempt_behind, is_model

MOST_STARTS = 2000
"""Of one batch; a file of GeoDial's size holds 1,300."""
_NOTHING_SAID = [{"role": "student", "utterance": ""}]
_EXPECTED = 'dialogues with a wrong attempt, {"problem": ID, "attempt"} or GeoDial\'s {"problem": {...}, "student_solution"}'


class Gathered(NamedTuple):
    """The attempts that a batch can take, and why others are left out."""

    starts: tuple[Start, ...]
    left_out: tuple[str, ...]
    """One line each."""


class StartRow(DatasetItem):
    """A row as a beginning."""

    dialogue: Dialogue
    question: Question | None
    """None: the id says which problem."""
    answer: str | None = None
    solution: str = ""


def from_bank(topics: Sequence[str], *, per_problem: int, seed: int) -> Gathered:
    """Return wrong attempts at the bank's problems.

    Args:
        topics: of the problems.
        per_problem: ideas for each problem at most, chosen by ``seed``; slips only where there is no idea.
        seed: also of the attempts' words.
    """
    starts: list[Start] = []
    left_out: list[str] = []
    for problem in bank().values():
        if (problem.topic or problem.chapter) not in topics or problem.question.figure is None:
            continue
        solution = solution_of(problem)
        made = list(_ideas(solution, per_problem, seed))
        if not made:
            left_out.append(f"{problem.id}: no idea of the students changes its answer")
        for name, text in made:
            starts.append(Start(problem=problem.id, attempt=text, misconception=name, seed=seed))
    return Gathered(tuple(starts), tuple(left_out))


def _ideas(solution: Solution, most: int, seed: int) -> list[tuple[str, str]]:
    if solution.proof is None or solution.deduction is None:
        return []
    known = misconceptions()
    fitting = list(applicable(solution.proof, solution.deduction))
    names = [name for name in fitting if not known[name].is_slip] or fitting
    random.Random(f"{solution.problem.id}/{seed}").shuffle(names)
    made = []
    for name in names[:most]:
        try:
            attempt = make_attempt(solution.problem, solution.proof, known[name], deduction=solution.deduction, seed=seed)
        except AttemptError:
            continue
        made.append((name, attempt.text))
    return made


def rows_of(content: bytes) -> Loaded[StartRow]:
    """Read a file of dialogues: JSON Lines or a JSON list; what was said in them is passed over.

    Raises:
        WrongFileError: when no row is a dialogue.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "dialogues.jsonl"
        path.write_bytes(content)
        try:
            return load_rows(path, _read, _EXPECTED)
        except WrongFileError as error:
            raise WrongFileError(str(error).replace(f"{path}: ", "")) from error


def from_rows(loaded: Loaded[StartRow], student: str, known: Mapping[str, Problem], sources: Mapping[str, str]) -> Gathered:
    """Return the attempts of a file.

    Args:
        loaded: its rows.
        student: who plays them; a named one can only play where the problem has a proof and the attempt a wrong answer.
        known: problems by id.
        sources: the YAML of those that are a teacher's own: it goes into the batch, for the teacher may change it.
    """
    starts: list[Start] = []
    left_out = [f"row {bad.row}: {bad.reason}" for bad in loaded.bad_rows]
    for row in loaded.items[:MOST_STARTS]:
        start = _start(row, known, sources)
        if isinstance(start, Start) and not is_model(student):
            start = _why_not(student, start, known, row) or start
        if isinstance(start, Start):
            starts.append(start)
        else:
            left_out.append(f"{row.id}: {start}")
    if len(loaded.items) > MOST_STARTS:
        left_out.append(f"{len(loaded.items) - MOST_STARTS} rows beyond the {MOST_STARTS} that a batch may hold")
    return Gathered(tuple(starts), tuple(left_out))


def _read(row: Fields) -> StartRow:
    if isinstance(row.data.get("problem"), Mapping):
        # What was said is passed over: a row needs none, and is not refused for a turn that breaks a rule.
        item = read_geodial_row(replace(row, data={**row.data, "turns": _NOTHING_SAID}), {})
        return StartRow(
            id=item.id, dialogue=item.dialogue, question=item.question, answer=item.answer, solution=item.correct_solution
        )
    dialogue = Dialogue.model_validate(row.data)
    return StartRow(id=dialogue.id or row.row_id("id"), dialogue=dialogue, question=None)


def _start(row: StartRow, known: Mapping[str, Problem], sources: Mapping[str, str]) -> Start | str:
    """Return the beginning that a row gives, or why it gives none."""
    dialogue = row.dialogue
    problem = known.get(dialogue.problem)
    if not dialogue.attempt.strip():
        return "it has no attempt"
    if problem is None and row.question is None:
        return f"there is no problem {dialogue.problem!r} here"
    figure = (problem.question if problem is not None else row.question or Question(text="")).figure
    if figure is None:
        return "its problem has no figure with named points to draw on"
    return Start(
        problem=dialogue.problem,
        whole=_whole(row, problem, sources),
        attempt=dialogue.attempt,
        misconception=dialogue.misconception,
        seed=dialogue.seed or 0,
    )


def _whole(row: StartRow, problem: Problem | None, sources: Mapping[str, str]) -> dict[str, Any] | None:
    """Return what of a problem is kept with its attempt; None for one of the bank."""
    if problem is None and row.question is not None:
        # Pictures stay where the file was; the figure is drawn.
        question = row.question.model_copy(update={"images": ()})
        held = Problem(id=row.dialogue.problem, question=question, exact=row.answer, solution=row.solution or None)
        return held.model_dump(mode="json", exclude={"id"}, exclude_none=True)
    source = sources.get(row.dialogue.problem)
    return None if source is None else {"yaml": source}


def _why_not(student: str, start: Start, known: Mapping[str, Problem], row: StartRow) -> str | None:
    problem = known.get(start.problem)
    if problem is None:
        return f"only a model can play the student of {row.id}: its problem has no formal description"
    try:
        attempt_behind(student, solution_of(problem), start.attempt, start.misconception, start.seed)
    except AttemptError as error:
        return str(error)
    return None
