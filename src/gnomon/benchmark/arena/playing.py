"""One dialogue of an arena: a tutor, a learner, a problem and a seed in, its row out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gnomon.benchmark.arena.config import ArenaConfig
from gnomon.benchmark.arena.grading import Fault, grade_dialogue
from gnomon.benchmark.arena.learners import WatchedStudent, open_learner, passes_alone, sibling_of
from gnomon.benchmark.arena.tutors import open_arena_tutor
from gnomon.benchmark.benchmark import Answer, Grade, Row, RowError
from gnomon.dialogue import Dialogue
from gnomon.geometry import Solution, solution_of
from gnomon.models import ModelError
from gnomon.problem import Problem
from gnomon.session import UnreadableReplyError, choose_misconception, ended, simulate
from gnomon.tutor import ModelOpener

_MOST_SIBLINGS = 512
"""Problems whose sibling a process keeps."""


@dataclass(frozen=True)
class Meeting:
    """Who meets whom over what."""

    tutor: str
    learner: str
    problem: Problem
    seed: int

    @property
    def id(self) -> str:
        """The id of its row; what stands before the tutor is the same for all tutors."""
        return f"{self.problem.id}|{self.learner}|{self.seed}|{self.tutor}"


async def play(meeting: Meeting, config: ArenaConfig, models: ModelOpener) -> Row:
    """Hold a dialogue and grade it. A reply that is no turn ends it; a model that cannot be asked makes a failed row."""
    solution = solution_of(meeting.problem)
    idea = choose_misconception(solution, None, meeting.seed)
    groups = {"tutor": meeting.tutor, "learner": meeting.learner, "seed": str(meeting.seed), "misconception": idea.id}
    row = Row(id=meeting.id, cluster=meeting.problem.id, text=meeting.problem.question.text, groups=groups)
    kept: list[Dialogue] = []
    unread = ""
    try:
        tutor = open_arena_tutor(meeting.tutor, models, seed=meeting.seed, dialogue=meeting.id)
        learner = WatchedStudent(open_learner(meeting.learner, models, seed=meeting.seed))
        try:
            held = await simulate(
                solution,
                idea,
                seed=meeting.seed,
                tutor=tutor,
                tutor_name=meeting.tutor,
                student=learner,
                most_tutor_turns=config.most_tutor_turns,
                on_step=kept.append,
            )
        except UnreadableReplyError as error:
            held, unread = ended(kept[-1], solution), str(error)
        sibling = _sibling(meeting.problem.id, solution)
        alone = None if sibling is None else await passes_alone(learner, held, idea, sibling, meeting.seed)
    except ModelError as error:
        return row.model_copy(update={"error": RowError(boundary="model", message=" ".join(str(error).split()))})
    graded = grade_dialogue(held, solution)
    marks = {
        **graded.marks,
        "repaired": float(learner.repaired_at is not None) if learner.knows_itself else None,
        "turns_to_repair": learner.repaired_at,
        "alone": None if alone is None else float(alone),
        "seconds": _seconds(held),
    }
    said = held.model_dump(mode="json", exclude_none=True)
    answer = Answer(text=held.outcome or "", status="unparseable" if unread else "ok", value=said, extra={"unread": unread})
    return row.model_copy(update={"answer": answer, "grade": Grade(marks=marks, reasons=faults_in_words(graded.faults))})


def faults_in_words(faults: Sequence[Fault]) -> dict[str, str]:
    """Return the faults of a dialogue for the reasons of a grade: ``praise 2`` with ``turn 5: Well done!``."""
    return {f"{fault.kind} {number}": f"turn {fault.turn + 1}: {fault.words}" for number, fault in enumerate(faults)}


def _seconds(dialogue: Dialogue) -> float | None:
    """Return the mean seconds of the tutor's turns that were timed."""
    timed = [turn.record.seconds for turn in dialogue.tutor_turns() if turn.record and turn.record.seconds is not None]
    return sum(timed) / len(timed) if timed else None


_SIBLINGS: dict[str, Solution | None] = {}


def _sibling(problem: str, solution: Solution) -> Solution | None:
    if problem not in _SIBLINGS:
        if len(_SIBLINGS) >= _MOST_SIBLINGS:
            _SIBLINGS.clear()
        _SIBLINGS[problem] = sibling_of(solution)
    return _SIBLINGS[problem]
