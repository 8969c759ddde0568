"""Values of one or two sentences with the operation that ends the problem, and parts of known things."""

from gnomon.problem import bank
from gnomon.tutor.guard import find_leak
from tests.every import every


def found(name, utterance, *said):
    return find_leak(utterance, bank()[name], bank()[name].answer, said_by_student=said)


@every(
    [
        (
            "area-by-diagonal-bgnt",
            "One triangle takes up 70 cm². The other takes up 150 cm². The quadrilateral is the two put together.",
        ),
        (
            "corner-cut-off-cfjpx",
            "The sheet had 90 cm², the snipped part took 7.5 cm². Subtract these and the pentagon's area is there.",
        ),
        ("secants-far-arc-ofknsw", "Double the 35° and you have 70. Then add the near arc of 44 to it and there's your far arc."),
        ("secants-parts-ocgkpw", "6 · 20 is 120, and WP is what you get by dividing 120 by the 8 of WK."),
        ("trapezoid-midsegment-eglrtw", "The average is easy: go up 4 from the 10. Either way you meet TW."),
        ("kite-area-blrve", "14 times 9 makes 126. Halve it and there's your kite."),
        ("perimeter-third-side-dkw", "13 and 12 use up 25 of the 41 cm. KW gets the rest."),
        ("trapezoid-leg-fkpwz", "132 halved is the area."),
        (
            "l-shape-stage-dfhjln",
            "The small block covers 27 m² and the big one 96 m². Lay them side by side and the stage is done.",
        ),
        ("arc-of-right-angle-ktu", "KU has to be one half of the circle."),
        ("equilateral-arc-flr", "FL covers one third of the circle."),
        ("regular-hexagon-angle-dglpsy", "DGL is as big as two angles of an equilateral triangle side by side."),
        ("equilateral-letter-nqx", "When you look back, QNX should be 3 times sixteen plus twelve degrees. Does that make 60?"),
        ("leg-then-leg-adgu", "The square on AG has an area of 289 cm²."),
    ]
)
def test_what_the_values_are_put_together_to_is_told(name, utterance):
    assert found(name, utterance) is not None


@every(
    [
        ("area-by-diagonal-bgnt", "One triangle takes up 70 cm². The other takes up 150 cm². What do you do with the two?"),
        ("kite-area-blrve", "You multiplied 14 and 9 to get 126. What does the formula say next?"),
        ("perimeter-third-side-dkw", "DK and WD together have 25 cm. What do you do with the perimeter of 41 cm?"),
        ("chord-radius-ofhr", "You have the distance from the centre, 6 cm, and can get the half chord from the 16 cm."),
        ("equilateral-arc-flr", "An angle of an equilateral triangle is 60°. It's inscribed here. What is the arc then?"),
        ("equilateral-letter-nqx", "Each angle of an equilateral triangle is 60°. So 3x + 12 is what?"),
    ]
)
def test_values_without_the_operation_are_left(name, utterance):
    assert found(name, utterance) is None


def test_what_comes_after_the_students_value_tells_the_distance():
    assert found("inscribed-rst", "46 is close, but a bit low. Raise it by two and I'm happy.", "46") is not None
    assert found("inscribed-rst", "46 is close, but a bit low.", "46") is None


def test_how_a_wrong_value_came_about_is_no_relation():
    assert found("crossing-chords-letters-oehnrz", "x = 2/3 came from forgetting to multiply the 2 by 9.", "2/3") is None
    assert found("trapezoid-leg-fkpwz", "132 is what you get without the half.", "132") is None
