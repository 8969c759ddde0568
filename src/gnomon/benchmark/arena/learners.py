"""The learners of an arena: who plays one, when it gave its idea up, and how it fares alone with a sibling problem afterwards.

A simulated learner's first unaided try at the sibling (other numbers and names, a proof of the same shape):

- who still holds the false idea, or fell back into it, works the sibling out with it;
- so does who gave it up because a turn stated the result (`gnomon.student.Mind.was_told`): that number is of another figure;
- who gave it up on a remark, or alone, works the sibling out rightly, each line from the idea's on with the learner's own chance
  of a slip, which nobody mends.

The try passes where its answer is the sibling's. A model is asked: it sees the conversation, then the sibling with the request to
solve it alone, and its message is read as a learner's is.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from gnomon.algebra import TWO_DECIMALS
from gnomon.dialogue import Dialogue, TutorTurn
from gnomon.geometry import Misconception, Solution, misconceptions
from gnomon.session import outcome_of
from gnomon.student import (
    Attempt,
    AttemptError,
    Beliefs,
    Learner,
    Mind,
    ModelStudent,
    Student,
    StudentContext,
    StudentReply,
    make_attempt,
    named_student,
)
from gnomon.tutor import ModelOpener
from gnomon.variation import VariationError, vary

_ALONE = "Now one that you solve alone, step by step, with the answer at the end:\n{question}"


def open_learner(spec: str, models: ModelOpener, *, seed: int) -> Student:
    """Open who plays the learner: a name of `gnomon.student.named_student`, or ``model@ADDRESS`` or an address.

    Raises:
        UnknownStudentError: for an unknown name.
        ModelAddressError: for an address that cannot be read.
    """
    return ModelStudent(models(spec.removeprefix("model@")), seed=seed) if "://" in spec else named_student(spec, seed)


@dataclass
class WatchedStudent:
    """A student whose change of mind is noted, which no word of the dialogue has to tell."""

    student: Student
    beliefs: Beliefs | None = None
    """After its last message; None before."""
    repaired_at: int | None = None
    """Number of the tutor's turn, from 1, on which the idea was given up for good; None: it never was, or came back."""

    @property
    def name(self) -> str:
        """That of the student."""
        return self.student.name

    @property
    def knows_itself(self) -> bool:
        """Whether its beliefs are kept; those of a model are its own."""
        return not isinstance(self.student, ModelStudent)

    @property
    def has_understood(self) -> bool:
        """Whether it has given the false idea up, and not because it was told the result."""
        held = self.beliefs
        return held is not None and held.is_repaired and not (isinstance(held, Mind) and held.was_told)

    async def reply(self, context: StudentContext) -> StudentReply:
        """Answer as the student does."""
        reply = await self.student.reply(context)
        was, now = context.beliefs.is_repaired, reply.beliefs.is_repaired
        if now and not was:
            self.repaired_at = len(context.dialogue.tutor_turns())
        elif not now:
            self.repaired_at = None
        self.beliefs = reply.beliefs
        return reply


def sibling_of(solution: Solution) -> Solution | None:
    """Return the solved sibling of a problem, always the same one; None where none can be made."""
    try:
        found = vary(solution.problem, 1).siblings
    except VariationError:
        return None
    return found[0].solution if found else None


async def passes_alone(learner: WatchedStudent, held: Dialogue, idea: Misconception, sibling: Solution, seed: int) -> bool | None:
    """Let a learner try a sibling after a dialogue; see the module.

    Args:
        learner: after the dialogue.
        held: the dialogue.
        idea: the false one that it began with.
        sibling: solved.
        seed: of its slips.

    Returns:
        Whether the answer is right; None where the idea changes nothing in the sibling, so that the try would say nothing.
    """
    attempt = _with_idea(sibling, idea, seed)
    if attempt is None:
        return None
    if not learner.knows_itself:
        return await _asked(learner.student, held, attempt, sibling)
    if not learner.has_understood:
        return _is_right(attempt.beliefs.answer(), sibling)
    slip = learner.student.strength.slip if isinstance(learner.student, Learner) else 0.0
    generator = random.Random(f"alone/{held.problem}/{idea.id}/{learner.name}/{seed}")
    return _is_right(_worked_out(attempt.beliefs, sibling, slip, generator), sibling)


def _with_idea(sibling: Solution, idea: Misconception, seed: int) -> Attempt | None:
    assert sibling.proof is not None
    assert sibling.deduction is not None
    try:
        attempt = make_attempt(sibling.problem, sibling.proof, idea, deduction=sibling.deduction, seed=seed)
    except AttemptError:
        return None
    return None if _is_right(attempt.beliefs.answer(), sibling) else attempt


def _worked_out(beliefs: Beliefs, sibling: Solution, slip: float, generator: random.Random) -> float:
    mind = Mind.of(beliefs).repaired(sibling.problem.question.figure)
    changes = [idea.change for idea in misconceptions().values() if idea.change is not None]
    while not mind.is_finished:
        if mind.slipped is None and generator.random() < slip:
            mind = mind.slip(generator.choice(changes))
        mind = replace(mind, rewritten=mind.rewritten + 1)
    return mind.answer()


def _is_right(answer: float, sibling: Solution) -> bool:
    assert sibling.proof is not None
    return abs(answer - sibling.proof.answer.number) <= TWO_DECIMALS


async def _asked(student: Student, held: Dialogue, attempt: Attempt, sibling: Solution) -> bool:
    question = sibling.problem.question
    request = TutorTurn(act="Generic", subact="Continue", utterance=_ALONE.format(question=question.text))
    reply = await student.reply(StudentContext(question, held.with_turn(request).for_student(), attempt.beliefs))
    alone = Dialogue(problem=sibling.problem.id, turns=(request, reply.turn))
    return outcome_of(alone, sibling) != "not_solved"
