"""MMTutorBench: guide a student to the next key step of handwritten work (MMTutorBench 3, appendices A, B, D, H).

The data lie on GitHub and were not to be had; the format read here follows the paper (``docs/datasets.md``). Pictures are
paths; nothing is opened or judged here.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Literal, get_args

from pydantic import BaseModel, ConfigDict

from gnomon.datasets.fields import Fields, RowError
from gnomon.datasets.loaded import DatasetItem, Loaded
from gnomon.datasets.rows import Source, load_rows
from gnomon.packaged import packaged_yaml

_FROZEN = ConfigDict(frozen=True, extra="forbid")
CriterionId = Literal["insight_discovery", "operation_formulation", "operation_execution", "solution_scope_control"]
"""The four criteria that are written for each problem; brevity and coherence are the same for all."""
TurnType = Literal["Progressive", "Exploratory", "Introspective"]
Domain = Literal["Algebra", "Geometry", "Advanced"]
DifficultyLevel = Literal["Easy", "Medium", "Hard"]


class KeyStepReference(BaseModel):
    """The reference answer in its three parts (3.2)."""

    model_config = _FROZEN

    insight_discovery: str
    """Why: the observation that this step rests on."""
    operation_formulation: str
    """What: the operation to apply."""
    operation_execution: str
    """How: the operation carried out, this step only."""


class RubricCriterion(BaseModel):
    """One criterion of a problem's own rubric (3.3)."""

    model_config = _FROZEN

    id: CriterionId
    criterion: str
    """The question that the judge answers."""
    condition_for_1: str
    condition_for_0: str


class FollowUp(BaseModel):
    """A later turn of the conversation (appendix H): the student's question and what a good answer holds."""

    model_config = _FROZEN

    turn: int
    """2 or 3."""
    type: TurnType
    query: str
    task: str = ""
    """What the rubric of this turn is about, in one sentence."""
    reference: KeyStepReference
    criteria: tuple[RubricCriterion, ...]
    """In the order of `CriterionId`."""


class KeyStepItem(DatasetItem):
    """One key step."""

    domain: str
    """As written, such as ``Algebra`` or ``Analysis & Calculus``; see `domain_group`."""
    difficulty: int
    """1 to 5."""
    images: tuple[str, ...] = ()
    """Paths of the earlier pictures in order of time; the first shows the problem."""
    current_image: str
    """Path of the picture just before the key step."""
    query: str | None = None
    """What the student asks; it names no operation. None: the tutor sees pictures alone."""
    task: str = ""
    """What the rubric is about, in one sentence."""
    reference: KeyStepReference
    criteria: tuple[RubricCriterion, ...]
    """In the order of `CriterionId`."""
    follow_ups: tuple[FollowUp, ...] = ()
    """Turns 2 and 3, where the item has them."""
    personas: tuple[str, ...] = ()
    """Ids of the student profiles (`personas`) that the item is asked with."""
    texts: tuple[str, ...] = ()
    """What a reader of characters finds in ``images`` and ``current_image``, for the variant without pictures."""

    @property
    def domain_group(self) -> Domain:
        """The paper's meta-category: Algebra, Geometry, or Advanced for everything else (appendix F)."""
        return self.domain if self.domain in {"Algebra", "Geometry"} else "Advanced"  # type: ignore[return-value]  # narrowed by the test

    @property
    def level(self) -> DifficultyLevel:
        """Easy for 1 and 2, Medium for 3, Hard for 4 and 5 (appendix F)."""
        return "Easy" if self.difficulty <= 2 else "Medium" if self.difficulty == 3 else "Hard"

    @property
    def all_images(self) -> tuple[str, ...]:
        """Earlier pictures, then the current one."""
        return (*self.images, self.current_image)


class Persona(BaseModel):
    """A student profile and how to speak to it (appendix D, Table 10)."""

    model_config = _FROZEN

    id: str
    name: str
    proficiency: str
    state: str
    goal: str
    tone: str
    granularity: str
    strategy: str


_CRITERIA: tuple[CriterionId, ...] = get_args(CriterionId)


