"""The problem bank, measured from its coordinates; `bank_coordinates` imports nothing of the package."""

from collections import Counter
from copy import deepcopy

from gnomon.problem.bank import bank
from tests.every import every
from tests.problem import bank_coordinates as ruler

ENTRIES = [entry for entries in ruler.read_bank().values() for entry in entries]
BY_ID = {entry["id"]: entry for entry in ENTRIES}
KEYS = {"id", "title", "chapter", "topic", "level", "text", "figure", "facts", "find", "answer", "exact", "unit"}


def altered(problem_id, **changes):
    """Copy an entry with some keys replaced."""
    return deepcopy(BY_ID[problem_id]) | changes


def moved(problem_id, point, place):
    """Copy an entry with one point elsewhere."""
    entry = deepcopy(BY_ID[problem_id])
    entry["figure"]["points"][point] = place
    return entry


@every(ENTRIES, name=lambda entry: entry["id"], one_in=4)
def test_the_coordinates_obey_every_given_and_the_answer(entry):
    assert ruler.complaints(entry) == []


def test_the_bank_holds_at_least_fifty_problems_of_ten_topics():
    assert len(ENTRIES) >= 50
    assert len({entry["topic"] for entry in ENTRIES}) >= 10


def test_each_file_holds_one_topic():
    assert all(len({entry["topic"] for entry in entries}) == 1 for entries in ruler.read_bank().values())


def test_no_two_problems_share_an_id_or_a_text():
    assert len(BY_ID) == len(ENTRIES) == len({entry["text"] for entry in ENTRIES})


def test_at_most_three_problems_have_the_same_point_letters():
    letters = Counter(frozenset(entry["figure"]["points"]) for entry in ENTRIES)
    assert max(letters.values()) <= 3


def test_every_entry_has_the_same_keys():
    assert all(set(entry) - {"letters"} == KEYS for entry in ENTRIES)


def test_every_entry_is_for_middle_or_high_school():
    assert {entry["level"] for entry in ENTRIES} == {"middle", "high"}


def test_an_angle_is_asked_in_degrees_and_a_letter_without_unit():
    units = {entry["unit"] for entry in ENTRIES if entry["find"].startswith("MeasureOf")}
    assert units == {"°"}
    assert {entry["unit"] for entry in ENTRIES if entry["find"] == "x"} == {""}


@every(ENTRIES, name=lambda entry: entry["id"])
def test_the_package_reads_an_entry_with_its_goal_and_without_a_warning(entry):
    formal = bank()[entry["id"]].formal
    assert formal.warnings == ()
    assert formal.goal is not None


def test_a_wrong_answer_is_noticed():
    assert ruler.complaints(altered("pythagoras-xyz", answer=21)) == ["answer 21 measures 15.0"]


def test_a_wrong_exact_answer_is_noticed():
    assert ruler.complaints(altered("long-leg-cty", exact="5√2"))[0].startswith("exact answer 5√2")


def test_a_wrong_letter_is_noticed():
    found = ruler.complaints(altered("isosceles-letters-fmt", letters={"x": 8}))
    assert "does not hold: Equals(LengthOf(Line(F,M)), 3x-4)" in found


def test_a_point_off_its_line_is_noticed():
    assert ruler.wrong_facts(moved("exterior-angle-prst", "T", [8.5, 0.1])) == ["line R S T"]


def test_points_in_the_wrong_order_are_noticed():
    assert ruler.wrong_facts(moved("exterior-angle-prst", "T", [4, 0])) == ["line R S T"]


def test_a_point_off_its_circle_is_noticed():
    assert "T on circle Q" in ruler.wrong_facts(moved("inscribed-rst", "T", [0, 4]))


def test_an_answer_in_the_text_is_noticed():
    assert ruler.printed_answer(altered("pythagoras-xyz", text="Is XZ = 15 cm?"))


def test_a_missing_given_in_the_text_is_noticed():
    assert ruler.unprinted_givens(altered("pythagoras-xyz", text="XY = 9.5 cm, YZ = 12 cm.")) == ["9"]


def test_a_point_that_nothing_uses_is_noticed():
    assert ruler.idle_points(moved("pythagoras-xyz", "W", [1, 1])) == ["W"]


def test_two_points_too_close_are_noticed():
    assert "KM" in ruler.crowded_places(moved("triangle-sum-klm", "M", [0.1, 0.2]))


def test_a_segment_that_is_not_drawn_is_noticed():
    assert ruler.undrawn_segments(altered("equal-diagonals-crab", find="LengthOf(Line(C,G))")) == ["CG"]


