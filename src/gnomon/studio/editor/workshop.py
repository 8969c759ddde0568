"""Processes in which the editors' work is done: pictures of strangers decoded, problems read and solved, within a time.

A thread that computes cannot be stopped, and keeps the others waiting: a process can be ended, and one that a picture crashes
takes nobody along. The newest work of an editor ends its older one; of one account one work is done at a time.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Annotated, Any, TypeVar
from weakref import WeakValueDictionary

from fastapi import Depends, Request

from gnomon.geometry import one_thread_each, process_context
from gnomon.studio.editor import work

LIMIT_SECONDS = 20.0
"""Of one work: most problems take less than one second, the longest of a figure that is helped with a segment ten."""
_PROCESSES = 2
"""Beside the server's own work; a teacher who types needs a third of one."""
_T = TypeVar("_T")


class SupersededError(Exception):
    """Newer work of the same editor has come."""


class LateError(Exception):
    """The work took longer than it may."""


class LostError(Exception):
    """The process ended under the work."""


@dataclass(eq=False)
class _Worker:
    process: BaseProcess
    connection: Connection

    @classmethod
    def start(cls) -> _Worker:
        context = process_context(work.__name__)
        ours, theirs = context.Pipe()
        process = context.Process(target=_serve, args=(theirs,), daemon=True)
        with one_thread_each():
            process.start()
        theirs.close()
        return cls(process, ours)

    def ask(self, function: Callable[..., _T], arguments: tuple[Any, ...], limit: float) -> _T:
        """Let the process call a function; what it raises is raised here."""
        try:
            self.connection.send((function, arguments))
            if not self.connection.poll(limit):
                raise LateError
            result, error = self.connection.recv()
        except (EOFError, OSError) as gone:
            raise LostError from gone
        if error is not None:
            raise error
        return result  # type: ignore[no-any-return]  # what the function returned

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.connection.close()


@dataclass
class _Turn:
    """The newest work of an editor."""

    worker: _Worker | None = None
    is_stale: bool = False


@dataclass
class Workshop:
    """The processes of a server; they start when they are needed."""

    limit_seconds: float = LIMIT_SECONDS
    _idle: list[_Worker] = field(default_factory=list)
    _busy: set[_Worker] = field(default_factory=set)
    _newest: dict[str, _Turn] = field(default_factory=dict)
    _free: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(_PROCESSES))
    _accounts: WeakValueDictionary[str, asyncio.Lock] = field(default_factory=WeakValueDictionary)
    _preparing: asyncio.Task[None] | None = None
    _threads: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(_PROCESSES, "workshop"))

    async def do(self, account: str, editor: str, function: Callable[..., _T], *arguments: object) -> _T:
        """Call a function of a module in a process, and return what it returns; what it raises is raised here.

        Args:
            account: whose work it is.
            editor: newer work of the same one ends this.
            function: with its arguments and result it must be something to pickle.
            arguments: of the function.

        Raises:
            SupersededError: when newer work of the editor came.
            LateError: when it took too long.
            LostError: when the process crashed.
        """
        turn = self._take_over(f"{account}/{editor}")
        try:
            async with self._alone(account), self._free:
                if turn.is_stale:
                    raise SupersededError
                return await self._done(turn, function, arguments)
        finally:
            if self._newest.get(f"{account}/{editor}") is turn:
                del self._newest[f"{account}/{editor}"]

    def prepare(self) -> None:
        """Start a process where there is none, for somebody who will need one soon."""
        if not self._idle and not self._busy and self._preparing is None:
            self._preparing = asyncio.create_task(self._prepared())

    async def _prepared(self) -> None:
        async with self._free:
            if not self._idle and not self._busy:
                self._idle.append(await asyncio.get_running_loop().run_in_executor(self._threads, _Worker.start))
        self._preparing = None

    def close(self) -> None:
        """End all processes."""
        if self._preparing is not None:
            self._preparing.cancel()
        for worker in (*self._idle, *self._busy):
            worker.end()
        self._threads.shutdown(wait=True)

    async def _done(self, turn: _Turn, function: Callable[..., _T], arguments: tuple[Any, ...]) -> _T:
        loop = asyncio.get_running_loop()
        worker = self._idle.pop() if self._idle else await loop.run_in_executor(self._threads, _Worker.start)
        self._busy.add(worker)
        turn.worker = worker
        try:
            result = await loop.run_in_executor(self._threads, worker.ask, function, arguments, self.limit_seconds)
        except BaseException as error:
            self._busy.discard(worker)
            if isinstance(error, ValueError | ImportError):  # of the function itself: the process goes on
                self._idle.append(worker)
                raise
            worker.end()
            if turn.is_stale:
                raise SupersededError from error
            raise
        self._busy.discard(worker)
        self._idle.append(worker)
        return result

    def _take_over(self, editor: str) -> _Turn:
        older = self._newest.get(editor)
        if older is not None:
            older.is_stale = True
            if older.worker is not None:
                older.worker.process.kill()
        turn = self._newest[editor] = _Turn()
        return turn

    @contextlib.asynccontextmanager
    async def _alone(self, account: str) -> AsyncIterator[None]:
        lock = self._accounts.setdefault(account, asyncio.Lock())
        async with lock:
            yield


def _serve(connection: Connection) -> None:
    """Do what is asked, in a process of its own."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server hears the interruption and ends its processes
    with contextlib.suppress(EOFError, OSError):  # the server has gone
        while True:
            function, arguments = connection.recv()
            answer: tuple[Any, Exception | None]
            try:
                answer = function(*arguments), None
            except (ValueError, ImportError) as error:
                answer = None, error
            connection.send(answer)


def workshop_of(request: Request) -> Workshop:
    """Return the workshop of the server that a request came to."""
    workshop: Workshop = request.app.state.workshop
    return workshop


TheWorkshop = Annotated[Workshop, Depends(workshop_of)]
