"""Systems: few and cheap equations, and none of the known values that cancel."""

import pytest

from gnomon.geometry import solve
from gnomon.geometry.systems import Row, linear_systems, matters
from gnomon.problem import Letter, Quantity, parse_equation
from tests.geometry.drawn import problem

X, Y, Z = Letter("x"), Letter("y"), Letter("z")


def row(text, cost=1.0, **coefficients):
    return Row(parse_equation(text), {Letter(name): value for name, value in coefficients.items()}, cost)


def by_name(atom):
    return str(atom)


def test_two_equations_are_taken_where_four_dear_ones_would_do_as_well():
    short = [row("x + y = 3", 3.0, x=1, y=1), row("x - y = 1", 3.0, x=1, y=-1)]
    long = [row("x + z = 3", 2.5, x=1, z=1), row("z + w = 2", 2.5, z=1, w=1), row("w - x = 0", 2.5, w=1, x=-1)]
    long += [row("w + y = 2", 2.5, w=1, y=1)]
    system = next(linear_systems([*long, *short], lambda atom: (atom != X, str(atom))))
    assert (system.atom, system.equations) == (X, tuple(each.equation for each in short))


def test_no_equation_of_a_system_is_needless():
    rows = [row("x + y = 3", x=1, y=1), row("x - y = 1", x=1, y=-1), row("2*x + y = 5", x=2, y=1)]
    assert len(next(linear_systems(rows, by_name)).equations) == 2


def test_a_known_value_that_cancels_does_not_matter():
    # x + y = k and y = k + 2 give x = -2 whatever k is; x + y = k and y = 2 do not
    first: dict[Letter | Quantity, float] = {X: 1.0, Y: 1.0, Z: -1.0}
    assert matters([first, {Y: 1.0, Z: -1.0}], X, [Z]) == set()
    assert matters([first, {Y: 1.0}], X, [Z]) == {Z}


@pytest.mark.slow
def test_secants_are_solved_without_going_round_the_circle():
    # Geometry3K 288: half of arc CD less arc EF is the angle at B, 4x = (9x + 26 - 35)/2, so x = 9
    secants = problem(
        {"A": (125, 124), "B": (378, 138), "C": (17, 64), "D": (72, 234), "E": (245, 111), "F": (229, 185)},
        ["B E C", "B F D", "A C", "A D", "A E", "A F"],
        ["angle(E,B,F) = 4*x", "angle(E,A,F) = 35", "angle(C,A,D) = 9*x + 26"],
        "x",
        {"A": "C D E F"},
    )
    found = solve(secants)
    assert found.proof is not None
    assert found.answer == 9
    assert {step.rule_id for step in found.proof.steps} == {"secants_angle", "central_angle"}
