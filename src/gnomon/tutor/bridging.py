"""Between tutors that wait for a model and the session loop, which does not: each way round.

`BlockingTutor` lets an `AsyncTutor` take part in a session, in the terminal or in the arena; `AwaitableTutor` lets an
ordinary `Tutor`, such as the symbolic one, stand in a benchmark beside models.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from types import TracebackType
from typing import Any, Self, TypeVar

from gnomon.dialogue import TutorTurn
from gnomon.models import Usage
from gnomon.tutor.protocol import AsyncTutor, Tutor, TutorContext
from gnomon.tutor.replied import ModelTurn, said_turn

T = TypeVar("T")


class UnreadableReplyError(ValueError):
    """A model's reply is no turn; the message says why. A guarded session asks again."""

    def __init__(self, reply: ModelTurn) -> None:
        super().__init__(reply.failure)
        self.reply = reply


class BlockingTutor:
    """An `AsyncTutor` as a `Tutor`; its calls run on an event loop in a thread of their own.

    One loop for all turns, because a client keeps its connections on the loop it began with. Close it, or use it in a
    ``with`` statement; it may be called from several threads.

    Args:
        tutor: gives the turns.
        on_close: awaited on the same loop at the end, such as the `aclose` of a model; None for nothing.
    """

    def __init__(self, tutor: AsyncTutor, on_close: Callable[[], Coroutine[Any, Any, None]] | None = None) -> None:
        self.tutor = tutor
        self._on_close = on_close
        self.usage = Usage()
        self.num_unreadable = 0
        """Replies so far that were no turn."""
        self._lock = threading.Lock()
        self._loop: _LoopThread | None = None

    @property
    def name(self) -> str:
        """The tutor's name."""
        return self.tutor.name

    def reply(self, context: TutorContext) -> TutorTurn:
        """Return the next turn.

        Raises:
            UnreadableReplyError: when the model's reply is no turn.
            ModelError: when the model cannot be asked.
        """
        reply = self._running_loop().wait(self.tutor.reply(context))
        with self._lock:
            self.usage += reply.usage
            self.num_unreadable += reply.turn is None
        if reply.turn is None:
            raise UnreadableReplyError(reply)
        return reply.turn

    def close(self) -> None:
        """Stop the thread; a later reply starts another."""
        with self._lock:
            loop, self._loop = self._loop, None
        if loop is not None:
            try:
                if self._on_close is not None:
                    loop.wait(self._on_close())
            finally:
                loop.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def _running_loop(self) -> _LoopThread:
        with self._lock:
            if self._loop is None:
                self._loop = _LoopThread()
            return self._loop


class _LoopThread:
    """An event loop in a thread of its own; closing it cancels what still runs there."""

    def __init__(self) -> None:
        self._is_ready = threading.Event()
        self._thread = threading.Thread(target=self._run, name="gnomon-tutor", daemon=True)
        self._thread.start()
        self._is_ready.wait()

    def wait(self, work: Coroutine[Any, Any, T]) -> T:
        """Run ``work`` on the loop and return its result."""
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except BaseException:  # Ctrl-C while waiting: the call has to end too
            future.cancel()
            raise

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join()

    def _run(self) -> None:
        asyncio.run(self._until_stopped())

    async def _until_stopped(self) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        self._is_ready.set()
        await self._stop.wait()


class AwaitableTutor:
    """A `Tutor` as an `AsyncTutor`; the text of its reply is the JSON of the turn.

    Args:
        tutor: gives the turns; it works in a thread, so that other calls go on.
        name: as tables show it.
    """

    def __init__(self, tutor: Tutor, name: str) -> None:
        self.tutor = tutor
        self.name = name

    async def reply(self, context: TutorContext) -> ModelTurn:
        """Return the next turn; errors are the tutor's own."""
        return said_turn(await asyncio.to_thread(self.tutor.reply, context))
