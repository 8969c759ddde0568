"""Words put otherwise: what says the same passes in six languages, what adds, loses or turns something does not."""

import asyncio
import re
from collections import defaultdict

import pytest

from gnomon.dialogue import TutorTurn
from gnomon.geometry import solution_of
from gnomon.problem import bank
from gnomon.session import UnknownMisconceptionError, choose_misconception, simulate
from gnomon.tutor.model.faithful import unfaithful
from tests.every import every

PROBLEM = bank()["triangle-sum-klm"]
PLANNED = {
    "positive": "“52 + 71 = 123” holds, well done. Which rule connects it with angle KML?",
    "negative": "“KML = 67” does not fit yet. What do the angles of triangle KLM add up to?",
    "none": "I will not settle “67” for you, since the reason is what you take along. Why would KML be so?",
}


def turn(feedback, utterance=None):
    return TutorTurn(act="Focus", subact="Guide", feedback=feedback, utterance=utterance or PLANNED[feedback])


@every(
    [
        ("positive", "Yes, “52 + 71 = 123” is right! What rule links this to angle KML?"),
        ("positive", "Genau, “52 + 71 = 123” stimmt. Welche Regel verbindet das mit dem Winkel KML?"),
        ("positive", "Sí, “52 + 71 = 123” es correcto. ¿Qué regla lo une con el ángulo KML?"),
        ("positive", "Oui, “52 + 71 = 123” est juste. Quelle règle le relie à l'angle LMK ?"),
        ("positive", "Sì, “52 + 71 = 123” è giusto. Quale regola lo collega con l'angolo KML?"),
        ("positive", "Sim, “52 + 71 = 123” está certo. Que regra o liga ao ângulo KML?"),
        ("negative", "“KML = 67” isn't right yet. What do the angles of KLM add up to?"),
        ("negative", "„KML = 67“ passt noch nicht. Was ergeben die Winkel im Dreieck KLM zusammen?"),
        ("negative", "« KML = 67 » n'est pas encore juste. Quelle est la somme des angles du triangle KLM ?"),
        ("none", "„67“ entscheide ich nicht für dich, die Begründung ist das, was du mitnimmst. Warum wäre KML so?"),
    ]
)
def test_what_says_the_same_may_be_said(feedback, words):
    assert unfaithful(words, turn(feedback), PROBLEM) is None


@every(
    [
        ("positive", "“52 + 71 = 123” stimmt nicht. Welche Regel verbindet das mit dem Winkel KML?", "another verdict"),
        ("positive", "“52 + 71 = 123” is one thing. Which rule connects it with angle KML?", "another verdict"),
        ("positive", "Yes, “52 + 71 = 123” is right, but there is a mistake. Which rule gives angle KML?", "another verdict"),
        ("negative", "“KML = 67” is great! What do the angles of triangle KLM add up to?", "another verdict"),
        ("negative", "“KML = 67”, oui, c'est juste. Quelle est la somme des angles de KLM ?", "another verdict"),
        ("none", "Yes! I will not settle “67” for you, the reason is yours to take. Why would KML be so?", "another verdict"),
        ("none", "“67” is not right, and the reason is what you take along. Why would KML be so?", "another verdict"),
        ("negative", "“KML = 67” does not fit yet. What do the angles add up to, 180?", "other numbers"),
        ("negative", "“KML = 67” does not fit yet. Do the angles of KLM add up to one hundred and eighty?", "other numbers"),
        ("negative", "“KML = 70” does not fit yet. What do the angles of triangle KLM add up to?", "other quotes"),
        ("negative", "That does not fit yet. What do the angles of triangle KLM add up to?", "other quotes"),
        ("positive", "Yes, “52 + 71 = 123” is right. Which rule connects it with angle LKM?", "other names"),
        ("positive", "Yes, “52 + 71 = 123” is right. Which rule connects it with the angle?", "other names"),
        (
            "positive",
            "Yes, “52 + 71 = 123” is right. Which rule connects it with angle KML in the isosceles one?",
            "other relations",
        ),
        ("positive", "Yes, “52 + 71 = 123” is right. The rule connects it with angle KML.", "other questions"),
        ("positive", "Yes, “52 + 71 = 123” is right, isn't it? Which rule connects it with angle KML?", "other questions"),
        (
            "positive",
            "Tak, “52 + 71 = 123” jest dobrze. Jaka zasada wiąże to z kątem KML?",
            "in a language that cannot be checked",
        ),
        ("positive", "是的,“52 + 71 = 123”是对的。哪条规则与角 KML 有关?", "in a language that cannot be checked"),
        ("positive", "", "in a language that cannot be checked"),
        ("positive", "Yes, “52 + 71 = 123” is right. " + "so it is " * 20 + "Which rule is it for KML?", "more than 45 words"),
    ]
)
def test_what_adds_loses_or_turns_something_may_not(feedback, words, reason):
    assert unfaithful(words, turn(feedback), PROBLEM) == reason


def test_no_sentence_comes_twice():
    earlier = turn("none", "What do the angles of triangle KLM add up to?")
    words = "“KML = 67” is not right yet. What do the angles of triangle KLM add up to?"
    assert unfaithful(words, turn("negative"), PROBLEM) is None
    assert unfaithful(words, turn("negative"), PROBLEM, [earlier]) == "a sentence again"


@pytest.mark.parametrize("feedback", PLANNED)
def test_the_planned_words_pass_their_own_check(feedback):
    assert unfaithful(PLANNED[feedback], turn(feedback), PROBLEM) is None


def changed(planned):
    """Yield a turn's words with one thing changed, and its name."""
    words = planned.utterance
    if planned.feedback != "positive":
        yield "praise", f"Spot on! {words}"
        yield "praise", f"You got it. {words}"
    if planned.feedback != "negative":
        yield "blame", f"Not quite. {words}"
        yield "blame", f"Sorry, that is wrong. {words}"
    yield "number", f"{words} It is 17."
    yield "relation", f"{words} The triangle is isosceles."
    yield "question", f"{words} Do you see it?"
    yield "name", re.sub(r"(?<!\w)[A-Z]{2,3}(?!\w)", lambda name: f"{name[0][:-1]}{'X' if name[0][-1] != 'X' else 'Y'}", words)


@pytest.mark.slow
def test_turns_of_simulated_lessons_pass_as_planned_and_changes_to_them_are_found():
    found = defaultdict(list)
    for name in list(bank())[::24]:
        solution = solution_of(bank()[name])
        try:
            idea = choose_misconception(solution, None, 1)
        except UnknownMisconceptionError:
            continue
        for planned in asyncio.run(simulate(solution, idea, seed=1)).tutor_turns():
            assert unfaithful(planned.utterance, planned, solution.problem) is None
            for what, words in changed(planned):
                if words != planned.utterance:
                    found[what].append(unfaithful(words, planned, solution.problem) is not None)
    # A half-right turn says yes and no: one word more of either cannot be told from the planned ones.
    assert all(sum(each) >= 0.9 * len(each) for each in found.values()), {
        what: sum(each) / len(each) for what, each in found.items()
    }
    assert all(all(found[what]) for what in ("number", "relation", "question", "name"))
