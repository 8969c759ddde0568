"""A toy of tutoring: turns of the symbolic tutor with simulated students, and a tiny model that is to take the same moves.

The dialogues are real ones of the engine: bank problems, each with a student who holds a misconception about it. The model
sees the student's work, the moves so far and the last message, and gives act, subact, feedback and highlights; words it leaves
out, as do the focused tasks: what GeoDial's Table 2 calls ``none``. Points are renamed in the order in which they are
named, since a model of this size does not learn to spell the letters of a figure that it has never seen.
"""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from gnomon.benchmark.geodial.points import named_in
from gnomon.dialogue import Dialogue, StudentTurn, TutorTurn
from gnomon.geometry import solve
from gnomon.metrics import HighlightRow
from gnomon.models import Message
from gnomon.problem import Problem, bank
from gnomon.session import UnknownMisconceptionError, choose_misconception, simulate
from gnomon.training.rows import Row
from gnomon.tutor.model.highlight_answers import read_yes_no

EVERY_NTH_PROBLEM_IS_HELD_OUT = 5
"""A fifth, as for validation and test together in GeoDial's splits: a hundred and forty turns."""
RARE = "angles"
"""The category of the focused tasks: a quarter of the turns highlight an angle."""
CATEGORIES = ("lines", "angles")
YES = "yes"
YES_TOKENS, MOVE_TOKENS = 2, 32
"""Of answers: a word and the end; a move with up to five angles, each of three letters and a comma."""
_NAMES = re.compile(r"\b[A-Z]+\b")
_NAMED = re.compile(r"\b(lines|angles) ([A-Z ,]*)")
_ARTICLES = frozenset({"A", "I"})
"""Words that look like the name of one point."""
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True)
class Taught:
    """One turn of the tutor, points renamed."""

    id: str
    problem: str
    shown: str
    """What the model sees."""
    act: str
    subact: str
    feedback: str
    highlights: dict[str, frozenset[str]]
    """Names by category."""

    @property
    def move(self) -> str:
        """What the model is to say."""
        named = "".join(f" {category} {_listed(names)}" for category, names in self.highlights.items() if names)
        return f"{self.act} {self.subact} {self.feedback}{named}"


class Said(NamedTuple):
    """A move as a model gave it; empty where it gave none."""

    act: str
    subact: str
    highlights: dict[str, frozenset[str]]


def conversations(limit: int) -> list[tuple[Problem, Dialogue]]:
    """Return one dialogue a bank problem, of those that have a misconception, the same on every run.

    Args:
        limit: of problems, drawn over the whole bank.
    """
    problems = [*bank().values()]
    random.Random(0).shuffle(problems)
    made = []
    for problem in problems[:limit]:
        solution = solve(problem)
        try:
            belief = choose_misconception(solution, None, 0)
        except UnknownMisconceptionError:
            continue
        made.append((solution.problem, asyncio.run(simulate(solution, belief))))
    return made


def taught_turns(found: Iterable[tuple[Problem, Dialogue]]) -> list[Taught]:
    """Return every turn of the tutor with what was known before it."""
    return [turn for problem, dialogue in found for turn in _turns(problem, dialogue)]


def parted(turns: Sequence[Taught]) -> tuple[list[Taught], list[Taught]]:
    """Return turns for training and held-out ones; no problem is on both sides."""
    problems = sorted({turn.problem for turn in turns})
    random.Random(1).shuffle(problems)
    held_out = set(problems[::EVERY_NTH_PROBLEM_IS_HELD_OUT])
    return [turn for turn in turns if turn.problem not in held_out], [turn for turn in turns if turn.problem in held_out]


def _turns(problem: Problem, dialogue: Dialogue) -> Iterator[Taught]:
    moves: list[str] = []
    message = ""
    for number, turn in enumerate(dialogue.turns):
        if isinstance(turn, StudentTurn):
            message = turn.utterance
            continue
        shown = f"work {dialogue.attempt} moves {' '.join(moves)} student {message}"
        yield _taught(f"{problem.id}/{number}", problem, shown, turn)
        moves.append(turn.subact)


