"""Before a step that relies on the look of the figure the tutor asks whether one may."""

import pytest

from gnomon.geometry import solve
from gnomon.tutor.symbolic.words import words_in
from tests.geometry.drawn import problem

TANGENTS = problem(
    {"B": (0, 0), "X": (1.5, 2), "Y": (1.5, -2), "W": (4.17, 0)},
    ["B X", "B Y", "W X", "W Y"],
    ["angle(X,B,Y) = 106"],
    "angle(X,W,Y)",
)


@pytest.mark.parametrize(("language", "asks"), [("en", "may we rely on it?"), ("de", "dürfen wir uns darauf verlassen?")])
def test_help_with_a_step_asks_first_whether_the_figure_may_be_relied_on(language, asks):
    (step,) = solve(TANGENTS).proof.steps
    says = words_in(language).of_step(step)
    for kind in ("recall", "hint"):
        assert "BX ⊥ XW, WY ⊥ YB" in says[kind].partition(asks)[0]
        assert says[kind].partition(asks)[2].strip()
