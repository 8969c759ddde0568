"""Classes of a teacher: who belongs to them, and which problems they were given."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ForeignKey, delete, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from gnomon.store.accounts import Account
from gnomon.store.database import Base, Database, new_id, now, reads, writes

_CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Those that nobody takes for another one when copying from a board."""
_CODE_LENGTH = 8
"""About 40 bits: with a limit of tries, out of reach of guessing; a teacher can end a code."""


class Classroom(Base):
    """A class."""

    __tablename__ = "classes"

    id: Mapped[str] = mapped_column(primary_key=True, default=new_id)
    name: Mapped[str]
    teacher_id: Mapped[str] = mapped_column(ForeignKey("accounts.id"), index=True)
    code: Mapped[str | None] = mapped_column(unique=True)
    """By which learners join; the teacher writes it on the board, so it is kept as it is. None: nobody joins any more."""
    is_supervised: Mapped[bool] = mapped_column(default=False)
    """Whether each turn of a tutor waits for the teacher."""
    wait_seconds: Mapped[int] = mapped_column(default=60)
    """How long a turn waits."""
    on_timeout: Mapped[str] = mapped_column(default="send")
    """What happens then: ``send`` it as it is, or go on to ``hold`` it."""
    created: Mapped[datetime] = mapped_column(default=now)


class Membership(Base):
    """A learner in a class."""

    __tablename__ = "memberships"

    class_id: Mapped[str] = mapped_column(ForeignKey("classes.id", ondelete="CASCADE"), primary_key=True)
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True, index=True)
    joined: Mapped[datetime] = mapped_column(default=now)


class Assignment(Base):
    """A problem that a class was given."""

    __tablename__ = "assignments"

    class_id: Mapped[str] = mapped_column(ForeignKey("classes.id", ondelete="CASCADE"), primary_key=True)
    problem: Mapped[str] = mapped_column(primary_key=True)
    """Id of a problem of the bank, or of an own one."""
    due: Mapped[datetime | None]
    created: Mapped[datetime] = mapped_column(default=now)


@dataclass(frozen=True)
class Classes:
    """The classes of a database."""

    database: Database

    @writes
    def make(self, session: Session, teacher_id: str, name: str) -> Classroom:
        """Make a class with a code."""
        classroom = Classroom(teacher_id=teacher_id, name=name, code=_new_code())
        session.add(classroom)
        return classroom

    @reads
    def get(self, session: Session, class_id: str) -> Classroom | None:
        """Return a class."""
        return session.get(Classroom, class_id)

    @reads
    def of_teacher(self, session: Session, teacher_id: str | None) -> list[Classroom]:
        """Return a teacher's classes, or with None those of all, oldest first."""
        query = select(Classroom).order_by(Classroom.created, Classroom.id)
        if teacher_id is not None:
            query = query.where(Classroom.teacher_id == teacher_id)
        return list(session.scalars(query))

    @reads
    def of_learner(self, session: Session, account_id: str) -> list[Classroom]:
        """Return the classes that a learner belongs to."""
        query = (
            select(Classroom)
            .join(Membership, Membership.class_id == Classroom.id)
            .where(Membership.account_id == account_id)
            .order_by(Classroom.created, Classroom.id)
        )
        return list(session.scalars(query))

    @reads
    def by_code(self, session: Session, code: str) -> Classroom | None:
        """Return the class that a code, in letters of any size, belongs to."""
        return session.scalar(select(Classroom).where(Classroom.code == code.strip().upper()))

    async def renew_code(self, class_id: str, *, is_open: bool = True) -> None:
        """Give a class another code, or none; the old one is worth nothing then."""
        await self.change(class_id, code=_new_code() if is_open else None)

    @writes
    def change(self, session: Session, /, class_id: str, **values: object) -> None:
        """Set fields of a class."""
        classroom = session.get(Classroom, class_id, with_for_update=True)
        if classroom is not None:
            for name, value in values.items():
                setattr(classroom, name, value)

    @writes
    def delete(self, session: Session, class_id: str) -> None:
        """Drop a class; conversations of its learners stay theirs."""
        session.execute(delete(Classroom).where(Classroom.id == class_id))

    @writes
    def join(self, session: Session, class_id: str, account_id: str) -> None:
        """Add a learner, once."""
        if session.get(Membership, (class_id, account_id)) is None:
            session.add(Membership(class_id=class_id, account_id=account_id))

    @writes
    def leave(self, session: Session, class_id: str, account_id: str) -> None:
        """Take a learner out."""
        session.execute(delete(Membership).where(Membership.class_id == class_id, Membership.account_id == account_id))

    @reads
    def learners(self, session: Session, class_id: str) -> list[Account]:
        """Return who belongs to a class, by name."""
        query = (
            select(Account)
            .join(Membership, Membership.account_id == Account.id)
            .where(Membership.class_id == class_id, Account.erased.is_(None))
            .order_by(Account.name, Account.id)
        )
        return list(session.scalars(query))

    @writes
    def assign(self, session: Session, class_id: str, problem: str, due: datetime | None = None) -> None:
        """Give a class a problem; given again, it is due anew."""
        session.merge(Assignment(class_id=class_id, problem=problem, due=due))

    @writes
    def unassign(self, session: Session, class_id: str, problem: str) -> None:
        """Take a problem back."""
        session.execute(delete(Assignment).where(Assignment.class_id == class_id, Assignment.problem == problem))

    @reads
    def assignments(self, session: Session, class_id: str) -> list[Assignment]:
        """Return what a class was given, oldest first."""
        query = select(Assignment).where(Assignment.class_id == class_id).order_by(Assignment.created, Assignment.problem)
        return list(session.scalars(query))


def _new_code() -> str:
    return "".join(secrets.choice(_CODE_LETTERS) for _ in range(_CODE_LENGTH))
