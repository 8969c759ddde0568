"""Other names and numbers in texts and literals."""

import pytest

from gnomon.algebra import read_algebra
from gnomon.problem import bank
from gnomon.variation import VariationError
from gnomon.variation.numbers import Slot
from gnomon.variation.rewriting import Rewriting, kept_names, require_tied
from tests.every import every

NAMES = {"A": "P", "B": "Q", "C": "R", "A'": "P'"}
VALUES = {
    Slot("angle", read_algebra("3x+8")): read_algebra("5x-2"),
    Slot("angle", read_algebra("40")): read_algebra("55"),
    Slot("other", read_algebra("40")): read_algebra("12"),
    Slot("other", read_algebra("5√3")): read_algebra("7√3"),
}
REWRITING = Rewriting(NAMES, VALUES)


@every(
    [
        ("In triangle ABC, AB = 40 cm.", "In triangle PQR, PQ = 12 cm."),
        ("Angle ABC measures 40°.", "Angle PQR measures 55°."),
        ("Angle CAB measures (3x + 8)°.", "Angle RPQ measures (5x − 2)°."),
        ("AB = 5√3 and A'B lies on it.", "PQ = 7√3 and P'Q lies on it."),
        ("A's three roads, to 2 decimals: 40 m.", "P's three roads, to 2 decimals: 12 m."),
        ("About 140 trees stand BACK at ABD.", "About 140 trees stand BACK at ABD."),
    ]
)
def test_names_and_numbers_of_a_text_are_rewritten(old, new):
    assert REWRITING.text(old) == new


@every(
    [
        ("Equals(MeasureOf(Angle(A,B,C)), 40)", "Equals(MeasureOf(Angle(P, Q, R)), 55)"),
        ("Parallel(Line(A,B), Line(B,C))", "Parallel(Line(P, Q), Line(Q, R))"),
        ("Equals(LengthOf(Line(AB)), 5√3)", "Equals(LengthOf(Line(PQ)), 7√3)"),
    ]
)
def test_a_literal_is_rewritten_as_it_is_written(old, new):
    assert REWRITING.literal(old, []).replace("12", "55") == new


def test_a_part_that_is_named_by_a_number_is_named_by_its_points():
    equation = bank()["linear-pair-dghk"].formal.equations[0]
    names = {name: name.lower().upper() for name in "DGHK"} | {"D": "X"}
    literal = Rewriting(names, {}).literal("MeasureOf(Angle(2))", [equation.left])
    assert literal == "MeasureOf(Angle(K, G, X))"


def test_a_point_that_may_be_an_article_keeps_its_name():
    assert kept_names("A ladder leans at AB.", ["A", "B"]) == {"A"}
    assert kept_names("Points A, B and C; the line from A meets BC.", ["A", "B", "C"]) == set()


def test_a_number_of_the_text_that_no_given_has_is_named():
    with pytest.raises(VariationError, match="the number 17"):
        require_tied("In triangle CTY, CT = 5 cm and TY = 17 cm.", bank()["long-leg-cty"].formal)
