"""Names of parts of a figure: one name for one element, and a plain complaint for anything else."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnomon.figure import Element, ElementNameError, parse_element, split_points
from tests.every import every

POINT = st.from_regex(r"[A-Za-z][0-9]{0,2}'{0,2}", fullmatch=True)
KIND_AND_SIZE = st.sampled_from(
    [("point", 1), ("line", 2), ("angle", 3), ("arc", 2), ("arc", 3), ("circle", 1), ("triangle", 3), ("polygon", 5)]
)


def distinct(size):
    return st.lists(POINT, min_size=size, max_size=size, unique=True)


@given(distinct(2))
def test_a_line_has_one_name_from_either_end(points):
    assert Element.of("line", *points) == Element.of("line", *points[::-1])


@given(distinct(3), st.data())
def test_a_triangle_has_one_name_in_any_order(points, data):
    assert Element.of("triangle", *points) == Element.of("triangle", *data.draw(st.permutations(points)))


@given(st.sampled_from(["angle", "arc"]), distinct(3))
def test_an_angle_and_an_arc_read_the_same_backwards(kind, points):
    assert Element.of(kind, *points) == Element.of(kind, *points[::-1])


@given(distinct(3))
def test_another_vertex_makes_another_angle(points):
    first, vertex, last = points
    assert Element.of("angle", first, vertex, last) != Element.of("angle", vertex, first, last)


@given(st.integers(3, 7).flatmap(distinct), st.integers(0, 6), st.booleans())
def test_a_polygon_has_one_name_from_any_corner_and_either_way_round(points, turn, mirrored):
    turned = points[turn % len(points) :] + points[: turn % len(points)]
    assert Element.of("polygon", *points) == Element.of("polygon", *(turned[::-1] if mirrored else turned))


def test_a_polygon_with_two_corners_exchanged_is_another_polygon():
    assert Element.of("polygon", *"ABCD") != Element.of("polygon", *"BACD")


@given(KIND_AND_SIZE.flatmap(lambda choice: st.tuples(st.just(choice[0]), distinct(choice[1]))))
def test_an_element_is_read_back_from_its_text(choice):
    kind, points = choice
    element = Element.of(kind, *points)
    assert parse_element(str(element)) == element


@given(st.text(min_size=1).filter(lambda text: text.strip() == text))
def test_a_label_is_read_back_from_its_text(text):
    element = Element.of("label", text)
    assert parse_element(str(element)) == element


@given(st.lists(POINT, min_size=1, max_size=6))
def test_points_run_together_are_split_again(points):
    assert split_points("".join(points)) == tuple(points)


def test_spaces_commas_and_the_typographic_prime_are_understood():
    assert split_points("A, B′ C1") == ("A", "B'", "C1")


@every(["", "AB", "line", "line:", "line:A", "line:ABC", "line:AA", "angle:AB", "arc:A", "square:ABCD", "line:A-B", "label:"])
def test_a_bad_name_is_refused(name):
    with pytest.raises(ElementNameError):
        parse_element(name)


@given(st.text())
def test_any_text_is_read_or_refused(text):
    with suppress(ElementNameError):
        assert parse_element(text).points


def test_the_complaint_shows_what_was_got_and_what_was_expected():
    with pytest.raises(ElementNameError, match=r"KIND:POINTS.*'lime:AB'"):
        parse_element("lime:AB")
