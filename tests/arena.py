"""Rows of an arena made by hand, for tests: two turns a dialogue, no engine asked."""

from __future__ import annotations

from collections.abc import Sequence

from gnomon.benchmark import Row
from gnomon.benchmark.benchmark import Answer, Grade
from gnomon.dialogue import Dialogue, StudentTurn, TutorTurn

PROBLEMS = ("pythagoras-xyz", "triangle-sum-klm", "half-square-duv", "kite-string-ghk")


def arena_rows(tutors: Sequence[str], num_problems: int = 2) -> list[Row]:
    """Return a row a tutor and problem; what each tutor says differs, and holds no tutor's name."""
    made = []
    for problem in PROBLEMS[:num_problems]:
        for number, tutor in enumerate(tutors):
            turns = (
                TutorTurn(act="Focus", subact="Guide", utterance=f"Which side is longest? {'Look again. ' * number}"),
                StudentTurn(utterance="i got 21"),
            )
            said = Dialogue(problem=problem, attempt="9 + 12 = 21", turns=turns, tutor=tutor)
            groups = {"tutor": tutor, "learner": "weak", "seed": "0"}
            answer = Answer(text="", value=said.model_dump(mode="json", exclude_none=True))
            row = Row(id=f"{problem}|weak|0|{tutor}", cluster=problem, text="Find XZ.", groups=groups, answer=answer)
            made.append(row.model_copy(update={"grade": Grade(marks={"solved": 0.0, "solved_untold": 0.0, "turns": 1})}))
    return made
