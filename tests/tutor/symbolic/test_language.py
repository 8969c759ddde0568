"""Telling the language of a dialogue from what the learner writes."""

import asyncio

import pytest

from gnomon.dialogue import Dialogue, StudentTurn, TutorTurn
from gnomon.geometry import solution_of
from gnomon.problem import bank
from gnomon.session import GuardedTutor, Session
from gnomon.tutor import SymbolicTutor, language_of
from gnomon.tutor.symbolic.language import spoken, understood_in
from tests.every import every

SPOKEN = {
    "ich weiß nicht": "de",
    "keine ahnung": "de",
    "was ist eine tangente": "de",
    "weil das dreieck gleichschenklig ist": "de",
    "stufenwinkel": "de",
    "ich würde pythagoras nehmen": "de",
    "die höhe halbiert die basis": "de",
    "was heißt circumference": "de",
    "was bedeutet congruent": "de",
    "winkel bei T: 180 - 52 - 68 = 50": "de",
    "the angles add to 180": "en",
    "idk": "en",
    "what is a tangent": "en",
    "je ne sais pas": "fr",
    "no sé qué hacer": "es",
    "non so come fare": "it",
    "bilmiyorum": "tr",
    "我不知道怎么做": "zh",
    "не знаю": "ru",
    "sin c = 5/8 also 38,68 grad": "de",
    "180 - 40 = 140, also ist uvw 140": "de",
    "20² + 12² = 544, wurzel is ungefähr 23,3. passt oder?": "de",
    "thats the höhe right": None,
    "is the umfang 57": None,
    "180-52-71": None,
    "ABC = 40": None,
    "": None,
}
"""Messages with the language they are in; None where nothing says."""


def dialogue(*said, attempt="", language=None):
    turns = []
    for text in said:
        turns += [TutorTurn(act="Probing", subact="AskForExplanation", utterance="And?"), StudentTurn(utterance=text)]
    return Dialogue(problem="triangle-sum-klm", attempt=attempt, turns=tuple(turns), language=language)


@every(SPOKEN)
def test_a_few_words_tell_the_language(text):
    assert spoken(text) == SPOKEN[text]


@pytest.mark.parametrize(
    ("talk", "language"),
    [
        (dialogue(), "en"),
        (dialogue("57"), "en"),
        (dialogue("weiß nicht", "180-52-71", "KML = 57"), "de"),
        (dialogue("ok", attempt="Die Winkel ergeben zusammen 180, also habe ich abgezogen."), "de"),
        (dialogue("weiß nicht", "i dont know what you mean"), "en"),
        (dialogue("weiß nicht", "je ne sais pas"), "de"),
        (dialogue("i dont know", language="de"), "de"),
        (dialogue("weiß nicht", language="en"), "en"),
        (dialogue("weiß nicht", language="xx"), "en"),
        (dialogue("was ist eine Sehne", "can we do english again"), "en"),
        (dialogue("what is a kite? in german pls", "72", "i dont know"), "de"),
        (dialogue("auf englisch bitte", language="de"), "en"),
        (dialogue("how do you say chord in german"), "en"),
        (dialogue("hi i had maths in german until now"), "en"),
        (dialogue("was heißt Sehne auf englisch"), "de"),
    ],
)
def test_the_learner_chooses_the_language_or_writes_in_it(talk, language):
    assert language_of(talk) == language


def test_a_language_without_words_is_told_so_in_itself():
    assert "allemand" in understood_in("fr")
    assert [understood_in(code) for code in ("en", "de", None)] == ["", "", ""]


def _turn(message, language=None):
    session = Session(solution_of(bank()["triangle-sum-klm"]), GuardedTutor(SymbolicTutor()))
    return asyncio.run(session.step(dialogue(message, language=language)))


def test_a_german_message_gets_a_german_turn_and_a_glossary_in_german():
    turn = _turn("was ist ein innenwinkel?")
    assert turn.utterance.startswith("Ein Innenwinkel liegt innen an einer Ecke")
    assert "den Winkel" in turn.utterance
    assert turn.record.guard == ()


def test_a_message_that_cannot_be_read_is_answered_once_in_its_language():
    french = "bonjour, est-ce que les côtés dans le triangle comptent ?"
    turn = _turn(french)
    assert turn.feedback == "none"
    assert understood_in("fr") in turn.utterance
    assert understood_in("fr") not in _turn(french, language="de").utterance or spoken(french) == "fr"


def test_what_a_word_is_is_no_claim_about_it():
    session = Session(solution_of(bank()["isosceles-area-bikv"]), GuardedTutor(SymbolicTutor()))
    turn = asyncio.run(session.step(dialogue("weil es gleichschenklig ist", language="de"), "was ist die basis"))
    assert turn.utterance.startswith("Die Grundseite ist die Seite")
    assert turn.feedback == "none"
