"""The queue before one trained model: requests wait in order, and are drawn one after the other, or several alike together.

Drawn together are requests whose answers no seed decides, of one length, number and temperature. What a model says to one of them
may then depend, in the last digits of its numbers, on what came at the same time; so nothing is drawn together unless asked for.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from gnomon.models import Message
from gnomon.serving.errors import EndpointError
from gnomon.training.trainer import Drawn, Learner, draw

_RETRY_SECONDS = 5
"""After which a full queue is asked again: about an answer of a large model."""
_HALF_CHARACTER = "\N{REPLACEMENT CHARACTER}"
"""Ends a text whose last character is not whole yet: a tokenizer may part it."""


class Asked(NamedTuple):
    """One request."""

    messages: tuple[Message, ...]
    most_tokens: int
    num_samples: int
    temperature: float
    """0 takes the likeliest token."""
    seed: int | None


@dataclass(eq=False)
class _Waiting:
    asked: Asked
    told: Callable[[str], None] | None
    """Hears the first answer so far, after every token; None for one that is answered whole."""
    answers: asyncio.Future[list[Drawn]] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    def is_like(self, other: _Waiting) -> bool:
        """Whether both can be drawn together."""
        return self._kind() == other._kind() and self._is_free() and other._is_free()

    def _is_free(self) -> bool:
        return self.told is None and (self.asked.seed is None or not self.asked.temperature)

    def _kind(self) -> tuple[object, ...]:
        has_pictures = any(message.images for message in self.asked.messages)
        return (self.asked.most_tokens, self.asked.num_samples, self.asked.temperature, has_pictures)


class DrawingQueue:
    """The requests that wait for one model.

    Args:
        learner: the model.
        longest: requests that may wait, beside those that are drawn.
        together: requests that are drawn at once.
    """

    def __init__(self, learner: Learner, *, longest: int, together: int) -> None:
        self._learner = learner
        self._longest = longest
        self._together = together
        self._waiting: list[_Waiting] = []
        self._runner: asyncio.Task[None] | None = None

    async def answers(self, asked: Asked) -> list[Drawn]:
        """Return the answers to a request; who is cancelled leaves the queue, and what was drawn for them alone ends.

        Raises:
            EndpointError: 503 when too many wait already.
        """
        return await self._enter(asked, None).answers

    def pieces(self, asked: Asked) -> AsyncIterator[str | Drawn]:
        """Return the pieces of one answer as they are drawn, and at last the whole.

        Raises:
            EndpointError: 503 as `answers`, before the first piece is waited for.
        """
        loop, heard = asyncio.get_running_loop(), asyncio.Queue[str | None]()

        def tell(text: str) -> None:  # called in the thread that draws
            loop.call_soon_threadsafe(heard.put_nowait, text)

        waiting = self._enter(asked, tell)
        waiting.answers.add_done_callback(lambda _: heard.put_nowait(None))
        return _pieces(waiting, heard)

    def _enter(self, asked: Asked, told: Callable[[str], None] | None) -> _Waiting:
        self._waiting = [each for each in self._waiting if not each.answers.done()]
        if len(self._waiting) >= self._longest:
            why = f"{len(self._waiting)} requests wait already: ask again in {_RETRY_SECONDS} s, or serve with a longer --queue"
            raise EndpointError(503, why, "overloaded", retry_after=_RETRY_SECONDS)
        waiting = _Waiting(asked, told)
        self._waiting.append(waiting)
        if self._runner is None or self._runner.done():
            self._runner = asyncio.create_task(self._run())
        return waiting

    async def _run(self) -> None:
        while batch := self._next():
            try:
                drawn = await asyncio.to_thread(self._draw, batch)
            except Exception as error:  # noqa: BLE001  # it is theirs who asked; the queue goes on
                for each in batch:
                    if not each.answers.done():
                        each.answers.set_exception(error)
            else:
                for each, answers in zip(batch, drawn, strict=True):
                    if not each.answers.done():
                        each.answers.set_result(answers)

    def _next(self) -> list[_Waiting]:
        """Take the first of those who still wait, with the others that are like it."""
        there = [each for each in self._waiting if not each.answers.done()]
        batch = there[:1]
        batch += [each for each in there[1:] if each.is_like(there[0])][: self._together - 1]
        self._waiting = [each for each in there if each not in batch]
        return batch

    def _draw(self, batch: list[_Waiting]) -> list[list[Drawn]]:
        first = batch[0]

        def goes_on(read: Callable[[], str]) -> bool:
            if first.told is not None:
                first.told(read())
            return not all(each.answers.done() for each in batch)

        return draw(
            self._learner,
            [each.asked.messages for each in batch],
            most_tokens=first.asked.most_tokens,
            num_samples=first.asked.num_samples,
            temperature=first.asked.temperature,
            seed=abs(first.asked.seed or 0) % 2**32,  # what numpy takes
            batch=len(batch) * first.asked.num_samples,
            goes_on=goes_on,
        )


async def _pieces(waiting: _Waiting, heard: asyncio.Queue[str | None]) -> AsyncIterator[str | Drawn]:
    said = ""
    try:
        while (text := await heard.get()) is not None:
            if text.startswith(said) and not text.endswith(_HALF_CHARACTER) and text != said:
                yield text[len(said) :]
                said = text
        (whole,) = await waiting.answers
        if rest := whole.text.removeprefix(said) if whole.text.startswith(said) else "":
            yield rest
        yield whole
    finally:
        waiting.answers.cancel()  # nobody reads on: what is drawn may end
