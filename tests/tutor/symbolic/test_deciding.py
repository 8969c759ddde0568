"""Yes and no, and what is more, to other tutors' questions; lone numbers to what is not read."""

import pytest

from tests.every import thinned
from tests.tutor.symbolic.numbered.test_answers import _heard

SAID = [
    ("pythagoras-leg-def", "Could EF turn out longer than 13 cm?", "yeah could be", "wrong"),
    (
        "diagonals-bisect-grid",
        "Does GI have to be as long as the other diagonal, RD?",
        "yes in this shape they are",
        "wrong",
    ),
    ("angle-tangent-dkn", "Is KDN more or less than 45°?", "more", "wrong"),
    ("angle-tangent-dkn", "Is KDN more or less than 45°?", "less", "right"),
    ("circumference-vz", "And which formula gives you the way round?", "pi r squared", "wrong"),
    (
        "similar-bisectors-cauodp",
        "And their areas: is the second also 1.5 times the first?",
        "no its 2.25 times",
        "none",
    ),
    ("quadrilateral-letters-afmw", "Are F and W the same size?", "no F is 5 more", "none"),  # no size of 5
    ("sector-pie-cfv", "Area of the whole pie, please (keep π).", "100π", "right"),
    ("hexagon-area-bgmruz", "One little triangle has the side 6. What's its area exactly?", "9 root 3", "none"),
    ("angle-cosine-cmz", "So cos MCZ is which fraction?", "8/5", "wrong"),
    ("perpendicular-bisector-ujx", "What size is the angle UL makes with JX?", "90", "right"),
    ("shadow-pqtuv", "How many times does 3 fit into 13.5?", "4 and a half times", "right"),
]


@pytest.mark.parametrize(("problem", "question", "answer", "verdict"), thinned(SAID, 3))
def test_an_answer_is_judged_only_of_what_its_question_asks(problem, question, answer, verdict):
    assert _heard(problem, question, answer).verdict == verdict
