"""School notation: every form of the table is read, and every fact and quantity is read back as it was."""

import string
from contextlib import suppress
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnomon.algebra import QUANTITY_KINDS, Number, Operation, Quantity
from gnomon.figure import FACT_KINDS, Circle, Fact, Figure
from gnomon.packaged import packaged_yaml
from gnomon.problem import SourceLiteral, read_literals
from gnomon.problem.arrangement import arrangement_of
from gnomon.problem.school import read_school, school_expression, school_form
from gnomon.problem.terms import UnreadError, parse_literal
from tests.every import every

UNFOLDED = {"Collinear", "PointLiesOnCircle"}
FORMS = packaged_yaml("gnomon.problem", "school.yaml")["forms"]


def literals(text):
    """Return the literals that a statement stands for; None for no statement of the notation."""
    found = read_school(text)
    return None if found is None else [str(term) for term in found]


def contents(text, names):
    """Return what a statement says where nothing is read from a figure."""
    figure = Figure(points={name: (float(at), float(at * at)) for at, name in enumerate(names)})
    return read_literals([SourceLiteral(text)], figure, "x", guessed=frozenset(names)).description


@every(FORMS, name=lambda row: row["form"])
def test_a_form_reads_its_example(row):
    words = {
        literal.partition("(")[0].replace("{0}", "Trapezoid")
        for literal in [row["means"]] * isinstance(row["means"], str) or row["means"]
    }
    assert {term.name for term in read_school(row["example"])} == words


@every(FORMS, name=lambda row: row["form"])
def test_what_a_message_shows_of_an_example_is_read_as_the_same(row):
    for term in read_school(row["example"]):
        points = [argument for argument in term.arguments if isinstance(argument, str)]
        # What lays out a figure is only read; lines of several points are shown as their points.
        if term.name not in {"SameSide", "OppositeSides", "Inside", "Reflex"} and (points or term.name not in UNFOLDED):
            assert term in (read_school(school_form(term)) or ()) or term.name in UNFOLDED, school_form(term)


@every(
    [
        ("AB = AC", ["Equals(LengthOf(Line(A, B)), LengthOf(Line(A, C)))"]),
        ("∠ABC = 52°", ["Equals(MeasureOf(Angle(A, B, C)), 52°)"]),
        ("angle ABC = 52", ["Equals(MeasureOf(Angle(A, B, C)), 52)"]),
        ("m∠ABC = 3x - 7", ["Equals(MeasureOf(Angle(A, B, C)), 3x - 7)"]),
        ("AB || CD", ["Parallel(Line(A, B), Line(C, D))"]),
        (r"\overline{AB} \parallel CD", None),
        (r"AB \parallel CD", ["Parallel(Line(A, B), Line(C, D))"]),
        ("AB _|_ CD", ["Perpendicular(Line(A, B), Line(C, D))"]),
        ("ABC ~= DEF", ["Congruent(Triangle(A, B, C), Triangle(D, E, F))"]),
        ("ABC ≅ DEF", ["Congruent(Triangle(A, B, C), Triangle(D, E, F))"]),
        ("ABCD ~ EFGH", ["Similar(Polygon(A, B, C, D), Polygon(E, F, G, H))"]),
        ("AB ∥ CD ∥ EF", ["Parallel(Line(A, B), Line(C, D))", "Parallel(Line(C, D), Line(E, F))"]),
        ("arc AB = 70°", ["Equals(MeasureOf(Arc(A, B)), 70°)"]),
        ("area ABCD = 24", ["Equals(AreaOf(Polygon(A, B, C, D)), 24)"]),
        ("area of rectangle ABCD = 24 cm²", ["Equals(AreaOf(Rectangle(A, B, C, D)), 24 cm²)"]),
        ("AB : BC = 2 : 3", ["Equals(RatioOf(LengthOf(Line(A, B)), LengthOf(Line(B, C))), RatioOf(2, 3))"]),
        ("∠A + ∠B = 2x + 10", ["Equals(∠A + ∠B, 2x + 10)"]),
        ("circle O: A, B", ["PointLiesOnCircle(A, Circle(O))", "PointLiesOnCircle(B, Circle(O))"]),
        ("A'B1 = 3", ["Equals(LengthOf(Line(A', B1)), 3)"]),
        ("right triangle ABC with right angle at C", ["Right(Triangle(A, B, C), C)"]),
        ("isosceles trapezoid ABCD", ["Isosceles(Trapezoid(A, B, C, D))"]),
        ("ABCD is a square.", ["Square(A, B, C, D)"]),
        ("the dog sleeps", None),
        ("A", None),
        ("", None),
    ]
)
def test_a_statement_stands_for_literals(text, expected):
    assert literals(text) == expected


@every(["AB =", "AB:BC:CD = 2:3"])
def test_an_equation_without_a_side_or_with_uneven_ratios_says_so(text):
    with pytest.raises(UnreadError, match="expected"):
        read_school(text)


@every([("∠ABC", "MeasureOf(Angle(A, B, C))"), ("AB", "LengthOf(Line(A, B))"), ("x", "x"), ("AB + CD", "AB + CD")])
def test_a_goal_may_be_in_school_notation(text, literal):
    assert str(school_expression(text)) == literal


