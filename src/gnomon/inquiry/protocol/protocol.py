"""The interaction of ODQS (3.1, 3.2, Algorithm 1): five questions, an evaluation before each and after the last.

Algorithm 1, read as printed, gives three questions and three evaluations; the text and every table of results have evaluations at
turns 0 to 5, and those are held here. H(0) is the problem with the teacher's greeting. For i = 1..5 the student asks q(i) at
H(i-1), the teacher replies, and both join H(i). An assessment at turn s joins H(s) before the evaluation there; it takes up no
question. Evaluation t and question t + 1 depend on H(t) alone, so they are asked for together.
"""

from __future__ import annotations

from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from gnomon.inquiry.errors import InquiryError
from gnomon.inquiry.protocol.guarding import Said, say
from gnomon.inquiry.protocol.players import InquiryStudent, InquiryTeacher, Line, State
from gnomon.inquiry.protocol.records import (
    NUM_QUESTIONS,
    AnswerSample,
    Assessment,
    Evaluation,
    Exchange,
    InquiryFailure,
    InquiryRow,
    ProtocolName,
    Scaffolding,
)
from gnomon.inquiry.protocol.tasks import InquiryProblem, InquiryTask
from gnomon.models import ModelError, all_of

ResultT = TypeVar("ResultT")


