"""A toy of asking (ODQS in small): four doors, the letters behind three of them known; a scripted teacher tells the fourth.

A state is what stands behind the doors and what was asked and told so far. The student asks about one door; the teacher tells the
letter behind the closed one, and says no to all else. After each reply the student names that letter: it knows it where it has
been told, else it guesses. A question is as good as the answers after it.

Taught at first is a student that speaks the language of the game and asks at random. From its own questions and answers, drawn
and scored at every turn, come the pairs that it then learns from. No held-out problem has the letters of one of the training.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from gnomon.models import Message
from gnomon.packaged import packaged_yaml
from gnomon.training.rows import Row

DOORS: tuple[str, ...] = tuple(packaged_yaml(__package__, "words.yaml")["asking"]["doors"])
LETTERS = "ABCDEFGHIJKL"
"""Twelve, so that five guesses are right in a third of the problems."""
TURNS = 2
"""The fewest at which a turn without pairs can be seen to get worse."""
SAMPLES = 5
"""Answers drawn at each state, for Pass@5."""
LEAST_MARGIN = 2
"""Right answers by which the better question of a pair is better: one may be a lucky guess."""
CANDIDATES = 6
"""Questions drawn at each state of the search."""
EVERY_NTH_IS_HELD_OUT = 5
"""Of all arrangements of letters: any share does, for there are more than are drawn."""
SAID_TOKENS = 3
"""A question is a door, an answer a letter, and then comes the end; one more, so that saying more can be seen."""


@dataclass(frozen=True)
class State:
    """What the student knows; with it, aside, the hidden letter."""

    problem: str
    known: tuple[tuple[str, str], ...]
    """Letters by door, without that of the closed one."""
    hidden: str
    """The closed door."""
    letter: str
    """What is behind it: the right answer."""
    told: tuple[tuple[str, str], ...] = ()
    """Questions and replies."""

    @property
    def is_told(self) -> bool:
        """Whether the student has been told what it needs."""
        return any(question == self.hidden for question, _ in self.told)

    def asked(self, question: str) -> State:
        """Return the state after the teacher's reply."""
        return replace(self, told=(*self.told, (question, self.letter if question == self.hidden else "no")))

    def prompt(self, wanted: str) -> str:
        """Return what the student is asked: for a ``question``, or for an ``answer``."""
        told = "".join(f"asked {question} : {reply} ; " for question, reply in self.told)
        known = " ".join(f"{door} {letter}" for door, letter in self.known)
        return f"{told}{known} closed {self.hidden} ; {wanted}"


def problems(count: int, seed: int, *, held_out: bool) -> list[State]:
    """Return problems before the first question.

    Args:
        count: of them.
        seed: of the draws.
        held_out: on which side: a hash of what is behind the doors parts the problems into training and held-out ones.
    """
    draws = random.Random(f"doors/{seed}/{held_out}")
    found: list[State] = []
    while len(found) < count:
        letters = draws.sample(LETTERS, len(DOORS))
        if (zlib.crc32("".join(letters).encode()) % EVERY_NTH_IS_HELD_OUT == 0) == held_out:
            hidden = draws.randrange(len(DOORS))
            known = tuple((door, letter) for door, letter in zip(DOORS, letters, strict=True) if door != DOORS[hidden])
            name = f"{'held-out' if held_out else 'doors'}-{len(found)}"
            found.append(State(name, known, DOORS[hidden], letters[hidden]))
    return found


def _row(name: str, state: State, wanted: str, said: str, rejected: str | None = None) -> Row:
    return Row(name, state.problem, (Message(role="user", text=state.prompt(wanted)),), said, rejected)


def first_rows(found: Sequence[State], seed: int) -> list[Row]:
    """Return rows of a student that asks about any door, told or not, and answers as well as can be known.

    Of what nobody has told it the answer is the right one all the same: over many problems a guess.
    """
    draws = random.Random(f"first/{seed}")
    rows = []
    for state in found:
        now = state
        told_at = draws.randrange(TURNS) + 1
        for turn in range(1, TURNS + 1):
            rows.append(_row(f"{state.problem}/{turn}/question", now, "question", draws.choice(DOORS)))
            others = [door for door in DOORS if door != state.hidden]
            now = now.asked(state.hidden if turn == told_at else draws.choice(others))
            rows.append(_row(f"{state.problem}/{turn}/answer", now, "answer", state.letter))
    return rows


class Ask(NamedTuple):
    """How a student is asked: from prompts to texts, for questions and for answers."""

    questions: Callable[[Sequence[str], int], list[list[str]]]
    """Prompts and how many to draw of each."""
    answers: Callable[[Sequence[str]], list[list[str]]]


