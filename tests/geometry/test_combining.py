"""Equal unknowns: what follows by adding or multiplying relations, with exact weights, and what does not."""

from fractions import Fraction
from functools import cache

import pytest

from gnomon.geometry import solve
from gnomon.geometry.checker import check_proof
from gnomon.geometry.checker.consequence import Pool
from gnomon.geometry.checker.incidence import incidence_of
from gnomon.geometry.checker.sketch import Sketch
from gnomon.geometry.combining import Row, combinations_for, form_of, proportions, ratio_for, share_for, sum_for
from gnomon.geometry.proof_record import COMBINED_EQUATIONS, PremiseRecord, read_statement
from gnomon.problem import Quantity, parse_equation, parse_expression
from tests.every import every
from tests.geometry.drawn import problem
from tests.geometry.proof_check import complaints

TWO_TRIANGLES = {"A": (0, 0), "B": (6, 0), "C": (2, 4), "D": (10, 0), "E": (16, 0), "F": (12, 4)}
SIDE_AND_ANGLE = ["length(A,C) = length(D,F)", "angle(B,A,C) = angle(E,D,F)"]
OPPOSITE = ["length(B,C) = 2*x + 1", "length(E,F) = 7"]
HALVES = problem(
    {**TWO_TRIANGLES, "M": (3, 0), "N": (13, 0)},
    ["A M B", "C A", "C M", "D N E", "F D", "F N"],
    [
        "length(A,B) = length(D,E)",
        "midpoint(M,A,B)",
        "midpoint(N,D,E)",
        *SIDE_AND_ANGLE,
        "length(C,M) = 5",
        "length(F,N) = 2*x - 1",
    ],
    "x",
)
CHAIN = problem(
    {**TWO_TRIANGLES, "P": (20, 0), "Q": (26, 0), "R": (30, 0), "S": (36, 0)},
    ["A B", "B C", "C A", "D E", "E F", "F D", "P Q", "R S"],
    ["length(A,B) = length(P,Q)", "length(P,Q) = length(R,S)", "length(R,S) = length(D,E)", *SIDE_AND_ANGLE, *OPPOSITE],
    "x",
)
LARGE_AND_SMALL = problem(
    {**TWO_TRIANGLES, "E": (13, 0), "F": (11, 2), "M": (3, 0), "N": (11.5, 0)},
    ["A M B", "C A", "C M", "B C", "D N E", "F D", "F N", "F E"],
    ["midpoint(M,A,B)", "midpoint(N,D,E)", "similar(A,B,C,D,E,F)", "angle(A,M,C) = 80"],
    "angle(D,N,F)",
)
RUNGS = {"A": (0, 0), "B": (2, 4), "C": (3, 6), "D": (10, 0), "E": (9, 4), "F": (8.5, 6)}
PARALLELS = ["parallel(A,D,B,E)", "parallel(B,E,C,F)"]
EQUAL_PARTS = problem(
    RUNGS,
    ["A B C", "D E F", "A D", "B E", "C F"],
    [*PARALLELS, "length(A,B) = 2*length(B,C)", "length(D,E) = 9"],
    "length(E,F)",
)
FREE_RATIO = problem(
    RUNGS,
    ["A B C", "D E F", "A D", "B E", "C F"],
    [*PARALLELS, "length(D,E) = 9", "length(E,F) = 6"],
    "length(A,B)/length(B,C)",
)
# MNPQ is a parallelogram, MR a quarter of MN and T the middle of PQ: MS : SP = MR : PT = 1 : 2 (Geometry3K 1878)
CROSSED = problem(
    {"M": (0, 0), "N": (8, 0), "P": (10, 6), "Q": (2, 6), "R": (2, 0), "T": (6, 6), "S": (3.33, 2)},
    ["M R N", "N P", "P T Q", "Q M", "M S P", "R S T"],
    ["parallelogram(M,N,P,Q)", "length(M,R) = length(M,N)/4", "length(Q,T) = length(P,T)"],
    "length(M,S)/length(S,P)",
)
CASES = {
    "halves": (HALVES, 3, "Halves and multiples of equals"),
    "chain": (CHAIN, 3, "Transitivity of equality"),
    "halves in a ratio": (LARGE_AND_SMALL, 80, "Equal ratios"),
    "equal parts": (EQUAL_PARTS, 4.5, "Equal ratios"),
    "crossed segments": (CROSSED, 0.5, "Equal ratios"),
}


