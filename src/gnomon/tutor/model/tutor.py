"""A tutor that is one call to a model: act, subact, highlights, feedback and utterance in order (GeoDial 5.1, appendix O).

With ``notes="proof"`` the engine's proof is given as private notes; that tutor is called ``grounded`` and is a row of its
own. The raw reply is kept; a reply that cannot be read is no turn, and says why. Guarding is the session's business.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, get_args

from gnomon.dialogue import Act, Feedback, Subact, acts, rules, subacts
from gnomon.figure import Highlights
from gnomon.models import Model, PicturesRefusedError, Request, ResponseSchema, object_schema
from gnomon.prompts import Prompt, in_one_line, load
from gnomon.replies import parse_turn
from gnomon.tutor.asking import SERVER_DEFAULTS, Sampling, ask, make_request
from gnomon.tutor.model.notes import private_notes
from gnomon.tutor.model.parts import ALL_PARTS, ContextParts, context_images, context_text
from gnomon.tutor.protocol import TutorContext
from gnomon.tutor.replied import TutorReply, read_turn
from gnomon.tutor.symbolic.diagnosed import Diagnosis
from gnomon.tutor.symbolic.readers import diagnosis_of

Notes = Literal["none", "proof"]
_MOST_NAMES = 12
"""Of one kind of highlight: under a schema without an end small models go through the alphabet."""


@dataclass
class ModelTutor:
    """See the module.

    Args:
        model: who is asked.
        parts: what it is shown of the context.
        notes: ``proof`` gives the engine's proof, where the context has one; it needs the correct solution among the parts.
        sampling: temperature, token limit and seed.
        schema: `turn_schema` makes servers that can do so keep to the JSON of a turn; None asks by words alone.
        prompt: None for the package's ``tutor/turn``; an own one has the same gaps.
        adapts: makes do with what the model can, for conversations and not for measuring: one that takes no pictures is asked
            without the diagram from then on, and where a reply was refused, the next is asked for under `turn_schema`.

    Raises:
        ValueError: for notes without the correct solution, which they contain.
    """

    model: Model
    parts: ContextParts = ALL_PARTS
    notes: Notes = "none"
    sampling: Sampling = SERVER_DEFAULTS
    schema: ResponseSchema | None = None
    prompt: Prompt | None = None
    adapts: bool = False

    def __post_init__(self) -> None:
        if self.notes == "proof" and not self.parts.correct_solution:
            raise ValueError("the notes hold the solution: leave `correct_solution` among the parts, or give no notes")

    @property
    def name(self) -> str:
        """``model:`` or ``grounded:`` and the model's name."""
        return f"{'grounded' if self.notes == 'proof' else 'model'}:{self.model.name}"

    async def reply(self, context: TutorContext) -> TutorReply:
        """Ask for the next turn.

        Raises:
            ModelError: when the model cannot be asked.
            OSError: when a picture of the question cannot be read.
        """
        diagnosis = diagnosis_of(context)
        try:
            reply = await ask(self.model, self._request(context, diagnosis))
        except PicturesRefusedError:
            if not self.adapts:
                raise
            self.parts = replace(self.parts, diagram=False)
            reply = await ask(self.model, self._request(context, diagnosis))
        step = diagnosis.step if diagnosis is not None else None
        has_notes = self.notes == "proof" and diagnosis is not None
        return read_turn(reply, parse_turn(reply.text), step=step, has_notes=has_notes)

    def request(self, context: TutorContext) -> Request:
        """Return what would be asked, for an estimate or for training rows."""
        return self._request(context, diagnosis_of(context))

    def _request(self, context: TutorContext, diagnosis: Diagnosis | None) -> Request:
        proof = context.solution.proof if context.solution and self.notes == "proof" else None
        notes = private_notes(proof, diagnosis) if proof and diagnosis else ""
        schema = turn_schema() if self.adapts and context.rejected and self.schema is None else self.schema
        return turn_request(context, self.parts, notes=notes, sampling=self.sampling, schema=schema, prompt=self.prompt)


def turn_request(
    context: TutorContext,
    parts: ContextParts,
    *,
    with_highlights: bool = True,
    move: tuple[Act, Subact] | None = None,
    notes: str = "",
    sampling: Sampling = SERVER_DEFAULTS,
    schema: ResponseSchema | None = None,
    prompt: Prompt | None = None,
) -> Request:
    """Make the request for a tutor's next turn.

    Args:
        context: problem, dialogue, refused drafts.
        parts: what the model is shown of it.
        with_highlights: False asks for a turn without highlights, as the focused pipeline does first.
        move: act and subact that are decided already, for words alone; None lets the model choose.
        notes: private notes; empty for none.
        sampling: temperature, token limit and seed.
        schema: JSON schema of the reply; None for none.
        prompt: None for the package's ``tutor/turn``.
    """
    filled = (prompt or load("tutor/turn")).fill(
        vocabulary=vocabulary(),
        context=context_text(context, parts),
        with_highlights=with_highlights,
        move=move and {"act": move[0], "subact": move[1]},
        notes=notes,
        rejected=[in_one_line(reason) for reason in context.rejected],
        may_reveal=context.may_reveal,
        is_last=context.is_last,
    )
    return make_request(filled, context_images(context, parts), sampling=sampling, schema=schema)


def vocabulary() -> str:
    """Return acts, subacts and rules in words, from the one table of `gnomon.dialogue`."""
    return load("tutor/vocabulary").fill(acts=acts(), subacts=tuple(subacts().values()), rules=tuple(rules().values())).user


def turn_schema() -> ResponseSchema:
    """Return the JSON schema of a turn, its fields in the order in which a teacher decides them."""
    names = {"type": "array", "items": {"type": "string"}, "maxItems": _MOST_NAMES}
    highlights = object_schema(dict.fromkeys(Highlights.model_fields, names))
    return ResponseSchema(
        name="tutor_turn",
        json_schema=object_schema(
            {
                "act": {"type": "string", "enum": list(acts())},
                "subact": {"type": "string", "enum": list(subacts())},
                "highlights": highlights,
                "highlights2": {"anyOf": [highlights, {"type": "null"}]},
                "feedback": {"type": "string", "enum": list(get_args(Feedback))},
                "utterance": {"type": "string"},
            }
        ),
    )
