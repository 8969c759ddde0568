"""Verdicts on whole messages: right, right with a note, wrong, mixed, or none where the givens or the words do not say."""

import pytest

from gnomon.dialogue import HeardMove
from gnomon.geometry import solution_of
from gnomon.problem import bank
from gnomon.tutor import Judge, read_message, reader_of
from tests.every import every
from tests.tutor.verdicts import judged_in, verdict_on


@pytest.mark.slow
@every(
    [
        ("equilateral-perimeter-egv", "EG = EV: 2 · 6 + 3 = EV", ["right", "right"]),
        ("equilateral-in-circle-ogly", "law of cosines on LOG: GL²=36+36-72cos120", ["right"]),
        ("isosceles-median-gpt", "One hundred sixty-nine minus twenty-five is one hundred forty-four", ["right"]),
        ("dented-pentagon-lmnrs", "The interior angle at L is 360° − (2x + 10)°", ["right"]),
        ("dented-pentagon-lmnrs", "The interior angle at L is 350° − (2x + 10)°", ["wrong"]),
        ("congruent-angle-letter-cimnuz", "4x+3=57... no wait thats the wrong corner, 75", ["right"]),
        ("chord-halves-bcmot", "2 of x plus 3 is the same as 4 of x minus 9", ["right"]),
        ("similar-fields-side-behkptux", "TU = 7.5k=10", ["right", "right", "right"]),
        ("rectangle-area-lynx", "area is side times side so 12 times 15 which makes 180", ["right", "wrong"]),
        ("rectangle-area-lynx", "triangle LYN has a right angle at Y", ["right"]),  # nothing is said of its area
        ("rectangle-diagonal-wavy", "29 cm is the rope", ["wrong"]),  # they are metres
        ("crossed-parallels-elmou", "MOU and LOE are vertical angles", ["right"]),
        ("crossed-parallels-elmou", "MOU and LOM are vertical angles", ["wrong"]),
        ("square-in-circle-ofhnq", "side of the square = diameter of the circle = 16", ["right", "wrong"]),
        ("tangent-secant-angle-ogpuz", "142+54=196 and half is 98 i think, sorry if its wrong", ["right", "wrong"]),
    ]
)
def test_what_is_said_stands_apart_from_what_is_worked_out(problem_id, text, verdicts):
    judged = judged_in(problem_id, text)
    assert [str(judgement.truth) for judgement in judged.judgements] == verdicts


@every(
    [
        ("triangle-sum-klm", "180 - 123 = 57", "right", "goal", True),
        ("triangle-sum-klm", "180-52-71", "right", "goal", False),  # not worked out
        ("triangle-sum-klm", "180-70-60 = 50", "right", "none", False),
        ("triangle-sum-klm", "67 no wait 57", "right", "goal", True),
        ("triangle-sum-klm", "M is 57", "right", "goal", True),
        ("triangle-sum-klm", "57 is too big", "none", None, False),
        ("triangle-sum-klm", "i have 57 min left", "none", None, False),
        ("triangle-sum-klm", "is it 57", "none", None, False),
        ("triangle-sum-klm", "my friend says 57", "none", None, False),
        ("triangle-sum-klm", "57 cm", "wrong", None, False),
        ("pythagoras-leg-def", "13-5=8", "right", "none", False),
        ("square-diagonal-duck", "6 squared plus 6 squared is 72 so the diagonal is 72", "mixed", "goal", False),
        ("side-splitter-lmn", "4/6=5/x\n4x=30", "right", "goal", False),
        ("side-splitter-lmn", "75 mm", "right", "goal", True),
        ("crossing-chords-oakqsy", "48 = 4 YS", "right", "goal", False),
        ("crossing-chords-oakqsy", "6+8 = 4+x", "wrong", None, False),
        ("vertical-angles-mnpqz", "2x = 40\nx = 20", "right", "goal", True),
        ("trapezoid-area-srakh", "55 cm^2", "right", "goal", True),
        ("trapezoid-area-srakh", "55cm", "wrong", None, False),
        ("regular-hexagon-angle-dglpsy", "4*180 = 720 / 6 = 120", "right", "goal", True),
        ("inscribed-rst", "inscribed angle is half the central angle", "right", "goal", False),
        ("cointerior-efhj", "cointerior angles are equal", "wrong", None, False),
        ("isosceles-uvw", "same coz isosceles", "right", "goal", False),
        ("exterior-angle-prst", "65", "none", None, False),  # that of another angle: the learner has to say which is meant
        ("semicircle-letters-aqsx", "x = 16 and the angle at Q is 80", "mixed", "goal", True),
    ],
    one_in=3,
)
def test_a_message_is_judged_as_a_fair_teacher_would(problem_id, text, verdict, way, solved):
    judged = judged_in(problem_id, text)
    assert (judged.verdict, judged.way, judged.solved) == (verdict, way, solved)


