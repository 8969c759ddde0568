"""What people decide about items: who is needed, what is settled, where they differ, how far they agree.

Of two decisions of one person about one item the later counts. A share of the items, chosen by seed, is decided by two people who
do not see each other's; where they differ (one keeps what the other drops, or their corrections are not the same) somebody
settles it by a decision with ``settles``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any, Literal, NamedTuple

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field

from gnomon.corpus.pipeline.errors import PipelineError
from gnomon.corpus.pipeline.item import Event, Item, leaves, replaced
from gnomon.corpus.pipeline.stage import Dropped, PersonParams
from gnomon.metrics import cohen_kappa, krippendorff_alpha

Verdict = Literal["keep", "drop"]
_NAMES = {"id", "type", "turn"}
"""Ends of paths that say which part something is, and are no texts to correct."""
_VERDICTS: tuple[Verdict, ...] = ("keep", "drop")


class Decision(BaseModel):
    """What one person says of one item."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    stage: str
    """By its name in the recipe."""
    id: str
    """Of the item."""
    by: str = Field(min_length=1)
    verdict: Verdict
    reason: str = ""
    """Of the stage's reasons, where it is dropped."""
    changes: dict[str, Any] = {}
    """New values by the dotted path of what they replace, such as ``reference.operation_execution``."""
    comment: str = ""
    at: AwareDatetime | None = None
    settles: bool = False
    """Whether it ends a difference between others."""

    def checked(self, item: Item, params: PersonParams) -> Decision:
        """Return the decision where it fits the item and what was asked.

        Raises:
            PipelineError: for an unknown reason, or a change of what may not be changed.
        """
        where = f"decision of {self.by} on {self.id!r}"
        if self.verdict == "drop" and params.reasons and self.reason not in params.reasons:
            raise PipelineError(f"{where}: expected a reason among {', '.join(params.reasons)}, got {self.reason!r}")
        editable = dict(editable_leaves(item, params))
        for path, value in self.changes.items():
            if path not in editable:
                raise PipelineError(
                    f"{where}: {path!r} is not there to be changed; expected one of {', '.join(editable) or 'none'}"
                )
            if isinstance(editable[path], str) != isinstance(value, str):
                raise PipelineError(f"{where}: {path}: expected a value such as {editable[path]!r:.40}, got {value!r:.40}")
        return self

    def carried_out(self, item: Item) -> Item | Dropped:
        """Return what becomes of the item."""
        if self.verdict == "drop":
            return Dropped(self.reason or "dropped", self.comment)
        data = item.data
        for path, value in self.changes.items():
            data = replaced(data, path, value)
        event = Event(stage=self.stage, kind="person", by=self.by, at=self.at, changed=tuple(self.changes), note=self.comment)
        return item.model_copy(update={"data": data}).noted(event)


def editable_leaves(item: Item, params: PersonParams) -> Iterable[tuple[str, Any]]:
    """Yield what of an item may be corrected, by dotted path."""
    for name in params.edit:
        if name in item.data:
            yield from ((path, value) for path, value in leaves(item.data[name], name) if path.rpartition(".")[2] not in _NAMES)


def is_blind(item_id: str, params: PersonParams, seed: int) -> bool:
    """Whether two people decide about an item; it hangs on its id and the seed alone."""
    digest = hashlib.sha256(f"{seed}|{item_id}".encode()).digest()
    return int.from_bytes(digest[:8]) < params.blind_share * 2**64


class Question(NamedTuple):
    """One item with what was said about it."""

    item: Item
    needed: int
    """People who decide before anything is settled."""
    said: tuple[Decision, ...]
    """Of each person the last, in the order of their first; those that settle are apart."""
    settling: Decision | None

    @property
    def state(self) -> Literal["open", "differs", "settled"]:
        """Whether more people are needed, those who spoke differ, or it is known what becomes of the item."""
        if self.settling is not None:
            return "settled"
        if len(self.said) < self.needed:
            return "open"
        return "settled" if len({(each.verdict, repr(sorted(each.changes.items()))) for each in self.said}) == 1 else "differs"

    @property
    def everything(self) -> tuple[Decision, ...]:
        """All that was said, what settles it last."""
        return self.said if self.settling is None else (*self.said, self.settling)

    @property
    def final(self) -> Decision:
        """The decision that counts, once it is settled."""
        assert self.state == "settled"
        return self.settling or self.said[0]

    def waits_for(self, person: str) -> bool:
        """Whether a person has something to say: about an open item not yet decided, or as a third one where two differ."""
        has_spoken = any(each.by == person for each in self.said)
        return not has_spoken and self.state != "settled"


def questions(items: Iterable[Item], decisions: Iterable[Decision], params: PersonParams, seed: int) -> list[Question]:
    """Put items and what was said about them together."""
    said: dict[str, dict[str, Decision]] = {}
    settling: dict[str, Decision] = {}
    for decision in decisions:
        if decision.settles:
            settling[decision.id] = decision
        else:
            said.setdefault(decision.id, {})[decision.by] = decision
    return [
        Question(item, 1 + is_blind(item.id, params, seed), tuple(said.get(item.id, {}).values()), settling.get(item.id))
        for item in items
    ]


class Agreement(NamedTuple):
    """How far people agree who decided about the same items without seeing each other."""

    people: tuple[str, ...]
    items: int
    """That two or more decided about."""
    same: int
    """Of these, with one verdict."""
    kappa: float | None
    """Cohen's, of two people; None of more, and where all verdicts are one."""
    alpha: float | None
    """Krippendorff's, nominal; None where all verdicts are one."""

    @property
    def share(self) -> float:
        """Of the items that they agree on."""
        return self.same / self.items


def agreement(said: Iterable[Sequence[Decision]]) -> Agreement | None:
    """Return how far people agree on verdicts; None where no item was decided by two."""
    both = [{each.by: each.verdict for each in decisions} for decisions in said]
    both = [verdicts for verdicts in both if len(verdicts) > 1]
    if not both:
        return None
    people = tuple(sorted({person for verdicts in both for person in verdicts}))
    ratings = [[_number(verdicts, person) for person in people] for verdicts in both]
    return Agreement(
        people=people,
        items=len(both),
        same=sum(all(one == other for one, other in combinations(verdicts.values(), 2)) for verdicts in both),
        kappa=_kappa(both, people) if len(people) == 2 else None,
        alpha=krippendorff_alpha(ratings, scale="nominal"),
    )


def _number(verdicts: Mapping[str, Verdict], person: str) -> float | None:
    return float(_VERDICTS.index(verdicts[person])) if person in verdicts else None


def _kappa(both: Sequence[Mapping[str, Verdict]], people: Sequence[str]) -> float | None:
    first, second = ([verdicts[person] for verdicts in both] for person in people)
    return cohen_kappa(first, second, labels=_VERDICTS)
