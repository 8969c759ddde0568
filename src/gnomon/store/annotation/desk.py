"""The annotation desk: all that annotators and reviewers do."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import delete
from sqlalchemy.orm import Session

from gnomon.store.annotation.batches import Batches
from gnomon.store.annotation.dialogues import Dialogues, Item
from gnomon.store.annotation.earnings import Earnings
from gnomon.store.annotation.members import Member, Members
from gnomon.store.annotation.places import Places
from gnomon.store.annotation.reviews import Reviews


@dataclass(frozen=True)
class Annotation(Batches, Members, Places, Dialogues, Reviews, Earnings):
    """The annotation desk of a database."""

    def erase(self, session: Session, account_id: str) -> None:
        """Drop an account's part in batches, in the transaction of `Store.erase`; what was earned stays, as numbers."""
        session.execute(delete(Item).where(Item.account_id == account_id))
        session.execute(delete(Member).where(Member.account_id == account_id))
