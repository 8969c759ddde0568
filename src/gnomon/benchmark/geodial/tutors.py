"""Who answers in the benchmark ``geodial``: a model in one call or focused, the symbolic or an own tutor, or a control."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Coroutine, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, get_args

from gnomon.benchmark.benchmark import Answer, Item, NotApplicableError, is_model, not_applicable
from gnomon.benchmark.errors import ResultsError
from gnomon.benchmark.geodial.options import GeoDialOptions, TutorKind, parts_of, refuse_what_does_not_fit
from gnomon.benchmark.geodial.points import CATEGORIES, Point, named_in, point_of
from gnomon.benchmark.sources import images_of
from gnomon.dialogue import TutorTurn
from gnomon.figure import Highlights
from gnomon.geometry import Solution, solved
from gnomon.models import Model, all_of, model_name
from gnomon.problem import Problem
from gnomon.session import GuardedTutor
from gnomon.tutor import (
    Category,
    ContextParts,
    Decision,
    FocusedTutor,
    ModelTutor,
    Move,
    NoProofError,
    Prediction,
    Sampling,
    Tutor,
    TutorContext,
    TutorReply,
    TutorSpecError,
    move_of,
    open_tutor,
    turn_schema,
)

CONTROLS = ("random-turn", "majority")
FOCUSED: tuple[Category, ...] = get_args(Category)
_NO_PROOF = "the engine has no proof of this problem"


class Answerer(Protocol):
    """Gives the answers of a run."""

    @property
    def roles(self) -> tuple[str, ...]:
        """The model roles it asks."""
        ...

    @property
    def prompts(self) -> tuple[str, ...]:
        """Names of the prompts it uses."""
        ...

    async def answer(self, item: Item, models: Mapping[str, Model]) -> Answer:
        """Answer one item."""
        ...


def answerer_of(spec: str | None, options: GeoDialOptions, seed: int, training: Sequence[TutorTurn]) -> Answerer:
    """Return who answers.

    Args:
        spec: ``random-turn``, ``majority``, ``symbolic``, ``MODULE:FACTORY``; a URL, ``MODEL@URL`` or None for the model in the
            role ``tutor``.
        options: settings.
        seed: of draws, words and samples.
        training: the turns that controls learn from.

    Raises:
        ResultsError: for a tutor that cannot be opened or a setting that does not fit it.
    """
    if spec in CONTROLS:
        refuse_what_does_not_fit(options, "control")
        return _control(spec, training, seed)
    kind: TutorKind = "model" if spec is None or is_model(spec) else "own"
    refuse_what_does_not_fit(options, kind)
    if kind == "own":
        return _OwnTutor(str(spec), options, _opened(str(spec), seed))
    if spec is not None and spec.partition("://")[0].startswith(("grounded+", "focused+")):
        raise ResultsError(f"expected --tutor as MODEL@URL, got {spec!r}; use --set notes=proof or --set setting=focused")
    name = model_name(spec) if spec else ""
    if options.setting == "focused":
        return _Focused(name, options, parts_of(options), seed)
    return _OneCall(name, options, parts_of(options), seed)


@dataclass
class _Fixed:
    """The control ``majority``: the same turn for every item."""

    turn: TutorTurn
    roles: tuple[str, ...] = ()
    prompts: tuple[str, ...] = ()

    async def answer(self, item: Item, models: Mapping[str, Model]) -> Answer:
        del item, models
        return _told(self.turn, "majority")


@dataclass
class _Random:
    """The control ``random-turn``: a whole turn of the training split, drawn uniformly (GeoDial 5.1)."""

    training: Sequence[TutorTurn]
    seed: int
    roles: tuple[str, ...] = ()
    prompts: tuple[str, ...] = ()

    async def answer(self, item: Item, models: Mapping[str, Model]) -> Answer:
        del models
        draw = random.Random(f"{self.seed}/{item.id}")  # a baseline, not cryptography
        return _told(draw.choice(self.training), "random-turn")


def _control(name: str, training: Sequence[TutorTurn], seed: int) -> Answerer:
    if not training:
        raise ResultsError(f"{name} takes its turns from the training split, and the data have none; add the file of that split")
    return _Random(training, seed) if name == "random-turn" else _Fixed(_most_frequent(training))


def _most_frequent(training: Sequence[TutorTurn]) -> TutorTurn:
    """Return the most frequent value of each field by itself, of equal ones the first; act and subact may not go together."""

    def most(values: Sequence[Any]) -> Any:  # noqa: ANN401 - of whatever type the field is
        return Counter(values).most_common(1)[0][0]

    names = {kind: most([tuple(named_in(turn.highlights, turn.highlights2, kind)) for turn in training]) for kind in CATEGORIES}
    return TutorTurn(
        act=most([turn.act for turn in training]),
        subact=most([turn.subact for turn in training]),
        highlights=Highlights(**names),
        feedback=most([turn.feedback for turn in training]),
        utterance=most([turn.utterance for turn in training]),
    )


def _told(turn: TutorTurn, tutor: str) -> Answer:
    value = turn.turn_json()
    return Answer(text=json.dumps(value, ensure_ascii=False), value=value, extra={"tutor": tutor})


def _opened(spec: str, seed: int) -> Tutor:
    def no_models(place: str) -> Model:
        raise ResultsError(f"expected a tutor without a model, got {place!r}")

    if spec != "symbolic" and ":" not in spec:
        expected = f"MODEL@URL, a URL, MODULE:FACTORY, symbolic, {' or '.join(CONTROLS)}"
        raise ResultsError(f"no tutor {spec!r}: expected {expected}")
    try:
        return open_tutor(spec, no_models, seed=seed)
    except TutorSpecError as error:
        raise ResultsError(str(error)) from error


@dataclass
class _OwnTutor:
    """The symbolic tutor or a user's own."""

    name: str
    options: GeoDialOptions
    tutor: Tutor
    roles: tuple[str, ...] = ()
    prompts: tuple[str, ...] = ()

    async def answer(self, item: Item, models: Mapping[str, Model]) -> Answer:
        del models
        point = point_of(item)
        context = TutorContext(point.problem, point.dialogue, await _solved(point.formal))
        extra = {"tutor": self.name}
        try:
            return await _replied(self.tutor, context, self.options, extra)
        except NoProofError as error:
            return not_applicable(str(error), extra)


