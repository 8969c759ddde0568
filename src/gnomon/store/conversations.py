"""Conversations of learners with a tutor, turn by turn, and the tries without one that follow them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pydantic import TypeAdapter
from sqlalchemy import ForeignKey, Index, UniqueConstraint, delete, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Mapped, Session, mapped_column

from gnomon.dialogue import Dialogue, Outcome, StudentTurn, Turn, TutorTurn
from gnomon.store.database import Base, Database, new_id, now, reads, writes

_TURN: TypeAdapter[TutorTurn | StudentTurn] = TypeAdapter(Turn)


class Conversation(Base):
    """A learner's conversation about a problem."""

    __tablename__ = "conversations"

    id: Mapped[str] = mapped_column(primary_key=True, default=new_id)
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), index=True)
    class_id: Mapped[str | None] = mapped_column(ForeignKey("classes.id", ondelete="SET NULL"), index=True)
    """In which class; None: on their own."""
    problem: Mapped[str]
    """Id of a problem of the bank, or of an own one."""
    attempt: Mapped[str]
    tutor: Mapped[str]
    """The name under which it is served."""
    seed: Mapped[int]
    language: Mapped[str | None]
    started: Mapped[datetime] = mapped_column(default=now)
    ended: Mapped[datetime | None]
    outcome: Mapped[str | None]


