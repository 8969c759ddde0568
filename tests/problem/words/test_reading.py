"""What is read of whole texts: what is understood, what is asked, what is left alone."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon.problem import bank
from gnomon.problem.words import read_words
from tests.every import every


def test_every_fact_keeps_the_words_that_say_it():
    text = "In triangle ABC, AB = 5 cm and ∠B = 40°. Find AC."
    first, second = read_words(text).sentences
    assert [text[slice(*fact.span)] for fact in first.facts] == ["In triangle ABC", "AB = 5 cm", "∠B = 40°"]
    assert [text[slice(*goal.span)] for goal in second.goals] == ["Find AC"]


def test_a_sentence_without_a_figure_is_ignored_as_a_story():
    wording = read_words("Mia walks her dog in the park. AB = 5. Find AB.")
    assert [sentence.status for sentence in wording.sentences] == ["ignored", "understood", "understood"]


def test_words_that_no_rule_takes_are_told():
    wording = read_words("AB = 5, and PQRS is loosely based on AB. Find AB.")
    assert wording.unread == ("PQRS is loosely based on AB",)
    assert wording.sentences[0].status == "partly"
    assert wording.facts == ("Equals(LengthOf(Line(A, B)), 5)",)


@every(
    [
        "AB is not parallel to CD.",
        "AB is parallel to almost CD.",
        "AB = 5 or AB = 7.",
        "Either AB = 5, or CD = 7.",
        "The length of the segment loosely joining the midpoints of AB and AC is 5.",
        "Triangle XTR is loosely placed on AB and has a right angle at T.",
        "Find the perimeter of the shaded region.",
        "ABC is no equilateral triangle.",
        "AB and CD would be parallel.",
    ]
)
def test_nothing_is_read_where_a_part_would_say_something_else(text):
    wording = read_words(text)
    assert not wording.facts
    assert not wording.goals
    assert not wording.is_understood


def test_an_angle_named_by_its_vertex_is_asked_where_several_are_there():
    wording = read_words("In triangles ABC and BCD, angle B measures 40°.")
    (question,) = wording.questions
    assert [choice.facts for choice in question.choices] == [
        ("Equals(MeasureOf(Angle(A, B, C)), 40)",),
        ("Equals(MeasureOf(Angle(C, B, D)), 40)",),
    ]


def test_an_angle_of_the_same_rays_is_no_question():
    wording = read_words("D lies on BC. In triangle ABC and triangle ABD, angle B measures 40°.")
    assert not wording.questions
    assert "Equals(MeasureOf(Angle(A, B, C)), 40)" in wording.facts


@every(
    [
        ("In isosceles triangle ABC, angle A is 40°.", 3),
        ("In isosceles triangle ABC, AB = AC.", 0),
        ("In isosceles triangle ABC, angle B = angle C.", 0),
        ("In right triangle ABC, AB = 5.", 3),
        ("In right triangle ABC, AB ⊥ BC.", 0),
    ]
)
def test_the_corner_that_a_word_leaves_open_is_asked_unless_the_text_settles_it(text, choices):
    assert sum(len(question.choices) for question in read_words(text).questions) == choices


def test_the_choices_of_a_question_are_said_in_words():
    (question,) = read_words("In right triangle ABC, AB = 5.").questions
    assert [choice.words for choice in question.choices] == [f"the right angle is at {corner}" for corner in "ABC"]


@every(["Isosceles triangle ABC has a right angle at C.", "Right triangle ABC has CA = CB."])
def test_an_isosceles_right_triangle_has_its_right_angle_between_the_equal_sides(text):
    wording = read_words(text)
    assert not wording.questions
    assert len(wording.facts) == 3


def test_the_circle_without_a_name_gets_a_free_one_and_keeps_the_one_that_comes_later():
    assert read_words("AB is a chord of a circle.").invented == ("O",)
    assert read_words("AO is a chord of a circle.").invented == ("Z",)
    named = read_words("AB is a chord of a circle. K is the centre of the circle.")
    assert named.invented == ()
    assert named.facts == ("PointLiesOnCircle(A, Circle(K))", "PointLiesOnCircle(B, Circle(K))")


@every(
    [
        r"In $\triangle ABC$, $\overline{AB} \cong \overline{AC}$ and $m\angle A = 40^\circ$.",
        "In ΔABC, AB = AC and ∠BAC = 40°.",
        "In triangle ABC, AB and AC are equal and angle A measures 40 degrees.",
    ]
)
def test_spellings_of_one_text_are_read_alike(text):
    assert read_words(text).facts == (
        "Triangle(A, B, C)",
        "Equals(LengthOf(Line(A, B)), LengthOf(Line(A, C)))",
        "Equals(MeasureOf(Angle(B, A, C)), 40)",
    )


@every(
    [
        ("AB = \\frac{1}{2}CD", "Equals(LengthOf(Line(A, B)), Mul(1/2, LengthOf(Line(C, D))))"),
        ("AB is one-third of CD.", "Equals(LengthOf(Line(A, B)), Mul(1/3, LengthOf(Line(C, D))))"),
        ("AB is 3 more than twice CD.", "Equals(LengthOf(Line(A, B)), Add(Mul(2, LengthOf(Line(C, D))), 3))"),
        ("AB = 2\\sqrt{3} cm", "Equals(LengthOf(Line(A, B)), 2√3)"),
        ("AB = 6 m", "Equals(LengthOf(Line(A, B)), 6)"),
        ("AB = 2m + 6", "Equals(LengthOf(Line(A, B)), 2m + 6)"),
    ]
)
def test_sizes_of_all_forms_are_read(text, fact):
    assert read_words(text).facts == (fact,)


@every(
    [
        ("The altitudes BD and CE of triangle ABC meet at H.", ("IsAltitudeOf(Line(B, D), Triangle(A, B, C))",)),
        (
            "Chords AB and CD of circle O intersect at E inside the circle.",
            ("PointLiesOnCircle(A, Circle(O))", "PointLiesOnCircle(D, Circle(O))"),
        ),
        (
            "On side AB of triangle ABC an equilateral triangle ABD is drawn outside the triangle ABC.",
            ("Triangle(A, B, C)", "Equilateral(Triangle(A, B, D))"),
        ),
    ]
)
def test_what_is_said_once_of_a_list_or_a_figure_holds_for_all_of_it(text, facts):
    wording = read_words(text)
    assert wording.is_understood
    assert set(facts) <= set(wording.facts)


@every(
    [
        (
            "In a circle of radius 13 cm a chord AB is 24 cm long.",
            ("Equals(RadiusOf(Circle(O)), 13)", "Equals(LengthOf(Line(A, B)), 24)"),
        ),
        (
            "Arc AB is 80° and arc BC, which has only B in common with arc AB, is 110°.",
            ("Equals(MeasureOf(Arc(A, B)), 80)", "Equals(MeasureOf(Arc(B, C)), 110)"),
        ),
        (
            "AB is 5 cm and CD, which is parallel to AB, is 7 cm.",
            ("Equals(LengthOf(Line(A, B)), 5)", "Equals(LengthOf(Line(C, D)), 7)"),
        ),
    ]
)
def test_a_size_belongs_to_the_part_that_it_is_said_of(text, facts):
    wording = read_words(text)
    assert wording.is_understood
    assert tuple(fact for fact in wording.facts if fact.startswith("Equals")) == facts


@every(["AB is 80 cm and CD, which is somewhat bent, is 110 cm.", "Arc AB is 80° and arc BC, bent outwards, is 110°."])
def test_no_part_takes_the_size_of_another(text):
    assert not any(fact.count("Line") + fact.count("Arc") > 1 for fact in read_words(text).facts)


@every(["Circles P and Q touch at T.", "A circle of radius 3 and a circle of radius 5 touch each other externally at T."])
def test_circles_that_may_touch_in_several_ways_are_not_guessed(text):
    assert not any("Line(" in fact for fact in read_words(text).facts)


def test_a_proof_leaves_what_is_asked_after_it():
    wording = read_words("In triangle ABC, AB = AC. Prove that the base angles are equal and find angle B.")
    assert wording.goals == ("MeasureOf(Angle(A, B, C))",)


@every(
    [
        ("Prove that AB = CD.", (), ("Equals(LengthOf(Line(A, B)), LengthOf(Line(C, D)))",)),
        (
            "Prove that if AB = AC, then ∠ABC = ∠ACB.",
            ("Equals(LengthOf(Line(A, B)), LengthOf(Line(A, C)))",),
            ("Equals(MeasureOf(Angle(A, B, C)), MeasureOf(Angle(A, C, B)))",),
        ),
        (
            "Show that the median AM of triangle ABC is perpendicular to BC when AB = AC.",
            (
                "Triangle(A, B, C)",
                "IsMedianOf(Line(A, M), Triangle(A, B, C))",
                "Equals(LengthOf(Line(A, B)), LengthOf(Line(A, C)))",
            ),
            ("Perpendicular(Line(A, M), Line(B, C))",),
        ),
    ]
)
def test_what_is_to_be_proved_is_no_fact_and_what_it_supposes_is_one(text, facts, proofs):
    wording = read_words(text)
    assert (wording.facts, wording.proofs) == (facts, proofs)
    assert wording.is_understood


@every(
    [
        "Two circles of radii 3 and 5 touch externally.",
        "A circle has radius 3 cm. Another circle has radius 5 cm. AB is a chord of the larger circle.",
        "Two boats leave A. One sails 5 km due north to B. How far apart are they?",
        "Two ladders AB and CD lean against a wall. The ladder is 5 m long.",
        "P lies on the sides AB and AC of some triangle.",
        "The square with diagonal AC touches BD at E.",
        "Circle O is drawn, and the other circle has radius 5 cm.",
    ],
    one_in=2,
)
def test_what_may_be_one_of_two_things_is_none(text):
    wording = read_words(text)
    assert not wording.is_understood
    assert not wording.goals
    assert all("LengthOf(Line(A, B))" in fact and "5" in fact for fact in wording.facts)  # of the boat that went from A to B


@pytest.mark.slow
@every(["在三角形ABC中，求角B。", "\x00", "", "((((" * 3000, "AB and " * 9000, "AB = 5.\n" * 9000, "∠" * 5000])
def test_any_text_comes_to_an_end(text):
    assert not read_words(text).goals


@settings(max_examples=30, deadline=None)
@given(st.text(alphabet="ABC abcxy∠△=,.()$\\{}angle is midpoint of 5°and", max_size=80))
def test_no_text_raises(text):
    read_words(text)


@pytest.mark.slow
def test_no_goal_of_the_bank_is_another_one():
    for problem in bank().values():
        goals = read_words(problem.question.text).goals
        assert len(goals) <= 1


def test_the_lines_of_the_figure_say_which_angle_is_at_a_point():
    text = "Angle P is 40°."
    two = read_words(text, "PQRST", lines=[("P", "S", "Q"), ("P", "T", "R"), ("S", "T")])
    assert two.facts == ("Equals(MeasureOf(Angle(Q, P, R)), 40)",)
    three = read_words(text, "PQRS", lines=[("P", "Q"), ("P", "R"), ("P", "S")])
    assert (three.facts, len(three.questions[0].choices)) == ((), 3)
    assert read_words(text, "PQRS").facts == ()


def test_a_point_without_a_name_gets_a_free_letter():
    wording = read_words("In triangle ABC, the altitude from A to BC is 8 cm long.")
    assert wording.invented == ("Z",)
    assert "Perpendicular(Line(A, Z), Line(B, C))" in wording.facts


def test_a_foot_that_has_a_name_gets_no_other():
    wording = read_words("AD is an altitude of triangle ABC. Find the distance of A from BC.")
    assert (wording.invented, wording.goals) == ((), ("LengthOf(Line(A, D))",))


def test_sides_that_are_in_other_places_do_not_correspond():
    wording = read_words("Triangles ABC and DEF are similar with AB corresponding to EF.")
    assert wording.unread == ("AB corresponding to EF",)


def test_what_is_said_of_parts_is_not_said_of_the_line_before():
    wording = read_words("In quadrilateral ABCD, AB is parallel to CD. The parallel sides are 5 cm long.")
    assert not any("LengthOf" in fact for fact in wording.facts)
