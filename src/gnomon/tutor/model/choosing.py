"""Which of two readings of a message is the learner's, asked of a model that sees both and nothing of their truth."""

from __future__ import annotations

from typing import NamedTuple

from gnomon.geometry import rules
from gnomon.models import Model, ResponseSchema, Usage, object_schema
from gnomon.prompts import fence, in_one_line, load
from gnomon.replies import CHOICES, parse_choice
from gnomon.tutor.asking import Sampling, make_request
from gnomon.tutor.message.formal import SPOKEN_OF
from gnomon.tutor.message.moves import Claim, Kind
from gnomon.tutor.message.sayings import sayings
from gnomon.tutor.model.asked import ask_in_time
from gnomon.tutor.model.said import Said
from gnomon.tutor.symbolic.judged import Judged

_PROMPT = "tutor/choose"
_OPEN = {Kind.DENIAL: "denied is", Kind.DOUBT: "asked is", Kind.PLAN: "planned with"}
"""How that is told which is not claimed."""
_MOST_MEANT = 2
"""Meanings of a claim that are shown, where its words may have many."""


class Choice(NamedTuple):
    """What a model chose."""

    place: int | None = None
    """Of the reading: 0 or 1; None: neither, or nobody knows."""
    notes: tuple[str, ...] = ()
    """Why nobody knows."""
    usage: Usage = Usage()
    seconds: float = 0.0


async def which_reading(
    model: Model, said: Said, readings: tuple[Judged, Judged], *, sampling: Sampling, patience: float
) -> Choice:
    """Ask which of two readings of the last message of ``said`` is the learner's.

    They stand in an order that hangs on the message alone, so that neither reader has a place of its own.
    """
    is_turned = bool(sum(map(ord, said.texts["message"])) % 2)
    one, two = map(_as_read, readings[::-1] if is_turned else readings)
    fenced = fence({**said.texts, "one": one, "two": two})
    filled = load(_PROMPT).fill(code=fenced.code, **fenced.blocks, **said.figure)
    reply = await ask_in_time(model, make_request(filled, sampling=sampling, schema=choice_schema()), patience)
    if isinstance(reply, str):
        return Choice(notes=(reply,))
    found = parse_choice(reply.text).value
    if found is None:
        return Choice(None, ("the choice could not be read",), reply.usage, reply.seconds)
    place = {"one": 0, "two": 1}.get(found["reading"])
    return Choice(None if place is None else place ^ is_turned, (), reply.usage, reply.seconds)


def _as_read(judged: Judged) -> str:
    """Return what a message claims as somebody has read it, a line for each claim; of its truth nothing."""
    claimed = [(judgement.claim, "") for judgement in judged.judgements if judgement.move.kind not in _OPEN]
    others = [(move.claim, f"{_OPEN[move.kind]} ") for move in judged.message.moves if move.kind in _OPEN]
    lines = [f"- “{in_one_line(claim.text)}”: {how}{_as_said(claim)}" for claim, how in (*claimed, *others) if claim is not None]
    return "\n".join(dict.fromkeys(lines)) or "(it claims nothing)"


def _as_said(claim: Claim) -> str:
    if claim.saying:
        return f"of all figures, {sayings()[claim.saying].says}"
    if claim.made:
        made = ", ".join(in_one_line(str(content)) for content in claim.made)
        return f"with {made}: {_as_said(claim._replace(made=()))}"
    relations = " or ".join(in_one_line(str(relation)) for relation in claim.relations[:_MOST_MEANT])
    theorems = " or ".join(rules()[rule].name for rule in claim.rules[:_MOST_MEANT] if rule in rules())
    if claim.relation in SPOKEN_OF:
        return f"{claim.relation}({', '.join(map(str, claim.sides))})"
    sign = " > " if claim.relation == "greater" else " = "
    return sign.join(in_one_line(str(side)) for side in claim.sides) or relations or theorems or claim.relation


def choice_schema() -> ResponseSchema:
    """Return the JSON schema of a choice between two readings."""
    return ResponseSchema(name="choice", json_schema=object_schema({"reading": {"type": "string", "enum": [*CHOICES]}}))
