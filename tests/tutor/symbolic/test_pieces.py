"""What is said of pieces and shares in words is judged by the figure."""

import pytest

from gnomon.geometry import solution_of
from gnomon.problem import bank
from gnomon.tutor import Judge, read_message
from tests.every import every


@pytest.mark.slow
@every(
    [
        ("three-arcs-hlpv", "lp is a third of the circle", "right"),
        ("three-arcs-hlpv", "lp is a quarter of the circle duh", "wrong"),
        ("chord-radius-ofhr", "the line from the middle cuts fh into two 8s", "right"),
        ("chord-radius-ofhr", "OR cuts FH into 6 and 10", "wrong"),
        ("chord-radius-ofhr", "it cuts something into 6 and 10", "none"),
        ("shadow-pqtuv", "the tower is 4.5 times the pole", "right"),
        ("shadow-pqtuv", "the small triangle is 4.5 times the big triangle", "wrong"),
        ("shadow-pqtuv", "the tower is 7 times the pole", "none"),
        ("shadow-pqtuv", "from Q to V its 10.5", "right"),
        ("rectangle-diagonal-angle-jqvz", "the diagonals are perpendicular", "none"),
        ("rhombus-diagonals-angle-dgmsx", "the diagonals are perpendicular", "right"),
        ("inscribed-rst", "the angle at T is double the one at Q", "wrong"),
        ("parallelogram-area-bcdef", "base times height divided by two gives 33", "wrong"),
    ]
)
def test_pieces_shares_and_factors_are_held_against_the_figure(problem_id, text, verdict):
    problem = bank()[problem_id]
    solution = solution_of(problem)
    assert Judge(solution.deduction, solution.proof).judge(read_message(text, problem)).verdict == verdict
