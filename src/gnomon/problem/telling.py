"""What the text of a problem says for sure, in the language of its givens: to be held against them, never to replace them unsaid.

A text that was made from the literals themselves says nothing of its own, and nothing is read where a sentence is not understood
as a whole. Reading takes some hundredths of a second, so that whoever needs no text should not ask.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from gnomon.algebra import Equation, Expression, quantities_in
from gnomon.problem.literals import Reading, SourceLiteral, read_literals
from gnomon.problem.problem import Problem
from gnomon.problem.statements import Content, Given
from gnomon.problem.wording import phrase, question_text
from gnomon.problem.words import ReadFact, Wording, read_words, sure_facts, sure_goals

_LONGEST = 4000
"""Characters of a text that is read; a long problem of a schoolbook has a thousand."""
_KEPT = 64
"""Texts that stay read: one problem is asked about several times."""
_SOURCE = "as the text says: "


class Said(NamedTuple):
    """One thing that the text states."""

    content: Content
    words: str
    """Of the text, that say it."""

    @property
    def shown(self) -> str:
        """The statement in school notation, such as ``∠ABC = 52`` or ``AB ∥ CD``."""
        return self.given.shown

    @property
    def in_words(self) -> str:
        """The statement in a clause, such as ``AB = 8`` or ``M is the midpoint of AB``."""
        return phrase(self.content)

    @property
    def source(self) -> str:
        """What stands for it where it is a given."""
        return source_of_said(self.content)

    @property
    def given(self) -> Given:
        """The statement as a given."""
        return Given(self.content, self.source, in_text=True)


class Asked(NamedTuple):
    """One value that the text asks for."""

    expression: Expression
    words: str


class Telling(NamedTuple):
    """What a text says for sure."""

    said: tuple[Said, ...] = ()
    asked: tuple[Asked, ...] = ()
    """Several where the text asks for several; empty where it was not read for sure."""


def telling(problem: Problem) -> Telling:
    """Read the text of a problem against its figure; nothing where it has no text of its own, no figure or no givens.

    Statements about points that the figure lacks are left out, and so are those that only the drawing would give a meaning.
    """
    figure, formal, text = problem.question.figure, problem.formal, problem.question.text
    if figure is None or formal is None or len(text) > _LONGEST or text == question_text(formal):
        return Telling()
    wording = _read(text, tuple(sorted(figure.points)), figure.lines)
    facts = {fact.literal: fact for fact in sure_facts(wording)}
    reading = read_literals([SourceLiteral(literal, in_text=True) for literal in facts], figure)
    mended = {note.source for note in reading.notes}
    read = [given for given in reading.description.givens if given.source in facts and given.source not in mended]
    known = [Said(given.content, _words(wording, facts[given.source])) for given in read]
    return Telling(tuple(each for each in known if _points(each.content) <= set(figure.points)), tuple(_asked(problem, wording)))


def source_of_said(content: Content) -> str:
    """Return the source that stands for a statement of the text: ``as the text says: AB = 8``."""
    return f"{_SOURCE}{content.in_notation() if not isinstance(content, Equation) else content}"


@lru_cache(maxsize=_KEPT)
def _read(text: str, names: tuple[str, ...], lines: tuple[tuple[str, ...], ...]) -> Wording:
    return read_words(text, names, lines=lines)


def _asked(problem: Problem, wording: Wording) -> Iterator[Asked]:
    figure = problem.question.figure
    assert figure is not None
    for goal in sure_goals(wording):
        reading: Reading = read_literals((), figure, goal.literal)
        found = reading.description.goal
        if found is not None and not reading.notes:
            yield Asked(found.expression, _words(wording, goal))


def _words(wording: Wording, fact: ReadFact) -> str:
    return " ".join(wording.text[slice(*fact.span)].split())


def _points(content: Content) -> set[str]:
    if isinstance(content, Equation):
        return {point for side in content for quantity in quantities_in(side) for point in quantity.points}
    return set(content.points)
