"""Problems as items: read from published files or own ones, and turned back into questions and formal problems."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from gnomon.corpus.pipeline import Context, Item, Params, Provenance, Unread
from gnomon.geometry import Solution, solve
from gnomon.problem import Problem, ProblemError, Question, load_forms, problem_of, read_form
from gnomon.problem.bank import load_entries

_GEOMETRY3K = Provenance(source="Geometry3K (Lu et al. 2021)", licence="MIT")


class ProblemFiles(Params):
    """Where problems come from; all that are named are read, one after the other."""

    geometry3k: Path | None = None
    """Annotated forms, one JSON file."""
    answers: Path | None = None
    """Their answers, ``{id: number}``."""
    pictures: Path | None = None
    """Folder with their pictures, ``ID.png``."""
    own: Path | None = None
    """A YAML file in our form; ``licence`` says how it may be used."""
    licence: str = ""
    limit: int | None = None
    """Only so many from the top of each file."""


def problem_files(params: ProblemFiles) -> Iterable[Path]:
    """Return the files that problems are read from."""
    return [path for path in (params.geometry3k, params.answers, params.own) if path is not None]


def load_problems(params: ProblemFiles) -> Iterator[Item | Unread]:
    """Yield problems as items; a row that cannot be read is dropped with its reason.

    An item has ``text``, ``choices``, ``answer`` (the key as a number, or None), ``image`` (a path, or None) and its formal
    description as it was written: ``form`` of Geometry3K, or ``entry`` of our own form.
    """
    if params.geometry3k is not None:
        yield from islice(_forms(params.geometry3k, params.answers, params.pictures), params.limit)
    if params.own is not None:
        yield from islice(_entries(params.own, params.licence), params.limit)


def _forms(path: Path, answers: Path | None, pictures: Path | None) -> Iterator[Item | Unread]:
    from gnomon.corpus.audit import read_keys

    keys = {} if answers is None else read_keys(answers)
    for name, form in load_forms(path).items():
        try:
            problem = read_form(name, form)
        except ProblemError as error:
            yield Unread(f"geometry3k-{name}", "unreadable", str(error))
            continue
        picture = None if pictures is None else (pictures / f"{name}.png").resolve()
        data: dict[str, Any] = {
            "text": problem.question.text,
            "choices": [],
            "answer": keys[name].value if name in keys else None,
            "image": str(picture) if picture is not None and picture.is_file() else None,
            "form": form,
        }
        yield Item(id=f"geometry3k-{name}", data=data, provenance=_GEOMETRY3K)


def _entries(path: Path, licence: str) -> Iterator[Item | Unread]:
    for number, entry in enumerate(load_entries(path), 1):
        name = f"own-{entry.get('id', number)}"
        try:
            problem = problem_of(entry)
        except ProblemError as error:
            yield Unread(name, "unreadable", str(error))
            continue
        data: dict[str, Any] = {"text": problem.question.text, "choices": [], "answer": problem.answer, "image": None}
        yield Item(id=name, data={**data, "entry": entry}, provenance=Provenance(source=path.name, licence=licence))


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
