"""Pictures and texts to problems in the terminal: questions asked or answered from a file, one problem or many."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import typer

from gnomon.cli.errors import CommandError
from gnomon.cli.proving import with_answer
from gnomon.cli.writing import refuse_unwritable, write_at_once

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gnomon.drafting import Answer, Draft, Question, Sources
    from gnomon.problem.entry import ProblemEntry


class Asked(NamedTuple):
    """A problem to be made."""

    text: str
    picture: Path | None
    id: str


class Helper(NamedTuple):
    """A model that drafts facts too."""

    address: str | None
    """None where none is asked."""
    cache: Path | None
    """Folder with its answers, so that the same command, with answers to the questions, asks it nothing again."""

    @classmethod
    def beside(cls, out: Path | None, address: str | None) -> Helper:
        """Return the model with a cache beside a file that is written."""
        return cls(address, out.with_suffix(".cache") if out is not None else None)

    def read(self, text: str, picture: Path | None) -> Sources:
        """Read a text and a picture, with the model where there is one.

        Raises:
            ModelAddressError, ModelError: when the model's address cannot be read, or is a server of several models.
            PictureError, OSError, ImportError: as `gnomon.drafting.read_sources`.
        """
        from gnomon.drafting import read_sources

        return read_sources(text, picture) if self.address is None else asyncio.run(self._read_by(self.address, text, picture))

    async def _read_by(self, address: str, text: str, picture: Path | None) -> Sources:
        from gnomon.drafting import read_sources_by
        from gnomon.models import open_model

        async with await open_model(address, role="drafting", cache=self.cache) as client:
            return await read_sources_by(client, text, picture)


def drafted_problem(
    asked: Asked, answers: Path | None, key: Mapping[str, Any], helper: Helper, *, leave_unsure: bool, page: Path | None
) -> ProblemEntry:
    """Make a problem of a picture and a text; ask what is open where somebody sits at the terminal.

    Args:
        asked: what to make a problem of.
        answers: a file with answers by the ids of the questions.
        key: answer and unit, as far as they are given.
        helper: drafts facts too.
        leave_unsure: whether nothing is asked, and what is unsure is left out.
        page: where to write what was read.

    Raises:
        CommandError: when no problem can be made, or questions are left.
    """
    from gnomon.pages import draft_page

    draft = _settled(asked, dict(_answers_in(answers)), helper, leave_unsure=leave_unsure)
    for words in draft.unread:
        typer.echo(f"{asked.id}: not understood: {' '.join(words.split())}", err=True)
    if page is not None:
        write_at_once({page: draft_page(draft, asked.picture)})
        typer.echo(f"page: {page}", err=True)
    if draft.questions:
        listed = "\n".join(line for question in draft.questions for line in _lines(question))
        raise CommandError(f"questions are left; answer them by id in a file for --answers\n{listed}")
    if draft.data is None or draft.solution is None:
        raise CommandError(f"{asked.id}: {draft.reason}")
    return with_answer(draft.solution, {**draft.data, **key})


def _settled(asked: Asked, answers: dict[str, Answer], helper: Helper, *, leave_unsure: bool) -> Draft:
    """Return the draft once nobody is left to answer its questions."""
    from gnomon.drafting import DraftError, draft_of

    sources = helper.read(asked.text, asked.picture)
    draft = draft_of(sources, answers, leave_unsure=leave_unsure, name=asked.id)
    while draft.questions and not leave_unsure and sys.stdin.isatty():
        question = draft.questions[0]
        typer.echo("\n".join(_lines(question)), err=True)
        given = typer.prompt(f"1 to {len(question.choices)}" if question.choices else "answer", err=True).strip()
        try:
            draft = draft_of(sources, {**answers, question.id: given}, leave_unsure=leave_unsure, name=asked.id)
        except DraftError as error:
            typer.echo(str(error), err=True)
            continue
        answers[question.id] = given
    return draft


def _lines(question: Question) -> list[str]:
    return [f"{question.id}: {question.text}", *(f"  {number}  {choice}" for number, choice in enumerate(question.choices, 1))]


def _answers_in(path: Path | None) -> Mapping[str, Answer]:
    if path is None:
        return {}
    read = _json(path)
    if not all(isinstance(value, str | int | float | list) for value in read.values()):
        raise CommandError(f'{str(path)!r}: expected answers such as {{"point:K": 1}}')
    return read


def _json(path: Path) -> dict[str, Any]:
    try:
        read = json.loads(path.read_text("utf-8"))
    except ValueError as error:
        raise CommandError(f"{str(path)!r} is not JSON: {error}") from error
    if not isinstance(read, dict):
        raise CommandError(f"{str(path)!r}: expected one object with an entry for each id, got {type(read).__name__}")
    return read


def batch_of_drafts(
    problems: Path, pictures: Path | None, out: Path | None, model: str | None, *, leave_unsure: bool, force: bool
) -> None:
    """Make a problem of each text with its picture; questions are not asked but written.

    Args:
        problems: ``{id: {"text": ...}}``.
        pictures: the folder with ``ID.png`` or ``ID.jpg``; without it texts stand alone.
        out: the file to write.
        model: address of one that drafts facts too.
        leave_unsure: whether what is unsure is left out where a proof does without it.
        force: whether a file that exists is replaced.
    """
    if out is None:
        raise typer.BadParameter("--batch: expected --out FILE.json")
    refuse_unwritable([out], force=force)
    rows = _json(problems)
    if pictures is not None and not pictures.is_dir():
        raise CommandError(f"--pictures: {str(pictures)!r} is no folder")
    unfit = next((name for name, row in rows.items() if not isinstance(row, dict) or not isinstance(row.get("text"), str)), None)
    if unfit is not None:
        raise CommandError(f'{str(problems)!r}: expected {{id: {{"text": ...}}}}, got no text for {unfit!r}')
    helper = Helper.beside(out, model)
    found = {}
    for name, row in rows.items():
        picture = None if pictures is None else _picture_of(name, pictures)
        found[name] = _row(Asked(row["text"], picture, name), helper, leave_unsure=leave_unsure)
        typer.echo(f"{name}: {found[name]['status']}", err=True)
    write_at_once({out: json.dumps(found, ensure_ascii=False, indent=1) + "\n"})
    typer.echo(str(out))


def _picture_of(name: str, pictures: Path) -> Path:
    """Return the picture of a problem: ``ID.png``, or else a JPEG of that name where there is one."""
    named = [pictures / f"{name}{suffix}" for suffix in (".png", ".jpg", ".jpeg")]
    return next((picture for picture in named if picture.is_file()), named[0])


def _row(asked: Asked, helper: Helper, *, leave_unsure: bool) -> dict[str, Any]:
    from gnomon.drafting import make_draft

    began = time.perf_counter()
    draft = make_draft(asked.text, asked.picture, leave_unsure=leave_unsure, read=helper.read)
    return {**draft.as_json(), "seconds": round(time.perf_counter() - began, 3)}
