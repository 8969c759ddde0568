"""Relevance: whether a turn takes up the message right before it, and what the same turn would take up by chance."""

from functools import cache

import pytest

from gnomon.benchmark.arena.relevance import Vocabulary, answered, offered, relevance_marks, taken_up
from gnomon.problem import bank
from gnomon.tutor import read_message
from tests.every import every

PROBLEM = "pythagoras-xyz"


@cache
def known():
    return Vocabulary.of(bank()[PROBLEM])


@cache
def said(text, verdict=None):
    return offered(read_message(text, bank()[PROBLEM]), verdict, known())


def turn(text, verdict=None):
    return answered(text, verdict, known())


@every(
    [
        (("XZ = 21", "negative"), ("Where does 21 come from?", None), {"number"}),
        (("XZ = 21", "negative"), ("Look at segment ZX again.", None), {"part"}),
        (("XZ = 21", "negative"), ("That does not fit.", "negative"), {"verdict"}),
        (("XZ = 21", "negative"), ("Well done!", "positive"), set()),
        (("XZ = 21", "negative"), ("What do you know of XY?", None), set()),
        (("i added both sides together", None), ("Why did you add them together?", None), {"word"}),
        (("by pythagoras", None), ("What does the Pythagorean theorem say here?", None), {"theorem", "word"}),
        (("what does hypotenuse mean?", None), ("The hypotenuse lies opposite the right angle.", None), {"question", "word"}),
        (("what does hypotenuse mean?", None), ("What do the squares of both make?", None), set()),
        (("i dont get it", None), ("Do not worry, we go slowly.", None), {"unease"}),
        (("i dont get it", None), ("What is 9 + 12?", None), set()),
    ]
)
def test_what_a_turn_takes_up_of_a_message(message, answer, found):
    assert set(taken_up(said(*message), turn(*answer))) == found


def test_a_message_that_offers_nothing_is_left_out():
    assert said("ok").is_nothing
    assert relevance_marks([(said("ok"), turn("XZ = 21?"))])["taken_up"] is None


def test_chance_is_the_same_turn_beside_the_learners_other_messages():
    first, second, third = said("XZ = 21"), said("i dont get it"), said("XZ = 15")
    # The first turn takes up its own message and, by XZ, the third: 1/2 by chance. The second takes up its own alone: 0. The
    # third says 21 to who says 15: nothing of its own, and the first of two others.
    pairs = [(first, turn("Why is XZ that long?")), (second, turn("Do not worry.")), (third, turn("Why 21?"))]
    marks = relevance_marks(pairs)
    assert marks["taken_up"] == pytest.approx(2 / 3)
    assert marks["taken_up_by_chance"] == pytest.approx((1 / 2 + 0 + 1 / 2) / 3)
    assert marks["relevance"] == pytest.approx(1 / 3)


@every(["Please go on.", "XZ is 15 and 21. Do not worry, that is wrong."])
def test_who_says_the_same_at_every_turn_has_no_relevance(words):
    messages = [said("XZ = 21"), said("i dont get it"), said("by pythagoras"), said("XZ = 15")]
    assert relevance_marks([(message, turn(words)) for message in messages])["relevance"] == 0


def test_of_one_message_there_is_no_chance():
    assert relevance_marks([(said("XZ = 21"), turn("21?"))]) == {
        "taken_up": 1.0,
        "taken_up_by_chance": None,
        "relevance": None,
    }
