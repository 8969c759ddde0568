"""What a model drafted, against what was read: the same, something new, or a contradiction; what has no meaning is dropped."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Hashable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from gnomon.algebra import Equation, Expression
from gnomon.drafting.facts import DraftFact, Origin
from gnomon.drafting.suggesting import Suggested
from gnomon.figure import Fact, Figure
from gnomon.problem import FormalDescription, SourceLiteral, read_literals
from gnomon.problem.measures import number_of
from gnomon.problem.school import points_in, read_school, school_expression
from gnomon.problem.terms import Term, UnreadError


class Ground(NamedTuple):
    """The figure that statements are about."""

    figure: Figure
    material: str
    """All that text and picture say: its letters are those of the problem."""
    has_places: bool = True
    """Whether the points are where they are drawn, or their coordinates are only placeholders."""

    @classmethod
    def without_picture(cls, text: str, points: Collection[str]) -> Ground:
        """Return the figure of a text: its points, at different places and no more."""
        placed = {name: (math.cos(at), math.sin(at)) for at, name in enumerate(sorted(points))}
        return cls(Figure(points=placed), text, has_places=False)

    def statements(self, literal: str) -> frozenset[Hashable]:
        """Return what a literal says, the same however it is written; empty where it says nothing, or nothing new."""
        return frozenset(self._spelled(content) for content in self.contents(literal))

    def contents(self, literal: str) -> list[Fact | Equation]:
        """Return the facts and equations that a literal stands for."""
        return [given.content for given in self.read(literal).givens if given.source == literal]

    def read(self, literal: str) -> FormalDescription:
        """Read a literal on the figure."""
        return read_literals([SourceLiteral(literal)], self.figure, guessed=self._guessed).description

    def strange(self, literal: str) -> str:
        """Return the first letter of a literal that neither text nor picture has; empty where there is none."""
        letters = self.read(literal).letters
        return next(
            (name for name in letters if not re.search(rf"(?<![A-Za-z]){re.escape(name)}(?![A-Za-z])", self.material)), ""
        )

    def asked(self, goal: str) -> Expression | None:
        """Return what a goal asks for; None where it asks for nothing that can be computed."""
        found = read_literals((), self.figure, goal, guessed=self._guessed).description.goal
        return None if found is None else found.expression

    @property
    def _guessed(self) -> frozenset[str]:
        return frozenset() if self.has_places else frozenset(self.figure.points)

    def _spelled(self, content: Fact | Equation) -> Hashable:
        return frozenset(content) if isinstance(content, Equation) else content.canonical(self._line)

    def _line(self, first: str, second: str) -> tuple[str, ...]:
        return next((line for line in self.figure.lines if {first, second} <= set(line)), (first, second))


@dataclass(frozen=True)
class SecondOpinion:
    """A model's facts and goal, as far as they are about the figure."""

    ground: Ground
    facts: tuple[DraftFact, ...] = ()
    goal: str | None = None
    dropped: tuple[str, ...] = ()
    """What has no meaning here, with the reason."""

    @classmethod
    def of(cls, suggested: Suggested, ground: Ground) -> SecondOpinion:
        """Resolve what a model drafted against the points of a figure."""
        goal, why = _goal(suggested.goal, ground)
        dropped = [f"the model: {note}" for note in suggested.notes]
        dropped += [f"the model's goal {suggested.goal!r}: {why}"] if why else []
        found: list[DraftFact] = []
        for suggestion in suggested.facts:
            facts, why = _resolved(suggestion.fact, suggestion.words, ground, goal)
            found += facts
            dropped += [f"the model's {suggestion.fact!r}: {why}"] if why else []
        return cls(ground, tuple(found), goal, tuple(dropped))

    def says(self, literal: str) -> bool:
        """Whether the model states what a literal does."""
        said = self.ground.statements(literal)
        return bool(said) and said <= self._said(self.facts)

    def asks(self, goal: str) -> bool:
        """Whether the model's goal is this one."""
        return self.goal is not None and self.ground.asked(goal) == self.ground.asked(self.goal)

    def marked(self, facts: Iterable[DraftFact]) -> tuple[DraftFact, ...]:
        """Return the facts, those that the model states too marked so."""
        return tuple(fact._replace(by_model=True) if self.says(fact.literal) else fact for fact in facts)

    def beyond(self, facts: Iterable[DraftFact]) -> tuple[DraftFact, ...]:
        """Return what the model states and these facts do not."""
        said = self._said(facts)
        return tuple(fact for fact in self.facts if not self.ground.statements(fact.literal) <= said)

    def rival(self, fact: DraftFact, facts: Iterable[DraftFact]) -> DraftFact | None:
        """Return the fact that gives the same quantity another number than one of the model's; None where there is none."""
        mine = number_of(self.ground.contents(fact.literal))
        if mine is None:
            return None
        for other in facts:
            theirs = number_of(self.ground.contents(other.literal))
            if theirs is not None and theirs.quantity == mine.quantity and not theirs.is_same(mine):
                return other
        return None

    def _said(self, facts: Iterable[DraftFact]) -> frozenset[Hashable]:
        return frozenset(statement for fact in facts for statement in self.ground.statements(fact.literal))


def _resolved(fact: str, words: str, ground: Ground, goal: str | None) -> tuple[list[DraftFact], str]:
    """Return what a fact says of the figure, or why it says nothing."""
    try:
        terms = read_school(fact)
    except UnreadError as error:
        return [], str(error)
    if terms is None:
        return [], "no school notation"
    absent = [point for term in terms for point in points_in(term) if point not in ground.figure.points]
    if absent:
        return [], f"the figure has no point {absent[0]}"
    asked = None if goal is None else ground.asked(goal)
    found = [DraftFact(str(term), Origin("model", words)) for term in terms]
    for each in found:
        left_out = [message for message in ground.read(each.literal).left_out if not message.startswith("no goal")]
        if left_out:
            return [], left_out[0]
        if strange := ground.strange(each.literal):
            return [], f"text and picture have no {strange}"
        said = number_of(ground.contents(each.literal))
        if said is not None and said.quantity == asked:
            return [], "it answers what is asked"
    return [each for each in found if ground.statements(each.literal)], ""  # that D is on its drawn line says nothing new


def _goal(goal: str, ground: Ground) -> tuple[str | None, str]:
    if not goal:
        return None, ""
    try:
        term = school_expression(goal)
    except UnreadError as error:
        return None, str(error)
    absent = [point for point in points_in(term) if point not in ground.figure.points] if isinstance(term, Term) else []
    if absent:
        return None, f"the figure has no point {absent[0]}"
    return (str(term), "") if ground.asked(str(term)) is not None else (None, "nothing that can be computed")
