"""Keypoints on a triangle: what each comes to, and what is not drawn, with its reason."""

import pytest

from gnomon.drawing.keypoints import resolve_keypoints
from gnomon.drawing.keypoints.parts import Area, Arrows, Dot, Length, Opening, Stroke, Ticks
from gnomon.figure import Axes, Circle, Figure, Label, Marks, VisualKeypoint
from tests.every import every

FIGURE = Figure(
    points={"A": (0, 0), "B": (4, 0), "C": (0, 3), "O": (2, 1.5)},
    lines=(("A", "B"), ("B", "O", "C"), ("C", "A")),
    circles=(Circle(centre="O", points=("A", "B", "C")),),
    marks=Marks(equal_lines=(("BO", "OC"),)),
    labels=(Label(text="7", position=(9, 7)),),
)
AXES = Axes((0, 0), 1, 1)


def parts(*keypoints, axes=None, doubtful=()):
    """Return the parts of the last keypoint, or its reason."""
    named = [VisualKeypoint(element=element, description=description) for element, description in keypoints]
    drawing = resolve_keypoints(FIGURE, named, axes=axes, doubtful=doubtful)
    assert len(drawing.steps) + len(drawing.undrawn) == len(keypoints)
    last = [step.parts for step in drawing.steps if step.number == len(keypoints)]
    return list(last[0]) if last else drawing.undrawn[-1].reason


H = 1.44 + 1.92j  # the foot of the altitude of 12/5
FOOT = ("Point H", "foot of the perpendicular from A to BC")


@every(
    [
        ([("Line AO", "a radius")], [Stroke((0j, 2 + 1.5j), False)]),
        ([("Dotted line AO", "a radius")], [Stroke((0j, 2 + 1.5j), True)]),
        ([("Line AO", "a dashed line")], [Stroke((0j, 2 + 1.5j), True)]),
        ([FOOT], [Dot(pytest.approx(H), "H")]),
        ([("Line AH", "perpendicular from A to BC")], [Stroke((0j, pytest.approx(H)), False), Dot(pytest.approx(H), "H")]),
        ([("Line AH", "perpendicular to BC")], [Stroke((0j, pytest.approx(H)), False), Dot(pytest.approx(H), "H")]),
        ([("Line AH", "the height"), FOOT], [Dot(pytest.approx(H), "")]),
        ([("Point A", "a vertex")], [Dot(0j, "")]),
        ([("Angle ABC", "measures 37°")], [Opening(0j, 4 + 0j, 3j, 1, "37°")]),
        ([("Angle ABC", "equal to 180° less two angles")], [Opening(0j, 4 + 0j, 3j, 1, "")]),
        ([("Angle A", "the right one")], [Opening(4 + 0j, 0j, 3j, 1, "")]),
        ([("Angle x", "the angle ABC")], [Opening(0j, 4 + 0j, 3j, 1, "x")]),
        ([("Angle 34", "angle ABC")], [Opening(0j, 4 + 0j, 3j, 1, "34°")]),
        ([("Angle 1", "angle ABC")], [Opening(0j, 4 + 0j, 3j, 1, "1")]),
        ([("Right angle mark 1", "angle BAC is right")], [Opening(4 + 0j, 0j, 3j, 0)]),
        ([("Right angle mark", "AB and AC are perpendicular")], [Opening(4 + 0j, 0j, 3j, 0)]),
        ([("Right angle mark", "a right angle at A")], [Opening(4 + 0j, 0j, 3j, 0)]),
        ([("Parallel mark 1", "AB and OC are parallel")], [Arrows(0j, 4 + 0j, 1), Arrows(2 + 1.5j, 3j, 1)]),
        ([("Equal length mark 1", "OA and OB are equal")], [Ticks(2 + 1.5j, 0j, 2), Ticks(2 + 1.5j, 4 + 0j, 2)]),
        ([("Equal length mark 1", "O is the midpoint of BC")], [Ticks(4 + 0j, 2 + 1.5j, 2), Ticks(2 + 1.5j, 3j, 2)]),
        ([("Length label 1", "AO is labeled as 2.5 cm")], [Length(0j, 2 + 1.5j, "2.5 cm")]),
        ([("Region S_1", "the triangle ABO")], [Area((0j, 4 + 0j, 2 + 1.5j), "S1")]),
        ([("Region ABO", "is shaded")], [Area((0j, 4 + 0j, 2 + 1.5j))]),
    ]
)
def test_a_keypoint_comes_to_its_parts(keypoints, expected):
    assert parts(*keypoints) == expected


def test_groups_of_equal_parts_get_each_a_number_of_its_own():
    (tick, *_) = parts(("Equal length mark 1", "OA and OB"), ("Equal length mark 2", "AB and AC"))
    assert tick.number == 3  # after the figure's own group and the first mark


def test_a_named_line_runs_across_the_figure():
    (line,) = parts(("Line l", "a line through C parallel to AB"))
    assert [place.imag for place in line.places] == pytest.approx([3, 3])
    assert line.places[0].real < 0
    assert line.places[1].real > 4
    assert line.text == "l"