@st.composite
def facts(draw):
    kind = draw(st.sampled_from(sorted(FACT_KINDS)))
    low, high = FACT_KINDS[kind].count
    count = draw(st.integers(low, min(high, low + 3)))
    count += kind in {"congruent", "similar"} and count % 2
    names = draw(st.permutations(string.ascii_uppercase))
    return Fact(kind, tuple(names[: max(count, 3 if kind == "regular_polygon" else count)]))


@given(facts())
def test_a_fact_is_read_back_as_it_was(fact):
    found = [each.content for each in contents(fact.in_notation(), fact.points).givens]
    special = dict(fact.meaning.special).get(len(fact.points))  # a regular polygon of three is an equilateral triangle
    assert (Fact(special, fact.points) if special else fact) in found


CIRCLE_KINDS = sorted(kind for kind, (least, _) in QUANTITY_KINDS.items() if least == 1)
QUANTITIES = st.builds(
    lambda kind, names, more: Quantity.of(kind, *names[: min(QUANTITY_KINDS[kind][0] + more, QUANTITY_KINDS[kind][1])]),
    st.sampled_from(sorted({*QUANTITY_KINDS} - {*CIRCLE_KINDS})),
    st.permutations("ABCDEFGH"),
    st.integers(0, 2),
) | st.sampled_from(CIRCLE_KINDS).map(lambda kind: Quantity.of(kind, "O"))
EXPRESSIONS = st.recursive(
    QUANTITIES | st.integers(1, 99).map(lambda whole: Number(Fraction(whole))),
    lambda inner: st.builds(lambda sign, a, b: Operation(sign, (a, b)), st.sampled_from("+-*/"), inner, inner),
    max_leaves=4,
)


@given(EXPRESSIONS)
def test_what_is_asked_is_read_back_as_it_was(expression):
    points = {name: (float(at), float(at * at)) for at, name in enumerate("ABCDEFGHO")}
    figure = Figure(points=points, circles=(Circle(centre="O", points=tuple("ABCDEFGH")),))
    goal = read_literals([], figure, str(expression), guessed=frozenset(points)).description.goal
    assert str(goal) == str(expression)


def test_a_letter_is_no_point_unless_an_angle_sign_or_a_function_stands_before_it():
    figure = Figure(points={"A": (0, 0), "B": (4, 0), "C": (1, 3)}, lines=(("A", "B"), ("B", "C"), ("C", "A")))
    read = [SourceLiteral("∠A + ∠B = 2x"), SourceLiteral("sin C = 3/5")]
    assert [str(given.content) for given in read_literals(read, figure, "x").description.givens] == [
        "∠BAC + ∠ABC = 2x",
        "sin ∠ACB = 3/5",
    ]


def test_both_notations_mean_the_same(triangle):
    pairs = [
        ("CD ⊥ AB", "Perpendicular(Line(C,D), Line(A,B))"),
        ("∠ACB = 90", "Equals(MeasureOf(Angle(A,C,B)), 90)"),
        ("CD is an altitude of triangle ABC", "IsAltitudeOf(Line(C,D), Triangle(A,B,C))"),
        ("area of triangle ABC = 6", "Equals(AreaOf(Triangle(A,B,C)), 6)"),
        ("AC : BC = 3 : 4", "Equals(RatioOf(Line(A,C), Line(B,C)), RatioOf(3, 4))"),
    ]
    for school, literal in pairs:
        read = [
            [given.content for given in read_literals([SourceLiteral(text)], triangle, "AB").description.givens]
            for text in (school, literal)
        ]
        assert read[0] == read[1], school


def test_a_literal_is_shown_in_school_notation():
    assert school_form(parse_literal("Equals(LengthOf(Line(A,B)), 3x-7)").term) == "AB = 3x-7"
    assert school_form(parse_literal("IsMidpointOf(Point(M), Line(A,B))").term) == "M midpoint of AB"
    assert school_form(parse_literal("Isosceles(Trapezoid(A,B,C,D))").term) == "isosceles trapezoid ABCD"
    assert school_form(parse_literal("UseTheorem(Line(A,B))").term) == "UseTheorem(Line(A, B))"


@every(
    [
        ("Div(LengthOf(Line(A,B)), Add(LengthOf(Line(B,C)), LengthOf(Line(A,C))))", "AB/(BC + AC)"),
        ("Mul(2, Sub(LengthOf(Line(A,B)), 3))", "2 · (AB − 3)"),
        ("Sub(LengthOf(Line(A,B)), x + 2)", "AB − (x + 2)"),
        ("Equals(Add(x, Add(y, 3)), Div(1, Mul(2, 3)))", "x + y + 3 = 1/(2 · 3)"),
        ("Equals(LengthOf(Line(A,B)), -3)", "AB = -3"),
    ]
)
def test_a_calculation_keeps_its_brackets(literal, school):
    assert school_form(parse_literal(literal).term) == school


SIGNS = st.sampled_from(
    [*"ABCDOxy=:,.()+-*/^°∠∥⊥~≅△√ ", "circle ", "area of ", "on ", "is ", "triangle ", "12", "sin ", "meet at "]
)


@given(st.text(max_size=40) | st.lists(SIGNS, max_size=14).map("".join))
def test_any_text_is_read_left_out_or_refused_but_never_breaks(text):
    figure = Figure(points={"A": (0, 0), "B": (4, 0), "C": (1, 3)}, lines=(("A", "B"), ("B", "C"), ("C", "A")))
    assert isinstance(read_literals([SourceLiteral(text)], figure, text).notes, tuple)
    with suppress(ValueError):
        arrangement_of([SourceLiteral(text)], text)
