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
    assert text.endswith("opposite over hypotenuse, so sin ∠ABC = 3/5 = 0.6.")


def test_one_equation_of_a_system_is_put_into_the_other():
    # the bisector at B cuts AC = 20 as 14 : 11
    points = {"A": (0, 0), "B": (119, 74), "C": (200, 0), "D": (112, 0)}
    givens = ["angle(A,B,D) = angle(C,B,D)", "length(A,B) = 14", "length(B,C) = 11", "length(A,C) = 20", "length(A,D) = x"]
    last = texts(points, ["A B", "B C", "A D C", "B D"], givens, "x")[-1]
    assert "From AD + DC = AC: x + DC = 20, so DC = 20 − x. Put in: x/(20 − x) = 14/11, so x = 11.2." in last


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
