"""What the routes work with: the store and the tutors, one of each a process."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request

from gnomon.problem import Problem
from gnomon.serving import TokenBuckets, Tutors
from gnomon.store import Store
from gnomon.studio.problems import find_problem
from gnomon.studio.settings import Settings


@dataclass(frozen=True)
class Studio:
    """An open studio."""

    settings: Settings
    store: Store
    tutors: Tutors
    messages: TokenBuckets
    """What an account may still say."""
    changes: TokenBuckets
    """How often an account may still send anything: drafts, strokes, forms."""
    entries: TokenBuckets
    """How often an address may still try to come in."""

    async def problem(self, problem_id: str) -> Problem | None:
        """Return a problem of the bank or an own one; None where there is none."""
        return await find_problem(self.store, problem_id)


def studio_of(request: Request) -> Studio:
    """Return the studio that a request came to."""
    studio: Studio = request.app.state.studio
    return studio


TheStudio = Annotated[Studio, Depends(studio_of)]
