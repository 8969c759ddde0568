"""Batches of wrong attempts to be talked about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, UniqueConstraint, select, update
from sqlalchemy.orm import Mapped, Session, mapped_column

from gnomon.store.database import Base, Database, new_id, now, reads, writes


class Batch(Base):
    """Wrong attempts to be talked about, and how."""

    __tablename__ = "annotation_batches"

    id: Mapped[str] = mapped_column(primary_key=True, default=new_id)
    name: Mapped[str]
    made_by: Mapped[str | None] = mapped_column(ForeignKey("accounts.id", ondelete="SET NULL"))
    options: Mapped[dict[str, Any]]
    """As `gnomon.studio.review.batches.Options`."""
    created: Mapped[datetime] = mapped_column(default=now)
    closed: Mapped[datetime | None]
    """From when on nobody takes another attempt."""


class Start(Base):
    """One wrong attempt of a batch, which one or more annotators talk about, each for themselves."""

    __tablename__ = "annotation_starts"
    __table_args__ = (UniqueConstraint("batch_id", "number"),)

    id: Mapped[str] = mapped_column(primary_key=True, default=new_id)
    batch_id: Mapped[str] = mapped_column(ForeignKey("annotation_batches.id", ondelete="CASCADE"))
    number: Mapped[int]
    """From 1."""
    problem: Mapped[str]
    """Its id."""
    whole: Mapped[dict[str, Any] | None]
    """What the problem is made of, where the bank does not have it: a teacher's YAML as ``yaml``, or its fields from a row."""
    attempt: Mapped[str]
    misconception: Mapped[str | None]
    seed: Mapped[int]
    """Of the simulated student."""


@dataclass(frozen=True)
class Batches:
    """The batches of a database."""

    database: Database

    @writes
    def make_batch(self, session: Session, batch: Batch, starts: Sequence[Start]) -> Batch:
        """Keep a batch with its attempts, numbered in their order."""
        session.add(batch)
        session.flush()
        for number, start in enumerate(starts, 1):
            start.batch_id, start.number = batch.id, number
        session.add_all(starts)
        return batch

    @reads
    def batch(self, session: Session, batch_id: str) -> Batch | None:
        """Return a batch."""
        return session.get(Batch, batch_id)

    @reads
    def batches(self, session: Session) -> list[Batch]:
        """Return all batches, newest first."""
        return list(session.scalars(select(Batch).order_by(Batch.created.desc(), Batch.id)))

    @writes
    def close_batch(self, session: Session, batch_id: str) -> None:
        """Let nobody take another attempt of a batch."""
        session.execute(update(Batch).where(Batch.id == batch_id, Batch.closed.is_(None)).values(closed=now()))

    @reads
    def starts(self, session: Session, batch_id: str) -> list[Start]:
        """Return the attempts of a batch in order."""
        return list(session.scalars(select(Start).where(Start.batch_id == batch_id).order_by(Start.number)))