class Candidate(NamedTuple):
    """A question that was drawn, and the answers after its reply."""

    question: str
    after: State
    answers: tuple[str, ...]

    @property
    def score(self) -> int:
        """How many of the answers are right."""
        return sum(answer == self.after.letter for answer in self.answers)


class Searched(NamedTuple):
    """The candidates at one state."""

    state: State
    candidates: tuple[Candidate, ...]


def search(found: Sequence[State], student: Ask, seed: int) -> list[list[Searched]]:
    """Return by turn what the student itself asks at each state, and how it answers then; it goes on from a question at random.

    The best question would have told all that there is to tell, and no state of the second turn would ask for anything.
    """
    draws = random.Random(f"search/{seed}")
    states, turns = list(found), []
    for _ in range(TURNS):
        drawn = student.questions([state.prompt("question") for state in states], CANDIDATES)
        asked = [list(dict.fromkeys(questions)) for questions in drawn]
        after = [state.asked(each) for state, questions in zip(states, asked, strict=True) for each in questions]
        answers = iter(student.answers([state.prompt("answer") for state in after]))
        known = iter(after)
        turn = [
            Searched(state, tuple(Candidate(each, next(known), tuple(next(answers))) for each in questions))
            for state, questions in zip(states, asked, strict=True)
        ]
        turns.append(turn)
        states = [draws.choice(each.candidates).after for each in turn]
    return turns


def question_pairs(turns: Sequence[Sequence[Searched]], shuffled: random.Random | None = None) -> list[Row]:
    """Return pairs of questions: the best of a state before each that led to fewer right answers (ODQS 3.3).

    Args:
        turns: of the search; pairs come from each of them.
        shuffled: the control: scores are exchanged among the questions of a state.
    """
    rows = []
    for turn, states in enumerate(turns, 1):
        for state, candidates in states:
            scores = [candidate.score for candidate in candidates]
            if shuffled is not None:
                shuffled.shuffle(scores)
            best = scores.index(max(scores))
            worse = [number for number, score in enumerate(scores) if score <= scores[best] - LEAST_MARGIN]
            rows += [
                _row(
                    f"{state.problem}/{turn}/{number}", state, "question", candidates[best].question, candidates[number].question
                )
                for number in worse
            ]
    return rows


def answer_pairs(turns: Sequence[Sequence[Searched]], count: int, seed: int) -> list[Row]:
    """Return pairs of answers after the same question and reply, a right one before a wrong one: so that answering stays learnt.

    Args:
        turns: of the search.
        count: at most so many, drawn at random.
        seed: of the draw.
    """
    rows = [*_answer_pairs(turns)]
    return rows if len(rows) <= count else random.Random(f"replay/{seed}").sample(rows, count)


def _answer_pairs(turns: Sequence[Sequence[Searched]]) -> Iterator[Row]:
    for turn, states in enumerate(turns, 1):
        for state, candidates in states:
            for number, candidate in enumerate(candidates):
                right = next((answer for answer in candidate.answers if answer == candidate.after.letter), None)
                wrong = next((answer for answer in candidate.answers if answer != candidate.after.letter), None)
                if right is not None and wrong is not None:
                    yield _row(f"{state.problem}/{turn}/{number}/answers", candidate.after, "answer", right, wrong)


class Course(NamedTuple):
    """How a student fares on problems."""

    right: list[list[int]]
    """Right answers of five, by problem and turn from 0, before any question."""
    useful: list[list[bool]]
    """Whether the question of each turn asked about the closed door, by problem."""
    told_right: list[bool]
    """Every answer that was given after the student had been told."""


def play(found: Sequence[State], student: Ask) -> Course:
    """Let a student ask one question a turn, drawn as it is used, and answer before the first and after each."""
    states = list(found)
    right: list[list[int]] = [[] for _ in states]
    useful: list[list[bool]] = [[] for _ in states]
    told_right: list[bool] = []
    for turn in range(TURNS + 1):
        if turn:
            questions = student.questions([state.prompt("question") for state in states], 1)
            for number, (question,) in enumerate(questions):
                useful[number].append(question == states[number].hidden)
                states[number] = states[number].asked(question)
        for number, answers in enumerate(student.answers([state.prompt("answer") for state in states])):
            marks = [answer == states[number].letter for answer in answers]
            right[number].append(sum(marks))
            told_right += marks if states[number].is_told else []
    return Course(right, useful, told_right)