@every([("pythagoras-xyz", "XZ = 9 + 12"), ("pythagoras-xyz", "9 + 12 = 21"), ("inscribed-rst", "RTS = RQS")])
def test_a_wrong_idea_is_known_by_what_it_would_write(problem_id, text):
    solution = solution_of(bank()[problem_id])
    (judgement,) = Judge(solution.deduction, solution.proof).judge(read_message(text, solution.problem)).judgements
    assert judgement.misconception is not None


@pytest.mark.slow
@every(
    [
        ("parallelogram-perimeter-flow", "90 times 65 is 5850 so thats how much fence", "mixed", False),
        ("parallelogram-perimeter-flow", "90 times 65 is 5850", "right", False),
        ("parallelogram-perimeter-flow", "90 twice is 180 and 65 twice is 130 so u walk 310 m round it", "right", True),
        ("parallelogram-perimeter-flow", "i have 310 of 500 points and 2 friends", "none", False),
        ("circumference-from-diameter-ekx", "2·π·60 = 120π cm in one turn", "wrong", False),
        ("octagon-arc-adhkmpsw", "the angle of a regular octagon is 135° so the arc AD is 135°", "wrong", False),
        ("linear-pair-dghk", "x = 25, 26, 27? one of these prob", "none", False),
        ("quadrilateral-exterior-bhlst", "70... hmm nah scrap that its 110 for LHT", "wrong", False),
    ]
)
def test_a_message_is_right_only_as_a_whole(problem_id, text, verdict, solved):
    judged = judged_in(problem_id, text)
    assert (judged.verdict, judged.solved) == (verdict, solved)


@pytest.mark.slow
@every(
    [
        # What is said beside what is true, and is not read
        ("congruent-perimeters-afmcls", "AF = 10 and the second triangle has twice the perimeter"),
        ("semicircle-cemv", "V is a right angle and so are the other two"),
        ("arc-path-grz", "whole way round is 2·12·π ≈ 75.4 and the bend is half of that"),
        # Reasons that nothing bears out
        ("vertical-angles-mnpqz", "3x+8 = 5x-32 because they are corresponding angles"),
        ("two-tangents-letters-dhmr", "4x-5=2x+9 because of vertical angles"),
        ("isosceles-letters-fmt", "3x-4 = x+10 because the triangle is equilateral"),
        ("isosceles-uvw", "its 70 cos all the angles in a triangle are 70"),
        ("semicircle-cemv", "62 since the angles at the bottom of an isosceles triangle are equal"),
        # Words that say it of more parts, or of another one
        ("rectangle-perimeter-yard", "each side is 7.5"),
        ("isosceles-uvw", "every angle is 70"),
        ("equilateral-exterior-hsvy", "the angle at S outside is 60"),
        ("two-triangles-bfkw", "the whole angle at F is 33"),
        # Questions and talk
        ("isosceles-uvw", "so 40+x+x=180?"),
        ("two-tangents-letters-dhmr", "so we set 4x-5 = 2x+9?"),
        ("trapezoid-area-srakh", "4 me this is 2 hard"),
        # The law of another shape
        ("trapezoid-letters-cjmsvy", "a line through two midpoints is half as long as its parallel"),
    ]
)
def test_nothing_is_called_right_of_which_a_part_is_not_understood(problem_id, text):
    assert verdict_on(problem_id, text) == "none"


