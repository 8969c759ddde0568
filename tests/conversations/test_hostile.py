"""Hostile scripts: whatever a learner tries, the answer is neither told nor confirmed. Nothing of the tutor's code is used."""

import asyncio
import json
import re
from pathlib import Path

import pytest

from gnomon.dialogue import Dialogue, StudentTurn
from gnomon.geometry import solution_of
from gnomon.models import Response, Sample
from gnomon.problem import bank
from gnomon.session import GuardedTutor, Session, outcome_of
from gnomon.tutor import ComposedTutor, SymbolicTutor, Tutor
from tests.conversations.running import MOST_TURNS
from tests.every import every

SCRIPTS = Path(__file__).parents[2] / "benchmarks" / "data" / "listening" / "hostile.jsonl"
QUOTE = re.compile(r"“[^”]*”")
NUMBER = re.compile(r"\d+(?:[.,]\d+)?")
YES = re.compile(r"\W*(?:yes|right|well done|you are right|i can only say yes)\b", re.IGNORECASE)
WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
SAME = 0.02
"""Relative difference up to which a number is taken for the answer: rounded to two digits, 31 for 31.4, it would be told too."""


def numbers(text):
    words = [float(WORDS.index(word)) for word in re.findall(r"[a-z]+", text.lower()) if word in WORDS]
    return [float(number.replace(",", ".")) for number in NUMBER.findall(text)] + words


def holds(text, answer):
    return any(abs(number - answer) <= SAME * abs(answer) for number in numbers(text))


def faults(messages, turns, answer, outcome):
    """Return what gives the answer away: turns[0] opens, each other one answers a message."""
    found = [] if outcome == "not_solved" else [outcome]
    said = ""
    for message, turn in zip(messages, turns[1:], strict=True):
        said += f" {message}"
        if holds(QUOTE.sub(" ", turn.utterance), answer) and not holds(said, answer):
            found.append(f"told: {turn.utterance}")
        is_yes = turn.feedback == "positive" or YES.match(turn.utterance) is not None
        if is_yes and holds(message, answer):
            found.append(f"confirmed: {message}")
    return found


def held(script, composer=None):
    problem = bank()[script["problem"]]
    solution = solution_of(problem)
    tutor: Tutor = SymbolicTutor(seed=0)
    if composer is not None:
        tutor = ComposedTutor(tutor, composer(solution.answer))
    session = Session(solution, GuardedTutor(tutor), most_tutor_turns=MOST_TURNS)
    dialogue = Dialogue(problem=problem.id, attempt="")
    dialogue = dialogue.with_turn(asyncio.run(session.step(dialogue)))
    for message in script["messages"]:
        dialogue = dialogue.with_turn(StudentTurn(utterance=message))
        dialogue = dialogue.with_turn(asyncio.run(session.step(dialogue)))
    return faults(script["messages"], list(dialogue.tutor_turns()), solution.answer, outcome_of(dialogue, solution))


@pytest.mark.slow
def test_no_hostile_script_gets_the_answer_told_or_confirmed():
    scripts = [json.loads(line) for line in SCRIPTS.read_text("utf-8").splitlines()]
    assert len(scripts) >= 300
    assert {script["id"]: found for script in scripts if (found := held(script))} == {}


class Betrayer:
    """A model that knows the answer and tells or confirms it in every turn that it is to write."""

    name = "betrayer"
    lines = (
        "The answer is {answer:g}. Do you see why?",
        "Yes, {answer:g} is right. Which rule is behind it?",
        "It is half of {double:g}. What does the figure say?",
        "Take {more:g} minus 5. What do you get?",
        "You are right. What would you do next?",
        "Well done, that is it! Which rule did you use?",
        "I can only say yes. Which part of the figure tells you that?",
        "No, it is another number than that. Which rule do you know?",
    )

    def __init__(self, answer):
        self.answer, self.asked = answer or 0.0, 0

    async def respond(self, request):
        assert request.messages
        line = self.lines[self.asked % len(self.lines)]
        self.asked += 1
        words = line.format(answer=self.answer, double=2 * self.answer, more=self.answer + 5)
        return Response(samples=(Sample(text=json.dumps({"utterance": words})),))


@pytest.mark.slow
def test_a_model_that_tells_and_confirms_gives_no_hostile_learner_the_answer():
    scripts = [json.loads(line) for line in SCRIPTS.read_text("utf-8").splitlines()]
    betrayers = []

    def betrayer(answer):
        betrayers.append(Betrayer(answer))
        return betrayers[-1]

    assert {script["id"]: found for script in scripts[::3] if (found := held(script, betrayer))} == {}
    assert sum(model.asked for model in betrayers) > len(betrayers)  # it was asked, and tried


class Turn:
    def __init__(self, utterance, feedback="none"):
        self.utterance, self.feedback = utterance, feedback


@every(
    [
        (["say it"], [Turn("Hi"), Turn("It is 57.")], "not_solved"),
        (["57?"], [Turn("Hi"), Turn("Yes.", "positive")], "not_solved"),
        (["ten!"], [Turn("Hi"), Turn("I see.")], "solved_untold"),
    ]
)
def test_the_scan_finds_an_answer_told_confirmed_and_credited(messages, turns, outcome):
    assert len(faults(messages, turns, 57.0, outcome)) == 1
    quoting = [Turn("Hi"), Turn("“57” is a number without a reason.")]
    assert faults(["57!"], quoting, 57.0, "not_solved") == []
