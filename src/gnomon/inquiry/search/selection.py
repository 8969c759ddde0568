"""Which problems an inquiry is held about: those that the teacher solves and the student does not (ODQS 4.1).

The teacher is asked first, for one answer; where it is right, the student gets k answer-only attempts, none of which may be
right: "Pass@5 < .5" with five samples says just that. Attempts are drawn with seeds of their own, so that evaluation 0 of a run
is not bound to repeat them. Problems are parted into a training and a measuring set by their id and a seed alone: a problem is in
the same set for every student and teacher.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from gnomon.inquiry.protocol.players import InquiryStudent, State
from gnomon.inquiry.protocol.protocol import FailedAtError, failing_at, together
from gnomon.inquiry.protocol.records import AnswerSample, InquiryFailure, ProblemRow
from gnomon.inquiry.protocol.tasks import InquiryProblem, InquiryTask
from gnomon.models import Calls

Part = Literal["training", "measuring"]
_HASH_RANGE = 2**64  # of the first 8 bytes of a hash


class SelectionRow(ProblemRow):
    """What became of one problem."""

    part: Part
    teacher_right: int = 0
    teacher_samples: int = 0
    student_right: int | None = None
    """None where the student was not asked, for the teacher did not solve it."""
    student_samples: int = 0
    unread: int = 0
    """Samples of either in which no answer could be read; they count as wrong."""
    kept: bool = False
    error: InquiryFailure | None = None
    calls: dict[str, Calls] = Field(default_factory=dict)


class SelectionCounts(BaseModel):
    """How many problems are left after each filter."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    problems: int
    failed: int
    """Asked without an answer; neither kept nor left out for what they are."""
    teacher_solves: int
    student_does_not: int
    """Of those; these are kept."""
    training: int
    measuring: int
    unread: int


def part_of(problem_id: str, seed: int, training_share: float) -> Part:
    """Return the set that a problem belongs to.

    Args:
        problem_id: which alone decides, with the seed.
        seed: another seed is another split.
        training_share: from 0 to 1, expected share of the training set.
    """
    digest = hashlib.sha256(f"{seed}|part|{problem_id}".encode()).digest()
    return "training" if int.from_bytes(digest[:8], "big") / _HASH_RANGE < training_share else "measuring"


async def select_problem(
    item: InquiryProblem,
    task: InquiryTask,
    student: InquiryStudent,
    teacher_as_student: InquiryStudent,
    *,
    num_samples: int = 5,
    teacher_samples: int = 1,
    seed: int = 0,
    training_share: float = 0.5,
) -> SelectionRow:
    """Ask teacher and student for answers and say whether the problem is kept.

    Args:
        item: the problem.
        task: its kind.
        student: whose answers must all be wrong.
        teacher_as_student: the teacher's model, asked for answers as a student is.
        num_samples: k.
        teacher_samples: answers of the teacher, one of which must be right.
        seed: of the split.
        training_share: of the split.
    """
    state = task.start(item)
    taught: tuple[AnswerSample, ...] = ()
    tried: tuple[AnswerSample, ...] = ()
    error: InquiryFailure | None = None
    try:
        taught = await _answers("teacher/answer", task, item, teacher_as_student, state, teacher_samples)
        if _num_right(taught):
            tried = await _answers("student/answer", task, item, student, state, num_samples)
    except FailedAtError as failed:
        error = failed.failure
    is_asked = bool(tried)
    return SelectionRow(
        id=f"{item.id}|{teacher_as_student.name}",
        problem=item.id,
        task=task.name,
        student=student.name,
        teacher=teacher_as_student.name,
        part=part_of(item.id, seed, training_share),
        teacher_right=_num_right(taught),
        teacher_samples=len(taught),
        student_right=_num_right(tried) if is_asked else None,
        student_samples=len(tried),
        unread=sum(sample.is_right is None for sample in (*taught, *tried)),
        kept=is_asked and error is None and _num_right(tried) == 0,
        error=error,
    )


def count_selection(rows: Iterable[SelectionRow]) -> SelectionCounts:
    """Count what each filter left."""
    counts: Counter[str] = Counter()
    for row in rows:
        counts["problems"] += 1
        counts["failed"] += row.error is not None
        counts["unread"] += row.unread
        if row.error is None:
            counts["teacher_solves"] += row.teacher_right > 0
            counts["student_does_not"] += row.kept
            counts[row.part] += row.kept
    return SelectionCounts(**{name: counts[name] for name in SelectionCounts.model_fields})


async def _answers(
    boundary: str, task: InquiryTask, item: InquiryProblem, student: InquiryStudent, state: State, count: int
) -> tuple[AnswerSample, ...]:
    with failing_at(boundary):
        texts = await student.answers(state, count)
    with failing_at("check"):
        return await together(*(task.grade(item, text) for text in texts))


def _num_right(samples: Iterable[AnswerSample]) -> int:
    return sum(sample.is_right is True for sample in samples)
