"""Sentences of a proof: a system is worked out, a given equation named, a rounded number marked, a ratio read off the sides."""

from gnomon.geometry import solve
from tests.geometry.drawn import problem

RIGHT = {"A": (0, 3), "B": (4, 0), "C": (0, 0)}
SIDES = ["A B", "B C", "A C"]


def texts(*arguments):
    found = solve(problem(*arguments))
    assert found.proof is not None, found.reason
    return [step.text for step in found.proof.steps]


def test_the_sine_that_is_asked_for_comes_from_the_sides():
    givens = ["angle(A,C,B) = 90", "length(A,C) = 3", "length(A,B) = 5"]
    (text,) = texts(RIGHT, SIDES, givens, "sin(angle(A,B,C))")
    assert text.endswith("opposite over hypotenuse: sin ∠ABC = 3/5 = 0.6.")


def test_one_equation_of_a_system_is_put_into_the_other():
    # the bisector at B cuts AC = 20 as 14 : 11
    points = {"A": (0, 0), "B": (119, 74), "C": (200, 0), "D": (112, 0)}
    givens = ["angle(A,B,D) = angle(C,B,D)", "length(A,B) = 14", "length(B,C) = 11", "length(A,C) = 20", "length(A,D) = x"]
    last = texts(points, ["A B", "B C", "A D C", "B D"], givens, "x")[-1]
    assert (
        "From AD + DC = AC: x + DC = 20, so DC = 20 − x. Put in: x/(20 − x) = 14/11, 11x = 280 − 14x, 25x = 280, so x = 11.2."
        in last
    )


def test_an_equation_of_the_problem_is_named_with_what_it_says_of_its_parts():
    givens = ["length(A,C) = length(B,C)", "length(A,C) = 2*x + 4", "length(B,C) = 10"]
    (text,) = texts({"A": (0, 3), "B": (3, 0), "C": (0, 0)}, SIDES, givens, "x")
    assert text == "The problem gives AC = BC, AC = 2x + 4 and BC = 10: 2x + 4 = 10, so x = 3."


def test_a_rounded_number_is_marked_and_not_carried_on():
    # BD = 10 sin 40 = 6.43; AD = BD / tan 25 = 13.78
    points = {"A": (-13.78, 0), "B": (0, 6.43), "C": (7.66, 0), "D": (0, 0)}
    givens = ["angle(B,D,C) = 90", "angle(B,C,D) = 40", "length(B,C) = 10", "angle(B,A,D) = 25"]
    last = texts(points, ["A D C", "A B", "B C", "B D"], givens, "length(A,D)")[-1]
    assert "with DB unrounded, AD ≈ 13.78" in last
    assert "= 6.43" not in last


def test_of_two_roots_that_both_fit_the_figure_the_positive_one_is_taken_in_words():
    points = {"A": (0, 0), "B": (10, 0), "C": (9.1, 4.2)}
    (text,) = texts(points, ["A B", "B C", "A C"], ["angle(A,B,C) = 75", "angle(B,A,C) = 80", "angle(A,C,B) = y^2"], "y")
    assert text.endswith("so y = 5 or y = −5; each fits the figure, and the positive one is taken, so y = 5.")


def test_a_root_that_would_make_a_length_negative_is_named_and_refused():
    # x (x + 5) = 36: 4 and -9
    points = {"A": (0, 0), "B": (4, 0), "C": (4, 9), "D": (0, 9)}
    givens = ["rectangle(A,B,C,D)", "length(A,B) = x", "length(B,C) = x + 5", "area(A,B,C,D) = 36"]
    (text,) = texts(points, ["A B", "B C", "C D", "A D"], givens, "x")
    assert text.endswith("so x = 4 or x = −9; x = −9 would make AB negative, so x = 4.")


def test_the_negative_root_of_a_square_goes_without_saying():
    givens = ["angle(A,C,B) = 90", "length(A,C) = 3", "length(B,C) = 4", "length(A,B) = x"]
    (text,) = texts(RIGHT, SIDES, givens, "x")
    assert text.endswith("= x², x² = 25, so x = 5.")


