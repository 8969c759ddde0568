"""Reviews: dialogues that are handed in, what reviewers say about them and decide."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import ForeignKey, UniqueConstraint, delete, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Mapped, Session, mapped_column

from gnomon.dialogue import Outcome
from gnomon.store.annotation.dialogues import Item, at_work
from gnomon.store.annotation.earnings import Entry
from gnomon.store.database import Base, Database, new_id, now, reads, writes


class Verdict(Base):
    """What a reviewer decided about a submitted dialogue."""

    __tablename__ = "annotation_verdicts"

    id: Mapped[str] = mapped_column(primary_key=True, default=new_id)
    item_id: Mapped[str] = mapped_column(ForeignKey("annotation_items.id", ondelete="CASCADE"), index=True)
    reviewer_id: Mapped[str | None] = mapped_column(ForeignKey("accounts.id", ondelete="SET NULL"))
    state: Mapped[str]
    """``accepted``, ``returned`` or ``rejected``."""
    created: Mapped[datetime] = mapped_column(default=now)


class Remark(Base):
    """A reviewer's comment; the annotator reads it once a verdict stands behind it."""

    __tablename__ = "annotation_remarks"
    __table_args__ = (UniqueConstraint("item_id", "client_id"),)

    id: Mapped[str] = mapped_column(primary_key=True, default=new_id)
    item_id: Mapped[str] = mapped_column(ForeignKey("annotation_items.id", ondelete="CASCADE"))
    verdict_id: Mapped[str | None] = mapped_column(ForeignKey("annotation_verdicts.id", ondelete="CASCADE"))
    reviewer_id: Mapped[str | None] = mapped_column(ForeignKey("accounts.id", ondelete="SET NULL"))
    turn: Mapped[int | None]
    """Number of the turn that it is about; None: the whole dialogue."""
    words: Mapped[str]
    client_id: Mapped[str | None]
    created: Mapped[datetime] = mapped_column(default=now)


@dataclass(frozen=True)
class Reviews:
    """The reviews of a database's dialogues."""

    database: Database

    @writes
    def submit(self, session: Session, item_id: str, outcome: Outcome, debrief: dict[str, Any], entries: Sequence[Entry]) -> bool:
        """Hand a dialogue in for review, with what it earns in one transaction; False where that was done already."""
        item = at_work(session, item_id)
        if item is None:
            return False
        item.submitted, item.outcome, item.debrief, item.state = now(), outcome, debrief, "new"
        session.add_all(entries)
        return True

    @writes
    def look_into(self, session: Session, item_id: str) -> None:
        """Note that a reviewer has opened a dialogue that is new."""
        session.execute(
            update(Item).where(Item.id == item_id, Item.state == "new", Item.submitted.is_not(None)).values(state="in_review")
        )

    async def remark(self, remark: Remark) -> None:
        """Keep a comment; one that is kept already under its ``client_id`` counts once."""
        try:
            await self.database.write(lambda session: session.add(remark))
        except IntegrityError:
            return

    @writes
    def drop_remark(self, session: Session, item_id: str, remark_id: str) -> None:
        """Drop a comment behind which no verdict stands yet."""
        session.execute(delete(Remark).where(Remark.id == remark_id, Remark.item_id == item_id, Remark.verdict_id.is_(None)))

    @reads
    def remarks(self, session: Session, item_ids: Sequence[str]) -> list[Remark]:
        """Return the comments on some dialogues, oldest first."""
        query = select(Remark).where(Remark.item_id.in_(item_ids)).order_by(Remark.created, Remark.id)
        return list(session.scalars(query))

    @reads
    def verdicts(self, session: Session, item_ids: Sequence[str]) -> list[Verdict]:
        """Return what was decided about some dialogues, oldest first."""
        query = select(Verdict).where(Verdict.item_id.in_(item_ids)).order_by(Verdict.created, Verdict.id)
        return list(session.scalars(query))

    @writes
    def decide(
        self, session: Session, item_id: str, reviewer_id: str, state: Literal["accepted", "returned", "rejected"]
    ) -> bool:
        """Decide about a submitted dialogue; one that is returned is the annotator's again. False where none was submitted."""
        item = session.get(Item, item_id, with_for_update=True)
        if item is None or item.submitted is None:
            return False
        verdict = Verdict(item_id=item_id, reviewer_id=reviewer_id, state=state)
        session.add(verdict)
        session.flush()
        session.execute(
            update(Remark).where(Remark.item_id == item_id, Remark.verdict_id.is_(None)).values(verdict_id=verdict.id)
        )
        item.state = state
        if state == "returned":
            item.submitted = None
        return True
