"""Asking again: a draft that is refused is written anew with the reason, a few times at most. Every guard goes through here."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Generic, NamedTuple, TypeVar

MOST_DRAFTS = 3
"""The first and two more (DESIGN, the guard): a tutor that leaks three times goes on leaking, and each draft may cost a call."""
DraftT = TypeVar("DraftT")


class Drafted(NamedTuple, Generic[DraftT]):
    """What was written, and why it was refused."""

    drafts: tuple[DraftT, ...]
    """All of them in order, at least one."""
    refused: tuple[str, ...]
    """The reasons, one for each refused draft."""

    @property
    def passed(self) -> bool:
        """Whether the last draft was not refused."""
        return len(self.refused) < len(self.drafts)


async def first_safe(
    draft: Callable[[tuple[str, ...]], Awaitable[DraftT]],
    refusal: Callable[[DraftT], str | None],
    *,
    most_drafts: int = MOST_DRAFTS,
) -> Drafted[DraftT]:
    """Ask for drafts until one is not refused.

    Args:
        draft: writes one, given why the earlier ones were refused.
        refusal: says why a draft cannot be said; None where it can.
        most_drafts: how many are asked for, at least 1.

    Returns:
        All drafts; where the last one was refused too, something safe has to take its place.
    """
    drafts: list[DraftT] = []
    refused: list[str] = []
    while len(drafts) < most_drafts:
        drafts.append(await draft(tuple(refused)))
        reason = refusal(drafts[-1])
        if reason is None:
            break
        refused.append(reason)
    return Drafted(tuple(drafts), tuple(refused))
