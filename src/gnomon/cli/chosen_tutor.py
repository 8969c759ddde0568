"""The tutor that ``--tutor SPEC`` names, guarded unless told otherwise, and what the guard did in the end."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

import typer

from gnomon.cli.showing import number_of

if TYPE_CHECKING:
    from gnomon.dialogue import Dialogue
    from gnomon.tutor import Tutor


class ChosenTutor(NamedTuple):
    """A tutor with the name that dialogues record, and where it works."""

    tutor: Tutor
    name: str
    runner: asyncio.Runner
    """One event loop for all turns: a client keeps its connections on the loop it began with."""


@contextmanager
def chosen_tutor(spec: str, *, seed: int, guard: bool) -> Iterator[ChosenTutor]:
    """Open the tutor of a specification, and close it afterwards."""
    from gnomon.session import GuardedTutor
    from gnomon.tutor import AddressedModel, open_tutor

    models: list[AddressedModel] = []

    def opened(address: str) -> AddressedModel:
        models.append(AddressedModel(address))
        return models[-1]

    tutor = open_tutor(spec, opened, seed=seed)
    with asyncio.Runner() as runner:
        try:
            yield ChosenTutor(GuardedTutor(tutor) if guard else tutor, tutor.name + ("" if guard else " (unguarded)"), runner)
        finally:
            for model in models:
                runner.run(model.aclose())


def report_interventions(dialogue: Dialogue) -> None:
    """Say on stderr what the guard stopped and what it could not read, where there was any."""
    records = [turn.record for turn in dialogue.tutor_turns() if turn.record is not None]
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
