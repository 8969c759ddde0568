"""Answers in numbers to the question of another tutor."""

from functools import cache

from gnomon.dialogue import Dialogue, StudentTurn, TutorTurn
from gnomon.geometry import solution_of
from gnomon.problem import bank
from gnomon.tutor.symbolic.diagnosis import Diagnostician
from tests.every import every


@cache
def _reader(problem_id):
    problem = bank()[problem_id]
    solution = solution_of(problem)
    return Diagnostician(problem, solution.proof, solution.deduction)


def _heard(problem_id, question, answer, before=""):
    turn = TutorTurn(act="Generic", subact="Continue", utterance=question)
    said = (StudentTurn(utterance=before),) if before else ()
    return _reader(problem_id).diagnose(Dialogue(problem=problem_id, turns=(*said, turn, StudentTurn(utterance=answer)))).last


RECKONED = [
    ("What do you get when you take 40 away from 180?", "140", "right"),
    ("180 take away 40?", "130", "wrong"),
    ("Now split the 140 into two equal parts.", "70 each", "right"),
    ("U is 40. What about V and W?", "both 70", "right"),
    ("U is 40. What about V and W?", "80 each", "wrong"),
    ("How many degrees do the three corners have altogether?", "360", "wrong"),
    ("Both base angles together: how much, if U has 40?", "140", "right"),
    ("How big is the outside angle at V?", "110", "right"),
    ("What would you do first?", "minus 40", "none"),
    ("Suppose we draw a line through U. How many degrees has the new piece?", "50", "none"),
]
LETTERS = [
    ("How many x is 2x, x and 3x altogether?", "six", "none"),  # the list stands behind the question
    ("2x, x and 3x: how many x is that altogether?", "six", "right"),
    ("2x, x and 3x: how many x is that altogether?", "five", "wrong"),
    ("And the plain numbers 10, 15 and −7, what do they make?", "32", "wrong"),
    ("And the plain numbers 10, 15 and −7, what do they make?", "18", "right"),
    ("Add the three expressions and simplify.", "6x + 18", "right"),
    ("Add the three expressions and simplify.", "6x + 32", "wrong"),
    ("6x + 18 = 180. What is 6x?", "162", "right"),
    ("6x + 18 = 180. What is 6x?", "198", "wrong"),
    ("6x = 162. And one x?", "27", "right"),
    ("Put x = 27 into 2x + 10. What comes out?", "54", "wrong"),
    ("Could you write 9(x + 2) without the bracket?", "9x + 2", "wrong"),
    ("How big is the angle at E when x is 27?", "42", "right"),
]
AROUND = [
    ("130 and 105 are taken. What's left over?", "115?", "wrong"),
    ("130 and 105 are taken. What's left over?", "125", "right"),
    ("What do 130 and 105 make together, and what does that leave of the 360?", "235, so 135 left", "mixed"),
    ("How many degrees are there all the way round a point?", "180", "wrong"),
]
PARTS = [
    ("How long is the side that both triangles share?", "10", "right"),
    ("How much longer is XR than TR?", "2", "right"),
    ("And the square root of 100?", "50", "wrong"),
    ("So what's your sum for XR now?", "24 + 10 = 34", "wrong"),
    ("What is XT? How do you know?", "10 because of pythagoras", "right"),
]


@every(
    [
        (problem, *case)
        for problem, cases in {
            "isosceles-uvw": RECKONED,
            "triangle-letters-ceg": LETTERS,
            "around-a-point-abnw": AROUND,
            "chain-rtwx": PARTS,
        }.items()
        for case in cases
    ],
    name=lambda case: f"{case[1]} {case[2]}",
    one_in=4,
)
def test_a_number_is_judged_by_what_the_question_may_be_about(problem, question, answer, verdict):
    assert _heard(problem, question, answer).verdict == verdict


def test_what_was_said_before_is_the_number_that_is_gone_on_with():
    assert _heard("isosceles-uvw", "Right. And each of them?", "60", before="140 for both").verdict == "wrong"
    assert _heard("isosceles-uvw", "Right. And each of them?", "70", before="140 for both").verdict == "right"
    assert _heard("two-isosceles-hlxy", "Perfect. And its neighbour on the line LX?", "70", before="110").verdict == "right"


def test_the_size_of_another_part_is_not_the_answer():
    assert not _heard("isosceles-uvw", "And the one at W, how many degrees has it got?", "70").solved
    assert _heard("isosceles-uvw", "So UVW has?", "70").solved


def test_a_factor_is_not_rounded_to_a_whole_number():
    question = "How many times as long as CA is OD?"
    assert [_heard("similar-bisectors-cauodp", question, each).verdict for each in ("1.5 times", "2 times")] == ["right", "wrong"]
