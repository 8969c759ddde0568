"""Several questions in one turn, and the answers to them."""

import pytest

from gnomon.tutor.symbolic.several import parts_of, questions_apart
from tests.tutor.symbolic.numbered.test_answers import _heard

TURNS = [
    ("We have 2x = 8. What is x, and how big is K?", ("We have 2x = 8. What is x?", "We have 2x = 8. how big is K?")),
    ("What kind of triangle is it, and how do you know?", ("What kind of triangle is it?",)),
    ("Name me the hypotenuse and the side opposite G, please.", ("Name me the hypotenuse?", "Name me the side opposite G?")),
    ("Which sides are parallel, and which ones are the legs?", ("Which sides are parallel?", "which sides are the legs?")),
    ("How long is AB? Any ideas?", ("How long is AB?",)),
]


@pytest.mark.parametrize(("turn", "apart"), TURNS)
def test_each_question_of_a_turn_stands_alone(turn, apart):
    assert questions_apart(turn) == apart


def test_a_message_is_cut_at_its_surest_joints_first():
    assert next(parts_of("GR and DI, GD and RI. and yes they are", 2)) == ("GR and DI, GD and RI", "yes they are")
    assert next(parts_of("30, and pi r squared", 2)) == ("30", "pi r squared")
    assert list(parts_of("30", 2)) == []


@pytest.mark.parametrize(
    ("answer", "verdict"), [("x=10, and 50", "right"), ("x=10, and 60", "mixed"), ("x=10, and its red", "none")]
)
def test_answers_to_two_questions_are_judged_together(answer, verdict):
    question = "We have 35x + 10 = 360. What is x, and how big is the angle at K outside then?"
    heard = _heard("exterior-hexagon-dgkmsw", question, answer)
    assert heard.verdict == verdict or (verdict == "none" and heard.solved)
