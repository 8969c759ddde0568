"""A teacher's words under the two protocols: ``paper`` records what the guard would have caught, ``guarded`` acts on it.

Acting means: asked again with the reason, at most twice; then a safe sentence takes the place of the words.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from gnomon.inquiry.protocol.records import ProtocolName

_MOST_DRAFTS = 3


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
    text = await draft(())
    first = found = find_leak(text)
    if first is None or protocol == "paper":
        return Said(text, first, leak_acted=False)
    rejected: list[str] = []
    while found is not None and len(rejected) < _MOST_DRAFTS - 1:
        rejected.append(found)
        text = await draft(tuple(rejected))
        found = find_leak(text)
    return Said(safe if found is not None else text, first, leak_acted=True)