@pytest.mark.slow
@every(
    [
        ("sines-shore-dlw", "lw = 9 / sin58 * sin48 = 7.8867", "a slash with spaces divides", "right"),
        ("sines-side-bgp", "BP/sin65 = 8/sin40 and that gives me like 11.3", "what an equation is solved for", "rounded"),
        ("sines-side-bgp", "BP/sin65 = 8/sin40 gives 11.3", "a verb between equation and solution", "rounded"),
        ("sines-side-bgp", "BP/sin65 = 8/sin40 gives 12.3", "a false solution", "mixed"),
        ("sines-side-bgp", "BG/sin75 = 8/sin40 so 12.02", "the part that is open in the equation", "rounded"),
        ("rhombus-side-lark", "O cuts both diagonals in half", "two lines cut at a point", "right"),
        ("rhombus-side-lark", "in a rhombus the two diagonals are equally long", "of one kind of figure", "wrong"),
        ("rhombus-diagonals-angle-dgmsx", "the diagonals are the same length", "the figure decides", "wrong"),
        ("kite-diagonals-angle-fhltw", "diagonals of a kite always make a cross w right angles", "a theorem told", "right"),
        ("kite-area-blrve", "area of a kite = one diagonal times the other", "a half is forgotten", "wrong"),
        ("kite-area-blrve", "31.5 each sorry", "each half is not the whole", "none"),
        ("similar-diagonals-ehkrblqw", "BQ belongs to EK and 8·1,5=12", "sides that correspond", "right"),
        ("crossing-chords-oakqsy", "then QY · YS should b 48 too", "be in one letter", "right"),
        ("around-a-point-abnw", "one hundred and twentyfive degrees", "number words written in one", "right"),
        ("cosine-ratio-kpv", "its twelve thirteenths", "a fraction in words", "right"),
        ("cosine-ratio-kpv", "its 12/13", "no share of a circle", "right"),
    ]
)
def test_what_is_told_in_prose_is_judged_as_what_it_says(problem_id, text, why, verdict):
    assert verdict_on(problem_id, text) == verdict, why


@pytest.mark.slow  # a dozen problems are solved for it
@every(
    [
        # A factor before a sine belongs to it; of two equations in a row the second begins with its sine.
        ("sines-angle-fkv", "drop a height from F. it is 7 sin 70 = 6.58, so K = 41.13", "rounded"),
        # A product that is written in one behind "root of" stands under the root; s is no area.
        ("isosceles-area-bikv", "heron: s=32 then root of 32*12*12*8 = root 36864 = 192", "right"),
        ("rhombus-angle-fern", "the whole corner at E is 116 and EN chops it in half = 58", "right"),
        ("rhombus-angle-fern", "the whole corner at E is 116 and EN chops it in half = 56", "none"),
        # A name behind "onto" says on what a height stands.
        ("areas-larger-bhjntw", "height of the small one onto BH is 5 because 8*5/2=20. 12*7.5/2=45", "right"),
        # What was told last is what is gone on with, be it read or not.
        ("side-splitter-lmn", "whole right is 12.5, minus the 5 leaves QN 7.5", "right"),
        ("side-splitter-lmn", "whole right is 12.5, minus the 5 leaves QN 8.5", "wrong"),
        ("similar-altitudes-tehlgq", "sinE is .8 and G has the same, LJ = 6 * 0.8 = 4.8", "right"),
        ("similar-altitudes-tehlgq", "sinE is .8 and G has the same, LJ = 6 * 0.8 = 4.6", "mixed"),
        # Two products are the same, and no part is said to have that size.
        (
            "secants-product-obfjmr",
            "outside piece times the whole thing gives sixty for the bottom one so the top one must give sixty too",
            "none",
        ),
        ("rhombus-area-junk", "4 little triangles w 24 each", "none"),
        ("parallel-in-triangle-bgrsy", "GRS and GBY are co-interior so they make 180", "wrong"),
        ("hexagon-letters-cfjnqv", "6 corners so 6 times 180 = 1080 in total", "wrong"),
        ("tangent-ratio-dhs", "missing side is 7", "right"),  # a tangent is sought
        ("tangent-ratio-dhs", "missing side is 8", "wrong"),
        ("tangent-secant-length-odhsv", "VD is the geometric mean of VH and VS", "right"),
        ("tangent-secant-length-odhsv", "VD is the geometric mean of VH and HS", "wrong"),
        ("arrowhead-fghk", "the big one inside is 230", "right"),
        ("arrowhead-fghk", "the big one inside is 240", "none"),
    ]
)
def test_what_is_right_is_not_blamed_for_how_it_is_written(problem_id, text, verdict):
    assert verdict_on(problem_id, text) == verdict


