"""Both solutions of an equation of the learner's own."""

from tests.every import every
from tests.tutor.symbolic.test_whether import talk

SQUARE = "x^2 + (x+2)^2 = 100"


@every(["x = 6 or x = -8", "x=6 or -8", "x is -8 or 6"])
def test_both_solutions_are_right_and_the_figure_has_to_choose(message):
    turn = talk("pythagoras-letters-mnq", SQUARE, message)
    assert turn.feedback == "positive"
    assert turn.subact != "Farewell"


@every(["x = 6 or x = 8", "x is 6 or 7 or -8"])
def test_numbers_that_do_not_both_solve_it_are_a_guess(message):
    assert talk("pythagoras-letters-mnq", SQUARE, message).feedback == "none"


def test_without_an_equation_two_numbers_are_a_guess():
    assert talk("pythagoras-letters-mnq", "x = 6 or x = -8").feedback == "none"
