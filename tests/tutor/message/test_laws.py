"""Theorems in words are read by what they say of kinds of quantities, not by phrases."""

from gnomon.geometry import rules
from gnomon.tutor.message.laws import laws, stated
from tests.every import every


@every(
    [
        "the angle in the middle is twice the one on the edge",
        "the square of the tangent is product of the whole secant and his outer part",
        "midsegment = mean of the two bases",
        "leg squared plus leg squared = hypotenuse squared",
        "an outside angle is as big as the two inside ones far away from it together",
        "area of a triangle = 1/2 * base * height",
        "diagonals of a rhombus meet at right angles",
        "piece times piece is piece times piece",
    ]
)
def test_what_follows_from_a_law_of_its_kinds_holds(text):
    assert [each.holds for each in stated(text)] == [True]


@every(
    [
        "the angle in the middle is half the one on the edge",  # turned round
        "the square of the tangent is the product of the inner part and the outer part",
        "the midsegment is the sum of the two bases",
        "the hypotenuse is the sum of the legs",
        "alternate angles add up to 180",  # the total of another law
        "area of a triangle = base * height",
        "the tangent is parallel to the radius",
        "angles on parallel lines are always equal",  # a condition is missing
        "cos is opposite over hypotenuse",
    ]
)
def test_what_contradicts_the_law_of_its_kinds_is_false(text):
    assert [each.holds for each in stated(text)] == [False]


def test_two_things_said_of_one_subject_are_held_apart():
    said = stated("The midline is the average of the two parallel sides and it is perpendicular to them")
    assert [each.holds for each in said] == [True, False]


def test_where_no_shape_is_named_the_figure_decides():
    (said,) = stated("area is base times height")
    assert said.needs_figure
    assert "parallelogram_area" in said.rules
    assert "triangle_area" in said.against


@every(
    ["base angles are 70", "the arc is 120", "the radius is twice as nice", "the height is 8", "i like tangents and chords", ""]
)
def test_values_of_one_figure_and_other_talk_are_no_law(text):
    assert stated(text) == []


@every([(rule, law.said) for law in laws() for rule in law.rules])
def test_every_law_names_rules_of_the_engine(rule, said):
    assert said
    assert rule in rules()
