"""The dialogues of annotators, turn by turn, with what was recorded beside them.

A turn that somebody takes back after a review is kept, with the time when it was dropped; all else reads the turns that stand.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from pydantic import TypeAdapter
from sqlalchemy import ColumnElement, ForeignKey, Index, Select, UniqueConstraint, func, select, text, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Mapped, Session, mapped_column

from gnomon.dialogue import Dialogue, StudentTurn, Turn, TutorTurn
from gnomon.store.annotation.batches import Start
from gnomon.store.conversations import OutOfStepError
from gnomon.store.database import Base, Database, new_id, now, reads, writes

ReviewState = Literal["new", "in_review", "accepted", "returned", "rejected"]
"""Of a dialogue that was submitted; apart from the annotator's being done."""
_TURN: TypeAdapter[TutorTurn | StudentTurn] = TypeAdapter(Turn)
_STANDS = text("dropped IS NULL")


class Item(Base):
    """One annotator's dialogue about a start."""

    __tablename__ = "annotation_items"
    __table_args__ = (UniqueConstraint("start_id", "account_id"), Index("ix_annotation_items_account", "account_id", "batch_id"))

    id: Mapped[str] = mapped_column(primary_key=True, default=new_id)
    batch_id: Mapped[str] = mapped_column(ForeignKey("annotation_batches.id", ondelete="CASCADE"), index=True)
    start_id: Mapped[str] = mapped_column(ForeignKey("annotation_starts.id", ondelete="CASCADE"), index=True)
    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"))
    begun: Mapped[datetime] = mapped_column(default=now)
    submitted: Mapped[datetime | None]
    """None: the annotator is at work, perhaps again."""
    outcome: Mapped[str | None]
    debrief: Mapped[dict[str, Any] | None]
    state: Mapped[str] = mapped_column(default="new")
    """`ReviewState`; ``returned`` lets the annotator go on with it."""


class ItemTurn(Base):
    """One turn of such a dialogue."""

    __tablename__ = "annotation_turns"
    __table_args__ = (
        UniqueConstraint("item_id", "client_id"),
        Index("ix_annotation_turns_standing", "item_id", "number", unique=True, sqlite_where=_STANDS, postgresql_where=_STANDS),
    )

    id: Mapped[str] = mapped_column(primary_key=True, default=new_id)
    item_id: Mapped[str] = mapped_column(ForeignKey("annotation_items.id", ondelete="CASCADE"))
    number: Mapped[int]
    """From 0, tutor's and student's turns together."""
    body: Mapped[dict[str, Any]]
    """The turn as in Dialogue JSONL."""
    record: Mapped[dict[str, Any] | None]
    """What was drawn, proposed and taken, beside a tutor's turn."""
    seconds: Mapped[float | None]
    """Time on task of a tutor's turn."""
    client_id: Mapped[str | None]
    created: Mapped[datetime] = mapped_column(default=now)
    dropped: Mapped[datetime | None]

    @property
    def turn(self) -> TutorTurn | StudentTurn:
        """The turn."""
        return _TURN.validate_python(self.body)


class ProposalSet(Base):
    """Utterances that were proposed for one turn, with where they are from, which the annotator is not told."""

    __tablename__ = "annotation_proposals"

    id: Mapped[str] = mapped_column(primary_key=True, default=new_id)
    item_id: Mapped[str] = mapped_column(ForeignKey("annotation_items.id", ondelete="CASCADE"), index=True)
    number: Mapped[int]
    """Of the turn that they are for."""
    body: Mapped[dict[str, Any]]
    """``proposals`` (``origin``, ``text``) in the order shown, ``failed`` by origin, ``guide`` for which they were made."""
    created: Mapped[datetime] = mapped_column(default=now)


@dataclass(frozen=True)
class ListedItem:
    """A dialogue as lists show it: without its turns, which may hold much ink."""

    row: Item
    start: Start
    turns: int
    """How many stand."""
    seconds: float
    """Time on task of them."""


@dataclass(frozen=True)
class KeptItem:
    """A dialogue with all that was recorded beside it."""

    row: Item
    start: Start
    turns: tuple[ItemTurn, ...]
    """Those that stand."""

    def dialogue(self) -> Dialogue:
        """Return the dialogue."""
        return Dialogue.model_validate(
            {
                "id": self.row.id,
                "version": len(self.turns),
                "problem": self.start.problem,
                "attempt": self.start.attempt,
                "turns": [said.body for said in self.turns],
                "outcome": self.row.outcome,
                "misconception": self.start.misconception,
                "tutor": "person",
                "seed": self.start.seed,
            }
        )


