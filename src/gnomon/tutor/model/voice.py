"""A model as the tutor's voice: it puts a planned turn into the learner's language and tone, and decides nothing.

Its words are used where the guard lets them pass and they say what was planned (`gnomon.tutor.model.faithful`); else the planned
words are, and the turn's record says why. Act, verdict and highlights are the planned ones in any case.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from gnomon.dialogue import TurnRecord, TutorTurn, subacts
from gnomon.models import Model, Request, ResponseSchema, object_schema
from gnomon.prompts import fence, load
from gnomon.replies import parse_utterance
from gnomon.tutor.asking import SERVER_DEFAULTS, Sampling, make_request
from gnomon.tutor.breach import breach_of
from gnomon.tutor.message.vocabulary import LONGEST_MESSAGE
from gnomon.tutor.model.asked import PATIENCE, ask_in_time
from gnomon.tutor.model.faithful import unfaithful
from gnomon.tutor.protocol import Tutor, TutorContext
from gnomon.tutor.replied import TutorReply, said_turn

_PROMPT = "tutor/voice"


@dataclass(frozen=True)
class VoicedTutor:
    """See the module.

    Args:
        tutor: plans the turns.
        model: rephrases them.
        sampling: temperature, token limit and seed.
        patience: seconds to wait for the model.
    """

    tutor: Tutor
    model: Model
    sampling: Sampling = SERVER_DEFAULTS
    patience: float = PATIENCE

    @property
    def name(self) -> str:
        """The planning tutor's name, ``voice:`` and the model's."""
        return f"{self.tutor.name}+voice:{self.model.name}"

    async def reply(self, context: TutorContext) -> TutorReply:
        """Return the planned turn, in the model's words where they may be said; errors as the planning tutor's."""
        planned = await self.tutor.reply(context)
        heard = _last_words(context)
        if planned.turn is None or not heard:
            return planned
        reply = await ask_in_time(self.model, self._request(planned.turn, heard), self.patience)
        if isinstance(reply, str):
            return replace(planned, turn=_noted(planned.turn, unvoiced=(reply,)))
        turn = _voiced(planned.turn, reply.text, context)
        return said_turn(turn, usage=planned.usage + reply.usage, seconds=planned.seconds + reply.seconds, flags=planned.flags)

    def _request(self, turn: TutorTurn, heard: str) -> Request:
        fenced = fence({"message": heard, "turn": turn.utterance})
        filled = load(_PROMPT).fill(
            code=fenced.code,
            message=fenced.blocks["message"],
            turn=fenced.blocks["turn"],
            subact=turn.subact,
            description=subacts()[turn.subact].description,
            feedback=turn.feedback,
        )
        schema = ResponseSchema(name="words", json_schema=object_schema({"utterance": {"type": "string"}}))
        return make_request(filled, sampling=self.sampling, schema=schema)


def _last_words(context: TutorContext) -> str:
    """Return what shows how the learner writes; empty where nothing does yet."""
    said = [context.dialogue.attempt, *(turn.utterance for turn in context.dialogue.student_turns())]
    return said[-1].strip()[:LONGEST_MESSAGE]


def _voiced(turn: TutorTurn, text: str, context: TutorContext) -> TutorTurn:
    value = parse_utterance(text).value
    if value is None:
        return _noted(turn, unvoiced=("the reply could not be read",))
    words = " ".join(value["utterance"].split())
    spoken = turn.model_copy(update={"utterance": words})
    why = unfaithful(words, turn, context.problem, context.dialogue.tutor_turns()) or breach_of(spoken, context)
    if why is not None:
        return _noted(turn, unvoiced=(why,))
    return _noted(spoken, planned=turn.utterance)


def _noted(turn: TutorTurn, **noted: object) -> TutorTurn:
    return turn.model_copy(update={"record": (turn.record or TurnRecord()).model_copy(update=noted)})
