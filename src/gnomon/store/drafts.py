"""What somebody has begun and not sent: text, strokes, forms, by the place where it stands; and the log of what happened."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, Index, delete, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from gnomon.store.database import Base, Database, new_id, now, reads, writes


class Draft(Base):
    """What stands at one place of one account."""

    __tablename__ = "drafts"

    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True)
    place: Mapped[str] = mapped_column(primary_key=True)
    """Such as ``talk/ID``."""
    version: Mapped[int]
    body: Mapped[dict[str, Any]]
    updated: Mapped[datetime] = mapped_column(default=now)


class Event(Base):
    """Something that happened; rows are only ever added."""

    __tablename__ = "events"
    __table_args__ = (Index("ix_events_account_place", "account_id", "place"), Index("ix_events_kind", "kind", "created"))

    id: Mapped[str] = mapped_column(primary_key=True, default=new_id)
    account_id: Mapped[str | None]
    """Who did it; None: nobody who is signed in. No reference: the log stays when an account goes."""
    kind: Mapped[str]
    """Such as ``signed_in``."""
    place: Mapped[str] = mapped_column(default="")
    body: Mapped[dict[str, Any]] = mapped_column(default=dict)
    created: Mapped[datetime] = mapped_column(default=now)


class StaleDraftError(ValueError):
    """A draft was changed elsewhere meanwhile."""

    def __init__(self, draft: Draft) -> None:
        super().__init__(f"version {draft.version} is kept")
        self.draft = draft


@dataclass(frozen=True)
class Drafts:
    """The drafts of a database."""

    database: Database

    @reads
    def get(self, session: Session, account_id: str, place: str) -> Draft | None:
        """Return what stands at a place."""
        return session.get(Draft, (account_id, place))

    @writes
    def put(self, session: Session, account_id: str, place: str, version: int, body: dict[str, Any]) -> int:
        """Keep a draft, and return its new version.

        Args:
            account_id: whose.
            place: where it stands.
            version: the one that was changed; 0 where there was none.
            body: all of it.

        Raises:
            StaleDraftError: when another version is kept, with that one; the same body as is kept counts as kept.
        """
        kept = session.get(Draft, (account_id, place), with_for_update=True)
        if kept is None:
            session.add(Draft(account_id=account_id, place=place, version=version + 1, body=body))
            return version + 1
        if kept.version != version:
            if kept.body == body:  # sent again, since the answer was lost
                return kept.version
            session.expunge(kept)  # it outlives the transaction that ends here
            raise StaleDraftError(kept)
        kept.version, kept.body, kept.updated = version + 1, body, now()
        return kept.version

    @reads
    def under(self, session: Session, account_id: str, prefix: str) -> list[Draft]:
        """Return what stands at places that begin with a prefix, the last changed first."""
        query = select(Draft).where(Draft.account_id == account_id, Draft.place.startswith(prefix, autoescape=True))
        return list(session.scalars(query.order_by(Draft.updated.desc(), Draft.place)))

    @writes
    def discard(self, session: Session, account_id: str, place: str) -> None:
        """Drop a draft, since it was sent or given up."""
        session.execute(delete(Draft).where(Draft.account_id == account_id, Draft.place == place))

    def erase(self, session: Session, account_id: str) -> None:
        """Drop all drafts of an account, in the transaction of `Store.erase`."""
        session.execute(delete(Draft).where(Draft.account_id == account_id))


@dataclass(frozen=True)
class Events:
    """The log of a database."""

    database: Database

    @writes
    def add(self, session: Session, /, kind: str, account_id: str | None = None, place: str = "", **body: object) -> None:
        """Note that something happened; no secrets, no words of learners."""
        session.add(Event(account_id=account_id, kind=kind, place=place, body=body))

    @reads
    def of(
        self,
        session: Session,
        *,
        account_id: str | None = None,
        place: str | None = None,
        kind: str | None = None,
        most: int = 1000,
    ) -> list[Event]:
        """Return events, newest first, of an account, at a place, of a kind where given."""
        query = select(Event).order_by(Event.created.desc(), Event.id).limit(most)
        if account_id is not None:
            query = query.where(Event.account_id == account_id)
        if place is not None:
            query = query.where(Event.place == place)
        if kind is not None:
            query = query.where(Event.kind == kind)
        return list(session.scalars(query))
