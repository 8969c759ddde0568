"""Six binary criteria for one tutoring reply, four of them with conditions of the problem (MMTutorBench 3.3, Table 2, A.3).

The judge reads texts only: the reference answers stand for the figure. The wording of the conditions comes with the problem;
brevity and coherence have conditions of their own (``table.yaml``) and are measured by the reference answers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal, get_args

from pydantic import BaseModel, ConfigDict, model_validator

from gnomon.judge.asking import Material, ModelJudge
from gnomon.judge.judgement import Read
from gnomon.judge.reading import read_object, read_reply, text_in
from gnomon.judge.table import Criterion, CriterionName, criteria
from gnomon.metrics import rubric_total, weighted_total
from gnomon.models import ResponseSchema, object_schema
from gnomon.prompts import in_one_line
from gnomon.replies import parse_rubric, said_in

_FROZEN = ConfigDict(frozen=True, extra="forbid")
_HELP: tuple[CriterionName, ...] = ("insight_discovery", "operation_formulation", "operation_execution")
Mark = Literal[0, 1] | None
"""None where the judge's mark cannot be read."""


class SpecificCriterion(BaseModel):
    """What one criterion asks of a reply to one problem."""

    model_config = _FROZEN

    criterion: str = ""
    """The question; empty for the question of ``table.yaml``."""
    condition_for_1: str
    condition_for_0: str


class RubricCase(BaseModel):
    """One reply to mark, with what it is measured by."""

    model_config = _FROZEN

    reply: str
    insight: str
    """Reference answer: the observation that unlocks the step."""
    formulation: str
    """Reference answer: the operation to do next."""
    execution: str
    """Reference answer: that operation carried out."""
    specific: Mapping[CriterionName, SpecificCriterion]
    """The four specific criteria, each once."""
    task: str = ""
    """What the rubric is about, in the words of who wrote it; empty where nothing is said."""
    question: str = ""
    """What the student asks; empty where the tutor had to see it from the pictures."""
    dialogue: str = ""
    """The turns before, for the second and later turns; empty for the first."""

    @model_validator(mode="after")
    def _has_the_four(self) -> RubricCase:
        wanted = [criterion.name for criterion in criteria().values() if criterion.kind == "specific"]
        if sorted(self.specific) != sorted(wanted):
            raise ValueError(f"a rubric needs {', '.join(wanted)}, each once; got {', '.join(self.specific) or 'none'}")
        return self


class RubricMarks(BaseModel):
    """Six marks, 0 or 1; None where the judge's mark cannot be read."""

    model_config = _FROZEN

    insight_discovery: Mark = None
    operation_formulation: Mark = None
    operation_execution: Mark = None
    solution_scope_control: Mark = None
    brevity: Mark = None
    coherence: Mark = None

    @property
    def total(self) -> int | None:
        """The sum, 0 to 6; None when a mark is missing."""
        return rubric_total(self.model_dump())

    @property
    def weighted(self) -> float | None:
        """Six times the weighted mean, 0 to 6 (MMTutorBench, Table 13); None when a mark is missing."""
        return weighted_total(self.model_dump())


@dataclass(frozen=True)
class RubricJudge(ModelJudge[RubricCase, RubricMarks]):
    """Mark a reply on the six criteria.

    The rubric says that scope control is 0 when the hint is wrong or unhelpful. A judge that gives 0 to insight, formulation and
    execution has said that it is; with ``apply_scope_rule`` a scope mark of 1 beside them becomes 0 and the judgement is flagged
    ``scope_rule_applied``. Without it the marks stay as the judge gave them.
    """

    apply_scope_rule: bool = True
    reverse_criteria: bool = False
    """Show the criteria in the opposite order, for the check of order."""

    name: ClassVar[str] = "rubric"
    schema: ClassVar[ResponseSchema] = ResponseSchema(
        name="rubric_marks",
        json_schema=object_schema(
            {"rationale": {"type": "string"}} | {name: {"type": "integer", "enum": [0, 1]} for name in get_args(CriterionName)}
        ),
    )

    def material(self, case: RubricCase) -> Material:
        """Return references, criteria and reply, and the student's side where there is one."""
        texts = {
            "task": case.task,
            "dialogue": case.dialogue,
            "question": case.question,
            "reference_insight": case.insight,
            "reference_formulation": case.formulation,
            "reference_execution": case.execution,
            "criteria": self._criteria(case),
            "reply": said_in(case.reply),
        }
        return Material("judge/rubric", texts)

    def read(self, text: str, case: RubricCase) -> Read[RubricMarks]:  # noqa: ARG002 - the marks stand for themselves
        """Read the six marks; a mark that is neither 0 nor 1 is None and makes the judgement partial."""
        rationale = text_in(read_object(text).value or {}, "rationale")
        read = read_reply(parse_rubric(text), lambda value: RubricMarks(**value), rationale)
        return _with_scope_rule(read) if self.apply_scope_rule else read

    def _criteria(self, case: RubricCase) -> str:
        rows = list(criteria().values())
        ordered = rows[::-1] if self.reverse_criteria else rows
        return "\n".join(_show(row, case.specific.get(row.name)) for row in ordered)


def _show(row: Criterion, specific: SpecificCriterion | None) -> str:
    """Show one criterion in three lines: a data set's own wording cannot open another criterion."""
    question = specific.criterion if specific and specific.criterion else row.question
    conditions = specific or row
    for_1, for_0 = in_one_line(conditions.condition_for_1), in_one_line(conditions.condition_for_0)
    return f"- {row.name}: {in_one_line(question)}\n  1 if: {for_1}\n  0 if: {for_0}"


def _with_scope_rule(read: Read[RubricMarks]) -> Read[RubricMarks]:
    marks = read.value
    if marks is None or marks.solution_scope_control != 1 or any(getattr(marks, name) != 0 for name in _HELP):
        return read
    mended = marks.model_copy(update={"solution_scope_control": 0})
    return read.model_copy(update={"value": mended, "flags": (*read.flags, "scope_rule_applied")})
