"""Readers of dialogues are kept for the problems asked for last."""

import asyncio

import pytest

from gnomon.dialogue import Dialogue
from gnomon.geometry import solution_of, solve
from gnomon.problem import bank
from gnomon.tutor import NoProofError, TutorContext, reader_of
from gnomon.tutor.symbolic import readers
from gnomon.tutor.symbolic.readers import diagnosis_of, require_reader

NAMES = ("hourglass-cglxz", "triangle-sum-klm", "sine-abc")


@pytest.fixture(scope="module")
def solutions():
    return {name: solution_of(bank()[name]) for name in NAMES}


@pytest.fixture(autouse=True)
def none_kept(monkeypatch):
    monkeypatch.setattr(readers, "_KEPT", {})


def test_a_problem_has_one_reader_also_as_an_equal_copy(solutions):
    solution = solutions[NAMES[0]]
    copy = solution.problem.model_copy()
    assert reader_of(copy, solution) is reader_of(solution.problem, solution)


def test_another_problem_of_the_same_id_or_another_proof_has_another_reader(solutions):
    solution = solutions[NAMES[0]]
    first = reader_of(solution.problem, solution)
    renamed = solution.problem.model_copy(update={"title": "Another"})
    assert reader_of(renamed, solution) is not first
    assert reader_of(solution.problem, solve(solution.problem)) is not first


def test_of_too_many_the_one_asked_for_longest_ago_is_dropped(solutions, monkeypatch):
    monkeypatch.setattr(readers, "_MOST", 2)
    a, b, c = ((solution.problem, solution) for solution in solutions.values())
    first, second = reader_of(*a), reader_of(*b)
    assert reader_of(*a) is first
    reader_of(*c)  # b was asked for longest ago
    assert reader_of(*a) is first
    assert reader_of(*b) is not second
    assert len(readers._KEPT) == 2


def test_without_a_proof_there_is_no_reader_and_no_diagnosis():
    bare = bank()[NAMES[0]].model_copy(update={"formal": None})
    assert reader_of(bare, solve(bare)) is reader_of(bare, None) is None
    assert diagnosis_of(TutorContext(bare, Dialogue(problem=bare.id))) is None
    with pytest.raises(NoProofError, match="no formal description"):
        asyncio.run(require_reader(bare))
    with pytest.raises(NoProofError, match="got none"):
        asyncio.run(require_reader(None))
