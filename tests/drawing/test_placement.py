"""Choosing places: the cheapest free one, and no more work than the texts near each other ask for."""

import pytest

from gnomon.drawing import placement
from gnomon.drawing.font import TextSize
from gnomon.drawing.placement import Candidate, WantedText, place_texts
from gnomon.drawing.plane import Box, Segment, meets

PAGE = Box(0, 0, 10_000, 10_000)


def text(name, *places, leader=None):
    candidates = tuple(Candidate(place, cost, leader) for cost, place in enumerate(places))
    return WantedText(name, TextSize(20, 10, 0), 12, candidates, name, is_name=True)


def placed(wanted, obstacles=()):
    return {each.wanted.text: (each.box.centre, each.is_free) for each in place_texts(wanted, obstacles, PAGE, 2.5)}


def test_a_text_takes_its_first_place_that_covers_nothing():
    stroke = Segment(100 + 80j, 100 + 120j)
    assert placed([text("A", 100 + 100j, 200 + 100j, 300 + 100j)], [stroke]) == {"A": (200 + 100j, True)}


def test_of_two_texts_that_want_one_place_the_second_moves():
    assert placed([text("A", 100 + 100j, 200 + 100j), text("B", 100 + 100j, 200 + 100j)]) == {
        "A": (100 + 100j, True),
        "B": (200 + 100j, True),
    }


def test_a_text_keeps_off_the_far_end_of_anothers_leader():
    far = text("A", 100 + 100j, leader=Segment(110 + 100j, 500 + 100j))
    assert placed([far, text("B", 400 + 100j, 400 + 200j)])["B"] == (400 + 200j, True)


def test_where_nothing_is_free_the_least_bad_place_is_taken_and_said():
    assert placed([text("A", 100 + 100j), text("B", 100 + 100j)]) == {"A": (100 + 100j, False), "B": (100 + 100j, False)}


@pytest.mark.parametrize("count", [20, 40])
def test_texts_far_apart_are_compared_once_a_round_and_not_place_by_place(count, monkeypatch):
    calls = 0

    def counted(box, obstacle):
        nonlocal calls
        calls += 1
        return meets(box, obstacle)

    monkeypatch.setattr(placement, "meets", counted)
    wanted = [text(str(number), *(complex(200 * number + 1000, 1000 + step) for step in range(96))) for number in range(count)]
    place_texts(wanted, [], PAGE, 2.5)
    # Two rounds, for the second changes nothing, and one look at the end: three times every pair. Place by place it would be
    # 96 times as much.
    assert calls <= 3 * count * count
