"""Pictures of problems that are begun and not saved yet: so many bytes an account."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ForeignKey, LargeBinary, delete, func, select
from sqlalchemy.orm import Mapped, Session, mapped_column, undefer

from gnomon.store.accounts import Account
from gnomon.store.database import Base, Database, now, reads, writes

QUOTA = 50_000_000
"""Bytes of one account: a hundred large pictures that nobody saved or threw away."""


class UnsavedPicture(Base):
    """A picture."""

    __tablename__ = "unsaved_pictures"

    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True)
    work: Mapped[str] = mapped_column(primary_key=True)
    """Id of what it is for."""
    name: Mapped[str] = mapped_column(primary_key=True)
    """The SHA-256 of its bytes: sent twice it is kept once."""
    data: Mapped[bytes] = mapped_column(LargeBinary, deferred=True)
    """PNG, made anew from what was uploaded."""
    size: Mapped[int]
    """Bytes."""
    created: Mapped[datetime] = mapped_column(default=now)


class QuotaError(ValueError):
    """An account keeps as many unsaved pictures as it may."""


@dataclass(frozen=True)
class Pictures:
    """The unsaved pictures of a database."""

    database: Database

    @writes
    def keep(self, session: Session, account_id: str, work: str, data: bytes) -> str:
        """Keep a picture, and return its name.

        Raises:
            QuotaError: when it is too much for the account.
        """
        name = picture_name(data)
        session.get(Account, account_id, with_for_update=True)  # two pictures at once are counted one after the other
        if session.get(UnsavedPicture, (account_id, work, name)) is not None:
            return name
        held = session.scalar(select(func.sum(UnsavedPicture.size)).where(UnsavedPicture.account_id == account_id))
        if (held or 0) + len(data) > QUOTA:
            raise QuotaError(f"{QUOTA // 10**6} MB of pictures wait to be saved; save or delete problems that you have begun")
        session.add(UnsavedPicture(account_id=account_id, work=work, name=name, data=data, size=len(data)))
        return name

    @reads
    def get(self, session: Session, account_id: str, work: str, name: str) -> bytes | None:
        """Return a picture."""
        kept = session.get(UnsavedPicture, (account_id, work, name), options=[undefer(UnsavedPicture.data)])
        return None if kept is None else kept.data

    @writes
    def discard(self, session: Session, account_id: str, work: str) -> None:
        """Drop the pictures of a work."""
        session.execute(delete(UnsavedPicture).where(UnsavedPicture.account_id == account_id, UnsavedPicture.work == work))

    def erase(self, session: Session, account_id: str) -> None:
        """Drop all pictures of an account, in the transaction of `Store.erase`."""
        session.execute(delete(UnsavedPicture).where(UnsavedPicture.account_id == account_id))


def picture_name(data: bytes) -> str:
    """Return the name that a picture has by its bytes."""
    return hashlib.sha256(data).hexdigest()
