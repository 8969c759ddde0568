"""What was mended in a conversation: each false claim of a learner, with the right one about the same thing that came later."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from gnomon.dialogue import Dialogue
from gnomon.tutor import Diagnostician, Judgement, Truth


class Mended(NamedTuple):
    """A false claim."""

    said: str
    """In the learner's words."""
    later: str | None
    """What the learner said right of the same thing later; None where nothing was."""
    idea: str
    """The wrong idea that would say the same; empty where none does."""


def mended(dialogue: Dialogue, reader: Diagnostician) -> tuple[Mended, ...]:
    """Return the false claims of a conversation in order, those of the attempt first, each once."""
    claims = list(_claims(dialogue, reader))
    found: dict[str, Mended] = {}
    for place, claim in enumerate(claims):
        if claim.truth is Truth.WRONG and claim.claim.text not in found:
            later = next((one.claim.text for one in claims[place + 1 :] if one.truth.is_right and _is_same(claim, one)), None)
            found[claim.claim.text] = Mended(claim.claim.text, later, claim.misconception.belief if claim.misconception else "")
    return tuple(found.values())


def _claims(dialogue: Dialogue, reader: Diagnostician) -> Iterator[Judgement]:
    for line in dialogue.attempt.splitlines():
        yield from reader.read(line, None, is_written_work=True).judgements
    for exchange in reader.diagnose(dialogue).exchanges:
        yield from exchange.claims


def _is_same(wrong: Judgement, right: Judgement) -> bool:
    """Whether two claims give the same thing a value; of a calculation, whether it calculates the same."""
    if wrong.quantity is not None:
        return wrong.quantity == right.quantity
    return bool(wrong.claim.sides) and bool(right.claim.sides) and wrong.claim.sides[0] == right.claim.sides[0]
