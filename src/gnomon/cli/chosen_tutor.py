"""The tutor that ``--tutor SPEC`` names, guarded unless told otherwise, with its models, and what was stopped in the end."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from gnomon.cli.showing import number_of

if TYPE_CHECKING:
    from gnomon.dialogue import Dialogue
    from gnomon.student import Student
    from gnomon.tutor import Tutor

Reader = Annotated[
    str | None,
    typer.Option("--reader", metavar="MODEL@URL", help="Reads what is told in words; verdicts stay the engine's."),
]
Voice = Annotated[
    str | None,
    typer.Option("--voice", metavar="MODEL@URL", help="Puts the symbolic tutor's turns into the learner's language and tone."),
]


Composer = Annotated[
    str | None,
    typer.Option(
        "--composer",
        metavar="MODEL@URL",
        help="Writes the symbolic tutor's turns anew, to answer what was said; not with --voice.",
    ),
]


class Helpers(NamedTuple):
    """Addresses of models beside the tutor's own, and who plays the student; None: nobody."""

    reader: str | None = None
    voice: str | None = None
    composer: str | None = None
    student: str | None = None
    """A model's address, or the name of a simulated student."""
    max_tokens: int | None = None
    """Of one reply of any model, the tutor's own too; None: as many as its server gives."""


_NO_HELPERS = Helpers()


class ChosenTutor(NamedTuple):
    """A tutor with the name that dialogues record, and where it works."""

    tutor: Tutor
    name: str
    runner: asyncio.Runner
    """One event loop for all turns: a client keeps its connections on the loop it began with."""
    student: Student | None = None
    """Who plays the student; None: the person at the keyboard."""


@contextmanager
def chosen_tutor(spec: str, *, seed: int, guard: bool, helpers: Helpers = _NO_HELPERS) -> Iterator[ChosenTutor]:
    """Open the tutor of a specification and the models around it, and close them afterwards."""
    from gnomon.models import CallSettings
    from gnomon.session import GuardedTutor
    from gnomon.student import ModelStudent, named_student
    from gnomon.tutor import AddressedModel, open_tutor

    models: list[AddressedModel] = []
    asking = CallSettings(max_tokens=helpers.max_tokens)

    def opened(address: str, role: str = "tutor") -> AddressedModel:
        models.append(AddressedModel(address, role=role, asking=asking))
        return models[-1]

    reader = opened(helpers.reader, "reader") if helpers.reader else None
    voice = opened(helpers.voice, "voice") if helpers.voice else None
    composer = opened(helpers.composer, "composer") if helpers.composer else None
    tutor = open_tutor(spec, opened, seed=seed, reader=reader, voice=voice, composer=composer)
    student: Student | None = None
    if helpers.student:
        is_address = "@" in helpers.student or "://" in helpers.student
        student = (
            ModelStudent(opened(helpers.student, "student"), seed=seed) if is_address else named_student(helpers.student, seed)
        )
    with asyncio.Runner() as runner:
        try:
            name = tutor.name + ("" if guard else " (unguarded)")
            yield ChosenTutor(GuardedTutor(tutor) if guard else tutor, name, runner, student)
        finally:
            for model in models:
                runner.run(model.aclose())


def report_interventions(dialogue: Dialogue) -> None:
    """Say on stderr what the guard stopped, what could not be read, and what of a reader's and a voice's was not used."""
    records = [turn.record for turn in dialogue.tutor_turns() if turn.record is not None]
    for model, instead, reasons in (
        ("reader", "the grammar's reading counts", [reason for record in records for reason in record.unheard]),
        (
            "composer" if "+composer:" in dialogue.tutor else "voice",
            "said in the planned words",
            [reason for record in records for reason in record.unvoiced],
        ),
    ):
        if reasons:
            commonest, count = Counter(reasons).most_common(1)[0]
            typer.echo(f"{model}: {len(reasons)} times not used, {instead}; {count} times: {commonest}", err=True)
    stopped, unread = sum(len(record.guard) for record in records), sum(len(record.unread) for record in records)
    if stopped or unread:
        safe = sum(record.rung == "safe" for record in records)
        typer.echo(
            f"guard: {number_of(stopped, 'draft')} stopped, {unread} repl{'y' if unread == 1 else 'ies'} not readable as a turn, "
            f"{number_of(safe, 'safe turn')} in their place",
            err=True,
        )
        if safe == len(dialogue.tutor_turns()):
            typer.echo(
                f"warning: no turn is {dialogue.tutor}'s own, all are safe turns of gnomon: the outcome says nothing about it",
                err=True,
            )
