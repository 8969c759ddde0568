"""Claims about parts of the figure, by name or by what is said beside it."""

import pytest

from tests.every import every
from tests.tutor.verdicts import verdict_on


@every(
    [
        ("equilateral-perimeter-egv", "each angle is 60"),
        ("two-triangles-bfkw", "the whole angle at F is 80"),
        ("inscribed-rst", "48 because its half the middle angle"),
        ("parallelogram-perimeter-flow", "OW is 90 and WF is 65"),
        ("arc-length-ocp", "Then is length of arc CP = 15,71"),  # German has its verb there
        ("opposite-angle-gate", "opposite angles 116 = 4x, so x = 29"),
    ],
    one_in=2,
)
def test_what_is_said_of_all_and_holds_of_all_is_right(problem_id, text):
    assert verdict_on(problem_id, text) in {"right", "rounded"}


@every(
    [
        ("angle-tangent-dkn", "sin D = 7/12.21", "a rounded side in a ratio", "rounded"),
        ("angle-tangent-dkn", "sin D = 7/11", "a side that is none", "wrong"),
        ("crossing-chords-letters-oehnrz", "EH = 17", "a name in capitals is no interjection", "right"),
        ("quadrilateral-sum-dgpv", "245 + V = 360", "a sum over 180 with a corner in it", "right"),
        ("cyclic-bjpux", "the angle at the centre is 164", "between radii that are not drawn", "right"),
        ("cyclic-bjpux", "the central angle is 100", "nothing is wrong of what is not drawn", "none"),
        ("exterior-angle-prst", "the third angle is 115", "a third angle lies inside", "wrong"),
        ("chord-distance-okuz", "KU is a radius", "a chord is no radius", "wrong"),
        ("chord-distance-okuz", "draw OK, its a radius so 17", "a size told of a part that is named", "right"),
        ("chord-distance-okuz", "KU is bisected by OZ", "what is cut stands first", "right"),
        ("bisector-parts-ghrv", "the bisector halves HR", "what is cut stands last", "wrong"),
        ("two-right-triangles-jksv", "15 squared minus 12 squared is 81 so its 9", "a root that is not named", "right"),
        ("two-right-triangles-jksv", "KS is made of KV and VS", "a whole and its parts", "right"),
        ("two-right-triangles-jksv", "the altitude makes two right angles", "no length has degrees", "none"),
        ("two-right-triangles-jksv", "its 12 16 20", "the sides of a right triangle in a row", "right"),
        ("trapezoid-area-srakh", "what is left of SR is 6", "a piece of a part", "none"),
        ("isosceles-area-bikv", "KB is 12 and IB is the same length", "of each part its own", "mixed"),
        ("boat-bhl", "he goes 8 right and then 15 up so its a right triangle", "given sizes told anew", "right"),
        ("sector-pie-cfv", "the whole circle is 100π", "a circle has sizes of its own", "right"),
        ("crossing-chords-letters-oehnrz", "9 to x is like 12 to x+2", "a sum in a proportion", "right"),
        ("tangent-length-cks", "there is a right angle at C", "a right angle with its corner", "wrong"),
        ("secants-angle-ochmvy", "HCV stands on the 104 arc so 52", "a value of the part spoken of", "right"),
        ("kite-area-blrve", "14*4.5 = 63 for one triangle", "a result of one piece is no answer", "none"),
    ],
    one_in=3,
)
def test_words_beside_a_name_or_number_say_what_it_is_of(problem_id, text, why, verdict):
    assert verdict_on(problem_id, text) == verdict, why


@pytest.mark.slow
@every(
    [
        ("cosines-side-hms", "height from S onto HM = 7·sin50 = 5.36", "rounded"),
        ("cosines-side-hms", "the height from S is 6.36", "wrong"),
        ("cosines-side-hms", "the height is 5.36", "rounded"),
        ("cosines-side-hms", "the height is 6.1", "wrong"),  # none of the three is so long
        ("equilateral-area-gnw", "h^2 = 8^2+4^2 = 80", "wrong"),
        ("equilateral-area-gnw", "h^2 = 8^2-4^2 = 48", "right"),
        ("hexagon-letters-cfjnqv", "all the x make 27x", "none"),  # what a letter makes, and not that it is so
        ("two-sides-angle-hqt", "height on HQ is 10·sin40, about 6.43", "rounded"),
        ("two-sides-angle-hqt", "height on HQ is 14·sin40", "wrong"),
        ("two-sides-angle-hqt", "height on HT is 14·sin40", "right"),
        ("chord-radius-oajw", "distance from O to the chord is 8", "right"),
        ("chord-radius-oajw", "distance from O to AJ is 9", "wrong"),
        ("chord-radius-oajw", "the distance from O is 9", "none"),
    ]
)
def test_heights_and_distances_that_are_not_drawn_have_their_sizes(problem_id, text, verdict):
    assert verdict_on(problem_id, text) == verdict


@every(
    [
        ("radii-to-inscribed-eksz", "ED is a diameter so angle EKD is 90", "none"),  # of a point D of their own nobody knows
        ("radii-to-inscribed-eksz", "angle EZK is 65", "right"),
        ("arc-length-omw", "circumference = pi * 9² = 254.5", "wrong"),  # the area
        ("sines-third-cjt", "JT belongs to C", "right"),
        ("sines-third-cjt", "CJ belongs to C", "wrong"),
        ("arrowhead-fghk", "30 + 35 + 50 + GHK", "right"),
        ("arc-path-grz", "150/360", "right"),
        ("arc-path-grz", "5/12", "none"),
        ("similar-fields-side-behkptux", "9 -> 12", "none"),
        ("congruent-angles-belwuk", "73 then?", "none"),
    ],
    name=lambda case: case[1],
)
def test_what_looks_like_an_equation_and_says_something_else(problem_id, text, verdict):
    assert verdict_on(problem_id, text) == verdict
