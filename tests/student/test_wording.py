"""How learners write: notation, calculations, slips of the thumb."""

from random import Random

import pytest

from gnomon.problem import bank
from gnomon.student import styles
from gnomon.student.wording import calculation, hard_word
from tests.every import every


@every(
    [
        ("52° + 71° + ∠KML = 180°", "∠KML", "180° − 52° − 71°"),
        ("GW = 14 − 6", "GW", "14 − 6"),
        ("∠FTN = 56°", "∠FTN", ""),
        ("6 · 8 = 8 · WP", "WP", ""),
        ("4x − 7 + (2x + 49) = 180", "x", ""),
    ]
)
def test_a_calculation_is_what_gives_the_unknown_by_sums(work, name, expected):
    assert calculation(work, name) == expected


@pytest.mark.parametrize(
    ("style", "written"),
    [
        ("careful", "angle KML = 52.5° · 2 − √3²"),
        ("terse", "kml=52.5*2-sqrt 3^2"),
        ("phone", "kml = 52.5 x 2 - sqrt 3^2"),
        ("aloud", "angle m = 52.5 times 2 - square root of 3 squared"),
        ("german", "angle KML = 52,5°*2 - sqrt 3^2"),
    ],
)
def test_notation_goes_with_the_style(style, written):
    notation = styles()[style].notation.model_copy(update={"typos": 0.0})
    figure = bank()["triangle-sum-klm"].question.figure
    assert notation.write("∠KML = 52.5° · 2 − √3²", figure, Random(0)) == written.replace("° · ", "°·").replace("− √", "- √")


def test_slips_of_the_thumb_leave_names_and_short_words_alone():
    notation = styles()["phone"].notation.model_copy(update={"typos": 1.0})
    assert notation.write("ABCDE is 57 because", None, Random(0)).split()[1:3] == ["is", "57"]
    assert notation.write("because", None, Random(0)) != "because"


def test_the_first_hard_word_of_a_turn_is_asked_for():
    assert hard_word("Which chord is perpendicular to the radius?") == "chord"
    assert hard_word("What now?") == ""


def test_beside_the_unknown_x_no_x_stands_for_times():
    notation = styles()["phone"].notation
    assert notation.write("9 · (x + 2) = x · 12", None, Random(0)) == "9*(x + 2) = x*12"
    assert notation.write("9 · 2 = 18", None, Random(0)) == "9 x 2 = 18"
