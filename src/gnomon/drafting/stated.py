"""Sentences as facts of the figure, and the points that they name."""

from __future__ import annotations

import string
from collections.abc import Iterable, Iterator

from gnomon.drafting.drawn import Names
from gnomon.drafting.facts import DraftFact, Origin, terms_of
from gnomon.problem.school import points_in
from gnomon.problem.terms import Term
from gnomon.problem.words import Wording, leaves_corner_open


def stated_facts(wording: Wording) -> list[DraftFact]:
    """Return what the sentences state, each fact with its words; a corner that one leaves open is asked about."""
    return [
        DraftFact(fact.literal, Origin("text", wording.text[slice(*fact.span)]))
        for sentence in wording.sentences
        for fact in sentence.facts
        if not leaves_corner_open(fact.literal)
    ]


def points_on_bare_circles(wording: Wording) -> Iterator[DraftFact]:
    """Put a point without a printed name on each circle of which only sizes are told: what is drawn has a size there."""
    facts = [fact for sentence in wording.sentences for fact in sentence.facts]
    terms = terms_of((*wording.facts, *wording.goals))
    named = {point for term in terms for point in points_in(term)}
    free = (letter for letter in string.ascii_uppercase if letter not in named)
    placed = {centre for term in terms_of(wording.facts) if term.name != "Equals" for centre in _centres(term)}
    for centre in dict.fromkeys(centre for term in terms for centre in _centres(term)):
        if centre in placed:
            continue
        told = next((fact for fact in facts if f"Circle({centre})" in fact.literal), None)
        words = "" if told is None else wording.text[slice(*told.span)]
        yield DraftFact(f"PointLiesOnCircle({next(free)}, Circle({centre}))", Origin("size", words))


def names_in(wording: Wording) -> Names:
    """Return the names that the text has for points of the figure."""
    terms = terms_of((*wording.facts, *wording.goals))
    points = dict.fromkeys(point for term in terms for point in points_in(term))
    centres = dict.fromkeys(point for term in terms for point in _centres(term))
    return Names(tuple(points), tuple(centres), wording.invented)


def _centres(term: Term) -> Iterable[str]:
    if term.name == "Circle" and term.arguments:
        yield str(term.arguments[0])
    for argument in term.arguments:
        if isinstance(argument, Term):
            yield from _centres(argument)
