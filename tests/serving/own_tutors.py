"""Tutors that do not answer, as a user may bring them: ``tests.serving.own_tutors:Away``."""

import asyncio
from typing import ClassVar

from gnomon.models import ModelUnavailableError
from gnomon.tutor import TutorContext, TutorReply

SECRET = "http://10.0.0.1/v1"


class Away:
    """Its model's server cannot be reached."""

    async def reply(self, _: TutorContext) -> TutorReply:
        raise ModelUnavailableError(f"{SECRET} does not answer")


class Broken:
    """It has a mistake."""

    async def reply(self, _: TutorContext) -> TutorReply:
        raise ZeroDivisionError(SECRET)


class Slow:
    """It thinks until it is stopped."""

    asked: ClassVar[list[str]] = []
    stopped: ClassVar[list[str]] = []

    async def reply(self, context: TutorContext) -> TutorReply:
        self.asked.append(context.problem.id)
        try:
            await asyncio.sleep(3600)
        finally:
            self.stopped.append(context.problem.id)
        raise AssertionError
