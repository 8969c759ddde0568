"""What was mended in a conversation."""

import pytest

from gnomon.dialogue import Dialogue, StudentTurn
from gnomon.geometry import solve
from gnomon.problem import bank
from gnomon.studio.learner.mending import mended
from gnomon.tutor import reader_of

PROBLEM = bank()["inscribed-rst"]


@pytest.fixture(scope="module")
def reader():
    return reader_of(PROBLEM, solve(PROBLEM))


def test_a_false_claim_stands_with_the_right_one_that_came_later(reader):
    turns = (StudentTurn(utterance="RTS = 96"), StudentTurn(utterance="RTS = 96/2 = 48"))
    (found,) = mended(Dialogue(problem=PROBLEM.id, turns=turns), reader)
    assert (found.said, found.later) == ("RTS = 96", "RTS = 96/2 = 48")
    assert found.idea


def test_false_claims_of_the_attempt_come_first(reader):
    dialogue = Dialogue(problem=PROBLEM.id, attempt="RTS = 96", turns=(StudentTurn(utterance="RTS = 42"),))
    assert [each.said for each in mended(dialogue, reader)] == ["RTS = 96", "RTS = 42"]


def test_what_was_never_put_right_says_so(reader):
    (found,) = mended(Dialogue(problem=PROBLEM.id, attempt="RTS = 96"), reader)
    assert found.later is None


def test_a_conversation_without_a_false_claim_has_nothing_to_mend(reader):
    assert mended(Dialogue(problem=PROBLEM.id, turns=(StudentTurn(utterance="RTS = 48"),)), reader) == ()
