"""A proved problem as a file holds it."""

import cmath
import math

import pytest

from tests.drafting.drafts import drafted
from tests.drafting.pictures import label, triangle


def test_a_proved_problem_is_written_to_scale():
    draft = drafted("In triangle ABC, angle ABC is 60°. What is angle ACB?", triangle(label("50°", "angle:BAC")))
    spots = {name: complex(*at) for name, at in draft.data["figure"]["points"].items()}
    turn = (spots["B"] - spots["A"]) / (spots["C"] - spots["A"])
    assert abs(math.degrees(cmath.phase(turn))) == pytest.approx(50)
    assert draft.data["facts"][0] == "∠BAC = 50"
