"""Highlights: names by kind, each once, whatever the order; recorded names that cannot be read are kept."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from gnomon.figure import Circle, Element, Figure, Highlights

ROUND = Figure(
    points={"O": (0, 0), "A": (1, 0), "B": (0, 1), "C": (-1, 0)}, circles=(Circle(centre="O", points=("C", "A", "B")),)
)


def test_a_triangle_becomes_its_sides():
    assert Highlights.of([Element.of("triangle", "A", "B", "C")]).lines == ("AB", "BC", "AC")


def test_a_polygon_becomes_its_sides_and_no_diagonal():
    assert set(Highlights.of([Element.of("polygon", *"ABCD")]).lines) == {"AB", "BC", "CD", "AD"}


def test_a_point_becomes_its_label():
    assert Highlights.of([Element.of("point", "P")]).labels == ("P",)


def test_a_circle_becomes_an_arc_through_its_points():
    assert Highlights.of([Element.of("circle", "O")], ROUND).arcs == ("ABC",)


def test_a_circle_without_a_figure_becomes_the_label_of_its_centre():
    assert Highlights.of([Element.of("circle", "O")]).labels == ("O",)


@given(st.permutations("ABC"))
def test_any_order_of_the_points_names_the_same_highlights(points):
    first, second, third = points
    written = Highlights(lines=(first + second, second + first), angles=(first + second + third,))
    assert written == Highlights(lines=(second + first,), angles=(third + second + first,))


def test_a_repeated_element_is_held_once():
    side = Element.of("line", "A", "B")
    assert len(Highlights.of([side, side, Element.of("triangle", "A", "B", "C")])) == 3


def test_an_unreadable_recorded_name_is_kept_but_names_no_element():
    recorded = Highlights(lines=("AB", "the long side"), angles=("AB",))
    assert recorded.lines == ("AB", "the long side")
    assert list(recorded.elements()) == [Element.of("line", "A", "B")]


@given(
    st.lists(
        st.sampled_from(
            [Element.of("line", "A", "B"), Element.of("angle", *"ABC"), Element.of("arc", "B", "C"), Element("label", ("35",))]
        )
    )
)
def test_elements_come_back_out_as_they_went_in(elements):
    assert set(Highlights.of(elements).elements()) == set(elements)


def test_highlights_of_nothing_are_false():
    assert not Highlights()
    assert Highlights(labels=("35",))


def test_an_unknown_kind_of_highlight_is_refused():
    with pytest.raises(ValidationError, match="circles"):
        Highlights.model_validate({"circles": ("O",)})
