"""Problems as items: read from published files or own ones, and turned back into questions and formal problems."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from pydantic import model_validator

from gnomon.corpus.audit.keys import Key, key_of, read_keys
from gnomon.corpus.pipeline import Context, Item, Params, Provenance, Unread
from gnomon.datasets import BadRow, load_geometry3k, load_pgps9k
from gnomon.geometry import Solution, solve
from gnomon.problem import Problem, ProblemError, Question, problem_of, read_form
from gnomon.problem.bank import load_entries

_GEOMETRY3K = Provenance(source="Geometry3K (Lu et al. 2021)", licence="MIT")
_PGPS9K = Provenance(source="PGPS9K (Zhang et al. 2023)")


class ProblemFiles(Params):
    """Where problems come from; all that are named are read, in this order, so that what extends another comes after it."""

    geometry3k: Path | None = None
    """The published folder or a part of it, or a file of annotated forms."""
    answers: Path | None = None
    """Answers of the forms, ``{id: number}``; the published folder has its own."""
    pgps9k: Path | None = None
    """The published ``train.json``, or its folder."""
    own: Path | None = None
    """A YAML file in our form."""
    licence: str = ""
    """Of the own file."""
    limit: int | None = None
    """Only so many from the top of each."""

    @model_validator(mode="after")
    def _name_one(self) -> ProblemFiles:
        if self.geometry3k is None and self.pgps9k is None and self.own is None:
            raise ValueError("name problems with geometry3k, pgps9k or own")
        return self


def problem_files(params: ProblemFiles) -> Iterable[Path]:
    """Return the files that problems are read from; of a folder those that say what the problems are."""
    named = (path for path in (params.geometry3k, params.answers, params.pgps9k, params.own) if path is not None)
    return [file for path in named for file in (sorted(path.rglob("*.json")) if path.is_dir() else [path])]


def load_problems(params: ProblemFiles) -> Iterator[Item | Unread]:
    """Yield problems as items; a row that cannot be read is dropped with its reason.

    An item has ``text``, ``choices``, ``answer`` (the key as a number, or None), ``image`` (a path, or None) and its formal
    description as it was written, where there is one: ``form`` of Geometry3K, or ``entry`` of our own form.
    """
    if params.geometry3k is not None:
        yield from islice(_geometry3k(params.geometry3k, params.answers), params.limit)
    if params.pgps9k is not None:
        yield from islice(_pgps9k(params.pgps9k), params.limit)
    if params.own is not None:
        yield from islice(_entries(params.own, params.licence), params.limit)


def _geometry3k(path: Path, answers: Path | None) -> Iterator[Item | Unread]:
    keys = {} if answers is None else read_keys(answers)
    loaded = load_geometry3k(path)
    for row in loaded.items:
        name = f"geometry3k-{row.id}"
        try:
            problem = row.problem()
        except ProblemError as error:
            yield Unread(name, "unreadable", str(error))
            continue
        key = keys.get(row.id) or key_of(row.answer)
        yield Item(id=name, data={**_asked(problem.question, key), "form": dict(row.form)}, provenance=_GEOMETRY3K)
    yield from _unread("geometry3k", loaded.bad_rows)


def _pgps9k(path: Path) -> Iterator[Item | Unread]:
    loaded = load_pgps9k(path)
    for row in loaded.items:
        yield Item(id=f"pgps9k-{row.id}", data=_asked(row.question, key_of(row.answer)), provenance=_PGPS9K)
    yield from _unread("pgps9k", loaded.bad_rows)


def _unread(name: str, rows: Iterable[BadRow]) -> Iterator[Unread]:
    yield from (Unread(f"{name}-row-{row.row}", "unreadable", row.reason) for row in rows)


def _entries(path: Path, licence: str) -> Iterator[Item | Unread]:
    for number, entry in enumerate(load_entries(path), 1):
        name = f"own-{entry.get('id', number)}"
        try:
            problem = problem_of(entry)
        except ProblemError as error:
            yield Unread(name, "unreadable", str(error))
            continue
        key = None if problem.answer is None else key_of(problem.answer)
        data = {**_asked(problem.question, key), "entry": entry}
        yield Item(id=name, data=data, provenance=Provenance(source=path.name, licence=licence))


def _asked(question: Question, key: Key | None) -> dict[str, Any]:
    image = next(iter(question.images), None)
    return {
        "text": question.text,
        "choices": list(question.choices),
        "answer": None if key is None else key.value,
        "image": None if image is None else str(Path(image).resolve()),
    }


def formal_of(item: Item) -> Problem | None:
    """Return an item's problem with its formal description; None where it has none."""
    if "form" in item.data:
        return read_form(item.id, item.data["form"])
    return problem_of(item.data["entry"], item.id) if "entry" in item.data else None


def question_of(item: Item, context: Context) -> Question:
    """Return what a learner sees of an item."""
    formal = formal_of(item)
    image = item.data.get("image")
    return Question(
        text=str(item.data["text"]),
        figure=None if formal is None else formal.question.figure,
        images=() if image is None else (str(context.path(image)),),
        choices=tuple(item.data.get("choices") or ()),
    )


def solved_item(item: Item) -> Solution | None:
    """Return what the engine finds; None where there is no formal description."""
    formal = formal_of(item)
    return None if formal is None else solve(formal)


def key_of_item(item: Item) -> float | None:
    """Return the official answer; None where none is known."""
    answer: Any = item.data.get("answer")
    return None if answer is None else float(answer)
