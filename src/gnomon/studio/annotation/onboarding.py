"""Onboarding: pages to read, a video where the group has one, and a quiz that gives a reason for each answer (GeoDial 3.2)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict, Field, model_validator

from gnomon.drawing import draw
from gnomon.figure import Highlights
from gnomon.packaged import packaged_yaml
from gnomon.problem import load_problem

_FROZEN = ConfigDict(frozen=True, extra="forbid")


class Picture(BaseModel):
    """A figure with highlights."""

    model_config = _FROZEN

    problem: str
    """Whose figure: an id of the bank, or ``FILE#ID``."""
    green: Highlights = Field(default_factory=Highlights)
    brown: Highlights | None = None

    def svg(self, width_px: float = 480) -> str:
        """Draw it.

        Raises:
            ProblemError: when the problem is not to be found.
            ValueError: when it has no figure.
        """
        figure = load_problem(self.problem).question.figure
        if figure is None:
            raise ValueError(f"expected a problem with a figure, got {self.problem!r}")
        return draw(figure, self.green, self.brown, width_px=width_px)


class Page(BaseModel):
    """One page to read."""

    model_config = _FROZEN

    id: str
    title: str
    text: str
    """Paragraphs, with an empty line between them."""
    picture: Picture | None = None


class Choice(BaseModel):
    """One answer of a question."""

    model_config = _FROZEN

    text: str
    is_right: bool
    reason: str
    """Why it is right, or is not: shown once it was chosen."""


class QuizQuestion(BaseModel):
    """One question of the quiz."""

    model_config = _FROZEN

    id: str
    page: str
    """Where to read it up."""
    text: str
    choices: tuple[Choice, ...] = Field(min_length=2)

    @model_validator(mode="after")
    def _one_is_right(self) -> QuizQuestion:
        if sum(choice.is_right for choice in self.choices) != 1:
            raise ValueError(f"question {self.id!r}: expected one right answer")
        return self


class QuizResult(NamedTuple):
    """What came of a quiz."""

    right: int
    of: int
    has_passed: bool
    to_read_again: tuple[str, ...]
    """Pages of the questions that were answered wrongly or not at all, in their order, each once."""


class Onboarding(BaseModel):
    """Pages, a place for a video, a quiz."""

    model_config = _FROZEN

    video: Path | None = None
    """A file that the group gives; None: there is none."""
    pass_share: float = Field(gt=0, le=1)
    """Of the questions, for passing."""
    pages: tuple[Page, ...]
    quiz: tuple[QuizQuestion, ...]

    @model_validator(mode="after")
    def _pages_exist(self) -> Onboarding:
        known = {page.id for page in self.pages}
        for question in self.quiz:
            if question.page not in known:
                raise ValueError(f"question {question.id!r}: there is no page {question.page!r}")
        return self

    def grade(self, answers: Mapping[str, int]) -> QuizResult:
        """Grade a quiz.

        Args:
            answers: by id of a question the index of the chosen answer, from 0; one that is missing is not right.

        Raises:
            ValueError: for a question or an answer that there is not.
        """
        questions = {question.id: question for question in self.quiz}
        for name, index in answers.items():
            if name not in questions or not 0 <= index < len(questions[name].choices):
                raise ValueError(f"expected answers to {', '.join(questions)} by their numbers, got {name!r}: {index!r}")
        missed = [each for each in self.quiz if each.id not in answers or not each.choices[answers[each.id]].is_right]
        right = len(self.quiz) - len(missed)
        # A share of .8 of five questions is four, whatever a float makes of it.
        has_passed = right >= self.pass_share * len(self.quiz) - 1e-9
        return QuizResult(right, len(self.quiz), has_passed, tuple(dict.fromkeys(each.page for each in missed)))


@cache
def onboarding() -> Onboarding:
    """Return the onboarding that the package ships; a group's own is read with `Onboarding.model_validate`."""
    return Onboarding.model_validate(packaged_yaml(__package__, "onboarding.yaml"))