def rows(kind, *texts):
    found = [(parse_equation(text), form_of(parse_equation(text), kind)) for text in texts]
    return [Row(equation, form, 1.0) for equation, form in found if form is not None]


def combined(kind, claim, *texts):
    """Return the weights with which a claim follows from relations; None when it does not."""
    equation = parse_equation(claim)
    form = form_of(equation, kind)
    assert form is not None
    found = dict(combinations_for([(equation, form)], rows(kind, *texts), kind))
    return {str(part): weight for part, weight in found[equation].parts} if equation in found else None


@cache
def solved(name):
    return solve(CASES[name][0])


@pytest.mark.slow
@every(CASES)
def test_equal_unknowns_lead_to_the_goal(name):
    made, answer, rule = CASES[name]
    found = solved(name)
    assert found.answer == pytest.approx(answer)
    assert rule in [step.rule_name for step in found.proof.steps]
    assert complaints(found.proof, made.question.figure, found.deduction.model) == []


def test_a_ratio_of_unknown_parts_follows_from_a_theorem_and_known_parts():
    found = solve(FREE_RATIO)
    assert found.answer == pytest.approx(1.5)
    assert [step.rule_id for step in found.proof.steps] == ["three_parallels"]


def test_halves_are_combined_in_the_fewest_relations():
    steps = solved("halves").proof.steps
    told = next(step for step in steps if step.combination)
    assert told.text == "AB = DE, AM = AB/2 and DN = DE/2: halves and other multiples of equals are equal, so AM = DN."


def test_equals_taken_from_equals_leave_equals():
    whole = "length(A,B) + length(B,C) = length(A,C)", "length(B,C) + length(C,D) = length(B,D)", "length(A,C) = length(B,D)"
    assert combined("sum", "length(A,B) = length(C,D)", *whole) is not None
    assert combined("sum", "length(A,B) = length(C,D)", *whole[:2]) is None


def test_the_weights_are_exact():
    halves = "3*length(A,B) = 2*length(C,D)", "length(A,B) = 7*length(E,F)"
    assert set((combined("sum", "length(C,D) = 10.5*length(E,F)", *halves) or {}).values()) == {Fraction(-1, 2), Fraction(3, 2)}


def test_ratios_are_multiplied():
    ratios = "length(A,B)/length(C,D) = length(E,F)/length(G,H)", "length(E,F)/length(G,H) = length(K,L)/length(M,N)"
    assert combined("product", "length(A,B)/length(C,D) = length(K,L)/length(M,N)", *ratios) is not None
    assert combined("product", "length(A,B)/length(C,D) = length(M,N)/length(K,L)", *ratios) is None


def test_letters_are_not_multiplied_since_they_may_be_0():
    assert form_of(parse_equation("x*length(A,B) = x*length(C,D)"), "product") is None
    assert form_of(parse_equation("x + 1 = 2*y"), "sum") is not None


def test_a_proportion_for_an_unknown_is_written_as_two_ratios():
    known = [Row(Quantity.of("length", *pair), {Quantity.of("length", *pair): Fraction(1)}, 0.0) for pair in ("CD", "GH", "KL")]
    ratios = rows(
        "product",
        "length(A,B)/length(C,D) = length(E,F)/length(M,N)",
        "length(E,F)/length(M,N) = length(G,H)/length(K,L)",
    )
    found = [str(equation) for equation, _ in proportions([Quantity.of("length", "A", "B")], [*ratios, *known])]
    assert found == ["AB/CD = GH/KL"]


