"""Finding problems to set: the bank and the teacher's own, by title, text and topic."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from markupsafe import Markup

from gnomon.problem import Problem, bank
from gnomon.store import Account
from gnomon.studio.learner.views import LIST_WIDTH, figure_svg
from gnomon.studio.problems import read_problem
from gnomon.studio.studio import Studio

OWN = "own"
"""The topic under which a teacher's own problems stand."""
ONCE = 12
"""Problems shown at a time, with their figures."""


class Choice(NamedTuple):
    """A problem to choose."""

    problem: Problem
    title: str
    topic: str

    @property
    def figure(self) -> Markup | None:
        """Drawn."""
        return figure_svg(self.problem, width=LIST_WIDTH)


@cache
def topics() -> tuple[str, ...]:
    """Return the topics of the bank."""
    return tuple(dict.fromkeys(_topic(problem) for problem in bank().values()))


async def chosen_problems(studio: Studio, account: Account, words: str, topic: str) -> list[Choice]:
    """Return own problems and those of the bank.

    Args:
        studio: where own ones are kept.
        account: whose.
        words: each stands in title, text, topic or id, in letters of any size; empty: any.
        topic: one of `topics`, or `OWN`; empty: any.
    """
    own = [(each, read_problem(each.source, each.id)) for each in await studio.store.problems.of(account.id)]
    choices = [Choice(problem, row.title, OWN) for row, problem in own if problem is not None]
    choices += [Choice(problem, problem.title or problem.id, _topic(problem)) for problem in bank().values()]
    wanted = words.lower().split()
    return [each for each in choices if topic in {"", each.topic} and all(word in _text(each) for word in wanted)]


def _topic(problem: Problem) -> str:
    return problem.topic or problem.chapter


def _text(choice: Choice) -> str:
    return f"{choice.title} {choice.problem.question.text} {choice.topic} {choice.problem.id}".lower()
