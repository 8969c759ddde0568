"""Asking a model for something that can be done without: a server that fails, or takes long, costs the wait and no more."""

from __future__ import annotations

import asyncio

from gnomon.models import Model, ModelError, Request
from gnomon.tutor.asking import ModelReply, ask

PATIENCE = 10.0
"""Seconds that a learner waits for a model before the tutor goes on without it."""

NO_ANSWER = "no answer"
"""How the clause begins that says why there is none."""


async def ask_in_time(model: Model, request: Request, patience: float) -> ModelReply | str:
    """Return the reply, or in a clause why there is none; the clause holds nothing that a server said, so no key either."""
    try:
        async with asyncio.timeout(patience):
            return await ask(model, request)
    except TimeoutError:
        return f"{NO_ANSWER} in time"
    except ModelError as error:
        return f"{NO_ANSWER} ({type(error).__name__})"
