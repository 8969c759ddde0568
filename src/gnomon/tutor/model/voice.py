"""A model as the tutor's voice: it puts a planned turn into the learner's language and tone, and decides nothing.

Its words are used where the guard lets them pass and they say what was planned (`gnomon.tutor.model.faithful`); else the planned
words are, and the turn's record says why. Act, verdict and highlights are the planned ones in any case.
"""

from __future__ import annotations

from dataclasses import dataclass

from gnomon.dialogue import TutorTurn, subacts
from gnomon.models import Model, Request
from gnomon.prompts import fence, load
from gnomon.tutor.asking import SERVER_DEFAULTS, Sampling
from gnomon.tutor.breach import breach_of
from gnomon.tutor.message.vocabulary import LONGEST_MESSAGE
from gnomon.tutor.model.asked import PATIENCE
from gnomon.tutor.model.faithful import unfaithful
from gnomon.tutor.model.reworded import reworded, words_request
from gnomon.tutor.protocol import Tutor, TutorContext
from gnomon.tutor.replied import TutorReply

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
        turn, request = planned.turn, self._request(planned.turn, heard)

        def refused(spoken: TutorTurn) -> str | None:
            why = unfaithful(spoken.utterance, turn, context.problem, context.dialogue.tutor_turns())
            return why or breach_of(spoken, context)

        return await reworded(planned, turn, self.model, request, self.patience, refused)

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
        return words_request(filled, self.sampling)


def _last_words(context: TutorContext) -> str:
    """Return what shows how the learner writes; empty where nothing does yet."""
    said = [context.dialogue.attempt, *(turn.utterance for turn in context.dialogue.student_turns())]
    return said[-1].strip()[:LONGEST_MESSAGE]