def test_what_is_given_in_other_words_is_quoted_once():
    points = {"A": (1, 3), "B": (0, 0), "C": (6, 0), "D": (3, 0)}
    givens = ["median(A,D,B,C)", "length(B,D) = 2*y - 1", "length(D,C) = 4*y - 11"]
    first, last = texts(points, ["A B", "A C", "A D", "B D C"], givens, "length(B,C)")
    assert first.startswith("As AD is a median of triangle ABC, D is the midpoint of BC")
    assert last.startswith("D is the midpoint of BC")


def test_a_right_angle_is_traced_to_the_perpendicular_lines_that_are_given():
    # AD is perpendicular to BC, and E lies on BC: the leg is DE
    points = {"A": (0, 4), "B": (-3, 0), "C": (6, 0), "D": (0, 0), "E": (3, 0)}
    givens = ["perpendicular(A,D,B,C)", "length(A,D) = 4", "length(D,E) = 3"]
    (text,) = texts(points, ["A D", "B D E C", "A E"], givens, "length(A,E)")
    assert text.startswith("As AD is perpendicular to BC and D and E lie on BC, triangle")


def test_two_right_angles_are_the_reason_why_lines_are_parallel():
    points = {"F": (10, 0), "G": (0, 0), "H": (0, 8), "J": (5, 4), "K": (5, 0)}
    givens = ["angle(J,K,G) = 90", "angle(H,G,K) = 90", "length(F,J) = length(J,H)", "length(G,K) = 5"]
    first, *_ = texts(points, ["G K F", "G H", "F J H", "J K"], givens, "length(F,K)")
    assert first == "HG and KJ are both perpendicular to GK, so they are parallel."


def test_an_inscribed_angle_says_where_its_other_name_comes_from():
    # the angle at B of 30 degrees over the arc AC of 60; D lies on the chord BA
    points = {"O": (0, 0), "A": (10, 0), "C": (5, 8.66), "B": (-10, 0), "D": (4, 0)}
    givens = ["arc(A,C) = 60", "angle(D,B,C) = x"]
    found = texts(points, ["B O D A", "B C"], givens, "x", {"O": "A B C"})
    assert any("is an inscribed angle (" in text and "lies on line" in text for text in found)


def test_a_theorem_quotes_the_marks_that_it_needs():
    points = {"W": (0, 0), "X": (10, 0), "Y": (10, 5), "Z": (6, 8)}
    givens = ["angle(X,W,Y) = 30", "angle(Y,W,Z) = 30", "angle(W,X,Y) = 90", "angle(W,Z,Y) = 90", "length(X,Y) = 5"]
    (text,) = texts(points, ["W X", "X Y", "W Y", "W Z", "Y Z"], givens, "length(Y,Z)")
    assert text.startswith("∠XWY = ∠YWZ (both 30°), ∠WXY = 90° (given) and ∠WZY = 90° (given), so Y lies on the bisector")


def test_points_on_a_line_that_is_known_to_be_parallel_by_other_points_are_named():
    points = {"A": (2, 4), "C": (6, 4), "E": (0, 0), "F": (2, 0), "N": (6, 0), "B": (9, 0)}
    givens = ["parallel(A,C,E,B)", "angle(A,F,N) = 90", "angle(C,N,F) = 90", "length(A,C) = 4"]
    first, *_ = texts(points, ["A C", "E F N B", "A F", "C N"], givens, "length(F,N)")
    assert first.startswith("As AC and EB are parallel and N and F lie on EB, ")


def test_right_angles_of_one_theorem_are_quoted_together_with_the_points_on_their_lines():
    points = {"A": (0, 6), "B": (-4, 0), "C": (9, 0), "D": (0, 0)}
    givens = ["perpendicular(A,B,A,C)", "perpendicular(C,D,A,D)", "length(B,D) = 4", "length(C,D) = 9"]
    (text,) = texts(points, ["A B", "A C", "B D C", "A D"], givens, "length(A,D)")
    start = "As AB is perpendicular to AC, CD is perpendicular to AD and D lies on BC, triangle BAC has a right angle at A"
    assert text.startswith(start)


