"""Who talks about what: the problem of each block of dialogues, and the learner of each dialogue.

Dialogues come in blocks about one problem, so that its proof, its readings and its guard are made once. A block depends on its
number and the seed alone. The blocks of a round have all problems in an order of the seed; round by round come new siblings of
them (`gnomon.variation`), and half of the problems begin with a sibling, so that a small corpus has both.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import NamedTuple

from gnomon.corpus.synthesis.config import SynthesisConfig, SynthesisError, problems_of
from gnomon.geometry import Solution, applicable, solution_of
from gnomon.problem import Problem
from gnomon.student import strengths, styles
from gnomon.variation import VariationError, vary

BLOCK = 10
"""Dialogues about one problem: enough to share what its first dialogue costs, and few enough that 10,000 have 1,000 problems."""
_MOST_SIBLINGS = 1000
"""Of one problem: more than any corpus asks for, so that the seeds of two corpora give different ones."""


class Block(NamedTuple):
    """Dialogues about one problem, by their place in the corpus."""

    number: int
    first: int
    """Of its dialogues, from 0."""
    num_dialogues: int

    @property
    def id(self) -> str:
        """Of its row."""
        return f"block-{self.number:06d}"


class Learner(NamedTuple):
    """A simulated learner."""

    misconception: str
    strength: str
    style: str

    @property
    def name(self) -> str:
        """As `gnomon.student.named_student` takes it."""
        return f"{self.strength}:{self.style}"


class Topic(NamedTuple):
    """What the dialogues of a block are about."""

    solution: Solution
    misconceptions: tuple[str, ...]
    """Those that change the answer."""
    varied_from: str | None
    """Id of the problem that this one is a sibling of."""


def blocks_of(dialogues: int) -> Iterator[Block]:
    """Yield the blocks of a corpus."""
    for number, first in enumerate(range(0, dialogues, BLOCK)):
        yield Block(number, first, min(BLOCK, dialogues - first))


def topic_of(config: SynthesisConfig, number: int) -> Topic:
    """Return the problem of a block; one that no dialogue can be held about leaves its place to the next in order.

    Raises:
        SynthesisError: when no problem has a proof and a misconception that changes its answer.
    """
    problems = problems_of(config.problems)
    order = random.Random(f"problems/{config.seed}").sample(list(problems), len(problems))
    round_, place = divmod(number, len(order))
    for shift in range(len(order)):
        topic = _talked_about(problems[order[(place + shift) % len(order)]], round_ ^ (place % 2), config.seed)
        if topic is not None:
            return topic
    raise SynthesisError(f"no problem of {config.problems} has a proof and a misconception that changes its answer")


def learners_of(topic: Topic, seed: int) -> Iterator[Learner]:
    """Yield learners without end: every misconception in turn, each time with another strength and style as long as there are."""
    generator = random.Random(f"learners/{seed}/{topic.solution.problem.id}")
    ideas = generator.sample(topic.misconceptions, len(topic.misconceptions))
    ways = {
        idea: generator.sample(list(itertools.product(strengths(), styles())), len(strengths()) * len(styles())) for idea in ideas
    }
    for turn in itertools.count():
        yield from (Learner(idea, *ways[idea][turn % len(ways[idea])]) for idea in ideas)


def _talked_about(original: Problem, sibling: int, seed: int) -> Topic | None:
    """Return a sibling, the original for number 0 and where it has none; None where it has no proof or no misconception."""
    solution = _sibling(original, seed * _MOST_SIBLINGS + sibling) if sibling else None
    varied_from = None if solution is None else original.id
    solution = solution or solution_of(original)
    if solution.proof is None or solution.deduction is None:
        return None
    ideas = tuple(applicable(solution.proof, solution.deduction))
    return Topic(solution, ideas, varied_from) if ideas else None


def _sibling(original: Problem, seed: int) -> Solution | None:
    try:
        siblings = vary(original, 1, seed).siblings
    except VariationError:
        return None
    return siblings[0].solution if siblings else None
