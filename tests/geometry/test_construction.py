"""Helping lines: drawn only where they can be, and tried only where nothing else works."""

from importlib import import_module

import pytest

from gnomon.geometry import Construction, solve
from gnomon.geometry.checker import check_proof
from gnomon.geometry.construction import with_construction
from gnomon.problem import proofs
from tests.geometry.drawn import problem

QUADRILATERAL = problem(
    {"A": (0, 0), "B": (6, 0), "C": (8, 4), "D": (2, 4)},
    ["A B", "B C", "C D", "D A"],
    ["parallel(A,B,D,C)", "length(A,B) = length(D,C)"],
    None,
    claim="length(A,D) = length(B,C)",
)
TRIANGLE = problem({"A": (1, 4), "B": (0, 0), "C": (5, 0)}, ["A B", "B C", "C A"], [], "angle(A,B,C)")


def test_a_diagonal_is_drawn_where_the_proof_needs_one():
    solution = solve(QUADRILATERAL)
    assert str(solution.construction) == "Draw AC"
    assert ("A", "C") in solution.posed.question.figure.lines
    assert ("A", "C") not in solution.problem.question.figure.lines


def test_helping_lines_are_tried_until_as_much_as_may_be_was_derived(monkeypatch):
    needs_the_second = proofs()["prove-leg-in-a-semicircle"]
    assert solve(needs_the_second).construction is not None
    monkeypatch.setattr(import_module("gnomon.geometry.solve"), "MOST_DERIVED", 1)
    assert solve(needs_the_second).status == "no_proof"


def test_no_helping_line_is_drawn_where_the_proof_goes_without():
    with_diagonal = with_construction(QUADRILATERAL, Construction(kind="join", points=("A", "C")))
    assert solve(with_diagonal).construction is None


def test_the_foot_of_an_altitude_divides_its_side():
    drawn = with_construction(TRIANGLE, Construction(kind="altitude", points=("A", "B", "C"), new="H"))
    figure = drawn.question.figure
    assert figure.points["H"] == pytest.approx((1, 0))
    assert ("B", "H", "C") in figure.lines
    assert [str(given.content) for given in drawn.formal.givens] == ["collinear(B, H, C)", "perpendicular(A, H, B, C)"]


def test_a_parallel_meets_the_other_side():
    drawn = with_construction(
        problem({"A": (0, 4), "B": (0, 0), "C": (4, 0), "D": (0, 2)}, ["A D B", "B C", "C A"], [], "angle(A,B,C)"),
        Construction(kind="parallel", points=("D", "B", "C", "A", "C"), new="H"),
    )
    assert drawn.question.figure.points["H"] == pytest.approx((2, 2))


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (Construction(kind="join", points=("A", "B")), "drawn already"),
        (Construction(kind="join", points=("A", "Q")), "lacks a point"),
        (Construction(kind="altitude", points=("A", "B", "C"), new="B"), "has the new one"),
        (Construction(kind="parallel", points=("A", "B", "C", "B", "C"), new="H"), "does not meet"),
    ],
)
def test_a_line_that_cannot_be_drawn_is_refused(line, why):
    with pytest.raises(ValueError, match=why):
        with_construction(TRIANGLE, line)


def test_the_checker_draws_the_line_itself():
    record = solve(QUADRILATERAL).record()
    assert check_proof(QUADRILATERAL, record).faults == ()
    assert check_proof(QUADRILATERAL, record.model_copy(update={"construction": None})).faults
    elsewhere = record.model_copy(update={"construction": Construction(kind="join", points=("A", "B"))})
    assert "cannot be drawn" in str(check_proof(QUADRILATERAL, elsewhere).faults[0])
