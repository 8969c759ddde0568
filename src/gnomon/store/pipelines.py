"""Items of corpus pipelines that wait for people: what each stage asks, its items with their pictures, what was decided.

Items, questions and decisions are plain JSON here; `gnomon.corpus.pipeline` knows what they mean.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import JSON, BigInteger, ForeignKey, UniqueConstraint, select, update
from sqlalchemy.orm import Mapped, Session, mapped_column, undefer

from gnomon.store.accounts import Account
from gnomon.store.database import Base, Database, new_id, now, reads, writes


class PipelineStage(Base):
    """A stage of a pipeline at which people decide."""

    __tablename__ = "pipeline_stages"
    __table_args__ = (UniqueConstraint("pipeline", "name"),)

    id: Mapped[str] = mapped_column(primary_key=True, default=new_id)
    pipeline: Mapped[str]
    """Id of the pipeline, which its folder keeps."""
    name: Mapped[str]
    """Of the stage in its recipe."""
    title: Mapped[str]
    """Of the recipe."""
    params: Mapped[dict[str, Any]]
    """What is asked, as `gnomon.corpus.pipeline.PersonParams`."""
    seed: Mapped[int] = mapped_column(BigInteger)
    """Of the recipe: it says which items two people decide about."""
    created: Mapped[datetime] = mapped_column(default=now)
    closed: Mapped[datetime | None]
    """From when on nothing of it waits, and no decision is taken."""


class PipelineItem(Base):
    """An item of a stage."""

    __tablename__ = "pipeline_items"
    __table_args__ = (UniqueConstraint("stage_id", "name"),)

    id: Mapped[str] = mapped_column(primary_key=True, default=new_id)
    stage_id: Mapped[str] = mapped_column(ForeignKey("pipeline_stages.id", ondelete="CASCADE"))
    number: Mapped[int]
    """Its place among those that came with it."""
    name: Mapped[str]
    """Id of the item in its pipeline."""
    body: Mapped[dict[str, Any]]
    """The item, as `gnomon.corpus.pipeline.Item`."""
    pictures: Mapped[list[str]] = mapped_column(JSON, deferred=True)
    """As ``data:`` URIs."""
    said: Mapped[list[dict[str, Any]]] = mapped_column(JSON)
    """Decisions that the pipeline's folder had when the item came."""
    waits: Mapped[bool] = mapped_column(default=True)
    """False: the folder has what it needs, or no such item any more."""


class PipelineDecision(Base):
    """What somebody decided about an item; of one person the last."""

    __tablename__ = "pipeline_decisions"
    __table_args__ = (UniqueConstraint("item_id", "account_id"),)

    id: Mapped[str] = mapped_column(primary_key=True, default=new_id)
    item_id: Mapped[str] = mapped_column(ForeignKey("pipeline_items.id", ondelete="CASCADE"))
    account_id: Mapped[str | None] = mapped_column(ForeignKey("accounts.id", ondelete="SET NULL"))
    by: Mapped[str]
    """Who, as the data name them; two people never by one name."""
    body: Mapped[dict[str, Any]]
    """``verdict``, ``reason``, ``changes``, ``comment``, ``settles``."""
    decided: Mapped[datetime] = mapped_column(default=now)


class Put(NamedTuple):
    """What became of a stage's items."""

    new: int
    changed: int
    """Of which the decisions are gone: they were about something else."""


