"""What is said of all sides or corners of a figure, and of how many sides a shape has."""

from tests.every import every
from tests.tutor.verdicts import verdict_on


@every(
    [
        ("equilateral-perimeter-egv", "the three edges match", "right"),
        ("equilateral-perimeter-egv", "every angle in it is 60", "right"),
        ("regular-hexagon-angle-dglpsy", "you turn 60 at every corner", "right"),
        ("regular-hexagon-angle-dglpsy", "the turn at each corner is 72", "wrong"),
        ("regular-pentagon-perimeter-chlvw", "a pentagon has 5 sides", "right"),
        ("regular-pentagon-perimeter-chlvw", "a pentagon has 6 sides", "wrong"),
        ("regular-pentagon-perimeter-chlvw", "it has 5 corners", "right"),
        ("triangle-sum-klm", "all sides are equal", "wrong"),
    ],
    one_in=2,
)
def test_what_is_said_of_all_parts_is_judged_by_the_outline(problem_id, text, verdict):
    assert verdict_on(problem_id, text) == verdict


@every(
    [
        ("equal-diagonals-crab", "the two long lines inside a rectangle are the same", "right"),
        ("equal-diagonals-crab", "the diagonals cross at right angles", "wrong"),  # not of every rectangle
        ("equal-diagonals-crab", "the diagonals split each other in half", "right"),  # though their crossing is not drawn
        ("alternate-letters-tuvwyz", "they make 180", "wrong"),  # the two that the problem speaks of
        ("centroid-median-bhtvz", "Z cuts the median exactly in half", "none"),
        ("congruent-angle-letter-cimnuz", "48 is whats left for N", "right"),
        ("isosceles-exterior-dnsw", "N + D = 112 so they must both be 56", "mixed"),
        ("equal-diagonals-crab", "five x plus one is as much as seven x minus thirteen", "right"),
    ],
    one_in=3,
)
def test_theorems_in_plain_words_are_judged_in_this_figure(problem_id, text, verdict):
    assert verdict_on(problem_id, text) == verdict