def test_a_right_angle_of_similar_triangles_is_quoted_before_it_is_used():
    points = {"A": (0, 0), "B": (12.5, 0), "C": (8, 6), "M": (8, 0)}
    givens = ["perpendicular(C,A,C,B)", "perpendicular(C,M,M,B)", "length(A,C) = 10", "length(C,M) = 6", "length(A,M) = 8"]
    first, *_ = texts(points, ["A M B", "A C", "B C", "C M"], givens, "length(B,C)")
    assert first.startswith("As CA is perpendicular to CB, CM is perpendicular to MB and M lies on AB, ∠")


def test_a_foot_on_an_extended_side_is_said_to_lie_there():
    points = {"A": (0, 0), "B": (6, 0), "C": (8, 4), "D": (2, 4), "E": (8, 0)}
    givens = ["parallelogram(A,B,C,D)", "perpendicular(C,E,E,B)", "length(C,E) = 4", "length(A,B) = 6"]
    (text,) = texts(points, ["A B E", "B C", "C D", "D A", "C E"], givens, "area(A,B,C,D)")
    assert text.startswith("As CE is perpendicular to EB and B lies on AE, CE is perpendicular to line ")


def test_degrees_of_equal_arcs_stand_without_the_name_of_the_chord():
    points = {"O": (0, 0), "A": (5, 0), "B": (3, 4), "C": (-3, 4), "D": (-5, 0)}
    givens = ["arc(A,B) = 53", "arc(C,D) = 53", "length(A,B) = x + 1", "length(C,D) = 2*x - 3"]
    (text,) = texts(points, ["A B", "C D"], givens, "x", {"O": "A B C D"})
    assert "arc CD (both 53°), so the chords" in text


def test_an_equality_of_expressions_is_written_where_it_is_stated():
    points = {"P": (-4, 0), "Q": (0, 8), "R": (4, 0), "S": (0, 0)}
    givens = ["congruent(P,Q,S,R,Q,S)", "length(P,Q) = 2*x", "length(R,Q) = 3*y + 8", "length(P,S) = x", "length(R,S) = 2*y"]
    first, *_ = texts(points, ["P Q", "Q R", "P S R", "Q S"], givens, "y")
    assert first.endswith((": 2x = 3y + 8.", ": x = 2y."))


def test_a_side_named_by_two_points_is_said_to_hold_both():
    points = {"A": (-3, 5), "B": (0, 0), "C": (5, 0), "D": (10, 0), "E": (4, 6)}
    givens = ["angle(A,B,C) = 121", "angle(D,B,E) = 56"]
    (text,) = texts(points, ["A B", "B C D", "B E"], givens, "angle(A,B,E)")
    assert text.startswith("As C lies on BD, ray BE splits angle ABC into two parts that add up to it: ")


def test_a_rounded_number_that_is_squared_stands_apart_from_its_factor():
    *_, text = texts({"O": (0, 0), "A": (2, 0)}, ["O A"], ["circumference(O) = 12"], "circle_area(O)", {"O": "A"})
    assert "≈ π · 1.91²" in text


def test_an_angle_named_by_a_point_within_a_side_says_so():
    points = {"A": (0, 6), "B": (-8, 0), "C": (8, 0), "D": (2, 0)}
    givens = ["angle(A,B,D) = 40", "angle(A,C,D) = 45"]
    (text,) = texts(points, ["A B", "A C", "B D C", "A D"], givens, "angle(B,A,C)")
    assert text.startswith("In triangle ABC (D lies on BC) the three angles add up to 180°: ")
    assert "∠BAC + ∠ABD + ∠ACD = 180°, ∠BAC + 40° + 45° = 180°" in text


def test_an_equation_in_letters_is_about_numbers_and_one_with_angles_about_degrees():
    points = {"A": (-5, 0), "B": (0, 0), "C": (5, 0), "D": (1, 5)}
    both = ["angle(A,B,D) = 2*x + 10", "angle(D,B,C) = 3*x"]
    (text,) = texts(points, ["A B C", "B D"], both, "x")
    assert text.endswith(": 2x + 10 + 3x = 180, 5x + 10 = 180, so x = 34.")
    (text,) = texts(points, ["A B C", "B D"], ["angle(A,B,D) = 110"], "angle(D,B,C)")
    assert "∠CBD + 110° = 180°" in text
