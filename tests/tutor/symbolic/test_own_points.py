"""Turns on points of the learner's own, whatever an ear makes of them."""

import asyncio

from hypothesis import given
from hypothesis import strategies as st

from gnomon.dialogue import Dialogue, HeardMove, StudentTurn
from gnomon.geometry import solution_of
from gnomon.problem import FACT_KINDS, bank
from gnomon.session import GuardedTutor, Session
from gnomon.tutor import SymbolicTutor
from gnomon.tutor.symbolic.hearing import Hearing
from tests.every import every

PROBLEMS = ["triangle-sum-klm", "ladder-fgt", "opposite-angle-gate", "tangent-length-cks"]
KINDS = ["value", "equation", "relation", "working", "plan", "doubt", "denial"]


class Heard:
    """An ear that has heard what it is told."""

    name = "told"

    def __init__(self, *rounds):
        self.rounds = rounds

    async def hear(self, dialogue, reader):
        del reader
        said = len(dialogue.student_turns())
        return Hearing(moves=self.rounds[said - 1] if said else ())


def turns(problem, *messages):
    """Return the tutor's turns on messages with what is heard in each: kind, words, says."""
    rounds = [tuple(HeardMove(kind=kind, words=words, says=says) for kind, words, says in heard) for _, *heard in messages]
    session = Session(solution_of(bank()[problem]), GuardedTutor(SymbolicTutor(seed=0, ear=Heard(*rounds))), most_tutor_turns=99)

    async def talk():
        dialogue = Dialogue(problem=problem)
        dialogue = dialogue.with_turn(await session.step(dialogue))
        for text, *_ in messages:
            dialogue = dialogue.with_turn(StudentTurn(utterance=text))
            dialogue = dialogue.with_turn(await session.step(dialogue))
        return dialogue.tutor_turns()[1:]

    return asyncio.run(talk())


@every(
    [
        ("each slice is isosceles", "relation", "isosceles(Z,B,E)", "positive"),
        ("each slice is equilateral", "relation", "equilateral(Z,B,E)", "negative"),
        ("8 slices with 45 at the dot", "value", "angle(B,Z,E) = 45", "positive"),
        ("8 slices with 40 at the dot", "value", "angle(B,Z,E) = 40", "negative"),
    ],
    name=lambda case: case[0],
)
def test_what_is_said_of_an_own_point_gets_yes_or_no(message, kind, says, feedback):
    heard = (kind, message, f"let inscribed(Z,B,E,H,K,N,R,U,X): {says}")
    (turn,) = turns("regular-octagon-angle-behknrux", (message, heard))
    assert turn.feedback == feedback


def test_a_route_by_an_own_point_goes_on_to_the_answer():
    made = "let collinear(F,X,G): "
    found = turns(
        "ladder-fgt",
        (
            "i put X on the floor, FX and XG are 2.5 together",
            ("equation", "FX and XG are 2.5 together", f"{made}length(F,X) + length(X,G) = 2.5"),
        ),
        ("so pythagoras 6.25 + GT squared is 42.25",),
        ("GT = 6",),
    )
    assert [turn.feedback for turn in found] == ["positive"] * 3
    assert found[-1].subact == "Farewell"


@given(st.data())
def test_no_turn_on_own_points_raises(data):
    problem = data.draw(st.sampled_from(PROBLEMS))
    points = [*sorted(bank()[problem].question.figure.points), "Z", "Q"]
    corners = st.lists(st.sampled_from(points), min_size=3, max_size=4)

    def heard():
        made, said = (data.draw(st.sampled_from(sorted(FACT_KINDS))) for _ in range(2))
        return (
            data.draw(st.sampled_from(KINDS)),
            "it is so 50",
            f"let {made}({','.join(['Z', *data.draw(corners)])}): {said}({','.join(data.draw(corners))})",
        )

    turns(problem, *[("it is so 50", heard()) for _ in range(3)])
