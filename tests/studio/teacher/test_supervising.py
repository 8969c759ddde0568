"""What becomes of turns that wait, counted."""

import pytest

from gnomon.dialogue import TutorTurn
from gnomon.store import HeldTurn
from gnomon.studio.teacher.supervising import distance_of, shares_by_act


def held(decision: str, sent: str = "", proposed: str = "Look at AB.", act: str = "Focus", subact: str = "Guide") -> HeldTurn:
    turn = TutorTurn.model_validate({"act": act, "subact": subact, "utterance": proposed})
    body = turn.model_dump(mode="json")
    return HeldTurn(decision=decision, proposed=body, sent={**body, "utterance": sent or proposed})


def test_approval_is_of_what_the_teacher_decided():
    probing = held("approved", act="Probing", subact="SelfCorrect")
    focus, other, together = shares_by_act([held("approved"), held("edited", "Look at AC."), held("timed_out"), probing])
    assert (focus.act, focus.counts, focus.approval) == ("Focus", {"approved": 1, "edited": 1, "timed_out": 1}, 0.5)
    assert (other.act, other.approval) == ("Probing", 1.0)
    assert (together.act, together.num_decided) == ("all", 3)


def test_the_distance_is_the_changed_share_of_the_words():
    assert distance_of(held("edited", "Look at AC.")) == pytest.approx(1 / 11)  # one letter of eleven
    assert distance_of(held("approved")) == 0


def test_where_every_wait_was_over_nothing_was_approved_or_refused():
    (focus, _) = shares_by_act([held("timed_out")])
    assert (focus.approval, focus.distance) == (None, None)
