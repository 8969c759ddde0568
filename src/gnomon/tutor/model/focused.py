"""The focused pipeline (GeoDial 5.2): words first, then for lines and for angles apart whether to highlight, and what.

Prediction is a yes or no; Decision names at least one element and is asked only after a yes. Both see the context, the act
and the subact, and the words of the turn from one of three sources: the recorded turn (``truth``, which no tutor can have at
run time), a model that sees no highlights (``model``), or none. Colours are not told apart: every highlight is green.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from gnomon.dialogue import Act, Subact, TutorTurn, subacts
from gnomon.figure import Highlights
from gnomon.models import Model, PicturesRefusedError, Request, all_of
from gnomon.prompts import in_one_line, load
from gnomon.replies import parse_turn
from gnomon.tutor.asking import SERVER_DEFAULTS, ModelReply, Sampling, ask, make_request
from gnomon.tutor.model.highlight_answers import read_names, read_yes_no
from gnomon.tutor.model.parts import ALL_PARTS, ContextParts, context_images, context_text
from gnomon.tutor.model.tutor import turn_request
from gnomon.tutor.protocol import TutorContext
from gnomon.tutor.replied import TutorReply, read_turn, said_turn
from gnomon.tutor.symbolic.readers import diagnosis_of

Category = Literal["lines", "angles"]
CATEGORIES: tuple[Category, ...] = ("lines", "angles")
UtteranceSource = Literal["truth", "model", "none"]
_THINGS = {"lines": "line segment", "angles": "angle"}


class Move(NamedTuple):
    """What the highlight models know of the turn."""

    act: Act
    subact: Subact
    utterance: str | None
    """None when it is not given."""


class Prediction(NamedTuple):
    """Whether a turn highlights anything of a category."""

    answer: bool | None
    """None when the reply is neither yes nor no; it then counts as no highlight."""
    reply: ModelReply


class Decision(NamedTuple):
    """What a turn highlights of a category."""

    names: tuple[str, ...] | None
    """At least one; None when the reply is no list of names, or an empty one."""
    reply: ModelReply


def move_of(truth: TutorTurn, source: UtteranceSource, written: TutorTurn | None = None) -> Move:
    """Return the move of a recorded turn, its words from ``source``.

    Args:
        truth: the recorded turn; its act and subact are given in every setting.
        source: where the words come from.
        written: for ``model``, the turn that the utterance model wrote for this act and subact; None when that reply could not
            be read or makes another move: then no words.
    """
    by_source = {"truth": truth.utterance, "model": written.utterance if written else None, "none": None}
    return Move(truth.act, truth.subact, by_source[source])


def prediction_request(
    context: TutorContext, parts: ContextParts, move: Move, category: Category, sampling: Sampling = SERVER_DEFAULTS
) -> Request:
    """Make the question whether the turn highlights anything of ``category``."""
    return _request("tutor/highlight_prediction", context, parts, move, sampling, thing=_THINGS[category])


def decision_request(
    context: TutorContext, parts: ContextParts, move: Move, category: Category, sampling: Sampling = SERVER_DEFAULTS
) -> Request:
    """Make the question which elements of ``category`` the turn highlights."""
    return _request("tutor/highlight_decision", context, parts, move, sampling, thing=_THINGS[category], category=category)


def _request(name: str, context: TutorContext, parts: ContextParts, move: Move, sampling: Sampling, **asked: str) -> Request:
    told = {"act": move.act, "subact": move.subact, "utterance": in_one_line(move.utterance or "")}
    description = subacts()[move.subact].description
    filled = load(name).fill(**asked, **told, description=description, context=context_text(context, parts))
    return make_request(filled, context_images(context, parts), sampling=sampling)


@dataclass
class FocusedTutor:
    """See the module.

    Args:
        model: writes act, subact, feedback and words, without highlights.
        prediction: the yes/no model by category; the ``model`` where a category is missing.
        decision: the which-model by category; likewise.
        parts: what all of them are shown of the context.
        utterance_source: whether the highlight models get the words (``model``) or not (``none``).
        sampling: of all calls.
        adapts: whether models that take no pictures are asked without the diagram from then on, rather than be refused.

    Raises:
        ValueError: for the source ``truth``: a tutor at work has no recorded words.
    """

    model: Model
    prediction: Mapping[Category, Model] = field(default_factory=dict)
    decision: Mapping[Category, Model] = field(default_factory=dict)
    parts: ContextParts = ALL_PARTS
    utterance_source: UtteranceSource = "model"
    sampling: Sampling = SERVER_DEFAULTS
    adapts: bool = False

    def __post_init__(self) -> None:
        if self.utterance_source == "truth":
            raise ValueError(
                "a tutor has no recorded words; use 'model' or 'none', and `predict` and `decide` for recorded turns"
            )

    @property
    def name(self) -> str:
        """``focused:`` and the name of the utterance model."""
        return f"focused:{self.model.name}"

    async def write(self, context: TutorContext, move: tuple[Act, Subact] | None = None) -> TutorReply:
        """Ask for act, subact, feedback and words; the turn has no highlights.

        With ``move`` act and subact are given and the words are to carry them out. A reply of another move is no turn then,
        flagged ``other_move``: its words would be shown under a move that they do not make.

        Raises:
            ModelError: when the model cannot be asked.
        """
        request = turn_request(context, self.parts, with_highlights=False, move=move, sampling=self.sampling)
        reply = await ask(self.model, request)
        diagnosis = diagnosis_of(context)
        step = diagnosis.step if diagnosis is not None else None
        written = read_turn(reply, parse_turn(reply.text), step=step, needs_highlights=False)
        if move is None or written.turn is None or (written.turn.act, written.turn.subact) == move:
            return written
        return replace(written, turn=None, flags=(*written.flags, "other_move"))

    async def predict(self, context: TutorContext, move: Move, category: Category) -> Prediction:
        """Ask whether the turn highlights anything of ``category``; errors as in `write`."""
        model = self.prediction.get(category, self.model)
        reply = await ask(model, prediction_request(context, self.parts, move, category, self.sampling))
        return Prediction(read_yes_no(reply.text), reply)

    async def decide(self, context: TutorContext, move: Move, category: Category) -> Decision:
        """Ask which elements of ``category`` the turn highlights; errors as in `write`."""
        model = self.decision.get(category, self.model)
        reply = await ask(model, decision_request(context, self.parts, move, category, self.sampling))
        return Decision(read_names(reply.text), reply)

    async def reply(self, context: TutorContext) -> TutorReply:
        """Give the next turn: words, then for each category yes or no, then where yes the names.

        An answer about highlights that cannot be read leaves its category empty, with a flag such as
        ``lines_prediction_unread`` or ``angles_decision_unread``. Errors as in `write`.
        """
        try:
            return await self._reply(context)
        except PicturesRefusedError:
            if not self.adapts:
                raise
        self.parts = replace(self.parts, diagram=False)
        return await self._reply(context)

    async def _reply(self, context: TutorContext) -> TutorReply:
        written = await self.write(context)
        if written.turn is None:
            return written
        words = written.turn.utterance if self.utterance_source == "model" else None
        move = Move(written.turn.act, written.turn.subact, words)
        found = await all_of(self._highlight(context, move, category) for category in CATEGORIES)
        names = {category: each.names for category, each in zip(CATEGORIES, found, strict=True)}
        replies = [reply for each in found for reply in each.replies]
        return said_turn(
            written.turn.model_copy(update={"highlights": Highlights(**names)}),
            usage=sum((reply.usage for reply in replies), written.usage),
            seconds=written.seconds + sum(reply.seconds for reply in replies),
            flags=(*written.flags, *(flag for each in found for flag in each.flags)),
        )

    async def _highlight(self, context: TutorContext, move: Move, category: Category) -> _Found:
        prediction = await self.predict(context, move, category)
        if not prediction.answer:
            flags = () if prediction.answer is False else (f"{category}_prediction_unread",)
            return _Found((), (prediction.reply,), flags)
        decision = await self.decide(context, move, category)
        flags = () if decision.names else (f"{category}_decision_unread",)
        return _Found(decision.names or (), (prediction.reply, decision.reply), flags)


class _Found(NamedTuple):
    names: tuple[str, ...]
    replies: tuple[ModelReply, ...]
    flags: tuple[str, ...]
