"""Wait for what happens elsewhere, in a thread or a process: as long as it takes on a busy machine."""

import asyncio
from collections.abc import Callable


async def until(holds: Callable[[], object]) -> None:
    """Wait until something holds; what does not come true in a minute never will, and the test fails."""
    for _ in range(6000):
        if holds():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it never came true")


def wait_until(holds: Callable[[], object]) -> None:
    """Wait, where nothing else is to be done meanwhile."""
    asyncio.run(until(holds))
