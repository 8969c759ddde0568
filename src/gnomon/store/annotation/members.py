"""Who annotates a batch: their consent, their onboarding, how far they are invited."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from itertools import count
from typing import Any, Literal

from sqlalchemy import ForeignKey, UniqueConstraint, delete, select, update
from sqlalchemy.orm import Mapped, Session, mapped_column

from gnomon.store.annotation.batches import Batch
from gnomon.store.annotation.dialogues import Item
from gnomon.store.database import Base, Database, now, reads, writes

Round = Literal["first", "more", "ended"]
"""How far an annotator was invited: to the dialogues of the first round, to all, to none any more."""


class Member(Base):
    """Somebody who annotates a batch."""

    __tablename__ = "annotation_members"
    __table_args__ = (UniqueConstraint("batch_id", "code"),)

    batch_id: Mapped[str] = mapped_column(ForeignKey("annotation_batches.id", ondelete="CASCADE"), primary_key=True)
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True, index=True)
    code: Mapped[str]
    """By which data name them."""
    round: Mapped[str] = mapped_column(default="first")
    consent: Mapped[str | None]
    """Which text they agreed to: the beginning of its SHA-256."""
    consented: Mapped[datetime | None]
    withdrawn: Mapped[datetime | None]
    """From then on their dialogues are in no export."""
    onboarded: Mapped[datetime | None]
    """When they passed the quiz."""
    quiz_tries: Mapped[int] = mapped_column(default=0)
    interview: Mapped[dict[str, Any] | None]
    """Answers of the exit interview."""
    joined: Mapped[datetime] = mapped_column(default=now)


@dataclass(frozen=True)
class Members:
    """The annotators of a database's batches."""

    database: Database

    @writes
    def join(self, session: Session, batch_id: str, account_id: str) -> Member:
        """Let somebody annotate a batch; who does already is returned as they are."""
        session.get(Batch, batch_id, with_for_update=True)  # codes are given out one after the other
        member = session.get(Member, (batch_id, account_id))
        if member is None:
            codes = set(session.scalars(select(Member.code).where(Member.batch_id == batch_id)))
            number = next(number for number in count(1) if f"A{number}" not in codes)
            member = Member(batch_id=batch_id, account_id=account_id, code=f"A{number}")
            session.add(member)
        return member

    @reads
    def member(self, session: Session, batch_id: str, account_id: str) -> Member | None:
        """Return somebody's part in a batch."""
        return session.get(Member, (batch_id, account_id))

    @reads
    def members(self, session: Session, batch_id: str) -> list[Member]:
        """Return who annotates a batch, in the order of their codes."""
        query = select(Member).where(Member.batch_id == batch_id).order_by(Member.joined, Member.code)
        return list(session.scalars(query))

    @reads
    def batches_of(self, session: Session, account_id: str) -> list[tuple[Member, Batch]]:
        """Return the batches that somebody annotates, newest first."""
        query = (
            select(Member, Batch)
            .join(Batch, Batch.id == Member.batch_id)
            .where(Member.account_id == account_id)
            .order_by(Batch.created.desc(), Batch.id)
        )
        return [(member, batch) for member, batch in session.execute(query)]

    @writes
    def agree(self, session: Session, batch_id: str, account_id: str, consent: str) -> None:
        """Note to which text somebody agreed, and when; the first time counts."""
        member = session.get(Member, (batch_id, account_id), with_for_update=True)
        if member is not None and member.consented is None:
            member.consent, member.consented = consent, now()

    @writes
    def withdraw(self, session: Session, batch_id: str, account_id: str, *, erases: bool) -> None:
        """Take somebody's consent back, and erase their dialogues where they want that."""
        member = session.get(Member, (batch_id, account_id), with_for_update=True)
        if member is None:
            return
        member.withdrawn = member.withdrawn or now()
        if erases:
            member.interview = None
            session.execute(delete(Item).where(Item.batch_id == batch_id, Item.account_id == account_id))

    @writes
    def try_quiz(self, session: Session, batch_id: str, account_id: str, *, has_passed: bool) -> None:
        """Count a try at the quiz; the first pass counts."""
        member = session.get(Member, (batch_id, account_id), with_for_update=True)
        if member is not None and member.onboarded is None:
            member.quiz_tries += 1
            member.onboarded = now() if has_passed else None

    @writes
    def invite_on(self, session: Session, batch_id: str, account_id: str, to: Round) -> None:
        """Invite somebody to more dialogues, or to no more."""
        _change_member(session, batch_id, account_id, round=to)

    @writes
    def keep_interview(self, session: Session, batch_id: str, account_id: str, answers: dict[str, Any]) -> None:
        """Keep the answers of an exit interview."""
        _change_member(session, batch_id, account_id, interview=answers)


def _change_member(session: Session, batch_id: str, account_id: str, **values: object) -> None:
    session.execute(update(Member).where(Member.batch_id == batch_id, Member.account_id == account_id).values(**values))
