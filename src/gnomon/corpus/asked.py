"""The problems that data of any kind are about: dialogues, problem files, the bank, and every data set that gnomon reads."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from gnomon.corpus.entries import Entry, load_entries_of
from gnomon.datasets import (
    CodingTask,
    DatasetItem,
    GeoDialItem,
    Geometry3KItem,
    KeyStepItem,
    LearnerMessage,
    Loaded,
    MathDialDialogue,
    MathExplainItem,
    MRBenchDialogue,
    PGPS9KItem,
    WordProblem,
    dataset_record,
    open_dataset,
    registry,
)
from gnomon.problem import Problem, ProblemError, Question, bank, iterate_problems, load_problem

_BANK = "bank"
_PROBLEM_FILES = frozenset({".yaml", ".yml"})


class AskedProblem(NamedTuple):
    """A problem that data are about."""

    id: str
    question: Question


@dataclass(frozen=True)
class AskedProblems:
    """The problems of a source, each question once."""

    problems: tuple[AskedProblem, ...]
    unreadable: int = 0
    """Rows that could not be read."""
    unknown: int = 0
    """Rows that tell no problem, or name one that is not to be found."""


def asked_in(source: str) -> AskedProblems:
    """Read the problems that a source is about.

    Args:
        source: a file or folder of dialogues; a file of problems (YAML, or Geometry3K forms as JSON); ``bank``; the name of a
            data set for the copy that was added, or ``NAME:PATH`` for files of its form.

    Raises:
        DatasetError: when a file holds no row of its form.
        ProblemError: when a problem file cannot be read as a whole.
        OSError: when a file cannot be read.
    """
    name, _, path = source.partition(":")
    if source == _BANK:
        return gathered((problem.id, problem.question) for problem in bank().values())
    if name in registry() and not Path(source).exists():
        return problems_of(dataset_record(name).load(Path(path)) if path else open_dataset(name).loaded)
    if Path(source).suffix.lower() in _PROBLEM_FILES or _is_forms(Path(source)):
        read = list(iterate_problems(Path(source)))
        known = [(problem_id, found.question) for problem_id, found in read if isinstance(found, Problem)]
        return gathered(known, unreadable=len(read) - len(known))
    return problems_of(load_entries_of([source]))


def problems_of(loaded: Loaded[Any]) -> AskedProblems:
    """Return the problems of rows that were read."""
    return gathered(map(asked_of, loaded), unreadable=len(loaded.bad_rows))


def asked_of(item: DatasetItem) -> tuple[str, Question | None]:
    """Return the problem of a row: its id, and what was asked; None where that is not told or not to be found."""
    return next(read(item) for kind, read in _ASKED.items() if isinstance(item, kind))


def _of_key_step(item: KeyStepItem) -> tuple[str, Question]:
    # What the student asks is no problem: "What should I do now?" is asked of all of them.
    return item.id, Question(text="", images=item.all_images)


def _of_form(item: Geometry3KItem) -> tuple[str, Question | None]:
    try:
        return item.id, item.problem().question
    except ProblemError:
        return item.id, item.question if item.question.text else None


def _of_mrbench(item: MRBenchDialogue) -> tuple[str, Question | None]:
    return item.id, Question(text=item.turns[0].text) if item.turns else None  # the opening, which states the problem


def _of_message(item: LearnerMessage) -> tuple[str, Question | None]:
    if not isinstance(item.problem, str):
        return item.id, None
    try:
        return item.problem, load_problem(item.problem).question
    except (ProblemError, OSError):
        return item.problem, None


_ASKED: Mapping[type[DatasetItem], Callable[[Any], tuple[str, Question | None]]] = {
    Entry: lambda item: (item.problem_id, item.question),
    GeoDialItem: lambda item: (item.problem_id, item.question),
    PGPS9KItem: lambda item: (item.id, item.question),
    Geometry3KItem: _of_form,
    MathExplainItem: lambda item: (item.id, item.question),
    WordProblem: lambda item: (item.id, item.problem().question),
    CodingTask: lambda item: (item.id, item.problem().question),
    MathDialDialogue: lambda item: (item.question_id, Question(text=item.question)),
    KeyStepItem: _of_key_step,
    MRBenchDialogue: _of_mrbench,
    LearnerMessage: _of_message,
}


def gathered(rows: Iterable[tuple[str, Question | None]], unreadable: int = 0) -> AskedProblems:
    """Collect problems, each question of each once; those without a question are counted."""
    unknown = 0
    found: dict[AskedProblem, None] = {}
    for problem_id, question in rows:
        if question is None:
            unknown += 1
        else:
            found[AskedProblem(problem_id, question)] = None
    return AskedProblems(tuple(found), unreadable, unknown)


def _is_forms(path: Path) -> bool:
    """Whether a JSON file begins as one object does; dialogues stand in lists."""
    if path.suffix.lower() != ".json" or not path.is_file():
        return False
    with path.open(encoding="utf-8", errors="replace") as file:
        return next(_first_characters(file), "") == "{"


def _first_characters(lines: Iterable[str]) -> Iterator[str]:
    return (line.lstrip()[0] for line in lines if line.strip())
