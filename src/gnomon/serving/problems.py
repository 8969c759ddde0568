"""The problem of a chat that names none: read in the learner's own words and picture, asked about until it is settled."""

from __future__ import annotations

import asyncio
import hashlib
import tempfile
from collections import OrderedDict
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from gnomon.drafting import Answer, Draft, DraftError, Question, Sources, draft_of, read_sources
from gnomon.reading import PictureError

_MOST = 256
"""Stages of drafts kept for the next message of the same chat, with their solutions: 0.2 MB each, 50 MB at most."""
_AT_ONCE = 2
"""Drafts made at once: each computes for seconds, and turns of other chats need the processor too."""


class Stage(NamedTuple):
    """How far a problem has come."""

    sources: Sources | None
    """None where picture or text could not be read."""
    draft: Draft
    answers: Mapping[str, Answer]
    complaint: str = ""
    """Why the last answer did not answer its question."""

    @property
    def question(self) -> Question | None:
        """What is asked next; None where nothing is."""
        return self.draft.questions[0] if self.draft.questions else None

    def says(self) -> str:
        """Return what the learner is told as long as there is no problem to talk about."""
        if self.question is None:
            why = self.draft.reason
            return f"I cannot make a problem of this: {why}. Please send the problem again, in words or with a picture."
        choices = (f"{number}. {choice}" for number, choice in enumerate(self.question.choices, 1))
        return "\n".join([*([self.complaint] if self.complaint else []), self.question.text, *choices])


class DraftedProblems:
    """Drafts of problems, kept by what was said, so that each message of a chat takes one step and not all again."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Stage] = OrderedDict()
        self._slots = asyncio.Semaphore(_AT_ONCE)

    async def begun(self, text: str, picture: bytes | None) -> Stage:
        """Read a problem.

        Raises:
            ImportError: for a picture without the extra ``read``; the message has the command.
        """
        key = _digest(text.encode(), picture or b"")
        return await self._stage(key, lambda: _begun(text, picture, key))

    async def answered(self, stage: Stage, reply: str) -> Stage:
        """Take the answer to the question that a stage asks."""
        key = _digest(_name(stage).encode(), repr(sorted(stage.answers.items())).encode(), reply.encode())
        return await self._stage(key, lambda: _answered(stage, reply, key))

    async def _stage(self, key: str, make: Callable[[], Stage]) -> Stage:
        if key not in self._kept:
            async with self._slots:
                if key not in self._kept:  # whoever sent the same may have waited for it here
                    self._kept[key] = await asyncio.to_thread(make)
        self._kept.move_to_end(key)
        while len(self._kept) > _MOST:
            self._kept.popitem(last=False)
        return self._kept[key]


def _begun(text: str, picture: bytes | None, key: str) -> Stage:
    try:
        sources = _read(text, picture)
        return Stage(sources, _drafted(sources, {}, key), {})
    except (DraftError, PictureError) as error:
        return Stage(None, Draft("refused", str(error)), {})


def _read(text: str, picture: bytes | None) -> Sources:
    if picture is None:
        return read_sources(text)
    with tempfile.TemporaryDirectory(prefix="gnomon-") as folder:
        path = Path(folder) / "picture"
        path.write_bytes(picture)
        try:
            return read_sources(text, path)
        except PictureError as error:  # the file is ours, and nothing that the learner knows
            raise PictureError(str(error).replace(repr(str(path)), "the picture")) from None


def _answered(stage: Stage, reply: str, key: str) -> Stage:
    assert stage.sources is not None
    assert stage.question is not None
    answers = {**stage.answers, stage.question.id: reply}
    try:
        return Stage(stage.sources, _drafted(stage.sources, answers, key), answers)
    except DraftError as error:
        return stage._replace(complaint=str(error).removeprefix(f"{stage.question.id}: "))


def _drafted(sources: Sources, answers: Mapping[str, Answer], key: str) -> Draft:
    """Make the draft, with what follows from its givens: the tutors' thread is not to wait for it."""
    draft = draft_of(sources, answers, leave_unsure=True, name=f"chat-{key}")
    if draft.solution is not None:
        draft.solution.deduction  # noqa: B018  # kept by the solution once it was asked for
    return draft


def _name(stage: Stage) -> str:
    problem = stage.draft.problem
    return problem.id if problem is not None else stage.says()


def _digest(*parts: bytes) -> str:
    """Return a name for what was said: 64 bits, since the parts are told apart by their lengths and nobody gains by a clash."""
    whole = hashlib.sha256()
    for part in parts:
        whole.update(len(part).to_bytes(8, "big") + part)
    return whole.hexdigest()[:16]
