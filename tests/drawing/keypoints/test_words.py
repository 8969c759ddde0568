"""What descriptions name."""

import pytest

from gnomon.drawing.keypoints.planar import CONSTRUCT
from gnomon.drawing.keypoints.words import (
    constructions,
    said_angles,
    said_constructions,
    said_points,
    said_polygons,
    said_segments,
    said_values,
)
from tests.every import every


@every([(row.construct, row.example) for row in constructions()])
def test_every_construction_is_found_in_its_example_and_can_be_carried_out(construct, example):
    assert {said.construct for said in said_constructions(example)} == {construct}
    assert construct in CONSTRUCT


@every(
    [
        ("Indicates that line segments KH and KG are equal in length", ["KH", "KG"]),
        ("Line The distance between points B and C is labeled as 20", ["BC"]),
        ("A line through A parallel to BC", ["BC"]),
        ("AB equals BA", ["AB"]),
        ("S'T1 and ABC", ["S'T1"]),
        ("a chain of rules", []),
    ]
)
def test_segments_are_two_points_that_stand_alone(text, names):
    assert ["".join(pair) for pair in said_segments(text)] == names


@every(
    [
        ("angles DEF and ∠ABC of triangle KLM", ["DEF", "ABC"], ["KLM"]),
        ("the quadrilateral ABCD", [], ["ABCD"]),
    ]
)
def test_angles_and_polygons_are_told_apart(text, angles, polygons):
    assert ["".join(each) for each in said_angles(text)] == angles
    assert ["".join(each) for each in said_polygons(text)] == polygons


@every(
    [
        ("Line DE is labeled with a length of 10", ["10"]),
        ("between points B and C is labeled as 20 cm.", ["20 cm"]),
        ("AB = 2√3", ["2√3"]),
        ("measures 60 degrees", ["60°"]),
        ("the length of AB is x + 4", ["x + 4"]),
        ("AB is shown", []),
        ("half as long as BC", []),
    ]
)
def test_values_are_printed_as_they_are_told(text, values):
    assert said_values(text) == values


def test_a_single_point_is_named_after_at_or_point():
    assert said_points("Marks the right angle at T, the point K") == ["T", "K"]


@pytest.mark.parametrize("text", ["a line from A", "connects A and B", "BC is perpendicular", "the middle of the page"])
def test_other_words_construct_nothing(text):
    assert list(said_constructions(text)) == []
