"""The place where jobs of an inquiry are done: task, players, cache and sandbox, opened once for many problems."""

from __future__ import annotations

from contextlib import AsyncExitStack
from pathlib import Path
from typing import NamedTuple, Self

from gnomon.files import write_whole
from gnomon.inquiry.casting import Cast
from gnomon.inquiry.config import InquiryConfig
from gnomon.inquiry.folder import AnyRow
from gnomon.inquiry.protocol.code_checking import SandboxChecker
from gnomon.inquiry.protocol.protocol import Inquiry, hold_dialogue
from gnomon.inquiry.protocol.tasks import CodingInquiry, GeometryInquiry, InquiryProblem, InquiryTask, WordProblemInquiry
from gnomon.inquiry.search.search import search_questions
from gnomon.inquiry.search.selection import SelectionRow, select_problem
from gnomon.models import Cache
from gnomon.runs import CACHE, Pace

_SANDBOX_WORKERS = 2
"""Programs that are run at a time: each is one process, and the tests of one take milliseconds beside a call's seconds."""


class Job(NamedTuple):
    """One problem to talk about with one teacher."""

    id: str
    """Of the row."""
    item: InquiryProblem
    teacher: str


class Workplace:
    """All that a job needs: the task, the players, the cache; an async context manager.

    Args:
        config: of the run.
        folder: of its results, with the cache.
        pace: how fast.
    """

    def __init__(self, config: InquiryConfig, folder: Path, pace: Pace) -> None:
        self.config = config
        self.folder = folder
        self.pace = pace
        self.ledger = pace.ledger()
        self.level = ""

    async def __aenter__(self) -> Self:
        async with AsyncExitStack() as stack:  # where something cannot be opened, what is open is closed
            self.task = await self._open_task(stack)
            cast = Cast(self.config, self.task, Cache(self.folder / CACHE), self.ledger, self.pace)
            self.cast = await stack.enter_async_context(cast)
            self._stack = stack.pop_all()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._stack.aclose()

    async def work(self, job: Job) -> AnyRow:
        """Do one job."""
        players = self.cast.players(job.item, job.teacher)
        if self.config.kind == "select":
            return await self._select(job)
        settings = self.config.settings()
        inquiry = Inquiry(job.item, self.task, players.student, players.teacher, settings)
        if self.config.kind == "run":
            return await hold_dialogue(inquiry, job.id)
        tree = await search_questions(inquiry, settings, peer=players.peer, tree_id=job.id)
        for image in self.task.images(job.item):
            path = self.folder / "images" / f"{image.sha256}.png"
            path.parent.mkdir(exist_ok=True)
            write_whole(path, image.data)
        return tree

    async def _select(self, job: Job) -> SelectionRow:
        players, config = self.cast.players(job.item, job.teacher), self.config
        return await select_problem(
            job.item,
            self.task,
            self.cast.selecting_student(players),
            players.solver,
            num_samples=config.num_samples,
            teacher_samples=config.teacher_samples,
            seed=config.seed,
            training_share=config.training_share,
        )

    async def _open_task(self, stack: AsyncExitStack) -> InquiryTask:
        config = self.config
        if config.task == "humaneval":
            checker = SandboxChecker(config.sandbox, workers=_SANDBOX_WORKERS, timeout_seconds=config.time_limit_seconds)
            stack.enter_context(checker)
            self.level = checker.level
            return CodingInquiry(checker)
        free = None
        if config.answer_equality == "free":
            from gnomon.algebra import FreeEquality

            free = (await stack.enter_async_context(FreeEquality())).equal
        kind = WordProblemInquiry if config.task == "gsm8k" else GeometryInquiry
        return kind(config.answer_equality, free)
