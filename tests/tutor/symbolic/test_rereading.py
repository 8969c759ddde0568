"""What a message says as a whole: claims are judged again beside each other."""

import pytest

from gnomon.geometry import solution_of
from gnomon.problem import bank
from gnomon.tutor import Judge, read_message
from gnomon.tutor.symbolic.scene import length_unit
from tests.every import every


def _judged(problem_id, text):
    problem = bank()[problem_id]
    solution = solution_of(problem)
    return Judge(solution.deduction, solution.proof, length_unit(problem)).judge(read_message(text, problem))


@pytest.mark.slow
@every(
    [
        ("cyclic-isosceles-defkn", "D and N are 180, so ENK is 72", "right"),  # both together
        ("cyclic-isosceles-defkn", "D and N are 180 each, so ENK is 72", "mixed"),
        ("cyclic-isosceles-defkn", "D and N are 170, so ENK is 72", "mixed"),
        ("parallel-from-midpoint-cgnr", "10, and GN is 15", "wrong"),  # the 10 was of something else
        ("square-area-cubs", "10*10=100 so 100", "mixed"),
        ("radii-to-inscribed-eksz", "SE = SK = EK", "mixed"),
        ("two-tangents-letter-bpvz", "s = PB and t = PV, s = t, 2x = 8", "wrong"),  # letters of one's own claim nothing
        ("regular-hexagon-angle-dglpsy", "The sum in a hexagon is 720 but the angle is 110", "mixed"),
        ("cyclic-isosceles-defkn", "at N it is 108", "wrong"),
        ("cyclic-isosceles-defkn", "at N it is 72", "right"),
        ("shadow-pqtuv", "from Q to V its 10.5", "right"),
        ("shadow-pqtuv", "from Q to V its 12", "wrong"),
        ("circumference-vz", "2 · π · 6 = 12π cm", "wrong"),  # they are decimetres
        ("circumference-vz", "2πr = 12π cm", "wrong"),
        ("circumference-vz", "2πr = 120π cm", "right"),
        ("hexagon-in-circle-ocejltw", "the perimeter is 2 times pi times 7", "wrong"),  # that is the circle's
        ("altitude-far-part-bjsz", "zs is 12²/9 and thats 16", "right"),
        ("altitude-far-part-bjsz", "zs is 12²/9 and thats 14", "wrong"),
        ("bisector-parts-ghrv", "GV is the bisector so V is right in the middle of HR", "wrong"),  # the first is stated
        ("area-by-diagonal-bgnt", "BGN: 20*7:2 = 70", "right"),
        ("area-by-diagonal-bgnt", "BGN: 20*7:2 = 80", "wrong"),
        ("ladder-cosine-lgw", "we use cos bc LG is adjacent to the 68 and the ladder is the hyp", "right"),
        ("ladder-cosine-lgw", "its sine because LG is across from the 68", "wrong"),
        ("both-special-gnpz", "PNG is a 30 60 90 so the short leg is half of NP", "right"),
        ("diameter-same-arc-fgnty", "t is 56 to, they look at the same arc fn", "right"),
        ("isosceles-letters-fmt", "angles at M and T are the same so MT = FT", "wrong"),
        ("bisector-side-beky", "ey : yk = be : bk", "right"),
        ("similar-medians-krsbvw", "so bn to km is like 8 to 12", "right"),
        ("parallel-cut-dknsz", "dsz to dkn is 3 to 5", "none"),  # of triangles it is no size
        ("areas-smaller-cfkpux", "height of cfk must be 10", "right"),
        ("areas-smaller-cfkpux", "im on question 27 already and its only 9:15", "none"),
        ("cosines-angle-eux", "UEX is the biggest of the three", "right"),
        ("roof-dkv", "its 36 cos 36 is a third of 108", "right"),
        ("adjacent-angles-flax", "fla is 113 cos fx and la are parallel", "right"),
        ("rectangle-diagonal-angle-jqvz", "angle zjv, is 58", "right"),
        ("equilateral-arc-flr", "arc FL is 60, its equilateral", "wrong"),
        ("semicircle-arcs-ojnu", "hundred and seventeen", "right"),
        ("opposite-sides-bird", "x=8 no wait they want BI. thats 29", "right"),
        ("equilateral-perimeter-egv", "X IS 6 SO THE PERIMETER IS 45", "right"),
    ]
)
def test_claims_are_judged_in_the_light_of_those_beside_them(problem_id, text, verdict):
    assert _judged(problem_id, text).verdict == verdict


@pytest.mark.slow
@every(
    [
        ("ladder-cosine-lgw", "cos 68 = 0.3746, times 5 is 1.87", True),
        ("ladder-cosine-lgw", "cos 68 = 0.3746, times 5 is 1.88", False),
        ("sine-abc", "sin 35 = 0.57, 12 * 0.57 = 6.84", True),  # carried from what is shown
        ("sine-abc", "6.84", False),
        ("ladder-cosine-lgw", "1.88", False),
        ("parallel-cut-dknsz", "the factor is 1.67 so KN = 9 * 1.67 = 15.03", True),
        ("midpoint-of-chord-djp", "half the chord is 8, radius 10", True),  # OD is one
        ("midpoint-of-chord-djp", "half the chord is 8, radius 8", False),
    ]
)
def test_a_rounded_answer_is_the_true_one_rounded_or_carried_from_one_that_is_shown(problem_id, text, is_solved):
    assert _judged(problem_id, text).solved is is_solved


