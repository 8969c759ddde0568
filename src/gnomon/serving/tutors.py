"""The tutors that an endpoint serves, and the one thread in which all of them work.

Reading a message and composing a turn is computing, and Python computes in one thread at a time: more threads would not be
faster, and the readers of a problem are not made for two at once. So there is one, with an event loop of its own: it leaves the
server's loop free to take requests, and tutors that wait for a model wait there together.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine, Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self, TypeVar

from gnomon.session import GuardedTutor
from gnomon.tutor import AddressedModel, SymbolicTutor, open_tutor

_T = TypeVar("_T")
_MOST = 64
"""Tutors kept open, by name and seed; they are small, and opening one again costs little."""


@dataclass(frozen=True)
class ServedTutor:
    """A tutor under the name by which clients ask for it."""

    name: str
    tutor: GuardedTutor
    seed: int
    is_repeatable: bool
    """Whether the same dialogue gets the same turn again, so that earlier turns can be made anew."""


class Tutors:
    """Tutors by name, each guarded; a context manager that starts their thread and ends it.

    Args:
        specs: what `gnomon.tutor.open_tutor` opens, by the name under which it is served.
        seed: of the tutors' words where a request has none.

    Raises:
        TutorSpecError, ModelAddressError: when a tutor cannot be opened.
    """

    def __init__(self, specs: Mapping[str, str], *, seed: int = 0) -> None:
        self._specs = dict(specs)
        self._seed = seed
        self._models: dict[str, AddressedModel] = {}
        self._open: dict[tuple[str, int], ServedTutor] = {}
        for name in self._specs:
            self.tutor(name, None)  # what cannot be opened is said at the start

    @property
    def names(self) -> tuple[str, ...]:
        """The names under which tutors are served, in the order given."""
        return tuple(self._specs)

    def tutor(self, name: str, seed: int | None) -> ServedTutor | None:
        """Return a tutor whose words ``seed`` chooses; None for a name that is not served."""
        spec = self._specs.get(name)
        if spec is None:
            return None
        chosen = self._seed if seed is None else seed
        if (name, chosen) not in self._open:
            if len(self._open) >= _MOST:
                self._open.clear()
            tutor = open_tutor(spec, self.model, seed=chosen)
            self._open[name, chosen] = ServedTutor(name, GuardedTutor(tutor), chosen, isinstance(tutor, SymbolicTutor))
        return self._open[name, chosen]

    async def do(self, work: Coroutine[Any, Any, _T]) -> _T:
        """Let the tutors' thread do some work; cancelled here, it is cancelled there, at its next wait."""
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, self._loop))

    def __enter__(self) -> Self:
        """Start the thread."""
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="tutors", daemon=True)
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None) -> None:
        """Close the connections to models, and end the thread with whatever it has still to do."""
        asyncio.run_coroutine_threadsafe(self._close(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _close(self) -> None:
        under_way = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for task in under_way:
            task.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)
        for model in self._models.values():
            await model.aclose()
        await asyncio.get_running_loop().shutdown_default_executor()

    def model(self, address: str) -> AddressedModel:
        """Return the model of an address, closed with the tutors; it is asked in their thread.

        Raises:
            ModelAddressError: when the address cannot be read.
        """
        if address not in self._models:
            self._models[address] = AddressedModel(address)
        return self._models[address]
