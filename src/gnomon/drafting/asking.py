"""Questions that a draft leaves open, and the answers to them.

DraftError (also ValueError)   no draft can be made; one line says what to do
├── AnswerError                an answer does not answer its question
└── NothingReadError           picture or text is nothing that a problem can be made of
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from gnomon.drafting.facts import DraftFact

Answer = str | int | float | Sequence[float]
"""A choice by its number, from 1, or by its words; a place in the picture as two pixels; free text."""


class DraftError(ValueError):
    """No draft can be made."""


class AnswerError(DraftError):
    """An answer does not answer its question."""

    def __init__(self, question: str, message: str) -> None:
        super().__init__(f"{question}: {message}")
        self.question = question
        """Its id."""


class NothingReadError(DraftError):
    """Picture or text is nothing that a problem can be made of."""


class Question(NamedTuple):
    """What neither picture nor text settles."""

    id: str
    """The same in every run on the same picture and text."""
    text: str
    choices: tuple[str, ...] = ()
    """Empty where the answer is free text or a place."""
    only_adds: bool = False
    """Whether every answer only adds facts: a proof without them holds whatever the answer is."""
    rivals: tuple[DraftFact, ...] = ()
    """Facts that contradict each other, where it is about them."""

    def as_json(self) -> dict[str, object]:
        """Return it as files hold it."""
        return {"id": self.id, "text": self.text, "choices": list(self.choices)}


class Asking:
    """Answers that are given, and the questions that are still open."""

    def __init__(self, answers: Mapping[str, Answer]) -> None:
        self._answers = answers
        self._asked: dict[str, Question] = {}

    @property
    def open(self) -> tuple[Question, ...]:
        """The questions without an answer, in the order asked."""
        return tuple(question for name, question in self._asked.items() if name not in self._answers)

    def choice(self, question: Question) -> int | None:
        """Ask, and return the place of the choice that is the answer, from 0; None where there is no answer.

        Raises:
            AnswerError: for an answer that is none of the choices.
        """
        given = self.free(question)
        if given is None:
            return None
        if isinstance(given, str) and given in question.choices:
            return question.choices.index(given)
        number = str(given).strip()
        if number.isdecimal() and 1 <= int(number) <= len(question.choices):
            return int(number) - 1
        raise AnswerError(
            question.id, f"expected a number from 1 to {len(question.choices)} or the words of a choice, got {given!r}"
        )

    def free(self, question: Question) -> Answer | None:
        """Ask, and return the answer as given; None where there is none."""
        self._asked[question.id] = question
        return self._answers.get(question.id)

    def require_all_used(self) -> None:
        """Refuse answers to questions that were not asked.

        Raises:
            DraftError: with the ids that are asked.
        """
        unknown = sorted(set(self._answers) - set(self._asked))
        if unknown:
            asked = ", ".join(self._asked) or "none"
            raise DraftError(f"no question {unknown[0]!r} was asked; questions: {asked}")
