"""What an inquiry would ask at most, before it is paid for: a few problems are tried with stand-ins that answer nothing useful.

A selection that has not been made yet keeps nobody knows which problems: all of them are counted. Programs are not run.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Self

from gnomon.inquiry.casting import Cast
from gnomon.inquiry.config import InquiryConfig
from gnomon.inquiry.protocol.protocol import Inquiry, hold_dialogue
from gnomon.inquiry.protocol.tasks import (
    CodeVerdict,
    CodingInquiry,
    GeometryInquiry,
    InquiryProblem,
    InquiryTask,
    WordProblemInquiry,
)
from gnomon.inquiry.search.search import search_questions
from gnomon.inquiry.simulated.settings import is_simulated
from gnomon.inquiry.sources import find_source
from gnomon.models import Cache, FakeModel, Ledger, Request, model_name
from gnomon.runs import Pace

_TRIED = 5  # problems: a dialogue is some thirty requests, and its length hangs little on the problem
_WORDS = "A message of about the length that students and teachers write, which is two or three sentences and some numbers. " * 2
"""Later requests quote the earlier answers, so their length counts."""


class _StandIns(Cast):
    """The cast of an inquiry with stand-ins for its models."""

    def __init__(self, config: InquiryConfig, task: InquiryTask) -> None:
        super().__init__(config, task, Cache(Path()), Ledger(), Pace())  # nothing is kept
        self.stand_ins: dict[tuple[str, str], FakeModel] = {}

    async def __aenter__(self) -> Self:
        config = self._config
        named = [("student", config.student), ("peer", config.peer), *(("teacher", teacher) for teacher in config.teachers)]
        for role, spec in named:
            if spec is not None and not is_simulated(spec):
                self.stand_ins[role, spec] = self._models[role, spec] = FakeModel(_WORDS, name=model_name(spec))
        return self

    async def __aexit__(self, *_: object) -> None:
        """Nothing is open."""


def inquiry_requests(config: InquiryConfig) -> tuple[Mapping[tuple[str, str], Sequence[Request]], float]:
    """Return what a few problems of an inquiry would ask, and by how much all problems are more.

    Args:
        config: of a run, a search or a selection.

    Returns:
        Requests by role and name of the model, simulations left out; and the number that they are to be multiplied by.

    Raises:
        InquiryError: when there is nothing at the path of the problems; so does `DatasetError`.
    """
    problems = list(find_source(config.task, config.data).problems(config.limit))
    tried = problems[:: max(1, math.ceil(len(problems) / _TRIED))]
    cast = asyncio.run(_try(config, tried))
    return {(role, model.name): model.requests for (role, _), model in cast.stand_ins.items()}, len(problems) / max(len(tried), 1)


async def _try(config: InquiryConfig, problems: Sequence[InquiryProblem]) -> _StandIns:
    task = _task_of(config)
    async with _StandIns(config, task) as cast:
        for item in problems:
            for teacher in config.teachers:
                await _ask(cast, config, task, item, teacher)
    return cast


async def _ask(cast: _StandIns, config: InquiryConfig, task: InquiryTask, item: InquiryProblem, teacher: str) -> None:
    players, settings = cast.players(item, teacher), config.settings()
    if config.kind == "select":
        state = task.start(item)  # the student too, whether or not the stand-in for the teacher is right
        await players.solver.answers(state, config.teacher_samples)
        await cast.selecting_student(players).answers(state, config.num_samples)
        return
    inquiry = Inquiry(item, task, players.student, players.teacher, settings)
    if config.kind == "run":
        await hold_dialogue(inquiry)
    else:
        await search_questions(inquiry, settings, peer=players.peer, tree_id=item.id)


def _task_of(config: InquiryConfig) -> InquiryTask:
    if config.task == "humaneval":
        return CodingInquiry(_unchecked)
    return WordProblemInquiry() if config.task == "gsm8k" else GeometryInquiry()  # how answers are compared asks nobody


async def _unchecked(*_: object) -> CodeVerdict:
    return CodeVerdict("failed")
