"""A problem with its proof, a student in the middle of it, and replies of models."""

import json

import pytest

from gnomon.dialogue import Dialogue, StudentTurn, TutorTurn
from gnomon.figure import Highlights
from gnomon.geometry import solution_of
from gnomon.problem import bank
from gnomon.tutor import TutorContext

TURN = {
    "act": "Probing",
    "subact": "SelfCorrect",
    "highlights": {"lines": ["ZG"], "angles": [], "arcs": [], "labels": []},
    "feedback": "negative",
    "utterance": "Read your ratio once more. Which sides belong together?",
}


@pytest.fixture
def turn_json():
    """Return a function that writes the JSON of a good turn, some of its fields changed."""
    return lambda **changes: json.dumps(TURN | changes)


@pytest.fixture(scope="session")
def hourglass():
    """Return the engine's solution of a problem whose answer is 15."""
    return solution_of(bank()["hourglass-cglxz"])


@pytest.fixture
def context(hourglass):
    """Return the moment after a student's wrong first message; the engine's solution is known."""
    opening = TutorTurn(
        act="Generic", subact="Introduce", utterance="Please walk me through it.", highlights=Highlights(lines=("CL",))
    )
    dialogue = Dialogue(
        problem=hourglass.problem.id,
        attempt="I took away 6 on both sides, so GX = 4.",
        turns=(opening, StudentTurn(utterance="The sides differ by a fixed amount, so GX = 4.")),
    )
    return TutorContext(hourglass.problem, dialogue, hourglass)