def load_mmtutorbench(path: Source) -> Loaded[KeyStepItem]:
    """Read MMTutorBench's key steps; the format is in ``docs/datasets.md``.

    Noted and kept: a picture that is not there, a persona without a profile (``persona_unknown``), follow-ups out of order
    (``turns_out_of_order``). A row is bad without its reference or one of its four criteria, or with a difficulty outside 1 to 5.

    Args:
        path: a JSONL or JSON file, or a folder with one; pictures are relative to it.

    Raises:
        WrongFileError: when no row is such a key step.
    """
    return load_rows(path, _key_step, 'MMTutorBench items {"domain", "difficulty", "current_image", "reference", "rubric"}')


@cache
def personas() -> Mapping[str, Persona]:
    """Return the two student profiles of appendix D by id, in our own words."""
    rows = packaged_yaml(__package__, "personas.yaml")
    return MappingProxyType({row["id"]: Persona.model_validate(row) for row in rows})


def _key_step(row: Fields) -> KeyStepItem:
    difficulty = row.integer("difficulty")
    if not 1 <= difficulty <= 5:
        raise row.error("a difficulty from 1 to 5", ("difficulty",), difficulty)
    row.text("current_image")
    asked_with = row.texts("personas", "persona")
    for persona in asked_with:
        if persona not in personas():
            row.note("persona_unknown", f"{persona!r} is none of {', '.join(personas())}")
    rubric = row.inner("rubric")
    item = KeyStepItem(
        id=row.row_id("id"),
        domain=row.text("domain"),
        difficulty=difficulty,
        images=row.pictures("images", "previous_images"),
        current_image=row.picture("current_image") or "",
        query=row.optional_text("query", "question"),
        task=rubric.text("task_description", default=""),
        reference=_reference(row.inner("reference")),
        criteria=_criteria(rubric),
        follow_ups=tuple(_follow_up(each) for each in row.inner_rows("turns")),
        personas=asked_with,
        texts=row.texts("texts"),
        extra=row.rest(),
    )
    if [follow_up.turn for follow_up in item.follow_ups] != list(range(2, 2 + len(item.follow_ups))):
        row.note("turns_out_of_order", f"follow-ups are turns {[follow_up.turn for follow_up in item.follow_ups]}")
    return item


def _reference(row: Fields) -> KeyStepReference:
    return KeyStepReference(
        insight_discovery=row.text("insight_discovery", "key detail"),
        operation_formulation=row.text("operation_formulation", "key operation"),
        operation_execution=row.text("operation_execution", "next step"),
    )


def _criteria(rubric: Fields) -> tuple[RubricCriterion, ...]:
    """Return the four criteria in the paper's order, whatever their order in the row."""
    found: dict[str, RubricCriterion] = {}
    for each in rubric.inner_rows("evaluation_criteria"):
        criterion_id = each.text("id")
        if criterion_id not in _CRITERIA:
            each.note("criterion_unknown", f"{criterion_id!r} is none of {', '.join(_CRITERIA)}")
            continue
        found[criterion_id] = RubricCriterion.model_validate(
            {name: each.text(name) for name in ("id", "criterion", "condition_for_1", "condition_for_0")}
        )
    absent = [criterion for criterion in _CRITERIA if criterion not in found]
    if absent:
        raise RowError(f"expected criteria {', '.join(_CRITERIA)}, {', '.join(absent)} is missing")
    return tuple(found[criterion] for criterion in _CRITERIA)


def _follow_up(row: Fields) -> FollowUp:
    written = row.text("type")
    if written.capitalize() not in get_args(TurnType):
        raise row.error(" or ".join(get_args(TurnType)), ("type",), written)
    rubric = row.inner("rubric")
    return FollowUp.model_validate(
        {
            "turn": row.integer("turn"),
            "type": written.capitalize(),
            "query": row.text("query"),
            "task": rubric.text("task_description", default=""),
            "reference": _reference(row.inner("reference")),
            "criteria": _criteria(rubric),
        }
    )