@dataclass
class _OneCall:
    """A model that gives the whole turn in one call (GeoDial 5.1), plain, grounded or guarded."""

    name: str
    options: GeoDialOptions
    parts: ContextParts
    seed: int
    roles: tuple[str, ...] = ("tutor",)

    @property
    def prompts(self) -> tuple[str, ...]:
        notes = ("tutor/notes",) if self.options.notes == "proof" else ()
        return ("tutor/turn", "tutor/vocabulary", "tutor/context", *notes)

    async def answer(self, item: Item, models: Mapping[str, Model]) -> Answer:
        point, options, model = point_of(item), self.options, models["tutor"]
        extra = {"tutor": self.name or model.name, "setting": "turn", "parts": self.parts.name, "notes": options.notes}
        is_needed = options.notes == "proof" or options.guard
        solution = await _solved(point.formal) if is_needed else None
        if options.notes == "proof" and (solution is None or solution.proof is None):
            return not_applicable(_NO_PROOF, extra)
        if missing := _missing_picture(point, self.parts):
            return not_applicable(missing, extra)
        schema = turn_schema() if options.with_schema else None
        tutor = ModelTutor(model, self.parts, options.notes, _sampling(options, self.seed), schema)
        return await _replied(tutor, TutorContext(point.problem, point.dialogue, solution), options, extra)


