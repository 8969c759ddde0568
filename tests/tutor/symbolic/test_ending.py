"""What is said to somebody who has given the answer."""

import asyncio

from gnomon.geometry import solution_of
from gnomon.problem import bank
from gnomon.session import listen
from tests.every import every


def heard(problem, *messages):
    *before, last = messages
    return asyncio.run(listen(solution_of(bank()[problem]), last, before))


def test_a_sum_that_only_happens_to_give_the_answer_is_asked_about():
    found = heard("bisector-parts-ghrv", "12 - 8 = 4 so VR = 4")
    assert (found.judged.verdict, found.judged.way, found.solved) == ("right", "none", True)
    assert "12 - 8 = 4" in found.turn.utterance
    assert found.turn.utterance.endswith("?")
    assert found.turn.subact == "AskForExplanation"


@every(
    [
        ("bisector-parts-ghrv", "VR = 6*8/12 = 4"),
        ("bisector-parts-ghrv", "HV/VR = GH/GR, and 12 - 8 = 4, so VR = 4"),  # a reason beside the sum
        ("triangle-sum-klm", "180-52-71 = 57 so KML = 57"),
    ]
)
def test_a_sum_on_the_way_is_a_reason(problem, message):
    assert heard(problem, message).turn.subact == "Farewell"
