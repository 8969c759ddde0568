"""What of a reading is sure: whole sentences, about points that the text names, with no corner left to a drawing."""

from __future__ import annotations

import re

from gnomon.problem.terms import Term, UnreadError, parse_literal
from gnomon.problem.words.reading import ReadFact, Wording

_POINT = re.compile(r"(?<![A-Za-z])[A-Z][0-9'′]*(?![A-Za-z(])")


def sure_facts(wording: Wording) -> tuple[ReadFact, ...]:
    """Return the facts of sentences that are understood as a whole, about points that the text names."""
    found = [fact for sentence in wording.sentences if sentence.status == "understood" for fact in sentence.facts]
    return tuple(fact for fact in found if _is_sure(fact, wording) and not leaves_corner_open(fact.literal))


def sure_goals(wording: Wording) -> tuple[ReadFact, ...]:
    """Return what is asked, of sentences that are understood as a whole; nothing where one of the goals is unsure."""
    found = [(sentence, goal) for sentence in wording.sentences for goal in sentence.goals]
    if any(sentence.status != "understood" or not _is_sure(goal, wording) for sentence, goal in found):
        return ()
    choices = [fact for question in wording.questions for choice in question.choices for fact in choice.facts]
    is_open = any(fact.startswith("Find(") for fact in choices)
    return () if is_open else tuple(goal for _, goal in found)


def leaves_corner_open(literal: str) -> bool:
    """Whether a literal is a right or isosceles triangle without its corner: a drawing would settle it by its sizes."""
    try:
        term = parse_literal(literal).term
    except UnreadError:
        return False
    if not isinstance(term, Term) or term.name not in {"Right", "Isosceles"} or len(term.arguments) != 1:
        return False
    inner = term.arguments[0]
    return isinstance(inner, Term) and inner.name == "Triangle"


def _is_sure(fact: ReadFact, wording: Wording) -> bool:
    return not set(_POINT.findall(fact.literal)) & set(wording.invented)
