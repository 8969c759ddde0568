"""What came of a class's problems: each learner with each problem, the first tries without a tutor first, and the ideas found."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from gnomon.geometry import Misconception
from gnomon.store import Account, Classroom, Conversation, Try
from gnomon.studio.learner.routes import REASONS
from gnomon.studio.studio import Studio
from gnomon.studio.teacher.reading import is_read, reading_of

STATES = {
    "not_begun": "not begun here",
    "at_work": "at work",
    "solved_untold": "solved untold",
    "solved_told": "solved, told",
    "not_solved": "not solved",
}
"""How far a learner is with a problem, in words."""


class Column(NamedTuple):
    """A problem of the class."""

    problem: str
    title: str
    due: datetime | None
    is_assigned: bool
    """False for one that was talked about in the class, and is not, or no longer, assigned."""


@dataclass(frozen=True)
class Cell:
    """A learner with a problem."""

    talk: Conversation | None = None
    """The first that was finished, else the last one begun."""
    at_once: Try | None = None
    later: Try | None = None
    """A week later."""

    @property
    def state(self) -> str:
        """A key of `STATES`."""
        if self.talk is None:
            return "not_begun"
        return self.talk.outcome or "at_work"


class Row(NamedTuple):
    """A learner."""

    learner: Account
    cells: tuple[Cell, ...]


class Share(NamedTuple):
    """How many of those who tried were right."""

    right: int
    of: int


@dataclass(frozen=True)
class Overview:
    """A class."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]

    def shares(self, when: str) -> list[Share]:
        """Return for each problem how many were right at their try ``at_once`` or ``later``; unread answers count as not."""
        tries = [[getattr(row.cells[place], when) for row in self.rows] for place in range(len(self.columns))]
        answered = [[each for each in column if each is not None and each.answered is not None] for column in tries]
        return [Share(sum(each.is_right is True for each in column), len(column)) for column in answered]


async def overview_of(studio: Studio, classroom: Classroom) -> Overview:
    """Return what came of a class's problems so far."""
    store = studio.store
    learners = await store.classes.learners(classroom.id)
    talks = await _talks(studio, classroom, learners)
    tries: dict[str, list[Try]] = defaultdict(list)
    for each in await store.conversations.tries(account_ids=[learner.id for learner in learners]):
        tries[each.conversation_id].append(each)
    columns = await _columns(studio, classroom, talks)
    begun: dict[tuple[str, str], list[Conversation]] = defaultdict(list)
    for talk in reversed(talks):  # oldest first
        begun[talk.account_id, talk.problem].append(talk)
    rows = tuple(
        Row(learner, tuple(_cell(begun[learner.id, column.problem], tries) for column in columns)) for learner in learners
    )
    return Overview(columns, rows)


async def _talks(studio: Studio, classroom: Classroom, learners: Sequence[Account]) -> list[Conversation]:
    """Return the conversations of the class, newest first, of those who belong to it."""
    ids = {learner.id for learner in learners}
    return [talk for talk in await studio.store.conversations.of(class_id=classroom.id) if talk.account_id in ids]


async def _columns(studio: Studio, classroom: Classroom, talks: Sequence[Conversation]) -> tuple[Column, ...]:
    assigned = {each.problem: each.due for each in await studio.store.classes.assignments(classroom.id)}
    others = sorted({talk.problem for talk in talks} - assigned.keys())
    titles = {each: await title_of(studio, each) for each in (*assigned, *others)}
    return tuple(Column(each, titles[each], assigned.get(each), each in assigned) for each in (*assigned, *others))


def _cell(talks: Sequence[Conversation], tries: dict[str, list[Try]]) -> Cell:
    if not talks:
        return Cell()
    talk = next((each for each in talks if each.ended is not None), talks[-1])
    at_once, later, *_ = (*tries[talk.id], None, None)  # by when they are due
    return Cell(talk, at_once, later)


async def title_of(studio: Studio, problem_id: str) -> str:
    """Return what a problem is called."""
    problem = await studio.problem(problem_id)
    return (problem.title if problem else "") or problem_id


class Complaint(NamedTuple):
    """A reply of the tutor that a learner reported."""

    learner: Account
    talk_id: str
    title: str
    number: int
    """Of its turn."""
    reason: str


async def complaints_in(studio: Studio, classroom: Classroom, learners: Sequence[Account]) -> list[Complaint]:
    """Return what learners of a class reported of the tutor's replies there, newest first."""
    by_id = {learner.id: learner for learner in learners}
    talks = {talk.id: talk for talk in await _talks(studio, classroom, learners)}
    found = []
    for event in await studio.store.events.of(kind="reported_reply"):
        _, talk_id, _, number = event.place.split("/")
        if (talk := talks.get(talk_id)) is not None:
            reason = REASONS[event.body["reason"]]
            found.append(Complaint(by_id[talk.account_id], talk_id, await title_of(studio, talk.problem), int(number), reason))
    return found


class Shown(NamedTuple):
    """A line in which an idea shows."""

    learner: Account
    talk_id: str
    title: str
    number: int | None
    """Of its turn; None: in the attempt."""
    text: str


class Found(NamedTuple):
    """An idea found in a class."""

    idea: Misconception
    lines: tuple[Shown, ...]

    @property
    def num_learners(self) -> int:
        """In how many learners' lines it shows."""
        return len({line.learner.id for line in self.lines})


class Ideas(NamedTuple):
    """What was found so far."""

    found: tuple[Found, ...]
    """Ideas of most learners first, slips last."""
    num_unread: int
    """Conversations that are still to be read."""


async def ideas_in(studio: Studio, classroom: Classroom, learners: Sequence[Account], *, most_new: int | None = None) -> Ideas:
    """Return the ideas found in what learners of a class wrote.

    Args:
        studio: where it is kept.
        classroom: the class.
        learners: of it.
        most_new: how many conversations are read now that were not read before; None: all.
    """
    by_id = {learner.id: learner for learner in learners}
    lines: dict[str, list[Shown]] = defaultdict(list)
    known: dict[str, Misconception] = {}
    talks = await studio.store.conversations.with_turns(await _talks(studio, classroom, learners))
    titles = {each: await title_of(studio, each) for each in {kept.row.problem for kept in talks}}
    unread = [kept for kept in talks if not is_read(kept)]
    left = {kept.row.id for kept in unread[most_new:]} if most_new is not None else set()
    for kept in reversed(talks):
        if kept.row.id in left:
            continue
        for line in (await reading_of(studio, kept)).lines:
            for idea in line.ideas:
                known[idea.id] = idea
                shown = Shown(by_id[kept.row.account_id], kept.row.id, titles[kept.row.problem], line.number, line.text)
                lines[idea.id].append(shown)
    found = [Found(known[each], tuple(where)) for each, where in lines.items()]
    return Ideas(tuple(sorted(found, key=lambda each: (each.idea.is_slip, -each.num_learners, each.idea.name))), len(left))
