"""A model that writes the symbolic tutor's turns anew: it answers what was said, and the engine stays the judge.

The plan decides the verdict, what is asked for and what is marked. The model may say what a planned turn has no words for: why
something does not go, which part is meant, what a learner's own way leads to. Its words are used where they give the planned
verdict and no other, bring in no number and no name from elsewhere, say nothing that the engine finds false of the figure, and
the guard lets them pass (`gnomon.tutor.model.founded`); else the planned words are, and the turn's record says why.
"""

from __future__ import annotations

from dataclasses import dataclass

from gnomon.dialogue import TurnRecord, TutorTurn, subacts
from gnomon.models import Model, Request
from gnomon.prompts import fence, in_one_line, load
from gnomon.tutor.asking import SERVER_DEFAULTS, Sampling
from gnomon.tutor.breach import breach_of
from gnomon.tutor.message.moves import Claim, Kind
from gnomon.tutor.message.sayings import sayings
from gnomon.tutor.model.asked import PATIENCE
from gnomon.tutor.model.ear import is_prose
from gnomon.tutor.model.founded import unfounded
from gnomon.tutor.model.reworded import noted, reworded, words_request
from gnomon.tutor.model.said import said_in
from gnomon.tutor.protocol import Tutor, TutorContext
from gnomon.tutor.replied import TutorReply
from gnomon.tutor.symbolic.diagnosed import Diagnosis
from gnomon.tutor.symbolic.diagnosis import Diagnostician
from gnomon.tutor.symbolic.readers import reader_of

_PROMPT = "tutor/compose"
_AS_PLANNED = frozenset({"Introduce", "Revealing"})
"""Subacts whose words stay: nothing was said yet, or an answer may be told."""
_NOT_COMPOSED = frozenset({Kind.INJECTION, Kind.AUTHORITY, Kind.OTHER_LANGUAGE, Kind.EMPTY, Kind.TOO_LONG})
"""Moves to which the planned words are the safest."""
_OPEN = frozenset({Kind.DOUBT, Kind.PLAN})
"""Moves that claim nothing, and rest on something that holds or not."""


@dataclass(frozen=True)
class ComposedTutor:
    """See the module.

    Args:
        tutor: plans the turns, and notes what was heard in the message before each.
        model: writes them.
        sampling: temperature, token limit and seed.
        patience: seconds to wait for the model.
    """

    tutor: Tutor
    model: Model
    sampling: Sampling = SERVER_DEFAULTS
    patience: float = PATIENCE

    @property
    def name(self) -> str:
        """The planning tutor's name, ``composer:`` and the model's."""
        return f"{self.tutor.name}+composer:{self.model.name}"

    async def reply(self, context: TutorContext) -> TutorReply:
        """Return the planned turn, in the model's words where they may be said; errors as the planning tutor's."""
        planned = await self.tutor.reply(context)
        reader = reader_of(context.problem, context.solution)
        if planned.turn is None or reader is None or planned.turn.subact in _AS_PLANNED:
            return planned
        record = planned.turn.record or TurnRecord()
        diagnosis = reader.diagnose(context.dialogue, record.heard)
        if not _needs_words(diagnosis, planned.turn):
            return planned
        turn, request = planned.turn, self._request(planned.turn, context, diagnosis, reader)

        def refused(spoken: TutorTurn) -> str | None:
            why = unfounded(spoken.utterance, turn, context, diagnosis, reader)
            # The guard weighs a model's words as such.
            return why or breach_of(noted(spoken, planned=turn.utterance), context)

        return await reworded(planned, turn, self.model, request, self.patience, refused)

    def _request(self, turn: TutorTurn, context: TutorContext, diagnosis: Diagnosis, reader: Diagnostician) -> Request:
        said = said_in(context.dialogue, context.problem)
        fenced = fence({**said.texts, "claims": _judged(diagnosis), "turn": turn.utterance})
        step = diagnosis.current
        filled = load(_PROMPT).fill(
            code=fenced.code,
            **fenced.blocks,
            **said.figure,
            theorem="" if step is None or step.rule is None else in_one_line(step.rule.statement),
            known=", ".join(sorted(in_one_line(str(atom)) for atom in diagnosis.shown if atom not in reader.given)),
            subact=turn.subact,
            description=subacts()[turn.subact].description,
            feedback=turn.feedback,
            is_withheld=turn.feedback == "none" and diagnosis.exchanges[-1].withheld,
            marked=", ".join(str(part) for part in turn.highlights.elements()),
        )
        return words_request(filled, self.sampling)


def _instead(claim: Claim) -> str:
    """Return what is right instead of something false that is said of all figures; empty where nobody says."""
    saying = sayings().get(claim.saying)
    return "" if saying is None or saying.holds else f"; rather: {saying.instead}"


def _needs_words(diagnosis: Diagnosis, turn: TutorTurn) -> bool:
    """Whether a message says or asks something in words, or there is more to say to it than that it is right."""
    judged = diagnosis.last
    if judged is None or any(move.kind in _NOT_COMPOSED for move in judged.message.moves):
        return False
    return turn.feedback != "positive" or is_prose(judged.message) or "?" in judged.message.text


def _judged(diagnosis: Diagnosis) -> str:
    """Return what the engine says of each claim of the last message."""
    judged = diagnosis.last
    said = () if judged is None else judged.judgements
    told = {"right": "holds", "rounded": "holds, rounded", "wrong": "does not hold"}
    lines = []
    for judgement in said:
        idea = judgement.misconception.name if judgement.misconception is not None and not judgement.truth.is_right else ""
        way = "; true, and of no use here" if judgement.way == "none" else f"; the idea behind it: {idea}" if idea else ""
        rather = _instead(judgement.claim)
        lines.append(f"- “{in_one_line(judgement.claim.text)}”: {told.get(judgement.truth, 'not settled')}{way}{rather}")
    moves = judged.message.moves if judged is not None else ()
    asked = [move.claim for move in moves if move.kind in _OPEN and move.claim is not None and move.claim.saying]
    lines += [
        f"- “{in_one_line(claim.text)}” (asked or planned): {'holds' if claim.holds else 'does not hold'}{_instead(claim)}"
        for claim in asked
    ]
    return "\n".join(dict.fromkeys(lines))
