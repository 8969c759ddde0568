"""Ways of writing put into those that the grammar has."""

from gnomon.tutor.message.rephrasing import rephrase
from gnomon.tutor.message.rewriting import Rewritten
from tests.every import every


def _rephrased(text: str) -> str:
    written = Rewritten(text)
    rephrase(written)
    return " ".join(written.text.split())


@every(
    [
        ("123 off 180", "180 minus 123"),
        ("2 goes into 114 57 times", "114 divided by 2 is 57"),
        ("two lots of 57", "2 times 57"),
        ("two thirds of 21", "2/3 of 21"),
        ("the average of 14 and 8", "((14 + 8)/2)"),
        ("7 times itself", "7 squared"),
        ("share 114 between 2", "114 divided by 2"),
        ("FT is divided by 9", "FT divided by 9"),
        ("gets multiplied by 9", "multiplied by 9"),
        ("its bigger then 13", "its bigger than 13"),
        ("too thirds", "two thirds"),
        ("its 57 not 67", "its 57"),
        ("55 squared centimeters", "55 square centimeters"),
        ("9 dms", "9 dm"),
        ("root of 32*12*8", "root of (32*12*8)"),
        ("144, then root... 12", "144, then root is 12"),
        ("sinQ = 9/14", "sin Q = 9/14"),
        ("opposite by adjacent", "opposite over adjacent"),
        ("its 43.6 which is weird", "its 43.6"),
        ("OP stands at a right angle on DJ", "OP is perpendicular to DJ"),
    ]
)
def test_sums_in_words_and_units_become_what_the_grammar_has(typed: str, meant: str) -> None:
    assert _rephrased(typed) == meant


@every(
    [
        "from 50 to 60",
        "52 and 71 off 180",
        "half the chord",
        "the third of the angles",
        "AB is 57 not CD",
        "root of 3 * 4",
        "then 57",
    ]
)
def test_what_only_looks_like_a_sum_stays(text: str) -> None:
    assert _rephrased(text) == text


@every(
    [
        ("the five x plus four", "the 5 x plus 4"),
        ("two pi times the radius", "2 pi times the radius"),
        ("7 six times 42", "7 six times 42"),  # a factor behind its number is no first one
        ("22π : π = 22 and thats the radius", "22π : π = 22 , so the radius is 22"),
        ("10cm thats the diameter", "the diameter is 10 cm"),
        ("150 from 360 are five twelfths", "150/360 is 5/12"),
        ("you divide 5 by cos 68 to get LG", "LG = 5 / cos 68"),
        ("if u connect C and N it goes through O", "CN goes through O"),
        ("AD goes with GP and DF with PS", "AD goes with GP and DF goes with PS"),
        ("hence six for BN", "hence BN is 6"),
    ],
)
def test_a_calculation_in_words_is_written_with_what_it_is_of(written, read):
    assert _rephrased(written) == read


def test_a_shape_cut_into_triangles_is_this_figure_only_with_as_many_corners():
    for points, is_read in ((5, True), (6, False)):
        text = Rewritten("u can cut it in three triangles so 540 altogether")
        rephrase(text, points)
        assert ("pentagon" in text.text) is is_read
