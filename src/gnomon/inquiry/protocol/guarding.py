"""A teacher's words under the two protocols: ``paper`` records what the guard would have caught, ``guarded`` acts on it.

Acting means: asked again with the reason, as in every guard (`gnomon.tutor.first_safe`); then a safe sentence takes the place of
the words.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from gnomon.inquiry.protocol.records import ProtocolName
from gnomon.tutor import MOST_DRAFTS, first_safe


class Said(NamedTuple):
    """What the teacher says in the end."""

    text: str
    leak: str | None
    """What was found in the first draft."""
    leak_acted: bool


async def say(
    draft: Callable[[tuple[str, ...]], Awaitable[str]],
    find_leak: Callable[[str], str | None],
    protocol: ProtocolName,
    safe: str,
) -> Said:
    """Return the teacher's words.

    Args:
        draft: writes them, given why earlier drafts were refused.
        find_leak: says what words give away.
        protocol: whether a leak is only recorded.
        safe: what is said when every draft gives something away.
    """
    is_guarded = protocol == "guarded"
    tried = await first_safe(draft, find_leak, most_drafts=MOST_DRAFTS if is_guarded else 1)
    leak = tried.refused[0] if tried.refused else None
    text = safe if is_guarded and not tried.passed else tried.drafts[-1]
    return Said(text, leak, leak_acted=is_guarded and leak is not None)
