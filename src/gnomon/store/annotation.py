"""The annotation desk: batches of wrong attempts, who annotates them, their dialogues turn by turn, reviews, what is earned.

A turn that somebody takes back after a review is kept, with the time when it was dropped; all else reads the turns that stand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from typing import Any, Literal

from pydantic import TypeAdapter
from sqlalchemy import ForeignKey, Index, UniqueConstraint, delete, func, select, text, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Mapped, Session, mapped_column

from gnomon.dialogue import Dialogue, Outcome, StudentTurn, Turn, TutorTurn
from gnomon.store.conversations import OutOfStepError
from gnomon.store.database import Base, Database, new_id, now, reads, writes

ReviewState = Literal["new", "in_review", "accepted", "returned", "rejected"]
"""Of a dialogue that was submitted; apart from the annotator's being done."""
Round = Literal["first", "more", "ended"]
"""How far an annotator was invited: to the dialogues of the first round, to all, to none any more."""
Choose = Callable[[list[str], dict[str, list[str]]], str | None]
"""Names the next attempt of somebody, given what `Annotation.held` returns; None: there is none left."""
_TURN: TypeAdapter[TutorTurn | StudentTurn] = TypeAdapter(Turn)
_STANDS = text("dropped IS NULL")


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
class Annotation:
    """The annotation desk of a database."""

    database: Database

    # batches and who works on them

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

    # dialogues

    @writes
    def take(self, session: Session, batch_id: str, account_id: str, choose: Choose) -> Item | None:
        """Return the dialogue that somebody is at, else begin another: the attempt that ``choose`` names, if it names one."""
        session.get(Batch, batch_id, with_for_update=True)  # two who ask at once do not get the same last place
        at_work = session.scalar(
            select(Item)
            .where(Item.batch_id == batch_id, Item.account_id == account_id, Item.submitted.is_(None))
            .order_by(Item.begun, Item.id)
            .limit(1)
        )
        if at_work is not None:
            return at_work
        chosen = choose(*_held(session, batch_id))
        if chosen is None:
            return None
        item = Item(batch_id=batch_id, start_id=chosen, account_id=account_id)
        session.add(item)
        return item

    @reads
    def held(self, session: Session, batch_id: str) -> tuple[list[str], dict[str, list[str]]]:
        """Return the ids of a batch's attempts in order, and by them the ids of who has or had each.

        Who withdrew counts nowhere, nor does what was rejected.
        """
        return _held(session, batch_id)

    async def item(self, item_id: str) -> KeptItem | None:
        """Return a dialogue with its turns."""
        found = await self._kept(select(Item).where(Item.id == item_id))
        return found[0] if found else None

    async def items(self, *, batch_id: str | None = None, account_id: str | None = None) -> list[KeptItem]:
        """Return dialogues with their turns, oldest first, of a batch, of somebody where given."""
        query = select(Item).order_by(Item.begun, Item.id)
        if batch_id is not None:
            query = query.where(Item.batch_id == batch_id)
        if account_id is not None:
            query = query.where(Item.account_id == account_id)
        return await self._kept(query)

    @reads
    def listed(self, session: Session, *, batch_id: str | None = None, account_id: str | None = None) -> list[ListedItem]:
        """Return the same without their turns."""
        stands = (ItemTurn.item_id == Item.id) & ItemTurn.dropped.is_(None)
        query = (
            select(Item, Start, func.count(ItemTurn.id), func.coalesce(func.sum(ItemTurn.seconds), 0.0))
            .join(Start, Start.id == Item.start_id)
            .outerjoin(ItemTurn, stands)
            .group_by(Item.id, Start.id)
            .order_by(Item.begun, Item.id)
        )
        if batch_id is not None:
            query = query.where(Item.batch_id == batch_id)
        if account_id is not None:
            query = query.where(Item.account_id == account_id)
        return [ListedItem(row, start, turns, seconds or 0.0) for row, start, turns, seconds in session.execute(query)]

    @reads
    def _kept(self, session: Session, query: Any) -> list[KeptItem]:  # noqa: ANN401  # a Select of items
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
            await self.database.write(lambda session: self._add_turn(session, said))
        except IntegrityError as error:
            if client_id is not None and (kept := await self._sent(item_id, client_id)) is not None:
                return kept
            raise OutOfStepError(f"turn {number} of {item_id} is there already") from error
        return said

    def _add_turn(self, session: Session, said: ItemTurn) -> None:
        item = session.get(Item, said.item_id, with_for_update=True)
        if item is None or item.submitted is not None:
            raise OutOfStepError("this dialogue was handed in")
        session.add(said)

    @reads
    def _sent(self, session: Session, item_id: str, client_id: str) -> ItemTurn | None:
        query = select(ItemTurn).where(ItemTurn.item_id == item_id, ItemTurn.client_id == client_id)
        return session.scalar(query)

    @writes
    def take_back(self, session: Session, item_id: str, number: int) -> int:
        """Drop the turns of a returned dialogue from a place on, and return how many."""
        item = session.get(Item, item_id, with_for_update=True)
        if item is None or item.submitted is not None:
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

    @writes
    def submit(self, session: Session, item_id: str, outcome: Outcome, debrief: dict[str, Any], entries: Sequence[Entry]) -> bool:
        """Hand a dialogue in for review, with what it earns in one transaction; False where that was done already."""
        item = session.get(Item, item_id, with_for_update=True)
        if item is None or item.submitted is not None:
            return False
        item.submitted, item.outcome, item.debrief, item.state = now(), outcome, debrief, "new"
        session.add_all(entries)
        return True

    # what is earned

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
        query = select(Entry).order_by(Entry.created, Entry.id)
        if account_id is not None:
            query = query.where(Entry.account_id == account_id)
        if batch_id is not None:
            query = query.where(Entry.batch_id == batch_id)
        if item_id is not None:
            query = query.where(Entry.item_id == item_id)
        return list(session.scalars(query))

    # reviews

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

    def erase(self, session: Session, account_id: str) -> None:
        """Drop an account's part in batches, in the transaction of `Store.erase`; what was earned stays, as numbers."""
        session.execute(delete(Item).where(Item.account_id == account_id))
        session.execute(delete(Member).where(Member.account_id == account_id))


def _change_member(session: Session, batch_id: str, account_id: str, **values: object) -> None:
    session.execute(update(Member).where(Member.batch_id == batch_id, Member.account_id == account_id).values(**values))


def _held(session: Session, batch_id: str) -> tuple[list[str], dict[str, list[str]]]:
    starts = list(session.scalars(select(Start.id).where(Start.batch_id == batch_id).order_by(Start.number)))
    query = (
        select(Item.start_id, Item.account_id)
        .join(Member, (Member.batch_id == Item.batch_id) & (Member.account_id == Item.account_id))
        .where(Item.batch_id == batch_id, Member.withdrawn.is_(None), Item.state != "rejected")
    )
    held: dict[str, list[str]] = {}
    for start, account in session.execute(query):
        held.setdefault(start, []).append(account)
    return starts, held