def test_a_thin_angle_is_noticed():
    assert ruler.crowded_places(moved("isosceles-uvw", "U", [2, 20])) == ["VUW"]


FIGURE = {
    "points": {"A": [0, 0], "B": [4, 0], "C": [4, 3], "D": [0, 3], "E": [2, 0], "F": [1, 3], "G": [8, 6]},
    "lines": [],
    "circles": [],
}
FALSE_FACTS = [
    "Perpendicular(Line(A,B), Line(B,D))",
    "Parallel(Line(A,B), Line(B,D))",
    "Parallelogram(A,B,C,F)",
    "Rectangle(A,E,C,F)",
    "Rhombus(A,B,C,D)",
    "Square(A,B,C,D)",
    "Trapezoid(A,B,C,D)",
    "Similar(Triangle(A,B,C), Triangle(A,E,D))",
    "Congruent(Triangle(A,B,C), Triangle(A,E,D))",
    "IsMidpointOf(Point(F), Line(D,C))",
    "BisectsAngle(Line(B,D), Angle(A,B,C))",
    "Isosceles(Triangle(A,B,C))",
    "Equilateral(Triangle(A,B,C))",
    "Equals(LengthOf(Line(A,B)), LengthOf(Line(B,C)))",
    "Equals(MeasureOf(Angle(A,B,D)), MeasureOf(Angle(A,B,C)))",
    "Kite(A,B,C,D)",
    "Regular(Quadrilateral(A,B,C,D))",
    "IsCentroidOf(Point(E), Triangle(A,B,D))",
    "Similar(Quadrilateral(A,B,C,D), Quadrilateral(A,B,C,F))",
]


@every(FALSE_FACTS)
def test_a_false_fact_is_noticed(fact):
    assert ruler.wrong_facts({"figure": FIGURE, "facts": [fact]}) == [fact]


TRUE_FACTS = [
    "Rectangle(A,B,C,D)",
    "Trapezoid(A,B,C,F)",
    "Similar(Triangle(A,B,C), Triangle(B,A,D))",
    "Congruent(Triangle(A,B,C), Triangle(C,D,A))",
    "IsMidpointOf(Point(C), Line(A,G))",
    "Equals(AreaOf(Triangle(A,B,C)), 6)",
    "Equals(PerimeterOf(Rectangle(A,B,C,D)), 14)",
    "Equals(TanOf(Angle(B,A,C)), 3/4)",
    "Equals(AreaOf(Quadrilateral(A,B,C,F)), 10.5)",
]


@every(TRUE_FACTS)
def test_a_true_fact_is_accepted(fact):
    assert ruler.wrong_facts({"figure": FIGURE, "facts": [fact]}) == []


ROUND = {
    "points": {
        "O": [0, 0],
        "A": [3, 0],
        "B": [-3, 0],
        "C": [0, 3],
        "D": [3, 4],
        "E": [-3, 2],
        "P": [-3, -3],
        "Q": [3, -3],
        "R": [3, 3],
        "S": [-3, 3],
        "T": [9, 9],
        "U": [-9, 9],
        "V": [0, -18],
    },
    "lines": [],
    "circles": [{"centre": "O", "points": ["A", "B", "C"]}],
}


@every(
    [
        ("Tangent(Line(D,A), Circle(O))", True),
        ("Tangent(Line(E,C), Circle(O))", False),
        ("IsDiameterOf(Line(A,B), Circle(O))", True),
        ("IsDiameterOf(Line(A,C), Circle(O))", False),
        ("Equals(MeasureOf(Arc(A,C)), 90)", True),
        ("Equals(AreaOf(Circle(O)), 9π)", True),
        ("Equals(CircumferenceOf(Circle(O)), 9π)", False),
        ("Equals(LengthOf(Arc(A,C)), 1.5π)", True),
        ("Equals(AreaOf(Sector(A,O,C)), 2.25π)", True),
        ("Equals(AreaOf(Sector(A,O,C)), 9π)", False),
        ("Kite(C,B,V,A)", True),
        ("Regular(Quadrilateral(P,Q,R,S))", True),
        ("IsCentroidOf(Point(O), Triangle(T,U,V))", True),
        ("CircumscribedTo(Square(P,Q,R,S), Circle(O))", True),
        ("CircumscribedTo(Triangle(T,U,V), Circle(O))", False),
    ]
)
def test_facts_about_a_circle_are_measured(fact, is_true):
    assert ruler.wrong_facts({"figure": ROUND, "facts": [fact]}) == ([] if is_true else [fact])
