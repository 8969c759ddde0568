"""Sentences that were not understood, told by somebody in school notation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gnomon.drafting.asking import AnswerError, Asking, Question
from gnomon.drafting.facts import DraftFact, Origin
from gnomon.problem.school import read_school
from gnomon.problem.terms import Term, UnreadError
from gnomon.problem.words import Wording
from gnomon.prompts import in_one_line

_WHAT_ELSE = "What else does it say? Statements in school notation with ; between them, or: nothing."
_LONGEST_SHOWN = 160
"""Characters of a sentence in a question about it."""


def told_sentences(wording: Wording, told: Iterable[DraftFact], asking: Asking) -> Iterator[DraftFact]:
    """Ask what the sentences say that are not understood, and of which a model tells nothing; yield the answers.

    Args:
        wording: what was read.
        told: what a model tells.
        asking: is asked.

    Raises:
        AnswerError: for an answer in no school notation.
    """
    quoted = [fact.origin.words for fact in told]
    for sentence in wording.sentences:
        words = wording.text[slice(*sentence.span)]
        if not sentence.unread or any(quote in words for quote in quoted):
            continue
        text = f"Not all was understood of {in_one_line(words, _LONGEST_SHOWN)!r}. {_WHAT_ELSE}"
        question = Question(f"words:{sentence.span[0]}", text, only_adds=True)
        given = asking.free(question)
        for statement in () if given is None else str(given).split(";"):
            if statement.strip() not in {"", "nothing"}:
                yield from (DraftFact(str(term), Origin("answer", "")) for term in _statement(question.id, statement))


def _statement(question: str, statement: str) -> tuple[Term, ...]:
    """Read what an answer states.

    Raises:
        AnswerError: when it is in no school notation.
    """
    try:
        terms = read_school(statement)
    except UnreadError as error:
        raise AnswerError(question, str(error)) from error
    if terms is None:
        raise AnswerError(question, f"expected statements such as AB = AC; D on BC, or: nothing, got {statement.strip()!r}")
    return terms
