"""Hints on demand."""

import asyncio
import re

import pytest

from gnomon.algebra import read_numbers
from gnomon.dialogue import Dialogue, StudentTurn
from gnomon.geometry import solution_of, solve
from gnomon.problem import bank
from gnomon.studio.learner.hints import ASKED, hint, hints_taken, next_level
from tests.every import every

FEW = ("inscribed-rst", "triangle-sum-klm", "chord-radius-ofhr", "tangent-distance-otz")


def hinted(problem, levels, solution=None):
    """Return the solution and a dialogue in which a learner asks for hints only."""
    solution, dialogue = solution or solve(problem), Dialogue(problem=problem.id, attempt="")
    for _ in range(levels):
        dialogue = dialogue.with_turn(StudentTurn(utterance=ASKED))
        dialogue = dialogue.with_turn(asyncio.run(hint(problem, dialogue, solution, 0)))
    return solution, dialogue


def values(text):
    return [number.value for number in read_numbers(text) if number.role == "value"]


def test_hints_escalate_from_a_nudge_over_a_pointer_to_a_step():
    problem = bank()["inscribed-rst"]
    _, dialogue = hinted(problem, 3)
    nudge, pointer, step = dialogue.tutor_turns()
    assert not nudge.highlights
    assert pointer.highlights
    assert step.record.rung in {"example", "concept_here", "concept"}
    assert hints_taken(dialogue) == 3
    assert next_level(dialogue) == 3


def test_hints_for_a_step_that_is_done_do_not_count_for_the_next():
    _, dialogue = hinted(bank()["inscribed-rst"], 2)
    later = dialogue.tutor_turns()[-1]
    moved = later.model_copy(update={"record": later.record.model_copy(update={"aim": "another step"})})
    dialogue = dialogue.with_turn(StudentTurn(utterance="I have it")).with_turn(moved)
    assert next_level(dialogue) == 1


def tells(problem, solution=None):
    """Return the hints of the first two levels that hold the answer though the problem does not."""
    solution, dialogue = hinted(problem, 2, solution)
    answer = solution.proof.answer.number
    known = values(problem.question.text)
    return [
        turn.utterance
        for turn in dialogue.tutor_turns()
        if any(abs(value - answer) <= 0.002 * abs(answer) and value not in known for value in values(turn.utterance))
    ]


@pytest.mark.slow
@every(FEW)
def test_the_first_two_levels_never_hold_the_answer(name):
    assert tells(bank()[name]) == []


@pytest.mark.slow
def test_the_first_two_levels_never_hold_the_answer_of_any_problem():
    solutions = [(problem, solution_of(problem)) for problem in bank().values()]
    found = {problem.id: tells(problem, solution) for problem, solution in solutions if solution.proof is not None}
    assert len(found) > 200
    assert {name: hints for name, hints in found.items() if hints} == {}


def test_a_planted_answer_would_be_found():
    problem = bank()["triangle-sum-klm"]
    assert 57.0 in values("So the angle is 57°.")
    assert re.search(r"52", problem.question.text)
