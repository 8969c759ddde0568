"""Reader and model compared: somebody is asked where they differ, or where what only the model says does not fit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from gnomon.drafting.asking import Asking, Question
from gnomon.drafting.facts import DraftFact
from gnomon.drafting.fitting import fits
from gnomon.drafting.second_opinion import SecondOpinion


class Compared(NamedTuple):
    """What came of it."""

    facts: tuple[DraftFact, ...]
    """Those read, after what differs was asked about."""
    alone: tuple[DraftFact, ...]
    """What only the model says."""


def compared(opinion: SecondOpinion, facts: tuple[DraftFact, ...], data: Mapping[str, Any], asking: Asking) -> Compared:
    """Compare what was read with what the model says.

    Args:
        opinion: the model's.
        facts: as they were read.
        data: the problem as a file holds it, without facts.
        asking: is asked what differs.
    """
    alone = []
    beyond = opinion.beyond(facts)
    fitting = bool(beyond) and fits(data, facts)
    for fact in beyond:
        rival = opinion.rival(fact, facts)
        if rival is not None:
            text = f"Reader and model differ: {rival.shown} ({rival.origin}), or {fact.shown} ({fact.origin})?"
            chosen = asking.choice(Question(_id_of(fact), text, (rival.shown, fact.shown), rivals=(rival, fact)))
            if chosen == 1:
                facts = (*(kept for kept in facts if kept != rival), fact)
            continue
        # What fits nothing by itself contradicts nothing either.
        if not fitting or fits(data, [*facts, fact]):
            alone.append(fact)
        elif holds(fact, asking, "It does not fit what was read. "):
            facts = (*facts, fact)
    return Compared(facts, tuple(alone))


def holds(fact: DraftFact, asking: Asking, but: str = "") -> bool:
    """Ask whether something holds that only the model says.

    Args:
        fact: what it says.
        asking: is asked.
        but: what speaks against it; without that, it only adds to what was read.
    """
    text = f"Only the model says {fact.shown}, from {fact.origin.words!r}. {but}Does it hold?"
    return asking.choice(Question(_id_of(fact), text, ("yes", "no"), only_adds=not but)) == 0


def _id_of(fact: DraftFact) -> str:
    return f"model:{fact.shown}"