def test_a_root_of_a_ratio_is_multiplied_by_itself():
    """As Geometry3K 1402: the scale is the root of the ratio of the areas."""
    ratios = (
        "length(A,B)/length(C,D) = sqrt(area(A,B,E)/area(C,D,F))",
        "area(A,B,E)/length(A,B) = 15",
        "area(C,D,F)/length(C,D) = 5",
    )
    known = Row(Quantity.of("area", "C", "D", "F"), {Quantity.of("area", "C", "D", "F"): Fraction(1)}, 0.0)
    found = [
        str(equation) for equation, _ in proportions([Quantity.of("area", "A", "B", "E")], [*rows("product", *ratios), known])
    ]
    assert found == ["area of ABE = 9 · area of CDF"]


def test_a_ratio_that_stays_open_is_not_found():
    assert ratio_for(parse_expression("length(A,B)/length(C,D)"), rows("product", "length(A,B) = 2*length(E,F)")) is None


TWO_TANGENTS = problem(
    {"H": (10, 0), "J": (0, 0), "N": (3.6, 4.8), "O": (3.6, -4.8)},
    ["H N", "H O", "J N", "J O"],
    ["tangent(N,H,J)", "tangent(O,H,J)"],
    "angle(O,J,N) + angle(O,H,N)",
    {"J": "N O"},
)
WITH_MIDPOINT = problem(
    {"A": (0, 2), "B": (0, 0), "C": (8, 0), "D": (8, 2), "E": (4, 0)},
    ["A B", "B E C", "C D", "D A", "A E", "A C"],
    ["rectangle(A,B,C,D)", "midpoint(E,B,C)"],
    "(area(A,B,E) + area(A,C,D))/area(A,B,C,D)",
)


@pytest.mark.parametrize(("made", "answer", "last"), [(TWO_TANGENTS, 180, "180°"), (WITH_MIDPOINT, 0.75, "0.75")])
def test_a_goal_of_parts_without_a_value_is_combined(made, answer, last):
    found = solve(made)
    assert found.proof is not None, found.reason
    assert found.answer == pytest.approx(answer)
    assert found.proof.steps[-1].rule_id == COMBINED_EQUATIONS
    assert found.proof.steps[-1].text.endswith(f"= {last}.")


def test_a_sum_takes_known_parts_and_names_them():
    known = Row(Quantity.of("length", "E", "F"), {Quantity.of("length", "E", "F"): Fraction(1)}, 0.0)
    relations = rows("sum", "length(A,B) + length(C,D) + length(E,F) = 12")
    found = sum_for(parse_expression("length(A,B) + length(C,D)"), [*relations, known])
    assert found is not None
    assert str(found[0]) == "AB + CD = 12 − EF"
    assert sum_for(parse_expression("length(A,B) + length(C,D)"), relations) is None


def test_a_share_needs_sums_that_are_multiples_of_one_another():
    share = parse_expression("(length(A,B) + length(C,D))/length(E,F)")
    found = share_for(share, rows("sum", "length(A,B) = 2*length(E,F)", "length(C,D) = length(E,F)/4"))
    assert found is not None
    assert str(found[0].right) == "2.25"
    assert share_for(share, rows("sum", "length(A,B) = 2*length(E,F)", "length(C,D) = length(E,F) + 1")) is None
    assert share_for(share, rows("sum", "length(A,B) = 2*length(E,F)")) is None


# the checker, on combinations that are damaged


def damaged(name, **changes):
    """Change the step that combines relations; return the faults that the checker finds."""
    record = solved(name).record()
    at = next(i for i, step in enumerate(record.steps) if step.rule_id == COMBINED_EQUATIONS)
    step = record.steps[at]
    changed = {key: change(step) for key, change in changes.items()}
    steps = (*record.steps[:at], step.model_copy(update=changed), *record.steps[at + 1 :])
    return [str(fault) for fault in check_proof(CASES[name][0], record.model_copy(update={"steps": steps})).faults]