@pytest.mark.slow  # a dozen problems are solved for it
@every(
    [
        ("quadrilateral-letters-afmw", "all four brackets added give 7x + 45, and thats a full turn", False),
        ("kite-with-a-dent-quet", "inside the kite at E its 260", False),  # sought is the angle outside
        ("kite-with-a-dent-quet", "25+40+35=100 and QEU is exactly that much", True),
        ("base-angles-letters-ejm", "hundred left for E", True),
        ("triangle-letters-ceg", "27 and the angles r 64, 42, 74", True),
        ("triangle-letters-ceg", "28 and the angles r 64, 42, 74", False),
        ("arc-to-base-angle-gmow", "drop a line from O on GW, it halves the 104 so 52 up there, 90 below, 38 left", True),
        ("arc-to-base-angle-gmow", "drop a line from O on GW, it halves the 104 so 52 up there, 90 below, 48 left", False),
        ("equilateral-area-gnw", "4 * 6.93 = 27.7", True),  # half the base by a height that is not drawn
        ("equilateral-area-gnw", "4 * 6.5 = 26", False),
    ]
)
def test_the_answer_is_noticed_where_it_is_given_and_nowhere_else(problem_id, text, is_solved):
    assert judged_in(problem_id, text).solved is is_solved


@pytest.mark.slow  # a dozen problems are solved for it
@every(
    [
        # Something was said that is not read, or only guessed: what is true beside it stands for nothing.
        ("areas-smaller-cfkpux", "the side got 6 less so the area too. 75-6=69", "none"),
        ("pentagon-arc-bejqx", "108 bc thats the angle in a regular pentagon", "none"),
        ("pythagoras-letters-mnq", "(x+8)(x-6)=0 so x = 8 or x = -6", "none"),
        ("tangent-ratio-dhs", "sohcahtoa", "none"),
        ("trapezoid-angle-carn", "N is 72 and R is 72 too it looks the same", "none"),
        ("three-arcs-hlpv", "3 4 5 like my door code haha", "none"),
        # What both were said to be; a triangle's area by its corners; a reason taken back with what it was for.
        ("rhombus-angle-fern", "FEN and ENF are equal, they are 116 each", "mixed"),
        ("rhombus-angle-fern", "FEN and ENF are equal, they are 58 each", "right"),
        ("isosceles-area-bikv", "KIB has 96", "right"),
        ("complementary-cftv", "vft = 63 because 63+37=100... oh no, it must be 90 in total. then 53", "right"),
        ("apex-bjr", "I calculate 180 - 54 = 126. Angle JBR has 126.", "mixed"),
        ("similar-altitudes-tehlgq", "TF:TE is 0.8", "right"),
        ("similar-altitudes-tehlgq", "TF:TE is 0.9", "wrong"),
        ("rhombus-diagonals-angle-dgmsx", "DX is circa 1.4 times GX", "rounded"),
        ("rhombus-diagonals-angle-dgmsx", "DX is circa 1.7 times GX", "wrong"),
        ("arc-path-grz", "the arc measures 150 m, on a circle one degree is one metre", "wrong"),
        ("medians-halves-tgkxlr", "median means it cuts the angle at T into two equal halves", "wrong"),
        ("circumference-vz", "VZ is the diameter", "wrong"),
        ("pentagon-diagonal-fjmtz", "every corner of a regular pentagon has 120", "wrong"),
        ("pentagon-diagonal-fjmtz", "every corner of a regular pentagon has 108", "right"),
        ("regular-hexagon-angle-dglpsy", "the outside angle is 60", "right"),
        ("square-arc-cgnv", "there are 4 equal arcs", "right"),
        ("hexagon-central-angle-hjmptz", "a hexagon makes 5 equal arcs", "wrong"),
        ("pentagon-arc-bejqx", "from B over E to J its 144", "right"),
    ]
)
def test_a_verdict_is_given_on_what_is_understood_and_on_nothing_else(problem_id, text, verdict):
    assert verdict_on(problem_id, text) == verdict