@every(
    [
        (("Line AX", "somewhere"), "point X is not in the figure"),
        (("Ray AB", "a ray"), "its name is none of"),
        (("Line l", "a line"), "does not say through which points"),
        (("Angle O", "at O"), "is a straight line"),
        (("Angle BOC", "a half turn"), "is a straight line"),
        (("Angle x", "an angle"), "one angle by three points"),
        (("Right angle mark", "a corner"), "an angle by three points, two lines, or one point"),
        (("Right angle mark", "at B"), "which angle at B is right"),
        (("Right angle mark", "AB and BA"), "an angle by three points, two lines"),
        (("Parallel mark", "AB is parallel to it"), "got AB"),
        (("Equal length mark", "AB and its copy"), "got AB"),
        (("Equal length mark", "AB and AX are equal"), "point X is not in the figure"),
        (("Equal length mark", "AB and AC are not equal"), "what is not so"),
        (("Equal angle mark", "angle ABC has a copy"), "got ABC"),
        (("Length label", "AB and BC are 3"), "one segment"),
        (("Length label", "the length of AB is shown"), "expected one length, got none"),
        (("Region S", "the circle outside triangle ABC"), "put together of others"),
        (("Region S", "the shaded part"), "names no polygon"),
        (("Region S", "the quadrilateral AOBC"), ""),
        (("Region S", "the quadrilateral ABCO"), ""),
        (("Point (1,2)", "a point"), "has no axes"),
        (("Line y = x + 1", "a line"), "has no axes"),
        (("Line AA", "nothing"), "at one place"),
    ]
)
def test_what_cannot_be_drawn_is_named_with_its_reason(keypoint, reason):
    found = parts(keypoint)
    assert reason in found if reason else not isinstance(found, str)


@every(
    [
        "the circle with diameter AB meets AC",
        "the midpoint of arc AB",
        "the tangent at A meets BC",
        "perpendicular to BC and as long as AC",
        "extension of AB beyond B such that BX = AB",
        "not the midpoint of AB",
        "the foot of something on BC",
    ]
)
def test_words_beside_a_construction_that_change_it_construct_nothing(description):
    assert isinstance(parts(("Line AX", description)), str)


def test_a_border_that_crosses_itself_is_not_drawn():
    assert "crosses itself" in parts(("Point D", "the reflection of A about the point O"), ("Region S", "the quadrilateral ABCD"))


def test_a_point_that_is_described_in_two_ways_that_differ_is_not_drawn():
    assert "in two ways" in parts(("Line AH", "perpendicular to BC"), ("Point H", "the midpoint of BC"))


def test_points_are_found_in_any_order_of_the_keypoints():
    (line,) = parts(("Point N", "the midpoint of AM"), ("Point M", "the midpoint of AB"), ("Line NM", "joins them"))
    assert line.places == (1 + 0j, 2 + 0j)


def test_a_circle_of_points_that_describe_one_another_is_not_drawn():
    assert "no description" in parts(("Point N", "the midpoint of AM"), ("Point M", "the midpoint of AN"))


def test_a_doubtful_point_of_a_picture_is_not_used():
    assert "is not sure" in parts(("Line AO", "a radius"), doubtful=("O",))
    assert "point M is not" in parts(("Point M", "midpoint of AO"), doubtful=("O",))


@every(
    [
        (("Point (1,2)", "p"), [Dot(1 + 2j, "(1, 2)")]),
        (("Point P(1/2, -2)", "p"), [Dot(0.5 - 2j, "P (1/2, -2)")]),
        (("Point A (0, 0)", "p"), [Dot(0j, "(0, 0)")]),
    ]
)
def test_coordinates_are_placed_by_the_axes(keypoint, expected):
    assert parts(keypoint, axes=AXES) == expected


@every(
    [
        (("Point A (3, 3)", "p"), "not at these coordinates"),
        (("Point (a, 2)", "p"), "is no number"),
        (("Point (1, 2, 3)", "p"), "third coordinate"),
        (("Line y = ax", "l"), "has the letter a"),
        (("Line y = sin x", "l"), "degrees or radians"),
        (("Line y = x + 100", "l"), "does not come into the picture"),
        (("Region S", "between y = x and y = x + 1"), "enclose no region"),
        (("Region S", "between y = x^2, y = x and y = 2x"), "got 3"),
    ]
)
def test_a_graph_refuses_what_has_no_place(keypoint, reason):
    assert reason in parts(keypoint, axes=AXES)


def test_a_curve_that_is_interrupted_comes_in_pieces():
    assert len(parts(("Line y = 1/(x - 2)^2", "a hyperbola"), axes=AXES)) == 2


def test_the_region_between_two_curves_has_the_area_of_the_integral():
    (area,) = parts(("Region S", "between y = 2x and y = x^2"), axes=AXES)
    assert _area(area.outline) == pytest.approx(4 / 3, rel=1e-3)  # 4 - 8/3


def test_a_region_may_have_bounds_and_an_axis_as_its_border():
    (area,) = parts(("Region S", "between y = x + 1 and the x-axis from x = 0 to x = 2"), axes=AXES)
    assert _area(area.outline) == pytest.approx(4)  # a trapezium of 1 and 3, 2 wide


def _area(outline):
    pairs = zip(outline, (*outline[1:], outline[0]), strict=True)
    return abs(sum((a.conjugate() * b).imag for a, b in pairs)) / 2