@dataclass(frozen=True)
class Dialogues:
    """The dialogues of a database's annotators."""

    database: Database

    async def item(self, item_id: str) -> KeptItem | None:
        """Return a dialogue with its turns."""
        found = await self._kept(select(Item).where(Item.id == item_id))
        return found[0] if found else None

    async def items(self, *, batch_id: str | None = None, account_id: str | None = None) -> list[KeptItem]:
        """Return dialogues with their turns, oldest first, of a batch, of somebody where given."""
        return await self._kept(select(Item).where(*_of(batch_id, account_id)).order_by(Item.begun, Item.id))

    @reads
    def listed(self, session: Session, *, batch_id: str | None = None, account_id: str | None = None) -> list[ListedItem]:
        """Return the same without their turns."""
        stands = (ItemTurn.item_id == Item.id) & ItemTurn.dropped.is_(None)
        query = (
            select(Item, Start, func.count(ItemTurn.id), func.coalesce(func.sum(ItemTurn.seconds), 0.0))
            .join(Start, Start.id == Item.start_id)
            .outerjoin(ItemTurn, stands)
            .where(*_of(batch_id, account_id))
            .group_by(Item.id, Start.id)
            .order_by(Item.begun, Item.id)
        )
        return [ListedItem(row, start, turns, seconds or 0.0) for row, start, turns, seconds in session.execute(query)]

    @reads
    def _kept(self, session: Session, query: Select[Item]) -> list[KeptItem]:
        rows = list(session.scalars(query))
        ids = [row.id for row in rows]
        starts = {start.id: start for start in session.scalars(select(Start).where(Start.id.in_({row.start_id for row in rows})))}
        turns: dict[str, list[ItemTurn]] = {each: [] for each in ids}
        standing = select(ItemTurn).where(ItemTurn.item_id.in_(ids), ItemTurn.dropped.is_(None)).order_by(ItemTurn.number)
        for turn in session.scalars(standing):
            turns[turn.item_id].append(turn)
        return [KeptItem(row, starts[row.start_id], tuple(turns[row.id])) for row in rows]

    async def say(
        self,
        item_id: str,
        number: int,
        turn: TutorTurn | StudentTurn,
        *,
        record: dict[str, Any] | None = None,
        seconds: float | None = None,
        client_id: str | None = None,
    ) -> ItemTurn:
        """Keep a turn, and return it; what is kept already under its ``client_id`` is returned as it is.

        Raises:
            OutOfStepError: when another turn stands there, or the dialogue was handed in.
        """
        body = turn.model_copy(update={"at": now()}).model_dump(mode="json", exclude_none=True)
        said = ItemTurn(item_id=item_id, number=number, body=body, record=record, seconds=seconds, client_id=client_id)
        try:
            await self.database.write(lambda session: _add(session, said))
        except IntegrityError as error:
            if client_id is not None and (kept := await self._sent(item_id, client_id)) is not None:
                return kept
            raise OutOfStepError(f"turn {number} of {item_id} is there already") from error
        return said

    @reads
    def _sent(self, session: Session, item_id: str, client_id: str) -> ItemTurn | None:
        query = select(ItemTurn).where(ItemTurn.item_id == item_id, ItemTurn.client_id == client_id)
        return session.scalar(query)

    @writes
    def take_back(self, session: Session, item_id: str, number: int) -> int:
        """Drop the turns of a returned dialogue from a place on, and return how many."""
        if at_work(session, item_id) is None:
            return 0
        standing = (ItemTurn.item_id == item_id, ItemTurn.number >= number, ItemTurn.dropped.is_(None))
        there = session.scalar(select(func.count()).select_from(ItemTurn).where(*standing))
        session.execute(update(ItemTurn).where(*standing).values(dropped=now()))
        return there or 0

    @writes
    def propose(self, session: Session, proposals: ProposalSet) -> ProposalSet:
        """Keep what was proposed for a turn."""
        session.add(proposals)
        return proposals

    @reads
    def proposals(self, session: Session, item_id: str, proposals_id: str) -> ProposalSet | None:
        """Return what was proposed in a dialogue."""
        found = session.get(ProposalSet, proposals_id)
        return found if found is not None and found.item_id == item_id else None


def at_work(session: Session, item_id: str) -> Item | None:
    """Return a dialogue that is not handed in, for nobody else to change at the same time; None where it was, or is none."""
    item = session.get(Item, item_id, with_for_update=True)
    return item if item is not None and item.submitted is None else None


def _add(session: Session, said: ItemTurn) -> None:
    if at_work(session, said.item_id) is None:
        raise OutOfStepError("this dialogue was handed in")
    session.add(said)


def _of(batch_id: str | None, account_id: str | None) -> list[ColumnElement[bool]]:
    wanted = ((Item.batch_id, batch_id), (Item.account_id, account_id))
    return [column == value for column, value in wanted if value is not None]
