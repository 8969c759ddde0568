"""Small players and problems for the tests of this room: what they say is a function of the state."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from gnomon.inquiry import Inquiry, InquiryProblem, ProtocolSettings, WordProblemInquiry, hold_dialogue, search_questions
from gnomon.problem import Problem, Question

EGGS = Problem(id="eggs", question=Question(text="A hen lays 6 eggs a day. How many in 3 days?"), answer=18.0, exact="18")
ITEM = InquiryProblem("eggs", EGGS)


@dataclass
class ScriptedStudent:
    """Asks ``ask(state, index)`` and answers ``answer(state, index)``."""

    ask: Callable[..., str] = lambda state, index: f"question {state.turn + 1}, candidate {index + 1}"
    answer: Callable[..., str] = lambda *_: "Answer: 17"
    name: str = "student"
    is_simulated: bool = False
    answered: list = field(default_factory=list)
    """States that answers were drawn at, with how many."""

    async def questions(self, state, count):
        return tuple(self.ask(state, index) for index in range(count))

    async def answers(self, state, count):
        self.answered.append((state, count))
        return tuple(self.answer(state, index) for index in range(count))

    async def attempt(self, state):
        return self.answer(state, 99)


@dataclass
class ScriptedTeacher:
    """Says ``say(state, question, rejected)``."""

    say: Callable[..., str] = lambda _, question, __: f"Think about {question}."
    name: str = "teacher"
    is_simulated: bool = False

    async def reply(self, state, question, rejected=()):
        return self.say(state, question, rejected)

    async def feedback(self, state, attempt, verdict, rejected=()):  # noqa: ARG002  # it does not look
        return f"It is {verdict}; look at the days."


def inquiry(student=None, teacher=None, task=None, item=ITEM, **settings):
    task = task or WordProblemInquiry()
    return Inquiry(item, task, student or ScriptedStudent(), teacher or ScriptedTeacher(), ProtocolSettings(**settings))


def hold(student=None, teacher=None, **settings):
    return asyncio.run(hold_dialogue(inquiry(student, teacher, **settings)))


def search(settings, student=None, teacher=None, **options):
    return asyncio.run(search_questions(inquiry(student, teacher), settings, **options))


def counts_by_candidate(*by_turn):
    """Return an answer function: at the state after turn i by candidate j, the first ``by_turn[i-1][j-1]`` samples are right."""

    def answer(state, index):
        last = next((line.text for line in reversed(state.lines) if line.kind == "question"), None)
        if last is None:
            return "Answer: 17"
        turn, candidate = (int("".join(filter(str.isdigit, part))) for part in last.split(","))
        counts = by_turn[min(turn, len(by_turn)) - 1]
        return "Answer: 18" if index < counts[candidate - 1] else "Answer: 17"

    return answer
