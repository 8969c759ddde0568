"""What the lines of learners show their teacher."""

import asyncio

import pytest

pytest.importorskip("fastapi", reason="needs the extra studio: FastAPI")

from gnomon.dialogue import Dialogue, StudentTurn
from gnomon.geometry import solution_of
from gnomon.problem import bank
from gnomon.studio.teacher.reading import Reading, _read
from tests.every import every

TRIANGLE = "triangle-sum-klm"


def read(problem: str, attempt: str = "", *messages: str) -> Reading:
    turns = tuple(StudentTurn(utterance=message) for message in messages)
    return asyncio.run(_read(Dialogue(problem=problem, attempt=attempt, turns=turns), solution_of(bank()[problem])))


def ideas(reading: Reading) -> list[list[str]]:
    return [[idea.id for idea in line.ideas] for line in reading.lines]


def test_an_idea_belongs_to_the_line_with_which_it_comes_up():
    reading = read(TRIANGLE, "52 + 71 = 123\n360 - 123 = 237", "KML = 237", "the angles add to 180", "57")
    assert ideas(reading) == [[], ["angle_sum_360"], ["angle_sum_360"], [], []]
    assert [line.number for line in reading.lines] == [None, None, 0, 1, 2]


def test_a_right_sum_with_a_wrong_idea_behind_it_is_called_no_more_than_that():
    (line,) = read(TRIANGLE, "360-52-71 = 237").attempt
    assert (line.verdict, line.in_words) == ("right", "right as a calculation")


@pytest.mark.slow
@every([TRIANGLE, "linear-pair-dghk", "parallel-apex-bcnvw", "inscribed-rst"])
def test_the_lines_of_a_proof_show_no_idea(problem):
    proof = solution_of(bank()[problem]).proof
    assert proof is not None
    lines = [step.text for step in proof.steps]
    assert not any(ideas(read(problem, "\n".join(lines), *lines)))


def test_nothing_is_said_of_what_says_nothing():
    (line,) = read(TRIANGLE, "", "i dont know").turns
    assert (line.in_words, line.ideas) == ("", ())
