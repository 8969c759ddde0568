"""A number that puts right what was said wrongly before it is taken as that, and no other number is."""

import asyncio
from functools import cache

from gnomon.dialogue import Dialogue, StudentTurn
from gnomon.geometry import solution_of
from gnomon.problem import bank
from gnomon.session import GuardedTutor, Session
from gnomon.tutor import SymbolicTutor
from tests.every import every

_FALSE = "angles of a triangle add to 360"


@cache
def _last(attempt, *messages):
    session = Session(solution_of(bank()["triangle-sum-klm"]), GuardedTutor(SymbolicTutor(seed=0)), most_tutor_turns=99)
    dialogue = Dialogue(problem="triangle-sum-klm", attempt=attempt)
    dialogue = dialogue.with_turn(asyncio.run(session.step(dialogue)))
    for message in messages:
        dialogue = dialogue.with_turn(StudentTurn(utterance=message))
        dialogue = dialogue.with_turn(asyncio.run(session.step(dialogue)))
    return dialogue.tutor_turns()[-1]


@every(
    [
        (_FALSE, ("i did 360 minus both", "oh it is 180"), "add to 180"),
        (_FALSE, ("its 180 not 360",), "add to 180"),
        (_FALSE, ("no 180",), "add to 180"),
        ("360 - 71 - 52 = 237", ("oh it is 180",), "180 - 71 - 52"),
        ("winkelsumme im dreieck ist 360", ("ach es sind 180",), "ist 180"),
    ],
    one_in=2,
)
def test_a_number_puts_right_the_statement_before_it(attempt, messages, said):
    turn = _last(attempt, *messages)
    assert turn.feedback == "positive"
    assert said in turn.utterance


@every([(_FALSE, "its 190", "negative"), (_FALSE, "is it 180?", "none"), ("", "it is 180", "negative")])
def test_another_number_or_a_question_puts_nothing_right(attempt, message, feedback):
    turn = _last(attempt, message)
    assert turn.feedback == feedback
    assert "add to" not in turn.utterance or "360" in turn.utterance
