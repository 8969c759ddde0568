"""The one loop of a tutor with a student or a person: terminal, pages, arena and data collection all run it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gnomon.dialogue import Dialogue, Outcome, StudentTurn, TutorTurn
from gnomon.geometry import Solution
from gnomon.problem import Problem
from gnomon.student import Beliefs, Student, StudentContext
from gnomon.tutor import Diagnostician, Tutor, TutorContext

Respond = Callable[[Dialogue], StudentTurn | None]
"""Answers the last tutor turn of a dialogue; None ends the conversation."""
MOST_TUTOR_TURNS = 20


def run_session(
    start: Dialogue,
    problem: Problem,
    solution: Solution,
    tutor: Tutor,
    respond: Respond,
    *,
    most_tutor_turns: int = MOST_TUTOR_TURNS,
    on_turn: Callable[[TutorTurn | StudentTurn], None] | None = None,
) -> Dialogue:
    """Run a conversation until the tutor says farewell, the student leaves or the turns are used up.

    Args:
        start: the dialogue to go on with; its attempt is the student's work so far.
        problem: what it is about.
        solution: the engine's solution.
        tutor: gives the tutor's turns; wrap it in `GuardedTutor` to guard them.
        respond: gives the student's.
        most_tutor_turns: limit; the last turn is announced to the tutor.
        on_turn: called with every turn as it is made.

    Returns:
        The dialogue with its outcome.
    """
    dialogue = start
    while len(dialogue.tutor_turns()) < most_tutor_turns:
        is_last = len(dialogue.tutor_turns()) == most_tutor_turns - 1
        turn = tutor.reply(TutorContext(problem, dialogue, solution, is_last=is_last))
        dialogue = _with(dialogue, turn, on_turn)
        if turn.subact == "Farewell":
            break
        answer = respond(_without_records(dialogue))
        if answer is None:
            break
        dialogue = _with(dialogue, answer, on_turn)
    return dialogue.model_copy(update={"outcome": outcome_of(dialogue, problem, solution)})


def outcome_of(dialogue: Dialogue, problem: Problem, solution: Solution) -> Outcome:
    """Say how a conversation ended: the student's right answer, with or without a Revealing turn before it."""
    if solution.proof is None or solution.deduction is None:
        return "not_solved"
    if not Diagnostician(problem, solution.proof, solution.deduction).diagnose(dialogue).is_solved:
        return "not_solved"
    return "solved_told" if any(turn.subact == "Revealing" for turn in dialogue.tutor_turns()) else "solved_untold"


@dataclass
class SimulatedResponse:
    """A simulated student as a `Respond`: keeps its beliefs from turn to turn."""

    student: Student
    problem: Problem
    beliefs: Beliefs

    def __call__(self, dialogue: Dialogue) -> StudentTurn:
        """Answer, and remember what the student believes now."""
        reply = self.student.reply(StudentContext(self.problem.question, dialogue, self.beliefs))
        self.beliefs = reply.beliefs
        return reply.turn


def _with(
    dialogue: Dialogue, turn: TutorTurn | StudentTurn, on_turn: Callable[[TutorTurn | StudentTurn], None] | None
) -> Dialogue:
    if on_turn is not None:
        on_turn(turn)
    return dialogue.with_turn(turn)


def _without_records(dialogue: Dialogue) -> Dialogue:
    turns = tuple(turn.model_copy(update={"record": None}) if isinstance(turn, TutorTurn) else turn for turn in dialogue.turns)
    return dialogue.model_copy(update={"turns": turns, "misconception": None})
