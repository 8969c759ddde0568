"""Figures laid out from facts alone: the facts hold at the points drawn, and what a drawing should show is shown."""

import math
from functools import cache

import pytest
from hypothesis import Phase, assume, given, settings
from hypothesis import strategies as st

from gnomon.drawing import unplaced_texts
from gnomon.geometry import solve
from gnomon.geometry.layout import LayoutError, OpenLayoutError
from gnomon.problem import MalformedFileError, problem_of
from tests.every import every
from tests.problem import bank_coordinates as ruler

pytestmark = pytest.mark.slow


@cache
def laid_out(find, *facts):
    return problem_of({"id": "t", "text": "t", "figure": "auto", "facts": list(facts), "find": find})


EXTERIOR = ("∠ACD", "triangle ABC", "line B C D", "∠ABC = 52°", "∠BAC = 57°")
SECANT = ("PA", "PT tangent to circle O at T", "circle O: A, B, T", "line P A B", "PT = 6", "PB = 9")
MIDSEGMENT = ("x", "trapezoid ABCD", "AB ∥ CD", "AB = 10", "CD = 6", "M midpoint of AD", "N midpoint of BC", "MN = x")
SIMILAR = ("x", "ABC ~ DEF", "AB = 6", "DE = 9", "BC = 4", "EF = x")
RECTANGLE = ("AC", "ABCD is a rectangle", "AB = 8", "BC = 6", "AC and BD meet at E")
BISECTOR = ("∠ABD", "triangle ABC", "D on AC", "BD bisects ∠ABC", "∠BAC = 70°", "∠ACB = 50°")
INCIRCLE = ("∠AIB", "triangle ABC", "I is the incentre of triangle ABC", "∠ACB = 64°", "AI = AI", "BI = BI")
LETTERS = ("x", "triangle ABC", "∠A + ∠B = 2x + 10", "∠C = x + 20")
KITE = ("∠ABC", "kite ABCD", "∠BAD = 100°", "∠BCD = 60°")
CASES = [
    (EXTERIOR, 109), (SECANT, 4), (MIDSEGMENT, 8), (SIMILAR, 6), (RECTANGLE, 10), (BISECTOR, 30), (LETTERS, 50), (KITE, 100),
]  # fmt: skip


@every(CASES)
def test_the_engine_proves_the_answer_on_the_figure(case, answer):
    solution = solve(laid_out(*case))
    assert solution.answer == pytest.approx(answer), solution.reason


MEASURED = {
    EXTERIOR: ["Equals(MeasureOf(Angle(A,B,C)), 52)", "Equals(MeasureOf(Angle(B,A,C)), 57)"],
    SECANT: ["Tangent(Line(P,T), Circle(O))", "Equals(LengthOf(Line(P,T)), 6)", "Equals(LengthOf(Line(P,B)), 9)"],
    MIDSEGMENT: ["Parallel(Line(A,B), Line(C,D))", "IsMidpointOf(Point(M), Line(A,D))", "Equals(LengthOf(Line(A,B)), 10)"],
    SIMILAR: ["Similar(Triangle(A,B,C), Triangle(D,E,F))", "Equals(LengthOf(Line(D,E)), 9)"],
    RECTANGLE: ["Rectangle(A,B,C,D)", "Equals(LengthOf(Line(B,C)), 6)", "IsMidpointOf(Point(E), Line(A,C))"],
    BISECTOR: ["BisectsAngle(Line(B,D), Angle(A,B,C))", "Equals(MeasureOf(Angle(A,C,B)), 50)"],
    KITE: ["Kite(A,B,C,D)", "Equals(MeasureOf(Angle(B,C,D)), 60)"],
}


@every(MEASURED.items())
def test_every_fact_holds_by_a_ruler_that_shares_no_code_with_the_package(case, facts):
    figure = laid_out(*case).question.figure
    points: dict[str, list[float]] = {name: list(at) for name, at in figure.points.items()}
    drawn: dict[str, object] = {
        "points": points,
        "lines": [" ".join(line) for line in figure.lines],
        "circles": [{"centre": circle.centre, "points": list(circle.points)} for circle in figure.circles],
    }
    assert ruler.wrong_facts({"figure": drawn, "facts": facts}) == []
    first = case[0].strip("∠")[0]
    moved = drawn | {"points": points | {first if first in points else "A": [99.0, -50.0]}}
    assert ruler.wrong_facts({"figure": moved, "facts": facts}) != []  # the ruler does see a figure that is wrong


@every([(case,) for case, _ in CASES])
def test_nothing_is_crowded_and_every_text_has_a_place(case):
    figure = laid_out(*case).question.figure
    drawn = {"points": {name: list(at) for name, at in figure.points.items()}, "circles": []}
    assert ruler.crowded_places({"figure": {**drawn, "lines": [" ".join(line) for line in figure.lines]}}) == []
    assert unplaced_texts(figure) == []