@dataclass(frozen=True)
class Pipelines:
    """The waiting items of a database."""

    database: Database

    @writes
    def put(self, session: Session, stage: PipelineStage, items: Sequence[PipelineItem]) -> Put:
        """Let items wait; those that the stage had and that are not among them wait no longer.

        Args:
            stage: by its pipeline and name; one that is there is opened again.
            items: with their name, body, pictures and what was said; ids and stage are set here.
        """
        there = session.scalar(_stage_of(stage.pipeline, stage.name).with_for_update())
        if there is None:
            session.add(stage)
            session.flush()
            there = stage
        there.title, there.params, there.seed, there.closed = stage.title, stage.params, stage.seed, None
        known = {each.name: each for each in session.scalars(select(PipelineItem).where(PipelineItem.stage_id == there.id))}
        session.execute(update(PipelineItem).where(PipelineItem.stage_id == there.id).values(waits=False))
        new = changed = 0
        for number, item in enumerate(items, 1):
            item.number, item.stage_id = number, there.id
            before = known.get(item.name)
            if before is not None and before.body == item.body:
                kept = {"number": number, "said": item.said, "pictures": item.pictures, "waits": True}
                session.execute(update(PipelineItem).where(PipelineItem.id == before.id).values(**kept))
                continue
            if before is not None:
                session.delete(before)
                session.flush()
            changed, new = changed + (before is not None), new + (before is None)
            session.add(item)
        return Put(new, changed)

    @reads
    def stages(self, session: Session) -> list[PipelineStage]:
        """Return all stages, newest first."""
        return list(session.scalars(select(PipelineStage).order_by(PipelineStage.created.desc(), PipelineStage.id)))

    @reads
    def stages_of(self, session: Session, pipeline: str) -> list[PipelineStage]:
        """Return the stages of a pipeline, oldest first."""
        query = select(PipelineStage).where(PipelineStage.pipeline == pipeline)
        return list(session.scalars(query.order_by(PipelineStage.created, PipelineStage.id)))

    @reads
    def stage(self, session: Session, stage_id: str) -> PipelineStage | None:
        """Return a stage."""
        return session.get(PipelineStage, stage_id)

    @writes
    def close(self, session: Session, stage_id: str, *, reopens: bool = False) -> None:
        """Take no more decisions at a stage, or take them again."""
        session.execute(update(PipelineStage).where(PipelineStage.id == stage_id).values(closed=None if reopens else now()))

    @reads
    def items(self, session: Session, stage_id: str) -> list[PipelineItem]:
        """Return the items of a stage in order, without their pictures; those that wait no longer are among them."""
        query = select(PipelineItem).where(PipelineItem.stage_id == stage_id)
        return list(session.scalars(query.order_by(PipelineItem.number, PipelineItem.id)))

    @reads
    def item(self, session: Session, stage_id: str, item_id: str) -> PipelineItem | None:
        """Return an item of a stage with its pictures."""
        query = select(PipelineItem).where(PipelineItem.id == item_id, PipelineItem.stage_id == stage_id)
        return session.scalar(query.options(undefer(PipelineItem.pictures)))

    @reads
    def decisions(self, session: Session, stage_id: str) -> list[PipelineDecision]:
        """Return what was decided about the items of a stage, oldest first."""
        query = select(PipelineDecision).join(PipelineItem).where(PipelineItem.stage_id == stage_id)
        return list(session.scalars(query.order_by(PipelineDecision.decided, PipelineDecision.id)))

    @writes
    def decide(
        self,
        session: Session,
        item_id: str,
        account: Account,
        body: dict[str, Any],
        allowed: Callable[[PipelineItem, Sequence[PipelineDecision]], bool],
    ) -> bool:
        """Keep a decision in place of the one that the account made before; False where it may not be made.

        Args:
            item_id: of the item.
            account: who decides.
            body: what is decided.
            allowed: is asked in the transaction, with the item as it is and what everybody has decided about it.
        """
        # Who closes the stage waits for this, and then reads it.
        held = select(PipelineStage).join(PipelineItem).where(PipelineItem.id == item_id).with_for_update(of=PipelineStage)
        stage, item = session.scalar(held), session.get(PipelineItem, item_id)
        if stage is None or item is None or not item.waits or stage.closed is not None:
            return False
        said = list(session.scalars(select(PipelineDecision).where(PipelineDecision.item_id == item_id)))
        if not allowed(item, said):
            return False
        own = next((each for each in said if each.account_id == account.id), None)
        if own is None:
            others = select(PipelineDecision).join(PipelineItem).where(PipelineItem.stage_id == item.stage_id)
            own = PipelineDecision(item_id=item_id, account_id=account.id, by=deciding_name(account, session.scalars(others)))
            session.add(own)
        own.body, own.decided = body, now()
        return True

    def erase(self, session: Session, account_id: str) -> None:
        """Take an account's name from its decisions, in the transaction of `Store.erase`; the decisions stay."""
        own = PipelineDecision.account_id == account_id
        session.execute(update(PipelineDecision).where(own).values(by=f"erased {account_id[:8]}"))


def _stage_of(pipeline: str, name: str) -> Any:  # noqa: ANN401  # a Select of stages
    return select(PipelineStage).where(PipelineStage.pipeline == pipeline, PipelineStage.name == name)


def deciding_name(account: Account, decisions: Iterable[PipelineDecision]) -> str:
    """Return by which name an account decides at a stage: its own, with the beginning of its id where another has that name.

    Args:
        account: who decides.
        decisions: of the stage, all of them.
    """
    names = {each.by: each.account_id for each in decisions}
    return account.name if names.get(account.name, account.id) == account.id else f"{account.name} ({account.id[:8]})"
