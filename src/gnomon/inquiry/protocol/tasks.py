"""What an inquiry can be about: word problems, programming tasks, geometry with its diagram (ODQS 4.1).

A task says how a problem is shown, what counts as a right answer, and what a teacher must not say. The paper names problems with
pictures as work to come; `GeometryTask` is that.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Literal, NamedTuple

from gnomon.algebra import Policy, equal
from gnomon.datasets import CodingTask
from gnomon.inquiry.protocol.answer_reading import read_final_answer, read_program, show_final_answer
from gnomon.inquiry.protocol.code_leaks import find_function_body
from gnomon.inquiry.protocol.players import State
from gnomon.inquiry.protocol.records import AnswerSample, TaskName
from gnomon.inquiry.protocol.views import View
from gnomon.models import Image
from gnomon.problem import Problem, Question
from gnomon.tutor import find_leak

Equality = Literal["integer", "learner", "textbook", "free"]
"""How an answer is compared with the right one: policies of `gnomon.algebra`."""


class CodeVerdict(NamedTuple):
    """What came of the tests of one program."""

    verdict: str
    """``passed`` or another word of the sandbox."""
    summary: str = ""
    """What went wrong, in one line; empty where all passed."""


CodeChecker = Callable[[CodingTask, str], Awaitable[CodeVerdict]]
"""Runs the tests of a task on a program; raises `OSError` where it cannot."""
FreeEqual = Callable[[str, str], Awaitable[bool | None]]
"""Compares a right answer with a claimed one; None where it cannot tell."""
_PASSED = "passed"
_CODE_VERDICTS = {_PASSED: True, "failed": False, "timeout": False, "memory": False}
"""The others say that the tests could not be run: no score, and counted."""
_WORDS_AFTER = re.compile(r"(?<=\d)\s+[A-Za-z]{1,2}\s+[A-Za-z]{2,}.*$|(?<=\d)\s+[A-Za-z]{3,}.*$")
_DIAGRAM_WIDTH_PX = 480  # letters of the figure stay readable, and a picture costs few tokens


class InquiryProblem(NamedTuple):
    """A problem with what a task needs of it."""

    id: str
    problem: Problem
    coding: CodingTask | None = None


class InquiryTask(ABC):
    """One kind of problem."""

    name: ClassVar[TaskName]
    view: ClassVar[View]
    safe_reply: ClassVar[str] = "I will not say more than this: what do you know so far, and which quantity could come next?"
    """What a guarded teacher says when its drafts give the answer away."""

    def start(self, item: InquiryProblem) -> State:
        """Return H(0)."""
        return State(item.id, self.question(item), images=self.images(item))

    def question(self, item: InquiryProblem) -> Question:
        """Return what the student sees of the problem."""
        return item.problem.question

    def images(self, item: InquiryProblem) -> tuple[Image, ...]:  # noqa: ARG002  # the rule is none
        """Return the pictures that belong to the problem."""
        return ()

    @abstractmethod
    async def grade(self, item: InquiryProblem, text: str) -> AnswerSample:
        """Say whether one sample is right.

        Raises:
            OSError: when a check could not be run at all.
        """

    @abstractmethod
    def find_leak(self, item: InquiryProblem, utterance: str, said_by_student: tuple[str, ...]) -> str | None:
        """Return what a teacher's words give away; None where they give nothing away."""

    def verdict_words(self, sample: AnswerSample) -> str:
        """Return the verdict on an attempt in words, for the teacher and the student."""
        if sample.is_right is None:
            return "not right: no answer in the form asked for was found"
        return "right" if sample.is_right else "not right"