@every([(EXTERIOR,), (MIDSEGMENT,), (RECTANGLE,), (KITE,)])
def test_the_figure_stands_on_a_level_base_or_has_one_level_line(case):
    figure = laid_out(*case).question.figure
    directions = [
        math.atan2(*reversed([b - a for a, b in zip(*(figure.points[end] for end in (line[0], line[-1])), strict=True)]))
        for line in figure.lines
    ]
    assert min(abs(math.sin(direction)) for direction in directions) < 1e-9


def test_the_base_of_a_trapezoid_is_one_of_its_parallel_sides():
    points = laid_out(*MIDSEGMENT).question.figure.points
    assert points["A"][1] == pytest.approx(points["B"][1])


def test_a_problem_is_laid_out_alike_each_time():
    first = laid_out(*SECANT).question.figure
    laid_out.cache_clear()
    assert laid_out(*SECANT).question.figure == first


def test_points_keep_the_order_that_facts_give():
    assert ("B", "C", "D") in laid_out(*EXTERIOR).question.figure.lines
    assert ("P", "A", "B") in laid_out(*SECANT).question.figure.lines


def test_similar_triangles_stand_apart():
    points = laid_out(*SIMILAR).question.figure.points
    assert max(points[name][0] for name in "ABC") < min(points[name][0] for name in "DEF")


INSCRIBED = ("∠RTS", "circle O: R, S, T", "∠ROS = 96°")


def test_what_two_figures_leave_open_is_asked():
    with pytest.raises(OpenLayoutError, match=r"∠RTS = 48 and one with 132") as caught:
        laid_out(*INSCRIBED)
    answers = [solve(laid_out(*INSCRIBED, choice)).answer for choice in caught.value.choices]
    assert answers == [48, 132]


def test_values_beneath_what_a_fit_can_tell_are_one_answer():
    """BD − CD is 0 in every figure, but for the noise of its fit."""
    points = laid_out("BD - CD", "triangle ABC", "AB = 5", "AC = 5", "BC = 6", "D midpoint of BC").question.figure.points
    assert math.dist(points["B"], points["D"]) == pytest.approx(3)


def test_sides_that_are_said_are_kept():
    points = laid_out(
        "∠ACB", "triangle ABC", "triangle ABD", "C and D on the same side of AB", "∠ABC = 60°"
    ).question.figure.points
    points = {name: complex(*at) for name, at in points.items()}
    off = [((points["B"] - points["A"]).conjugate() * (points[name] - points["A"])).imag for name in "CD"]
    assert off[0] * off[1] > 0


@every(
    [
        (("∠ABC", "AB = 5", "BC = 4", "AC = 20"), LayoutError, "no figure satisfies the facts; the nearest is farthest from"),
        (("x", "x = 5"), MalformedFileError, "needs facts that name points"),
        (("AB", "AB = 5", "radius of circle O = 3"), MalformedFileError, "no point on the circle about O"),
        (
            ("AB", "triangle ABC is isosceles", "AC = 3"),
            MalformedFileError,
            "nothing says which corner of triangle ABC is its apex",
        ),
        (("AB", "trapezoid ABCD", "AB = 3"), MalformedFileError, "add AB ∥ CD or BC ∥ DA"),
        (("AB", "triangle ABC is right", "AC = 3"), MalformedFileError, "write right triangle ABC at A"),
        (("∠ABC", *(f"A{at} on AB" for at in range(70))), MalformedFileError, "at most 60 points"),
    ]
)
def test_what_cannot_be_laid_out_is_one_clear_line(case, error, said):
    with pytest.raises(error, match=said) as caught:
        laid_out(*case)
    assert "\n" not in str(caught.value)


def test_a_goal_that_the_facts_leave_free_raises_no_question():
    assert laid_out("AB", "triangle ABC", "BC = 5").formal.warnings == ()


SIDES = st.tuples(st.integers(30, 90), st.integers(30, 90), st.integers(40, 140), st.integers(30, 90), st.integers(30, 90))


@settings(max_examples=5, deadline=None, derandomize=True, phases=[Phase.generate])  # a layout takes half a second: no shrinking
@given(SIDES)
def test_given_lengths_are_drawn_to_scale_or_refused(lengths):
    """Two triangles on AC, sides in tenths; by the triangle inequality there is such a figure, or there is none."""
    ab, bc, ac, cd, da = lengths
    assume(all(2 * max(three) != sum(three) for three in ((ab, bc, ac), (cd, da, ac))))  # no triangle, but a line
    facts = [f"{name} = {length / 10:g}" for name, length in zip(("AB", "BC", "AC", "CD", "DA"), lengths, strict=True)]
    names = [*facts, "B and D on opposite sides of AC"]
    if not all(2 * max(three) < sum(three) for three in ((ab, bc, ac), (cd, da, ac))):
        with pytest.raises(LayoutError):
            laid_out("AC", *names)
        return
    points = {name: complex(*at) for name, at in laid_out("AC", *names).question.figure.points.items()}
    drawn = [abs(points[a] - points[b]) for a, b in ("AB", "BC", "AC", "CD", "DA")]
    assert drawn == pytest.approx([length / 10 for length in lengths], rel=1e-5)
    off = [((points["C"] - points["A"]).conjugate() * (points[name] - points["A"])).imag for name in "BD"]
    assert off[0] * off[1] < 0