class ProtocolSettings(BaseModel):
    """How a dialogue is held."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    scaffolding: Scaffolding = "unscaffolded"
    assessment_turn: int = Field(default=-1, ge=-1, le=NUM_QUESTIONS)
    """s; -1 for none. Pre-assessment is 0, mid-assessment 2."""
    protocol: ProtocolName = "paper"
    num_samples: int = Field(default=5, ge=1)
    """k, answer-only samples at each evaluation."""
    seed: int = 0


class FailedAtError(Exception):
    """A step of a dialogue failed; whoever holds the dialogue records it."""

    def __init__(self, failure: InquiryFailure) -> None:
        super().__init__(failure.message)
        self.failure = failure


@dataclass(frozen=True)
class Inquiry:
    """One problem with those who talk about it: the steps that the protocol and the candidate search are made of."""

    item: InquiryProblem
    task: InquiryTask
    student: InquiryStudent
    teacher: InquiryTeacher
    settings: ProtocolSettings = field(default_factory=ProtocolSettings)

    @property
    def is_simulated(self) -> bool:
        """Whether a simulation takes part."""
        return self.student.is_simulated or self.teacher.is_simulated

    async def reply(self, state: State, question: str) -> Said:
        """Return the teacher's words to a question.

        Raises:
            FailedAtError: when a model or a check fails; so do the other steps.
        """
        said = (*state.said_by_student, question)
        with failing_at("teacher/reply"):
            return await say(
                lambda rejected: self.teacher.reply(state, question, rejected),
                lambda text: self.task.find_leak(self.item, text, said),
                self.settings.protocol,
                self.task.safe_reply,
            )

    async def samples(self, state: State, first: int, count: int) -> tuple[AnswerSample, ...]:
        """Return graded answer samples ``first`` to ``count - 1``; those before have been seen already."""
        with failing_at("student/answer"):
            texts = await self.student.answers(state, count)
        return await self._graded(texts[first:])

    async def evaluate(self, state: State) -> Evaluation:
        """Return the k samples at a state."""
        return Evaluation(turn=state.turn, samples=await self.samples(state, 0, self.settings.num_samples))

    async def assess(self, state: State) -> tuple[Assessment, State]:
        """Return one assessment, and the state that it has joined."""
        with failing_at("student/attempt"):
            attempt = await self.student.attempt(state)
        (sample,) = await self._graded((attempt,))
        verdict = self.task.verdict_words(sample)
        # A summary may quote a test: the teacher alone sees it, the student is told the result and the comment (ODQS, F.2).
        found = f"{verdict} ({sample.summary})" if sample.summary else verdict
        said = (*state.said_by_student, attempt)
        with failing_at("teacher/feedback"):
            comment = await say(
                lambda rejected: self.teacher.feedback(state, attempt, found, rejected),
                lambda text: self.task.find_leak(self.item, text, said),
                self.settings.protocol,
                self.task.safe_reply,
            )
        feedback = f"Result of the check: {verdict}.\n{comment.text}"
        assessment = Assessment(
            turn=state.turn,
            attempt=attempt,
            is_right=sample.is_right,
            feedback=feedback,
            leak=comment.leak,
            leak_acted=comment.leak_acted,
        )
        return assessment, state.with_lines(Line("attempt", attempt), Line("feedback", feedback))

    async def _graded(self, texts: tuple[str, ...]) -> tuple[AnswerSample, ...]:
        """Grade each text once, however often it was said."""
        different = tuple(dict.fromkeys(texts))
        with failing_at("check"):
            graded = dict(zip(different, await together(*(self.task.grade(self.item, text) for text in different)), strict=True))
        return tuple(graded[text] for text in texts)


async def hold_dialogue(inquiry: Inquiry, row_id: str | None = None) -> InquiryRow:
    """Hold one dialogue; one that fails is a row with its error and with what it had.

    Args:
        inquiry: the problem and who takes part.
        row_id: of the row; None takes the problem's id.
    """
    settings = inquiry.settings
    dialogue = _Dialogue(inquiry)
    error: InquiryFailure | None = None
    try:
        await dialogue.hold()
    except FailedAtError as failed:
        error = failed.failure
    return InquiryRow(
        id=row_id or inquiry.item.id,
        problem=inquiry.item.id,
        task=inquiry.task.name,
        student=inquiry.student.name,
        teacher=inquiry.teacher.name,
        scaffolding=settings.scaffolding,
        assessment_turn=settings.assessment_turn,
        protocol=settings.protocol,
        seed=settings.seed,
        simulated=inquiry.is_simulated,
        greeting=dialogue.state.lines[0].text,
        exchanges=tuple(dialogue.exchanges),
        evaluations=tuple(sorted(dialogue.evaluations, key=lambda evaluation: evaluation.turn)),
        assessment=dialogue.assessment,
        error=error,
    )


class _Dialogue:
    """A dialogue under way."""

    def __init__(self, inquiry: Inquiry) -> None:
        self.inquiry = inquiry
        self.state = inquiry.task.start(inquiry.item)
        self.exchanges: list[Exchange] = []
        self.evaluations: list[Evaluation] = []
        self.assessment: Assessment | None = None

    async def hold(self) -> None:
        while True:
            if self.state.turn == self.inquiry.settings.assessment_turn:
                self.assessment, self.state = await self.inquiry.assess(self.state)
            if self.state.turn == NUM_QUESTIONS:
                await self._evaluate(self.state)
                return
            _, exchange = await together(self._evaluate(self.state), self._exchange(self.state))
            self.exchanges.append(exchange)
            self.state = self.state.after(exchange)

    async def _evaluate(self, state: State) -> None:
        self.evaluations.append(await self.inquiry.evaluate(state))

    async def _exchange(self, state: State) -> Exchange:
        with failing_at("student/question"):
            (question,) = await self.inquiry.student.questions(state, 1)
        said = await self.inquiry.reply(state, question)
        return Exchange(number=state.turn + 1, question=question, reply=said.text, leak=said.leak, leak_acted=said.leak_acted)


@contextmanager
def failing_at(boundary: str) -> Iterator[None]:
    """Turn the failure of a model or of a check into `FailedAtError`."""
    try:
        yield
    except (ModelError, OSError, InquiryError) as error:
        raise FailedAtError(InquiryFailure(boundary=boundary, message=str(error))) from error


async def together(*jobs: Coroutine[Any, Any, Any]) -> tuple[Any, ...]:
    """Await jobs of any results together, as `gnomon.models.all_of` does."""
    return await all_of(jobs)