def _taught(name: str, problem: Problem, shown: str, turn: TutorTurn) -> Taught:
    figure = problem.question.figure
    points = frozenset(figure.points) if figure else frozenset()
    highlights = {category: named_in(turn.highlights, turn.highlights2, category) for category in CATEGORIES}
    renamed = _renaming(shown, points)
    return Taught(
        name,
        problem.id,
        _NAMES.sub(lambda found: "".join(map(renamed, found[0])) if _is_name(found[0], points) else found[0], shown),
        turn.act,
        turn.subact,
        turn.feedback,
        {
            category: frozenset(canonical(category, "".join(map(renamed, each))) for each in names)
            for category, names in highlights.items()
        },
    )


def _is_name(word: str, points: frozenset[str]) -> bool:
    return word not in _ARTICLES and points.issuperset(word)


class _Renaming:
    """Letters of points by the order in which they are asked for."""

    def __init__(self) -> None:
        self._known: dict[str, str] = {}

    def __call__(self, letter: str) -> str:
        return self._known.setdefault(letter, _LETTERS[len(self._known) % len(_LETTERS)])


def _renaming(shown: str, points: frozenset[str]) -> _Renaming:
    renaming = _Renaming()
    for found in _NAMES.findall(shown):
        if _is_name(found, points):
            for letter in found:
                renaming(letter)
    return renaming


def canonical(category: str, name: str) -> str:
    """Return the name of a line or an angle with its ends in order."""
    ends = sorted((name[0], name[-1]))
    return "".join(ends) if category == "lines" else f"{ends[0]}{name[1:-1]}{ends[1]}"


def _listed(names: Iterable[str]) -> str:
    return " , ".join(sorted(names))


def tutor_rows(turns: Sequence[Taught]) -> list[Row]:
    """Return rows of whole moves."""
    return [_row(turn, "move", turn.move) for turn in turns]


def prediction_rows(turns: Sequence[Taught]) -> list[Row]:
    """Return rows of the question whether the turn highlights anything of the rare category, its move being known."""
    return [_row(turn, f"{turn.act} {turn.subact} ?", YES if turn.highlights[RARE] else "no") for turn in turns]


def decision_rows(turns: Sequence[Taught]) -> list[Row]:
    """Return rows of the question which parts are highlighted, of turns that highlight some."""
    named = [turn for turn in turns if turn.highlights[RARE]]
    return [_row(turn, f"{turn.act} {turn.subact} which", _listed(turn.highlights[RARE])) for turn in named]


def asked_which(turns: Sequence[Taught]) -> list[str]:
    """Return the prompts of `decision_rows` for all turns, whether they highlight anything or not."""
    return [f"{turn.shown} {turn.act} {turn.subact} which" for turn in turns]


def _row(turn: Taught, asked: str, said: str) -> Row:
    return Row(turn.id, turn.problem, (Message(role="user", text=f"{turn.shown} {asked}"),), said)


def read_names(category: str, text: str) -> frozenset[str]:
    """Return the names that a text lists; what has another number of letters is none."""
    letters = 2 if category == "lines" else 3
    found = ("".join(part.split()) for part in text.split(","))
    return frozenset(canonical(category, name) for name in found if len(name) == letters and name.isupper())


def read_move(text: str) -> Said:
    """Return a move as a model gave it."""
    words = text.split()
    act, subact = (*words, "", "")[:2]
    highlights = {category: frozenset[str]() for category in CATEGORIES}
    for category, names in _NAMED.findall(text):
        highlights[category] = read_names(category, names)
    return Said(act, subact, highlights)


def focused_rows(turns: Sequence[Taught], yes: Sequence[str], which: Sequence[str]) -> list[HighlightRow]:
    """Return what is scored of the focused tasks: the answers of the yes/no model and of the model that names."""
    return [
        HighlightRow(turn.highlights[RARE], read_names(RARE, names), says_highlight=read_yes_no(answer) is True)
        for turn, answer, names in zip(turns, yes, which, strict=True)
    ]
