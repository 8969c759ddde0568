"""What the words leave open: the one choice that agrees with all else that is known, or the answer to a question."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from gnomon.drafting.asking import Asking, Question
from gnomon.drafting.facts import DraftFact, Origin, renamed_literal
from gnomon.drafting.fitting import fits
from gnomon.drafting.second_opinion import SecondOpinion
from gnomon.problem.words import Question as TextQuestion
from gnomon.problem.words import Wording

GOAL = "Find("
"""Of a choice between goals."""


class _Way(NamedTuple):
    """What a choice of a question of the text says."""

    words: str
    facts: tuple[DraftFact, ...]


@dataclass(frozen=True)
class Choosing:
    """The choices that a text leaves, and who makes them."""

    wording: Wording
    renamed: Mapping[str, str]
    """Points of the text, by their names in the picture."""
    opinion: SecondOpinion
    asking: Asking
    dropped: Collection[str] = ()
    """Literals of facts that somebody took out."""

    def chosen(self, data: Mapping[str, Any], known: Sequence[DraftFact]) -> list[DraftFact]:
        """Return what the questions of the text add: the only choice that agrees with all else, or the answer.

        Args:
            data: the problem as a file holds it, without facts.
            known: its facts so far.
        """
        left = [question for question in self.wording.questions if not is_about_goals(question)]
        added: list[DraftFact] = []
        ways = {question: _possible(self._ways(question), data, known) for question in left}
        while left:
            # What one choice settles may leave one choice to another question; only what is still open then is asked.
            question = next((each for each in left if len(ways[each]) == 1), left[0])
            chosen = self._chosen(question, ways[question])
            chosen = [fact for fact in chosen if fact.literal not in self.dropped]
            added += chosen
            left.remove(question)
            if chosen:
                ways = {each: _possible(ways[each], data, [*known, *added]) for each in left}
        return added

    def _ways(self, question: TextQuestion) -> list[_Way]:
        origin = Origin("text", self.wording.text[slice(*question.span)])
        return [
            _Way(choice.words, tuple(DraftFact(renamed_literal(fact, self.renamed), origin) for fact in choice.facts))
            for choice in question.choices
        ]

    def _chosen(self, question: TextQuestion, ways: Sequence[_Way]) -> Sequence[DraftFact]:
        if len(ways) == 1:
            return ways[0].facts
        said = [way for way in ways if all(self.opinion.says(fact.literal) for fact in way.facts)]
        if len(said) == 1:  # one of the meanings that the words can have, and the model's
            return said[0].facts
        chosen = self.asking.choice(asked(question, self.wording, [way.words for way in ways], only_adds=True))
        return () if chosen is None else ways[chosen].facts


def is_about_goals(question: TextQuestion) -> bool:
    """Whether a question of the text is what the text asks for."""
    return any(fact.startswith(GOAL) for choice in question.choices for fact in choice.facts)


def asked(question: TextQuestion, wording: Wording, words: Sequence[str], *, only_adds: bool = False) -> Question:
    """Return a question of a text as it is put to somebody, with the words of the choices that are left."""
    text = f"{wording.text[slice(*question.span)]!r}: {question.text}"
    return Question(_id_of(question, wording.questions), text, tuple(words), only_adds=only_adds)


def _id_of(question: TextQuestion, questions: Sequence[TextQuestion]) -> str:
    """Return where the words begin; of several questions about the same words, each has a number."""
    same = [other for other in questions if other.span[0] == question.span[0]]
    return f"text:{question.span[0]}" + (f":{same.index(question) + 1}" if len(same) > 1 else "")


def _possible(ways: Sequence[_Way], data: Mapping[str, Any], facts: Sequence[DraftFact]) -> Sequence[_Way]:
    """Return the ways that agree with facts; all where none does: what contradicts them is asked about later."""
    fitting = [way for way in ways if fits(data, [*facts, *way.facts]) is not False] if len(ways) > 1 else ()
    return fitting or ways
