"""Where an annotator stands in a batch: what comes next, and why nothing does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from gnomon.store import Batch, ListedItem, Member
from gnomon.studio.annotator.options import Options

Next = Literal["consent", "onboarding", "returned", "go_on", "begin", "interview"]


@dataclass(frozen=True)
class Standing:
    """See the module."""

    next: Next | None
    """What to do next; None: nothing, for a while or for good."""
    why: str
    """One sentence about it."""
    submitted: int
    """Dialogues handed in."""
    returned: tuple[ListedItem, ...]
    """Dialogues that a reviewer sent back."""
    at_work: ListedItem | None
    """The dialogue that was begun last and is not handed in."""

    @property
    def may_annotate(self) -> bool:
        """Whether a dialogue may be begun or gone on with."""
        return self.next in {"returned", "go_on", "begin"}


def standing_of(member: Member, batch: Batch, options: Options, items: Sequence[ListedItem], *, has_more: bool) -> Standing:
    """Return where somebody stands.

    Args:
        member: their part in the batch.
        batch: the batch.
        options: of the batch.
        items: their dialogues in it.
        has_more: whether an attempt is left for them.
    """
    done = [kept for kept in items if kept.row.submitted is not None]
    returned = tuple(kept for kept in items if kept.row.submitted is None and kept.row.state == "returned")
    at_work = next((kept for kept in items if kept.row.submitted is None and kept.row.state != "returned"), None)
    is_first_done = member.round == "first" and len(items) >= options.first_round

    def stands(next_: Next | None, why: str) -> Standing:
        return Standing(next_, why, len(done), returned, at_work)

    if member.withdrawn is not None:
        return stands(None, "You have withdrawn from this batch.")
    if member.consented is None:
        return stands("consent", "First read what you take part in.")
    if options.has_onboarding and member.onboarded is None:
        return stands("onboarding", "First see how it is done, and pass a short quiz.")
    if returned:
        return stands("returned", "A reviewer sent something back to you.")
    if at_work is not None:
        return stands("go_on", "Go on where you stopped.")
    if member.round == "ended":
        return stands("interview", "This was your part. Thank you!")
    if is_first_done:
        return stands(None, "Your first dialogues are with the reviewers. They will invite you to more.")
    if batch.closed is not None or not has_more:
        return stands("interview", "There is nothing more to annotate in this batch. Thank you!")
    return stands("begin", "The next student is waiting.")
