"""What stops a turn: the guard, with what the session and the learner's own words allow."""

import pytest

from gnomon.dialogue import Dialogue, StudentTurn, TurnRecord, TutorTurn
from gnomon.geometry import solution_of
from gnomon.problem import bank
from gnomon.tutor import TutorContext, breach_of
from tests.every import every

PROBLEM = bank()["altitude-far-part-bjsz"]
"""ZS is asked and 16 long."""


def breach(utterance, *said):
    dialogue = Dialogue(problem=PROBLEM.id, turns=tuple(StudentTurn(utterance=message) for message in said))
    turn = TutorTurn(act="Probing", subact="AskForExplanation", utterance=utterance)
    return breach_of(turn, TutorContext(PROBLEM, dialogue, solution_of(PROBLEM)))


@every(["“144 = 9 times ZS” holds. What is next?", "„144 = 9 times ZS“ stimmt. Wie weiter?", "“144 = 9 times…” is a start."])
def test_what_is_quoted_from_the_learner_stops_no_turn(utterance):
    assert breach(utterance, "so 144 = 9 times ZS") is None


@every(["“ZS” is 16.", "“16” is what I would say.", "Say “ZS = 16”."])
def test_a_quotation_of_what_was_never_said_stops_the_turn(utterance):
    assert breach(utterance, "what about 116 and ZS?") is not None


def farewell(words, rung):
    record = None if rung is None else TurnRecord(rung=rung, planned="Well done. Goodbye!")
    return TutorTurn(act="Generic", subact="Farewell", utterance=words, record=record)


def test_a_farewell_after_the_answer_gives_nothing_away_whoever_words_it():
    words = "Yes, 16 is right for ZS, and you found the slip yourself. Goodbye!"
    dialogue = Dialogue(problem=PROBLEM.id).with_turn(StudentTurn(utterance="144 = 9 · ZS, so ZS = 16"))
    context = TutorContext(PROBLEM, dialogue, solution_of(PROBLEM))
    assert breach_of(farewell(words, "farewell_mended"), context) is None


@pytest.mark.parametrize("rung", ["farewell_open", None])
def test_a_farewell_without_the_answer_is_weighed(rung):
    context = TutorContext(PROBLEM, Dialogue(problem=PROBLEM.id), solution_of(PROBLEM))
    assert breach_of(farewell("ZS is 16, see you tomorrow!", rung), context) is not None
