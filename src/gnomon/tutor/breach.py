"""Whether a turn gives too much away: the answer guard with what the session and the proof know."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gnomon.dialogue import TutorTurn
from gnomon.tutor.guard.guard import StepScope, check
from gnomon.tutor.message.vocabulary import LONGEST_MESSAGE
from gnomon.tutor.protocol import TutorContext
from gnomon.tutor.proving.tutor import proof_reader_of, proving_breach

_QUOTED = re.compile("[“„]([^“”„]*)[”“]")


def breach_of(turn: TutorTurn, context: TutorContext) -> str | None:
    """Say why a turn gives too much away; None where it does not."""
    reveals = turn.subact == "Revealing"
    if reveals and not context.may_reveal:
        return "Revealing is not allowed here"
    if _is_after_answer(turn):
        return None
    said = [context.dialogue.attempt, *(student.utterance for student in context.dialogue.student_turns())]
    proving = proof_reader_of(context.solution)
    if proving is not None:
        return proving_breach(turn, _unquoted(turn.utterance, said), context.dialogue, proving)
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
    text = _unquoted(turn.utterance, said)
    leak = check(text, problem, answer, said_by_student=said, step=scope, by_likeness=not _is_own(turn)).leak
    return None if leak is None else f"{leak.words!r}: {leak.reason}"


def _is_after_answer(turn: TutorTurn) -> bool:
    """Whether the symbolic tutor takes leave of somebody who has found the answer: nothing is left to give away."""
    rung = turn.record.rung if turn.record is not None else None
    return turn.subact == "Farewell" and rung not in {None, "farewell_open"}


def _is_own(turn: TutorTurn) -> bool:
    """Whether the symbolic tutor's plan has decided what a turn confirms.

    A model that puts a plan otherwise has words of its own, also where it takes leave of an answer that was not found.
    """
    record = turn.record
    if record is None or not record.is_planned:
        return False
    return record.planned is None or (turn.subact == "Farewell" and record.rung != "farewell_open")


def _unquoted(utterance: str, said: Sequence[str]) -> str:
    """Return an utterance without what it quotes of the learner in their very words, which tells them nothing."""
    known = _plain(" ".join(each[:LONGEST_MESSAGE] for each in said))  # no more of it is read, and quoted
    return _QUOTED.sub(lambda match: "“…”" if _holds(known, _plain(match[1]).rstrip(" .…")) else match[0], utterance)


def _holds(text: str, words: str) -> bool:
    # A part of a number or word is not what was said: 57 of 157, 5 of 5.7.
    return re.search(rf"(?<![\w.,]){re.escape(words)}(?!\w|[.,]\d)", text) is not None


def _plain(text: str) -> str:
    return " ".join(text.lower().split())
