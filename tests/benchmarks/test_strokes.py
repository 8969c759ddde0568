"""The hand that draws strokes, and how what was read of them is judged."""

import random

import numpy as np
import pytest

from benchmarks.strokes import PENS, Hand, Meant, Sheet, drawn, judged, main, whole_line
from gnomon.figure import Element, Figure
from gnomon.reading.pen import Asked, Found, Marked

FIGURE = Figure(points={"A": (0, 0), "B": (4, 0), "C": (8, 0), "D": (0, 5)}, lines=(("A", "B", "C"), ("A", "D")))


def marked(*names: str, asked: bool = False) -> Marked:
    found = tuple(Found(Element.of(*name.split(":")[:1], *name.split(":")[1]), (0,), 0.9) for name in names)
    return Marked(found, (Asked((1,), ()),) if asked else ())


def test_an_angle_is_right_by_any_points_of_its_arms_and_another_is_wrong():
    meant = Meant("angle", "arc", frozenset({Element.of("angle", "B", "A", "D")}), ())
    sheet = Sheet(FIGURE)
    assert judged(meant, marked("angle:CAD"), sheet) == "right"
    assert judged(meant, marked("line:AD"), sheet) == "wrong"
    assert judged(meant, marked(asked=True), sheet) == "asked"


def test_what_is_wrong_beside_a_question_and_what_is_missing_without_one_are_wrong():
    meant = Meant("sides", "once", frozenset({Element.of("line", "A", "B"), Element.of("line", "A", "D")}), ())
    sheet = Sheet(FIGURE)
    assert judged(meant, marked("line:AB", asked=True), sheet) == "asked"
    assert judged(meant, marked("line:BC", asked=True), sheet) == "wrong"
    assert judged(meant, marked("line:AB"), sheet) == "wrong"


def test_the_hand_stays_near_what_it_draws_and_never_draws_it_twice_alike():
    sheet, hand = Sheet(FIGURE), Hand(np.random.default_rng(0), PENS[1])
    first, second = (hand.draw(hand.straight(sheet.spots["A"], sheet.spots["C"])) for _ in range(2))
    assert first != second
    assert max(abs(y - sheet.spots["A"].imag) for _, y, _, _ in first) < 25
    assert sorted(t for *_, t in first) == [t for *_, t in first]


def test_a_drawn_line_states_its_truth_from_the_figure():
    meant = whole_line(Sheet(FIGURE), Hand(np.random.default_rng(1), PENS[0]), random.Random(1))
    assert {element.kind for element in meant.truth} == {"line"}
    assert all(set(element.points) <= set(FIGURE.points) for element in meant.truth)


@pytest.mark.slow
def test_the_goals_are_met_on_few_strokes():
    assert main(["--limit", "400", "--seed", "11"]) == 0  # of 200 a few scribbles more or less decide


def test_the_same_seed_draws_the_same_strokes():
    assert [meant for _, meant, _ in drawn(3, 5)] == [meant for _, meant, _ in drawn(3, 5)]