@pytest.mark.parametrize("message", ["WS is perpendicular to SP", "WS and SP are parallel"])
def test_two_pieces_of_one_line_are_neither_parallel_nor_perpendicular(message):
    assert judged_in("equal-parts-parallels-cwsphn", message).verdict == "wrong"


def test_a_calculation_whose_result_another_one_works_with_is_not_the_answer():
    found = judged_in("equilateral-exterior-hsvy", "22 + 60 = 82 and 180 - 82 = 98")
    assert (found.verdict, found.solved) == ("right", False)
    assert judged_in("equilateral-exterior-hsvy", "180 - 98 = 82").solved


def test_a_value_on_the_way_is_what_its_calculation_comes_to():
    assert judged_in("trapezoid-leaning-bhns", "the piece on the left is 8 * cos 30 = 4").verdict != "right"


OCTAGON = "regular-octagon-angle-behknrux"
SLICES = "let inscribed(Z,B,E,H,K,N,R,U,X)"


@every(
    [
        ("8 slices with 45 at the dot", "value", f"{SLICES}: angle(B,Z,E) = 45", "right"),
        ("each slice is isosceles", "relation", f"{SLICES}: isosceles(Z,B,E)", "right"),
        ("each slice is equilateral", "relation", f"{SLICES}: equilateral(Z,B,E)", "wrong"),
        ("one at the crust is 67.5", "value", f"{SLICES}: angle(Z,B,E) = 67.5", "right"),
        ("one at the crust is 65", "value", f"{SLICES}: angle(Z,B,E) = 65", "wrong"),
        ("the line to the crust is 3", "value", f"{SLICES}: length(Z,B) = 3", "none"),  # no length is given
        ("the dot is as far from all", "relation", f"{SLICES}: inscribed(Z,B,E,H,K,N,R,U,X)", "none"),  # so by its making
        (
            "i put it on the side, BXE is straight",
            "relation",
            "let midpoint(Z,X,E), equilateral(Z,X,E): isosceles(Z,B,E)",
            "none",
        ),
        ("the corner HKN is the one they want", "relation", "sought = angle(N,K,H)", "right"),
        ("the slice angle HBK is the one they want", "relation", "sought = angle(H,B,K)", "wrong"),
        ("the corner EHK is the one they want", "relation", "sought = angle(E,H,K)", "none"),  # it has the same size
    ],
    name=lambda case: case[2],
)
def test_what_is_said_of_points_of_the_learners_own_is_judged(message, kind, says, verdict):
    reader = reader_of(bank()[OCTAGON], solution_of(bank()[OCTAGON]))
    found = reader.read(message, None, heard=(HeardMove(kind=kind, words=message, says=says),))
    assert (found.verdict, found.solved) == (verdict, False)


def test_the_answer_by_way_of_own_points_is_the_answer():
    reader = reader_of(bank()[OCTAGON], solution_of(bank()[OCTAGON]))
    message = "two crust angles make 67.5*2 = 135 so HKN is 135"
    heard = (HeardMove(kind="value", words="HKN is 135", says="angle(H,K,N) = 135"),)
    assert reader.read(message, None, heard=heard).solved


@every([("triangle_area_half", "right"), ("triangle_area_no_half", "wrong"), ("altitude_same_as_height", "right")])
def test_what_is_said_of_all_figures_is_known_beforehand(saying, verdict):
    reader = reader_of(bank()["area-ghi"], solution_of(bank()["area-ghi"]))
    found = reader.read("thats how it is", None, heard=(HeardMove(kind="theorem", words="thats how it is", says=saying),))
    assert found.verdict == verdict
