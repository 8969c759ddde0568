"""What both tasks of MathExplain share: problems as items, and who explains them.

==================  ===========================================================================================
``MODEL@URL``       a model, asked once a problem
``reference``       the dataset's own keypoints and solution: the upper control
``empty``           no keypoint at all: the lower control of the first task
``recorded``        explanations that the dataset brings, with people's ratings (second task)
``symbolic``        the engine's proof, where the dataset names a formal description
``MODULE:FACTORY``  an own explainer
==================  ===========================================================================================

Where an explainer has nothing to explain with, such as a formal description, the answer says so: it gets no mark, and is
counted. Fields of the dataset that its own format does not have, read where they are there: ``formal``, a formal
description as `gnomon.problem.load_problem` finds it, and ``replies``, recorded explanations, each
``{"tutor", "text", "ratings": [{"rater", "correctness", "fidelity", "visual_referencing"}]}``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from gnomon.benchmark.benchmark import Item, NotApplicableError, is_model
from gnomon.benchmark.errors import ResultsError
from gnomon.benchmark.sources import formal_description, images_of, no_model, recorded_replies
from gnomon.datasets import MathExplainItem
from gnomon.figure import VisualKeypoint
from gnomon.models import Model
from gnomon.problem import Problem
from gnomon.tutor import (
    Explainer,
    ExplanationContext,
    ExplanationReply,
    KeypointReply,
    ModelExplainer,
    Sampling,
    open_explainer,
)

KINDS = ("geometry", "graph")
CRITERIA = ("correctness", "fidelity", "visual_referencing")
_SYMBOLIC = "symbolic"
_RECORDED = "recorded"
_PIPELINES = ("grounded+", "focused+")


class PeopleRating(BaseModel):
    """What one person gave one explanation, from 1 to 5; None where they gave nothing (MathExplain A.2)."""

    model_config = ConfigDict(frozen=True)

    rater: str = ""
    correctness: float | None = Field(default=None, ge=1, le=5)
    fidelity: float | None = Field(default=None, ge=1, le=5)
    visual_referencing: float | None = Field(default=None, ge=1, le=5)


class RecordedExplanation(BaseModel):
    """An explanation that the dataset holds."""

    model_config = ConfigDict(frozen=True)

    tutor: str
    text: str
    ratings: tuple[PeopleRating, ...] = ()


@dataclass(frozen=True)
class ExplainedProblem:
    """One thing to answer: what is shown or graded, without paths."""

    answer: str
    choices: tuple[str, ...]
    solution: str
    keypoints: tuple[VisualKeypoint, ...]
    pictures: tuple[str, ...]
    """File names."""
    recorded: RecordedExplanation | None = None
    """The explanation to grade, where the dataset brings it."""
    source: MathExplainItem = field(kw_only=True, repr=False)  # holds paths: what is shown stands above


class Explaining(NamedTuple):
    """Who explains."""

    explainer: Callable[[ExplainedProblem, Mapping[str, Model]], Explainer]
    asks_model: bool = False
    sees_pictures: bool = False
    formal: Literal["unused", "used", "needed"] = "unused"
    """What it does with a formal description."""


def items_of(sources: Sequence[MathExplainItem], *, recorded: bool = False) -> list[Item]:
    """Return one item a problem; with ``recorded``, one item a recorded explanation.

    Raises:
        ResultsError: when an id occurs twice, or a recorded explanation cannot be read.
    """
    items = [_item(source, reply) for source in sources for reply in (_recorded(source) if recorded else (None,))]
    if len({item.id for item in items}) != len(items):
        raise ResultsError("mathexplain: expected an id for each row, some occur twice")
    return items


def problem_in(item: Item) -> ExplainedProblem:
    """Return what an item asks."""
    content = item.content
    assert isinstance(content, ExplainedProblem)
    return content


def open_explaining(spec: str | None, controls: Sequence[str], seed: int) -> Explaining:
    """Open an explainer by its name; see the module. None and URLs mean the model in the role ``tutor``.

    Args:
        spec: the name.
        controls: those of the module's controls that the task has.
        seed: of a model's sampling.

    Raises:
        ResultsError: when nothing can be opened by that name.
    """
    if spec is None or (is_model(spec) and not spec.startswith(_PIPELINES)):
        sampling = Sampling(seed=seed)
        return Explaining(lambda _, models: ModelExplainer(models["tutor"], sampling), asks_model=True, sees_pictures=True)
    if spec in controls:
        maker = _CONTROLS[spec]
        return Explaining(lambda problem, _: maker(problem))
    try:
        explainer = open_explainer(spec, no_model, seed=seed)
    except ValueError as error:
        raise ResultsError(f"{error}; or one of {', '.join(controls)}") from error
    is_symbolic = spec.strip() == _SYMBOLIC
    return Explaining(lambda *_: explainer, sees_pictures=not is_symbolic, formal="needed" if is_symbolic else "used")


def context_of(problem: ExplainedProblem, explaining: Explaining, *, has_answer: bool, has_keypoints: bool) -> ExplanationContext:
    """Return what an explainer is shown.

    Raises:
        NotApplicableError: when it needs a picture or a formal description that is not there.
        ResultsError: when the dataset names a formal description that cannot be read.
    """
    source = problem.source
    formal = None if explaining.formal == "unused" else _formal(source)
    if explaining.formal == "needed" and formal is None:
        raise NotApplicableError("no_formal_description")
    return ExplanationContext(
        question=source.question,
        images=images_of(source.question.images) if explaining.sees_pictures else (),
        answer=source.answer if has_answer else None,
        chapter=source.topic.chapter,
        section=source.topic.section,
        keypoints=source.keypoints if has_keypoints else (),
        problem=formal,
    )


def _formal(source: MathExplainItem) -> Problem | None:
    reference = source.extra.get("formal")
    return None if reference is None else formal_description(str(reference))


def _recorded(source: MathExplainItem) -> list[RecordedExplanation]:
    form = "{tutor, text, ratings from 1 to 5}"
    return recorded_replies(source.id, source.extra.get("replies", []), RecordedExplanation, form)


def _item(source: MathExplainItem, recorded: RecordedExplanation | None) -> Item:
    groups = {
        "kind": source.kind,
        "format": source.answer_format,
        "chapter": source.topic.chapter,
        "section": source.topic.section,
        "tutor": recorded.tutor if recorded else "",
    }
    content = ExplainedProblem(
        answer=source.answer,
        choices=tuple(source.question.choices),
        solution=source.solution,
        keypoints=source.keypoints,
        pictures=tuple(Path(path).name for path in source.question.images),
        recorded=recorded,
        source=source,
    )
    return Item(
        id=f"{source.id}/{recorded.tutor}" if recorded else source.id,
        cluster=source.id,
        text="\n".join([source.question.text, *source.question.choices]),
        groups={name: value for name, value in groups.items() if value},
        content=content,
    )


@dataclass(frozen=True)
class _Given:
    """Keypoints, an explanation and an answer that are there already."""

    name: str
    keypoints: tuple[VisualKeypoint, ...]
    explanation: str
    final_answer: str

    async def identify(self, context: ExplanationContext) -> KeypointReply:
        del context
        text = "\n".join(f"{keypoint.element}: {keypoint.description}" for keypoint in self.keypoints)
        return KeypointReply(text, self.keypoints)

    async def explain(self, context: ExplanationContext) -> ExplanationReply:
        del context
        return ExplanationReply(self.explanation)

    async def answer(self, context: ExplanationContext, explanation: str) -> ExplanationReply:
        del context, explanation
        return ExplanationReply(self.final_answer)


def _reference(problem: ExplainedProblem) -> Explainer:
    return _Given("reference", problem.keypoints, problem.solution, problem.answer)


def _recorded_one(problem: ExplainedProblem) -> Explainer:
    recorded = problem.recorded
    return _Given(recorded.tutor if recorded else _RECORDED, (), recorded.text if recorded else "", "")


_CONTROLS: Mapping[str, Callable[[ExplainedProblem], Explainer]] = {
    "reference": _reference,
    "empty": lambda _: _Given("empty", (), "", ""),
    _RECORDED: _recorded_one,
}