class SaidTurn(Base):
    """A turn of a conversation."""

    __tablename__ = "turns"
    __table_args__ = (UniqueConstraint("conversation_id", "client_id"),)

    conversation_id: Mapped[str] = mapped_column(ForeignKey("conversations.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    """From 0."""
    body: Mapped[dict[str, Any]]
    """The turn as in Dialogue JSONL."""
    marks: Mapped[dict[str, Any] | None]
    """Strokes of a learner's pen and what they were taken for, with the message."""
    client_id: Mapped[str | None]
    """Made by the browser: sent twice, a message counts once."""
    created: Mapped[datetime] = mapped_column(default=now)

    @property
    def turn(self) -> TutorTurn | StudentTurn:
        """The turn."""
        return _TURN.validate_python(self.body)


class HeldTurn(Base):
    """A tutor's turn that waits, or waited, for a teacher."""

    __tablename__ = "held_turns"

    conversation_id: Mapped[str] = mapped_column(ForeignKey("conversations.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    """Where in the conversation it is to stand."""
    proposed: Mapped[dict[str, Any]]
    sent: Mapped[dict[str, Any] | None]
    decision: Mapped[str | None]
    """``approved``, ``edited``, ``replaced`` or ``timed_out``; None: it waits."""
    decided_by: Mapped[str | None] = mapped_column(ForeignKey("accounts.id", ondelete="SET NULL"))
    created: Mapped[datetime] = mapped_column(default=now)
    decided: Mapped[datetime | None]


class Try(Base):
    """A sibling of a problem that was talked about, to be solved without a tutor."""

    __tablename__ = "tries"
    __table_args__ = (Index("ix_tries_account_due", "account_id", "due"),)

    id: Mapped[str] = mapped_column(primary_key=True, default=new_id)
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"))
    conversation_id: Mapped[str] = mapped_column(ForeignKey("conversations.id", ondelete="CASCADE"), index=True)
    due: Mapped[datetime]
    """From when on it is offered."""
    problem: Mapped[str | None]
    """The sibling as YAML, once it was opened."""
    answer: Mapped[str | None]
    """The learner's first answer, with its working; later ones do not count."""
    is_right: Mapped[bool | None]
    """None: not answered, or not read."""
    answered: Mapped[datetime | None]


@dataclass(frozen=True)
class Kept:
    """A conversation with its turns."""

    row: Conversation
    turns: tuple[SaidTurn, ...]

    def dialogue(self) -> Dialogue:
        """Return the dialogue, with records."""
        return Dialogue.model_validate(
            {
                "id": self.row.id,
                "version": len(self.turns),
                "problem": self.row.problem,
                "attempt": self.row.attempt,
                "turns": [said.body for said in self.turns],
                "outcome": self.row.outcome,
                "tutor": self.row.tutor,
                "student": "person",
                "language": self.row.language,
                "seed": self.row.seed,
            }
        )


class OutOfStepError(ValueError):
    """A turn that does not follow on what is kept: something was said elsewhere meanwhile."""


@dataclass(frozen=True)
class Conversations:
    """The conversations of a database."""

    database: Database

    @writes
    def start(self, session: Session, conversation: Conversation) -> Conversation:
        """Keep a new conversation."""
        session.add(conversation)
        return conversation

    @reads
    def get(self, session: Session, conversation_id: str) -> Kept | None:
        """Return a conversation with its turns."""
        row = session.get(Conversation, conversation_id)
        if row is None:
            return None
        query = select(SaidTurn).where(SaidTurn.conversation_id == conversation_id).order_by(SaidTurn.number)
        return Kept(row, tuple(session.scalars(query)))

    @reads
    def of(self, session: Session, *, account_id: str | None = None, class_id: str | None = None) -> list[Conversation]:
        """Return conversations, newest first, of an account or a class."""
        query = select(Conversation).order_by(Conversation.started.desc(), Conversation.id)
        if account_id is not None:
            query = query.where(Conversation.account_id == account_id)
        if class_id is not None:
            query = query.where(Conversation.class_id == class_id)
        return list(session.scalars(query))

    @reads
    def with_turns(self, session: Session, rows: Sequence[Conversation]) -> list[Kept]:
        """Return conversations with their turns, read at once."""
        by_id: dict[str, list[SaidTurn]] = {row.id: [] for row in rows}
        query = select(SaidTurn).where(SaidTurn.conversation_id.in_(by_id)).order_by(SaidTurn.number)
        for said in session.scalars(query):
            by_id[said.conversation_id].append(said)
        return [Kept(row, tuple(by_id[row.id])) for row in rows]

    async def say(
        self,
        conversation_id: str,
        number: int,
        turn: TutorTurn | StudentTurn,
        *,
        client_id: str | None = None,
        marks: dict[str, Any] | None = None,
    ) -> SaidTurn:
        """Keep a turn, and return it; a message that is kept already under its ``client_id`` is returned as it is.

        Args:
            conversation_id: where it is said.
            number: its place, from 0: as many turns as there were when it was made.
            turn: what is said.
            client_id: the browser's id of a message.
            marks: the strokes with it.

        Raises:
            OutOfStepError: when another turn stands there.
        """
        said = SaidTurn(
            conversation_id=conversation_id,
            number=number,
            body=turn.model_copy(update={"at": now()}).model_dump(mode="json", exclude_none=True),
            marks=marks,
            client_id=client_id,
        )
        try:
            await self.database.write(lambda session: session.add(said))
        except IntegrityError as error:
            if client_id is not None and (kept := await self._sent(conversation_id, client_id)) is not None:
                return kept
            raise OutOfStepError(f"turn {number} of {conversation_id} is there already") from error
        return said

    @reads
    def _sent(self, session: Session, conversation_id: str, client_id: str) -> SaidTurn | None:
        query = select(SaidTurn).where(SaidTurn.conversation_id == conversation_id, SaidTurn.client_id == client_id)
        return session.scalar(query)

    @writes
    def end(self, session: Session, conversation_id: str, outcome: Outcome) -> None:
        """Note how a conversation ended; the first end counts."""
        row = session.get(Conversation, conversation_id, with_for_update=True)
        if row is not None and row.ended is None:
            row.ended, row.outcome = now(), outcome

    @writes
    def delete(self, session: Session, conversation_id: str) -> None:
        """Drop a conversation with all that belongs to it."""
        session.execute(delete(Conversation).where(Conversation.id == conversation_id))

    def erase(self, session: Session, account_id: str) -> None:
        """Drop all conversations of an account, in the transaction of `Store.erase`."""
        session.execute(delete(Conversation).where(Conversation.account_id == account_id))

    @writes
    def hold(self, session: Session, conversation_id: str, number: int, proposed: TutorTurn) -> HeldTurn:
        """Let a turn wait for a teacher; one that waits there already is returned."""
        held = session.get(HeldTurn, (conversation_id, number))
        if held is None:
            body = proposed.model_dump(mode="json", exclude_none=True)
            held = HeldTurn(conversation_id=conversation_id, number=number, proposed=body)
            session.add(held)
        return held

    @reads
    def held(self, session: Session, class_ids: Sequence[str]) -> list[HeldTurn]:
        """Return the turns that wait in some classes, the oldest first; none of conversations that ended meanwhile."""
        query = (
            select(HeldTurn)
            .join(Conversation, Conversation.id == HeldTurn.conversation_id)
            .where(Conversation.class_id.in_(class_ids), Conversation.ended.is_(None), HeldTurn.decision.is_(None))
            .order_by(HeldTurn.created)
        )
        return list(session.scalars(query))

    @reads
    def held_at(self, session: Session, conversation_id: str, number: int) -> HeldTurn | None:
        """Return what waits, or waited, at a place."""
        return session.get(HeldTurn, (conversation_id, number))

    @reads
    def held_in(self, session: Session, conversation_id: str) -> list[HeldTurn]:
        """Return what waits, or waited, in a conversation, in its order."""
        return list(
            session.scalars(select(HeldTurn).where(HeldTurn.conversation_id == conversation_id).order_by(HeldTurn.number))
        )

    @reads
    def decided(self, session: Session, class_ids: Sequence[str]) -> list[HeldTurn]:
        """Return the turns of some classes that waited and were decided."""
        query = (
            select(HeldTurn)
            .join(Conversation, Conversation.id == HeldTurn.conversation_id)
            .where(Conversation.class_id.in_(class_ids), HeldTurn.decision.is_not(None))
            .order_by(HeldTurn.created)
        )
        return list(session.scalars(query))

    async def decide(self, conversation_id: str, number: int, decision: str, sent: TutorTurn, by: str | None) -> bool:
        """Decide what becomes of a waiting turn and say it, in one transaction; False where something was said there already."""
        try:
            return await self._decide(conversation_id, number, decision, sent, by)
        except IntegrityError:  # said without a teacher, since the class is supervised no longer
            return False

    @writes
    def _decide(
        self, session: Session, conversation_id: str, number: int, decision: str, sent: TutorTurn, by: str | None
    ) -> bool:
        body = sent.model_copy(update={"at": now()}).model_dump(mode="json", exclude_none=True)
        held = session.get(HeldTurn, (conversation_id, number), with_for_update=True)
        if held is None or held.decision is not None:
            return False
        held.decision, held.sent, held.decided_by, held.decided = decision, body, by, now()
        session.add(SaidTurn(conversation_id=conversation_id, number=number, body=body))
        return True

    @writes
    def plan_tries(self, session: Session, conversation: Conversation, dues: Sequence[datetime]) -> None:
        """Offer siblings of a problem from some times on, once."""
        session.get(Conversation, conversation.id, with_for_update=True)  # two who end it at once do not both find none
        there = session.scalar(select(Try.id).where(Try.conversation_id == conversation.id).limit(1))
        if there is None:
            session.add_all(Try(account_id=conversation.account_id, conversation_id=conversation.id, due=due) for due in dues)

    @reads
    def tries(self, session: Session, *, account_ids: Sequence[str] = (), conversation_id: str | None = None) -> list[Try]:
        """Return tries, by when they are due, of accounts or after a conversation."""
        query = select(Try).order_by(Try.due, Try.id)
        query = (
            query.where(Try.account_id.in_(account_ids))
            if conversation_id is None
            else query.where(Try.conversation_id == conversation_id)
        )
        return list(session.scalars(query))

    @reads
    def get_try(self, session: Session, try_id: str) -> Try | None:
        """Return a try."""
        return session.get(Try, try_id)

    @writes
    def open_try(self, session: Session, try_id: str, problem: str) -> Try | None:
        """Keep the sibling of a try, and return it with the one that was kept first."""
        row = session.get(Try, try_id, with_for_update=True)
        if row is not None and row.problem is None:
            row.problem = problem
        return row

    @writes
    def answer_try(self, session: Session, try_id: str, answer: str, *, is_right: bool | None) -> Try | None:
        """Keep the first answer, and return what is kept."""
        row = session.get(Try, try_id, with_for_update=True)
        if row is not None and row.answered is None:
            row.answer, row.is_right, row.answered = answer, is_right, now()
        return row
