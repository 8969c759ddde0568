"""A planned turn in the words of a model, where they may be said; else in the planned ones, and its record says why."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from gnomon.dialogue import TurnRecord, TutorTurn
from gnomon.models import Model, Request, ResponseSchema, object_schema
from gnomon.prompts import FilledPrompt
from gnomon.replies import parse_utterance
from gnomon.tutor.asking import Sampling, make_request
from gnomon.tutor.model.asked import ask_in_time
from gnomon.tutor.replied import TutorReply, said_turn


def words_request(prompt: FilledPrompt, sampling: Sampling) -> Request:
    """Return the request for the words of a turn."""
    schema = ResponseSchema(name="words", json_schema=object_schema({"utterance": {"type": "string"}}))
    return make_request(prompt, sampling=sampling, schema=schema)


async def reworded(
    planned: TutorReply,
    turn: TutorTurn,
    model: Model,
    request: Request,
    patience: float,
    refused: Callable[[TutorTurn], str | None],
) -> TutorReply:
    """Ask for the words of a planned turn and return it with them, where nothing speaks against them.

    Args:
        planned: the reply whose turn it is.
        turn: as planned.
        model: who is asked.
        request: for the words (`words_request`).
        patience: seconds to wait.
        refused: says why the turn with the model's words may not be said; None where it may.
    """
    reply = await ask_in_time(model, request, patience)
    if isinstance(reply, str):
        return replace(planned, turn=noted(turn, unvoiced=(reply,)))
    said = _worded(turn, reply.text, refused)
    return said_turn(said, usage=planned.usage + reply.usage, seconds=planned.seconds + reply.seconds, flags=planned.flags)


def _worded(turn: TutorTurn, text: str, refused: Callable[[TutorTurn], str | None]) -> TutorTurn:
    value = parse_utterance(text).value
    if value is None:
        return noted(turn, unvoiced=("the reply could not be read",))
    spoken = turn.model_copy(update={"utterance": " ".join(value["utterance"].split())})
    why = refused(spoken)
    return noted(spoken, planned=turn.utterance) if why is None else noted(turn, unvoiced=(why,))


def noted(turn: TutorTurn, **fields: object) -> TutorTurn:
    """Return a turn with fields of its record set."""
    return turn.model_copy(update={"record": (turn.record or TurnRecord()).model_copy(update=fields)})
