"""The grammar of keypoint elements (MathExplain, Fig. 8) and the one text of equal elements."""

from hypothesis import given
from hypothesis import strategies as st

from gnomon.figure import Axes, KeypointElement, canonical_keypoint, keypoint_element, keypoint_kind
from tests.every import every


@every(
    [
        ("Point A", "point"),
        ("Point A'", "point"),
        ("Point P_1", "point"),
        ("Point (0,7)", "point"),
        ("Point (-2, 3.5)", "point"),
        ("Point (a, f(a))", "point"),
        ("Point H(2, 0)", "point"),
        ("Line AB", "line"),
        ("Straight line AB", "line"),
        ("Pointed line AB", "line"),
        ("Dotted line segment AB", "line"),
        ("Line l", "line"),
        ("Line x = 3", "line"),
        ("Angle ABC", "angle"),
        ("Angle A", "angle"),
        ("Angle x", "angle"),
        ("Angle θ", "angle"),
        ("Angle 34", "angle"),
        ("Angle 30°", "angle"),
        ("Angle 30 degrees", "angle"),
        ("Region S_1", "region"),
        ("Right angle mark 1", "symbol"),
        ("Right-angle mark", "symbol"),
        ("Parallel mark", "symbol"),
        ("Equal length mark 2", "symbol"),
        ("Equal angle mark 12", "symbol"),
        ("Length label 3", "symbol"),
        ("Length-label mark 3", "symbol"),
        ("  DOTTED   line  AB ", "line"),
    ]
)
def test_the_grammar_knows_the_formats_of_the_paper(element, kind):
    assert keypoint_kind(element) == kind


@every(
    [
        "",
        "Chain rule",
        "Point",
        "Line",
        "Line ABC",
        "Ray AC",
        "Angle ABCD",
        "Region",
        "Mark 1",
        "Point (0)",
        "Point A and B",
        "Lines AB and CD",
    ]
)
def test_what_is_not_a_named_visual_element_has_no_kind(element):
    assert keypoint_kind(element) is None


@every(
    [
        ("Line BA", "line AB"),
        ("Dotted  line BA", "dotted line AB"),
        ("Line B A", "Line AB"),
        ("Angle CBA", "Angle ABC"),
        ("Point (0, 7)", "point (0,7)"),
        ("Point H (2, 0)", "Point H(2,0)"),
        ("Line x = 3", "Line x=3"),
        ("Angle 30", "Angle 30 degrees"),
        ("Angle 30°", "angle 30 °"),
        ("Right-angle mark 1", "right angle mark 1"),
        ("Length-label mark 1", "Length label 1"),
    ]
)
def test_equal_elements_have_one_text(one, other):
    assert canonical_keypoint(one) == canonical_keypoint(other)


@every(
    [
        ("Line AB", "Dotted line AB"),
        ("Point a", "Point A"),
        ("Angle ABC", "Angle BAC"),
        ("Point (0,7)", "Point (7,0)"),
        ("Right angle mark 1", "Right angle mark 2"),
        ("Line AB", "Line AC"),
    ]
)
def test_different_elements_have_different_texts(one, other):
    assert canonical_keypoint(one) != canonical_keypoint(other)


def test_a_very_long_text_is_no_name():
    assert keypoint_kind("Region " + "S" * 193) == "region"  # 200 characters
    assert keypoint_kind("Region " + "S" * 194) is None


_WORDS = st.sampled_from(
    ["point", "line", "angle", "region", "right angle mark", " ", "  ", "A", "B'", "P_1", "(0,7)", "(", ",", "30", "°", "x = 3"]
)


@given(st.lists(_WORDS, max_size=6).map("".join) | st.text(max_size=40))
def test_the_canonical_text_is_canonical_itself(element):
    once = canonical_keypoint(element)
    assert canonical_keypoint(once) == once


@given(st.lists(_WORDS, max_size=6).map(" ".join))
def test_the_canonical_text_is_of_the_same_kind(element):
    assert keypoint_kind(canonical_keypoint(element)) == keypoint_kind(element)


@every(
    [
        ("Point A'", KeypointElement("point", "point", ("A'",))),
        ("Point (a, f(a))", KeypointElement("point", "point", (), ("a", "f(a)"))),
        ("Point H(2, -1/2)", KeypointElement("point", "point", ("H",), ("2", "-1/2"))),
        ("Dotted line AB", KeypointElement("line", "dotted line", ("A", "B"))),
        ("Line segment P1 Q", KeypointElement("line", "line segment", ("P1", "Q"))),
        ("Line l", KeypointElement("line", "line", ("l",))),
        ("Line y = x^2 - 1", KeypointElement("line", "line", text="y = x^2 - 1")),
        ("Angle ABC", KeypointElement("angle", "angle", ("A", "B", "C"), text="ABC")),
        ("Angle 34", KeypointElement("angle", "angle", text="34")),
        ("Angle θ", KeypointElement("angle", "angle", text="θ")),
        ("Region S_1", KeypointElement("region", "region", text="S_1")),
        ("Right-angle mark 2", KeypointElement("symbol", "right angle mark", text="2")),
        ("Length label mark", KeypointElement("symbol", "length label")),
        ("Ray AB", None),
    ]
)
def test_an_elements_name_is_taken_apart(name, parts):
    assert keypoint_element(name) == parts


def test_axes_lead_from_coordinates_to_places_and_back():
    axes = Axes((200, 180), 40, 30)
    assert axes.place(2, -1) == (280, 150)
    assert axes.units((280, 150)) == (2, -1)
