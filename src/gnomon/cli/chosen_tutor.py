"""The tutor that ``--tutor SPEC`` names, guarded unless told otherwise, and what the guard did in the end."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

import typer

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
            f"guard: {stopped} draft{_s(stopped)} stopped, {unread} repl{'y' if unread == 1 else 'ies'} not readable as a turn, "
            f"{safe} safe turn{_s(safe)} in their place",
            err=True,
        )


def _s(count: int) -> str:
    return "" if count == 1 else "s"
