"""Whether a turn gives too much away: the answer guard with what the session and the proof know."""

from __future__ import annotations

from gnomon.dialogue import TutorTurn
from gnomon.tutor.guard.guard import StepScope, check
from gnomon.tutor.protocol import TutorContext


def breach_of(turn: TutorTurn, context: TutorContext) -> str | None:
    """Say why a turn gives too much away; None where it does not."""
    reveals = turn.subact == "Revealing"
    if reveals and not context.may_reveal:
        return "Revealing is not allowed here"
    problem, scope = context.problem, None
    proof = context.solution.proof if context.solution else None
    answer = problem.exact if problem.answer is None else problem.answer
    if proof is not None:
        answer = proof.answer.number
        step = turn.record.step if turn.record else None
        if step is not None:
            first = step + reveals  # a turn that may reveal tells its own step
            if first == len(proof.steps):
                return None  # to reveal the last step is to tell the answer
            protected = tuple(found.value.number for step in proof.steps[first:] for found in step.solved)
            scope = StepScope(protected, allowed=tuple(value.number for value in proof.given_values.values()))
    said = [context.dialogue.attempt, *(student.utterance for student in context.dialogue.student_turns())]
    leak = check(turn.utterance, problem, answer, said_by_student=said, step=scope).leak
    return None if leak is None else f"{leak.words!r}: {leak.reason}"