@every(
    [
        ("short-leg-fhw", "FW = 9√3", "none"),
        ("sine-abc", "angle ACB = 55", "goal"),
        ("parallelogram-area-bcdef", "DF = 11 because opposite sides are equal", "goal"),  # half the sum of the parallel sides
        ("equilateral-in-circle-ogly", "the circumference is 12π", "none"),
        ("arc-length-omw", "the circumference is 18π", "goal"),  # of which a share is sought
        ("half-chord-ocdq", "OQ = 5", "goal"),
    ],
    one_in=3,
)
def test_a_true_value_that_only_much_longer_ways_use_leads_nowhere(problem_id, text, way):
    assert _judged(problem_id, text).way == way


@pytest.mark.slow
@every(
    [
        ("square-about-circle-obkmsv", "the side is 9 cm and the other sides are 4.5", "none"),
        ("square-about-circle-obkmsv", "the side is 9 cm", "right"),
        ("cointerior-letters-adikov", "x = 25 and both angles are 95", "none"),  # one of the two is 85
        ("cointerior-letters-adikov", "x = 25 and the angles are 95 and 85", "right"),
        ("same-arc-letters-objpv", "x = 18 and both angles are 45", "right"),
        ("apex-bjr", "180-54 = 126 then :2 gives 63 for the top of the roof", "none"),
        ("arc-path-grz", "360 - 150 = 210 so the arc is 210/360 of the circle", "none"),
        ("arc-path-grz", "360 - 150 = 210", "right"),
        ("hourglass-cglxz", "angle LXC and angle ZXG are equal, and triangles LXC and ZXG are congruent", "none"),
        ("quadrilateral-exterior-bhlst", "a outside angle is the sum of the other 2 inside so 84+73=157", "none"),
        ("pentagon-diagonal-fjmtz", "108/2 = 54, the diagonal halves the corner", "none"),
        ("area-by-diagonal-bgnt", "bottom one 70 top one 150 total 220 cm", "wrong"),
        ("area-by-diagonal-bgnt", "bottom one 70 top one 150 total 220 cm²", "right"),
        ("midpoint-of-chord-djp", "half is 8 and 8^2+6^2=100 so the diameter is 10", "mixed"),
        ("crossing-chords-letters-oehnrz", "x*6=4*9", "none"),  # true, and no 6 nor 4 is known
        ("crossing-chords-letters-oehnrz", "9(x+2)=12x", "right"),
        ("secants-parts-ocgkpw", "6*20 = 8*WP", "right"),
    ]
)
def test_what_is_right_stands_only_for_all_that_is_said(problem_id, text, verdict):
    assert _judged(problem_id, text).verdict == verdict


@every(
    [
        ("square-in-circle-ofhnq", "the diagonal is 16", "right"),
        ("square-in-circle-ofhnq", "the diagonal is 15", "wrong"),
        ("equal-distances-vhbx", "VBH and VXH are both 90 and angle BHX is 56", "mixed"),
    ],
    one_in=2,
)
def test_a_claim_is_wrong_only_where_no_reading_of_it_holds(problem_id, text, verdict):
    assert _judged(problem_id, text).verdict == verdict


@every(
    [
        ("circumference-from-diameter-ekx", "U = π·d = 60π", True),
        ("circumference-from-diameter-ekx", "188 cm and a half", True),
        ("circumference-from-diameter-ekx", "189 cm and a half", False),
        ("sector-radius-ohy", "5²·π = 78.5 and 30 percent of that is 23.6", True),
        ("sector-radius-ohy", "5²·π = 78.5 and 40 percent of that is 31.4", False),
        ("sine-abc", "BC is opposite the 35. BC = 12·sin35 = 6.88", True),
        ("half-square-duv", r"\sqrt{2} \cdot 7", True),
        ("exterior-quadrilateral-bfkr", "20° at every corner", False),  # 20 is x, and no angle
        ("square-about-circle-obkmsv", "the other three sides are 9 as well", False),
        ("cyclic-bjpux", "still 82.. oh opposite not same. 98", True),
    ],
    one_in=3,
)
def test_an_answer_is_taken_in_every_dress_and_only_where_it_is_said_of_what_is_sought(problem_id, text, is_solved):
    assert _judged(problem_id, text).solved is is_solved


@pytest.mark.slow
@every(
    [
        ("exterior-quadrilateral-bfkr", "angle F inside is 80", "wrong"),  # the one outside is
        ("exterior-quadrilateral-bfkr", "angle F inside is 100", "right"),
        ("apex-bjr", "the top one is 54 as well", "wrong"),
        ("half-square-duv", "the side going up is 7 too", "right"),
        ("arc-path-grz", "150/360*π*144 = 60π so the path is 60π long", "mixed"),
        ("hexagon-letters-cfjnqv", "(n-2)·180 = 4·180 = 720", "right"),
        ("hexagon-letters-cfjnqv", "(n-2)·180 = 900", "wrong"),
        ("equal-distances-vhbx", "i coloured the right angles in my picture", "none"),
        ("congruent-angles-fjpsgkry", "4x=70, x = 17.5 oh no its plus 5... 4x=80 then x is 20", "right"),
        ("right-trapezoid-hmtw", "WT and HM are parallel and the same length", "mixed"),
        ("similar-altitudes-tehlgq", "can LJ be longer than LG", "none"),
        ("quadrilateral-sum-letters-gktw", "ten x plus ten is 360", "right"),
        ("sines-third-cjt", "law of sinus 12/sin60=JT/sin52", "right"),
        ("right-triangle-area-quw", "i h8 area problems", "none"),
        ("three-arcs-hlpv", "arc HL 90, arc LP 120, arc PH 150, that makes 360", "right"),
    ]
)
def test_words_tell_of_which_part_something_is_said(problem_id, text, verdict):
    assert _judged(problem_id, text).verdict == verdict
