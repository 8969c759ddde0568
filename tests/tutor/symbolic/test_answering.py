"""Short answers in the light of the question of another tutor."""

from functools import cache

from gnomon.dialogue import Dialogue, StudentTurn, TurnRecord, TutorTurn
from gnomon.geometry import solution_of
from gnomon.problem import bank
from gnomon.tutor.symbolic.diagnosis import Diagnostician
from tests.every import every


@cache
def reader_of(name):
    problem = bank()[name]
    solution = solution_of(problem)
    return Diagnostician(problem, solution.proof, solution.deduction)


def answered(name, question, answer, record=None):
    """Return what is heard in the answer to a tutor's question about a problem."""
    turn = TutorTurn(act="Generic", subact="Continue", utterance=question, record=record)
    return reader_of(name).diagnose(Dialogue(problem=name, turns=(turn, StudentTurn(utterance=answer)))).last


def hear(question, answer, record=None):
    return answered("two-isosceles-hlxy", question, answer, record)


CASES = [
    ("And what is left for YHX?", "40", "right"),
    ("And what is left for YHX?", "45", "wrong"),
    ("What is HYX?", "40", "wrong"),  # that is the size of what is sought, and not of HYX
    ("What is HYX?", "40 or 70", "none"),
    ("How big is the angle HYX that is at the top?", "40 too", "wrong"),
    ("How large is HYX?", "40 same as the angle", "wrong"),
    ("How large is HYX?", "70 same as the other one", "right"),
    ("Are the angles HYX and HXY equal?", "yes", "right"),
    ("Are the angles HYX and HXY equal?", "no", "wrong"),
    ("Are the angles HYX and HXY equal?", "nope same", "none"),
    ("Are the angles HYX and HXY equal?", "no idea", "none"),
    ("Are the angles HYX and HXY equal?", "yes because HX = HY", "right"),
    ("So is angle YHX 50?", "no", "right"),
    ("So is angle YHX 50?", "no, 40", "right"),
    ("Which angle is equal to HYX?", "hxy", "right"),
    ("Which angle is equal to HYX?", "the X", "right"),
    ("Which angle is equal to HYX?", "YHX", "wrong"),
    ("Which angle is equal to HYX?", "HYX", "none"),
    ("How are HYX and HXY related?", "same", "right"),
    ("What do you know about HX and HY?", "they are equal", "right"),
    ("What do you know about the angles at X and Y?", "they are the same", "right"),
    ("Which is bigger, HYX or YHX?", "YHX", "wrong"),
    ("What kind of triangle is HXY?", "equilateral", "wrong"),
    ("Which rule do we use?", "angle sum", "right"),
    ("How many sides does it have?", "3", "none"),  # not read, so nothing is said of it
    ("Do you want a hint?", "yes", "none"),
]


@every(CASES, name=lambda case: f"{case[0]} {case[1]}", one_in=3)
def test_an_answer_is_judged_with_its_question(question, answer, verdict):
    heard = hear(question, answer)
    assert heard.verdict == verdict
    assert all(move.words in answer for move in heard.message.moves)  # a learner's own


def test_a_yes_to_the_answer_is_right_and_has_not_given_it():
    heard = hear("So is angle YHX 40?", "yes")
    assert (heard.verdict, heard.solved) == ("right", False)


def test_of_our_own_turns_the_record_counts_and_not_the_words():
    assert hear("Are the angles HYX and HXY equal?", "no", TurnRecord(rung="guide")).verdict == "none"


@every(
    [
        ("What do the three given angles add up to?", "100", False),
        ("What do the three given angles add up to?", "40+35+25 = 100, so QEU is 100", True),
        ("And what does that come to?", "100", True),
        ("What is angle QEU?", "100", True),
    ]
)
def test_a_sum_that_is_asked_for_is_no_answer_though_it_has_the_same_size(question, answer, is_solved):
    heard = answered("kite-with-a-dent-quet", question, answer)
    assert (heard.verdict, heard.solved) == ("right", is_solved)


@every(
    [
        ("cosines-angle-eux", "Which theorem works with three sides?", "cosine rule", "right"),
        (
            "cosines-angle-eux",
            "Which theorem works with three sides?",
            "sine rule or cosine rule? i never know which one",
            "none",
        ),
        ("perimeters-triangles-eglqsy", "By which factor is QSY larger than EGL?", "1,5", "right"),
        ("areas-smaller-cfkpux", "What is the scale factor from CFK to PUX?", "3/5", "none"),  # of triangles, and no angles
    ]
)
def test_a_rule_or_a_factor_answers_a_question_and_a_choice_does_not(name, question, answer, verdict):
    assert answered(name, question, answer).verdict == verdict