@pytest.mark.slow
@every(CASES)
def test_the_checker_refuses_a_combination_with_one_relation_missing(name):
    count = len(next(step for step in solved(name).record().steps if step.rule_id == COMBINED_EQUATIONS).premises)
    for left_out in range(count):
        faults = damaged(name, premises=lambda step, i=left_out: step.premises[:i] + step.premises[i + 1 :])
        assert any("is no combination of" in fault for fault in faults)


def test_the_checker_refuses_a_combination_with_a_needless_relation():
    idle = PremiseRecord(statement="length(A,C) = length(D,F)", givens=("length(A,C) = length(D,F)",))
    faults = damaged("halves", premises=lambda step: (*step.premises, idle))
    assert any("follows without length(A,C) = length(D,F)" in fault for fault in faults)


def test_the_checker_refuses_a_combined_relation_that_is_not_derived():
    def uncited(step):
        return (step.premises[0].model_copy(update={"givens": (), "steps": ()}), *step.premises[1:])

    assert any("does not follow from nothing" in fault for fault in damaged("halves", premises=uncited))


def test_the_checker_refuses_another_relation_that_is_true():
    faults = damaged("halves", relation=lambda _: "length(A,M) = length(M,B)")
    assert any("length(A,M) = length(M,B) is no combination of" in fault for fault in faults)


def test_the_checker_refuses_a_combination_without_a_relation():
    assert any("needs its relation" in fault for fault in damaged("halves", relation=lambda _: None))


@pytest.mark.parametrize(
    ("claim", "cited", "follows"),
    [
        ("length(A,B) = length(C,D)", ["length(A,B)^2 = length(C,D)^2"], True),  # lengths are positive
        ("length(A,B) = length(C,D)", ["x*length(A,B) = x*length(C,D)"], False),  # x may be 0
        ("length(A,B) = 2*length(C,D)", ["length(A,B) = length(C,D)"], False),
        ("length(A,B) = length(C,D)", ["length(A,B) + length(E,F) = length(C,D) + length(E,F)"], True),
        ("length(A,B)/length(E,F) = 2", ["length(A,B) = 2*length(E,F)"], True),
        ("length(A,B)/length(E,F) = 3", ["length(A,B) = 2*length(E,F)"], False),
        ("(length(A,B) + length(C,D))/length(E,F) = 3", ["length(A,B) = 2*length(E,F)", "length(C,D) = length(E,F)"], True),
        ("(length(A,B) + length(C,D))/length(E,F) = 2", ["length(A,B) = 2*length(E,F)", "length(C,D) = length(E,F)"], False),
        ("(x + length(A,B))/y = 2", ["length(A,B) = 2*y - x"], False),  # y may be 0
        ("angle(A,B,C) = angle(D,E,F)", ["angle(A,B,C) + x = 90", "angle(D,E,F) + x = 90"], True),
        ("angle(A,B,C) = angle(D,E,F)", ["angle(A,B,C) + x = 90", "angle(D,E,F) + x = 80"], False),
        # a sum and a product at once is neither
        ("length(A,B)/length(C,D) = length(E,F)/length(G,H)", ["length(A,B) + length(C,D) = length(E,F) + length(G,H)"], False),
    ],
)
def test_what_is_a_combination(claim, cited, follows):
    points = {name: (i * i, 3 * i) for i, name in enumerate("ABCDEFGH")}
    made = problem(points, [], [], None)
    pool = Pool(Sketch(incidence_of(made.formal, made.question.figure), points))
    for text in cited:
        pool.add(read_statement(text))
    assert pool.is_combination(read_statement(claim)) is follows


def test_a_ratio_whose_unknowns_cancel_may_leave_a_root():
    points = {"A": (2.5, 9.33), "B": (0, 5), "C": (5, 5), "D": (5, 0), "E": (0, 0)}
    givens = ["square(B,C,D,E)", "equilateral(A,B,C)"]
    solution = solve(problem(points, ["A B", "A C", "B C", "C D", "D E", "E B"], givens, "area(A,B,C)/area(B,C,D,E)"))
    assert solution.proof.answer.exact == "√3/4"
    assert solution.proof.steps[-1].rule_id == "combined_equations"
