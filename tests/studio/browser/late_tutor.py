"""A tutor that takes its time until the test lets it go: ``tests.studio.browser.late_tutor:Late``."""

import asyncio
from typing import ClassVar

from gnomon.models import ModelUnavailableError
from gnomon.tutor import TutorContext, TutorReply


class Late:
    """Its model's server answers late, and then not at all."""

    is_waiting: ClassVar[bool] = True

    async def reply(self, _: TutorContext) -> TutorReply:
        while Late.is_waiting:  # noqa: ASYNC110  # set in the test's thread: an event of this loop could not be
            await asyncio.sleep(0.02)
        raise ModelUnavailableError("too late")
