"""Whether true answers lead to what is sought."""

import pytest

from tests.every import thinned
from tests.tutor.symbolic.numbered.test_answers import _heard

WAYS = [
    ("two-perpendiculars-midpoint-gkrtm", "How big is TMG?", "90", "goal"),
    ("sines-side-bgp", "The third angle, at P, how large is that?", "75", "none"),  # the law of sines does without it
    ("pythagoras-leg-def", "A side question: what do the angles at D and F make together?", "90", "none"),
    ("crossed-parallels-elmou", "If MOU has 77°, what's EOM?", "103", "none"),  # the answer is told
    ("quadrilateral-sum-dgpv", "At which corner is the field sharpest?", "P", "none"),  # only compared
    (
        "ladder-fgt",
        "Ladder, wall, ground: which one is the longest side of our triangle?",
        "the ladder",
        "goal",
    ),  # the hypotenuse
]


@pytest.mark.parametrize(("problem", "question", "answer", "way"), thinned(WAYS, 3))
def test_a_right_answer_leads_on_only_where_a_proof_uses_it(problem, question, answer, way):
    heard = _heard(problem, question, answer)
    assert (heard.verdict, heard.way) == ("right", way)
