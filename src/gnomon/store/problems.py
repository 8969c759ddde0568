"""Problems that teachers made themselves, as YAML in the bank's format, with the picture that they were made from."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ForeignKey, LargeBinary, delete, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from gnomon.store.database import Base, Database, new_id, now, reads, writes
from gnomon.store.drafts import Event

_DELETED = "deleted_problem"
"""In the log, which is kept for good: no other problem gets the id, since classes and conversations may still name it."""


class OwnProblem(Base):
    """A teacher's problem."""

    __tablename__ = "own_problems"

    id: Mapped[str] = mapped_column(primary_key=True, default=new_id)
    owner_id: Mapped[str] = mapped_column(ForeignKey("accounts.id"), index=True)
    title: Mapped[str]
    source: Mapped[str]
    """One problem in YAML."""
    picture: Mapped[bytes | None] = mapped_column(LargeBinary, deferred=True)
    """PNG, made anew from what was uploaded."""
    created: Mapped[datetime] = mapped_column(default=now)
    updated: Mapped[datetime] = mapped_column(default=now)


@dataclass(frozen=True)
class OwnProblems:
    """The own problems of a database."""

    database: Database

    @writes
    def save(
        self,
        session: Session,
        owner_id: str,
        title: str,
        source: str,
        *,
        picture: bytes | None = None,
        problem_id: str | None = None,
    ) -> OwnProblem:
        """Keep a new problem, or another state of one's own; without a picture the one that is kept stays.

        Raises:
            LookupError: when there is a problem with that id, and it is somebody else's, or there was one and it was deleted.
        """
        kept = session.get(OwnProblem, problem_id, with_for_update=True) if problem_id else None
        if kept is None:
            was_there = select(Event.id).where(Event.kind == _DELETED, Event.place == _place(problem_id or "")).limit(1)
            if problem_id and session.scalar(was_there) is not None:
                raise LookupError(problem_id)
            row = OwnProblem(id=problem_id or new_id(), owner_id=owner_id, title=title, source=source, picture=picture)
            session.add(row)
            return row
        if kept.owner_id != owner_id:
            raise LookupError(problem_id)
        kept.title, kept.source, kept.updated = title, source, now()
        if picture is not None:
            kept.picture = picture
        return kept

    @reads
    def get(self, session: Session, problem_id: str) -> OwnProblem | None:
        """Return a problem without its picture."""
        return session.get(OwnProblem, problem_id)

    @reads
    def picture(self, session: Session, problem_id: str) -> bytes | None:
        """Return a problem's picture."""
        return session.scalar(select(OwnProblem.picture).where(OwnProblem.id == problem_id))

    @reads
    def of(self, session: Session, owner_id: str) -> list[OwnProblem]:
        """Return a teacher's problems, the last changed first."""
        query = select(OwnProblem).where(OwnProblem.owner_id == owner_id).order_by(OwnProblem.updated.desc(), OwnProblem.id)
        return list(session.scalars(query))

    @writes
    def delete(self, session: Session, owner_id: str, problem_id: str) -> None:
        """Drop one of a teacher's own problems."""
        session.execute(delete(OwnProblem).where(OwnProblem.id == problem_id, OwnProblem.owner_id == owner_id))
        session.add(Event(account_id=owner_id, kind=_DELETED, place=_place(problem_id), body={}))


def _place(problem_id: str) -> str:
    return f"problem/{problem_id}"
