"""Notations that are read as the numbers they stand for."""

import pytest

from gnomon.problem import bank
from gnomon.tutor.guard import find_leak
from gnomon.tutor.guard.writing import heard


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("in binary, x would be written as 101.", "in binary, x would be written as 5."),
        ("it is 101 in base 2", "it is 5 in base 2"),
        ("in base 8 it is 17", "in base 8 it is 15"),
        ("1F in hex", "31 in hex"),
        ("binary has no 7", "binary has no 7"),  # no digit of base two
        ("0x10 in hexadecimal", "16 in hexadecimal"),
        ("13 halves of a metre", "6.5 metres"),
        ("into 2 halves", "into 2 halves"),
        ("the fourth power of two", "the two ^ 4"),
    ],
)
def test_bases_shares_and_powers_in_words(written, read):
    assert heard(written).text == read


@pytest.mark.parametrize(
    "utterance",
    ["As a decimetre measure, KR is 2.", "Counted in dm it is 2.", "KR is 2 in decimetres.", "KR is 200, in millimetres."],
)
def test_the_unit_may_stand_apart_from_the_number(utterance):
    assert find_leak(utterance, bank()["parallel-base-ekmrw"], 20.0) is not None
