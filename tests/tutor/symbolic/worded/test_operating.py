"""Operations that are asked for."""

import pytest

from tests.tutor.symbolic.numbered.test_answers import _heard

SAID = [
    ("pythagoras-leg-def", "To get the square of EF, do you add them or subtract one from the other?", "add em", "wrong"),
    ("pythagoras-leg-def", "To get the square of EF, do you add them or subtract one from the other?", "subtract", "right"),
    ("pythagoras-leg-def", "To get the square of DF, do you add them or subtract one from the other?", "add em", "right"),
    ("tree-shadow-eft", "tan 41° = FT/9. How do you get FT alone?", "times 9", "right"),
    ("tree-shadow-eft", "tan 41° = FT/9. How do you get FT alone?", "divide by 9", "wrong"),
    ("area-by-diagonal-bgnt", "We have 70 and 150. How do we get the whole quadrilateral out of them?", "plus", "right"),
    ("two-sides-angle-hqt", "How do you compute the area? Use the numbers.", "14 times 10 times sin 40", "wrong"),  # not halved
]


@pytest.mark.parametrize(("problem", "question", "answer", "verdict"), SAID)
def test_an_operation_is_judged_by_where_it_leads(problem, question, answer, verdict):
    assert _heard(problem, question, answer).verdict == verdict