@dataclass(frozen=True)
class _NumberInquiry(InquiryTask):
    equality: Equality
    free_equal: FreeEqual | None = None

    async def grade(self, item: InquiryProblem, text: str) -> AnswerSample:
        """Compare the number that the sample ends with."""
        if self.equality == "free":
            return AnswerSample(text=text, is_right=await self._is_freely_equal(item, text))
        policy: Policy = self.equality
        return AnswerSample(text=text, is_right=equal(item.problem.answer, read_final_answer(text), policy))

    def find_leak(self, item: InquiryProblem, utterance: str, said_by_student: tuple[str, ...]) -> str | None:
        """Return the leak that the answer guard finds."""
        leak = find_leak(utterance, item.problem, item.problem.answer, said_by_student=said_by_student)
        return None if leak is None else f"{leak.rule}: {leak.reason}"

    async def _is_freely_equal(self, item: InquiryProblem, text: str) -> bool | None:
        claim = _bare(show_final_answer(text))
        truth = item.problem.exact or (None if item.problem.answer is None else f"{item.problem.answer:g}")
        if claim is None or truth is None or self.free_equal is None:
            return None
        return await self.free_equal(truth, claim)


def _bare(claim: str | None) -> str | None:
    """Return a claim without a currency sign before it and words after a number: "$18 a day" is 18."""
    return None if claim is None else _WORDS_AFTER.sub("", claim.strip().lstrip("$€£").rstrip("."))


@dataclass(frozen=True)
class WordProblemInquiry(_NumberInquiry):
    """GSM8K: whole numbers, compared as such, as the paper does."""

    name: ClassVar[TaskName] = "gsm8k"
    equality: Equality = "integer"
    view: ClassVar[View] = View("math", whole_number=True)


@dataclass(frozen=True)
class GeometryInquiry(_NumberInquiry):
    """Problems of the bank or of a file, with their diagram."""

    name: ClassVar[TaskName] = "geometry"
    equality: Equality = "learner"
    view: ClassVar[View] = View("math")

    def images(self, item: InquiryProblem) -> tuple[Image, ...]:
        """Return the pictures that come with the question, else its figure drawn; none where there is neither."""
        question = item.problem.question
        if question.images:
            return tuple(Image.read(Path(path)) for path in question.images)
        if question.figure is None:
            return ()
        from gnomon.drawing import draw, to_png

        return (Image(data=to_png(draw(question.figure, width_px=_DIAGRAM_WIDTH_PX))),)


@dataclass(frozen=True)
class CodingInquiry(InquiryTask):
    """HumanEval and tasks of its kind: unit tests in a sandbox."""

    checker: CodeChecker
    name: ClassVar[TaskName] = "humaneval"
    view: ClassVar[View] = View("coding")
    safe_reply: ClassVar[str] = "I can help in words only: which requirement or which case would you like to talk about?"

    def question(self, item: InquiryProblem) -> Question:
        """Return the head of the function, or the instruction with the function's name, which its tests need."""
        task = _coding(item)
        if task.style == "check":
            return item.problem.question
        return Question(text=f"{task.prompt.rstrip()}\n\nThe function is called {task.entry_point}.")

    async def grade(self, item: InquiryProblem, text: str) -> AnswerSample:
        """Run the tests on the program that the sample holds."""
        task = _coding(item)
        program = read_program(text, task.entry_point)
        if program is None:
            return AnswerSample(text=text, is_right=None)
        verdict, summary = await self.checker(task, program)
        return AnswerSample(text=text, is_right=_CODE_VERDICTS.get(verdict), verdict=verdict, summary=summary)

    def find_leak(self, item: InquiryProblem, utterance: str, said_by_student: tuple[str, ...]) -> str | None:  # noqa: ARG002
        """Return a complete function body, whoever wrote it first: the teacher gives words."""
        found = find_function_body(utterance)
        return None if found is None else f"code: a complete function body, {found}"

    def verdict_words(self, sample: AnswerSample) -> str:
        """Return the sandbox's verdict in words."""
        words = super().verdict_words(sample)
        return words if sample.verdict in ("", _PASSED) else f"{words}: {sample.verdict}"


def _coding(item: InquiryProblem) -> CodingTask:
    if item.coding is None:
        raise TypeError(f"{item.id}: expected a programming task with its tests, got a problem without")
    return item.coding
