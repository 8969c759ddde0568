"""Names of one element are one name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnomon.judge import canonical_name


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Line AB", "Segment BA"),
        ("Straight line AB", "the dashed line segment BA"),
        ("Side AB", "line:BA"),
        ("Angle ABC", "∠CBA"),
        ("Triangle ABC", "△ C A B"),
        ("Quadrilateral ABCD", "Polygon BCDA"),
        ("Point A", "Vertex A"),
        ("Point (0,7)", "point (0, 7)."),
        ("Right angle mark 1", "right  angle mark 1"),
        ("Dotted line l", "Line l"),
        ("Angle A", "∠A"),
    ],
)
def test_two_names_of_one_element_agree(name, other):
    assert canonical_name(name) == canonical_name(other)


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Line AB", "Line AC"),
        ("Angle ABC", "Angle BAC"),
        ("Ray AB", "Ray BA"),
        ("Point A", "Point A'"),
        ("Right angle mark 1", "Right angle mark 2"),
        ("Angle 30°", "Angle 34°"),
        ("Line l", "Point l"),
        ("Arc AB", "Line AB"),
    ],
)
def test_names_of_two_elements_differ(name, other):
    assert canonical_name(name) != canonical_name(other)


@given(st.text(max_size=60))
def test_any_text_has_a_canonical_name_that_keeps(text):
    name = canonical_name(text)
    assert canonical_name(f" {text}. ") == name or text.strip(" .,;:") != text.strip()
