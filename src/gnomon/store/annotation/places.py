"""Attempts given out: which annotator holds which, and who gets the next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from gnomon.store.annotation.batches import Batch, Start
from gnomon.store.annotation.dialogues import Item
from gnomon.store.annotation.members import Member
from gnomon.store.database import Database, reads, writes

Choose = Callable[[list[str], dict[str, list[str]]], str | None]
"""Names the next attempt of somebody, given what `Places.held` returns; None: there is none left."""


@dataclass(frozen=True)
class Places:
    """The places in a database's batches."""

    database: Database

    @writes
    def take(self, session: Session, batch_id: str, account_id: str, choose: Choose) -> Item | None:
        """Return the dialogue that somebody is at, else begin another: the attempt that ``choose`` names, if it names one."""
        session.get(Batch, batch_id, with_for_update=True)  # two who ask at once do not get the same last place
        at_work = session.scalar(
            select(Item)
            .where(Item.batch_id == batch_id, Item.account_id == account_id, Item.submitted.is_(None))
            .order_by(Item.begun, Item.id)
            .limit(1)
        )
        if at_work is not None:
            return at_work
        chosen = choose(*_held(session, batch_id))
        if chosen is None:
            return None
        item = Item(batch_id=batch_id, start_id=chosen, account_id=account_id)
        session.add(item)
        return item

    @reads
    def held(self, session: Session, batch_id: str) -> tuple[list[str], dict[str, list[str]]]:
        """Return the ids of a batch's attempts in order, and by them the ids of who has or had each.

        Who withdrew counts nowhere, nor does what was rejected.
        """
        return _held(session, batch_id)


def _held(session: Session, batch_id: str) -> tuple[list[str], dict[str, list[str]]]:
    starts = list(session.scalars(select(Start.id).where(Start.batch_id == batch_id).order_by(Start.number)))
    query = (
        select(Item.start_id, Item.account_id)
        .join(Member, (Member.batch_id == Item.batch_id) & (Member.account_id == Item.account_id))
        .where(Item.batch_id == batch_id, Member.withdrawn.is_(None), Item.state != "rejected")
    )
    held: dict[str, list[str]] = {}
    for start, account in session.execute(query):
        held.setdefault(start, []).append(account)
    return starts, held
