"""What annotators earn."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Index, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from gnomon.store.annotation.members import Member
from gnomon.store.database import Base, Database, new_id, now, reads, writes


class Entry(Base):
    """Something earned; rows are only ever added, a correction is one more."""

    __tablename__ = "annotation_entries"
    __table_args__ = (Index("ix_annotation_entries_account", "account_id", "batch_id"),)

    id: Mapped[str] = mapped_column(primary_key=True, default=new_id)
    account_id: Mapped[str]
    """No reference, nor for what follows: what was earned stays when the work is erased."""
    batch_id: Mapped[str]
    item_id: Mapped[str | None]
    """None: the onboarding."""
    kind: Mapped[str]
    """``onboarding``, ``dialogue`` or ``bonus``."""
    cents: Mapped[int]
    """Hundredths of the batch's currency."""
    note: Mapped[str] = mapped_column(default="")
    created: Mapped[datetime] = mapped_column(default=now)


@dataclass(frozen=True)
class Earnings:
    """What was earned in a database's batches."""

    database: Database

    @writes
    def earn_once(self, session: Session, entry: Entry) -> None:
        """Note something that somebody earns once in a batch, such as the onboarding."""
        session.get(Member, (entry.batch_id, entry.account_id), with_for_update=True)  # two at once do not both find nothing
        own = (Entry.batch_id == entry.batch_id, Entry.account_id == entry.account_id, Entry.kind == entry.kind)
        if session.scalar(select(Entry.id).where(*own).limit(1)) is None:
            session.add(entry)

    @reads
    def earned(
        self, session: Session, *, account_id: str | None = None, batch_id: str | None = None, item_id: str | None = None
    ) -> list[Entry]:
        """Return what was earned, oldest first."""
        given = ((Entry.account_id, account_id), (Entry.batch_id, batch_id), (Entry.item_id, item_id))
        wanted = [column == value for column, value in given if value is not None]
        return list(session.scalars(select(Entry).where(*wanted).order_by(Entry.created, Entry.id)))
