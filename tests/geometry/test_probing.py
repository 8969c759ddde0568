"""What an equation could be solved for: which atoms it restrains, which cancel, which it is linear in."""

import pytest

from gnomon.geometry.probing import cancelling, is_identity, restrained_by, slopes
from gnomon.problem import Letter, parse_equation

X, Y, Z = Letter("x"), Letter("y"), Letter("z")
AT = {X: 7.0, Y: 5.0, Z: 2.0}.__getitem__


@pytest.mark.parametrize(
    ("equation", "restrained"),
    [("2*x - 9 + y = 2*x - 4", {Y}), ("x + y = 12", {X, Y}), ("x*y = 35", {X, Y}), ("x/x = y/5", {Y})],
)
def test_an_atom_that_cancels_is_not_restrained(equation, restrained):
    assert set(restrained_by(parse_equation(equation), (X, Y), AT)) == restrained


def test_what_cancels_as_a_plain_term_may_stay_unknown():
    assert cancelling([parse_equation("2*x - 9 + y = 2*x - 4")], {X}, {Y}, AT) == {X}


def test_what_cancels_as_a_factor_may_not():
    assert cancelling([parse_equation("x*y = 5*x")], {X}, {Y}, AT) == set()


def test_one_crooked_equation_keeps_what_another_lets_go():
    straight, crooked = parse_equation("x + y = x + 5"), parse_equation("x*y = 7*y")
    assert cancelling([straight], {X}, {Y}, AT) == {X}
    assert cancelling([straight, crooked], {X}, {Y}, AT) == set()


def test_slopes_say_whether_an_equation_is_linear():
    assert slopes(parse_equation("3*x - 2*y = 11"), [X, Y], AT) == ({X: 3.0, Y: -2.0}, True)
    found = slopes(parse_equation("x*y = 35"), [X, Y], AT)
    assert found is not None
    assert not found[1]


def test_slopes_are_those_of_a_figure_that_nearly_fits():
    """x² + y² = z² follows from z = √2·x = √2·y and so is level where these leave x, y and z free, in a rough figure, too."""
    at = {X: 4.0, Y: 4.0 + 1e-8, Z: 4.0 * 2**0.5}
    found, is_linear = slopes(parse_equation("x^2 + y^2 = z^2"), [X, Y, Z], at.__getitem__) or ({}, True)
    assert not is_linear
    assert sum(found[atom] * size for atom, size in at.items()) == pytest.approx(0, abs=1e-5)


def test_an_atom_that_is_0_is_restrained_beside_large_ones():
    at = {X: 0.0, Y: 60.0, Z: 60.0}.__getitem__
    assert set(restrained_by(parse_equation("x + y = z"), (X, Y, Z), at)) == {X, Y, Z}


@pytest.mark.parametrize(("equation", "holds"), [("2*x + 3 = 3 + x + x", True), ("x^2 = x", False), ("length(A,B) = x", False)])
def test_an_identity_holds_whatever_its_letters_are(equation, holds):
    assert is_identity(parse_equation(equation)) is holds