@dataclass
class _Focused:
    """A model that is asked for Prediction and Decision of lines and angles apart (GeoDial 5.2).

    The Decision is asked wherever the teacher highlights, whatever the Prediction says: that gives the independent figures.
    Elsewhere the names do not matter, and it is not asked.
    """

    name: str
    options: GeoDialOptions
    parts: ContextParts
    seed: int
    roles: tuple[str, ...] = ("tutor",)

    @property
    def prompts(self) -> tuple[str, ...]:
        words = ("tutor/turn", "tutor/vocabulary") if self.options.utterance == "model" else ()
        return ("tutor/highlight_prediction", "tutor/highlight_decision", "tutor/context", *words)

    async def answer(self, item: Item, models: Mapping[str, Model]) -> Answer:
        point, source = point_of(item), self.options.utterance
        # A `FocusedTutor` at work has no recorded words; here they come with the move.
        tutor = FocusedTutor(
            models["tutor"], parts=self.parts, utterance_source="none", sampling=_sampling(self.options, self.seed)
        )
        extra = {"tutor": self.name or models["tutor"].name, "setting": "focused", "parts": self.parts.name, "utterance": source}
        if missing := _missing_picture(point, self.parts):
            return not_applicable(missing, extra)
        context = TutorContext(point.problem, point.dialogue)
        written = await tutor.write(context) if source == "model" else None
        move = move_of(point.turn, source, written.turn if written else None)
        asked = await all_of(_ask(tutor, context, move, point, category) for category in FOCUSED)
        return _focused_answer(written, dict(zip(FOCUSED, asked, strict=True)), extra)


_Asked = tuple[Prediction, Decision | None]


async def _ask(tutor: FocusedTutor, context: TutorContext, move: Move, point: Point, category: Category) -> _Asked:
    if not named_in(point.turn.highlights, point.turn.highlights2, category):
        return await tutor.predict(context, move, category), None
    both: list[Coroutine[Any, Any, Any]] = [tutor.predict(context, move, category), tutor.decide(context, move, category)]
    prediction, decision = await all_of(both)
    return prediction, decision


def _focused_answer(written: TutorReply | None, asked: Mapping[Category, _Asked], extra: dict[str, Any]) -> Answer:
    texts: dict[str, str] = {} if written is None else {"turn": written.text}
    value: dict[str, Any] = {} if written is None else {"turn": written.reading.value}
    are_read = [] if written is None else [written.turn is not None]
    flags = [] if written is None else list(written.flags)
    for category, (prediction, decision) in asked.items():
        texts[f"{category}: whether"] = prediction.reply.text
        are_read.append(prediction.answer is not None)
        names = None
        if decision is not None:
            texts[f"{category}: which"] = decision.reply.text
            are_read.append(decision.names is not None)
            names = list(getattr(Highlights(**{category: decision.names}), category)) if decision.names else None
        value[category] = {"says": prediction.answer, "names": names}
    status = "ok" if all(are_read) else "partial" if any(are_read) else "unparseable"
    text = "\n".join(f"{name}: {reply}" for name, reply in texts.items())
    return Answer(text=text, status=status, value=value, flags=tuple(flags), extra=extra)


async def _replied(tutor: Tutor, context: TutorContext, options: GeoDialOptions, extra: dict[str, Any]) -> Answer:
    if not options.guard:
        return _answer(await tutor.reply(context), extra)
    reply = await GuardedTutor(tutor).reply(context)
    record = reply.turn.record if reply.turn else None
    assert record is not None  # the guard always records
    stopped = {"stopped": list(record.guard), "unread": list(record.unread), "is_safe_turn": record.rung == "safe"}
    return _answer(reply, {**extra, "guard": stopped})


def _answer(reply: TutorReply, extra: dict[str, Any]) -> Answer:
    noted = {**extra, "has_notes": True} if reply.has_notes else extra
    reading = reply.reading
    return Answer(text=reply.text, status=reading.status, value=reading.value, flags=reply.flags, extra=noted)


async def _solved(problem: Problem | None) -> Solution | None:
    """Return what the engine says; None where there is no formal description. The solution may hold no proof."""
    return None if problem is None else await solved(problem)


def _missing_picture(point: Point, parts: ContextParts) -> str | None:
    """Return why a picture that is to be shown is not there; None where all are."""
    try:
        images_of(point.problem.question.images if parts.diagram else ())
    except NotApplicableError as error:
        return str(error)
    return None


def _sampling(options: GeoDialOptions, seed: int) -> Sampling:
    return Sampling(temperature=options.temperature, max_tokens=options.max_tokens, seed=seed)
