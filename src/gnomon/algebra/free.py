r"""The policy ``free``: equality of free expressions, such as ``\frac{1}{2}(x+1)`` and ``x/2 + 0.5``, by math-verify.

math-verify simplifies with sympy, which can run for ever, and keeps time by signals, which only work in a main thread. So it runs
in a process of its own, under the caller's clock: a comparison that takes too long ends with that process, and a new one takes
over.
Not for the answer guard, which must not depend on what a text makes a simplifier do.
"""

from __future__ import annotations

import asyncio
import importlib.util
import json
import sys
from asyncio.subprocess import PIPE, Process
from typing import Self

_LONGEST = 2_000
"""Characters of an expression that are looked at; a longer one is unreadable."""
_START_SECONDS = 60.0
"""For the worker to import sympy."""


class FreeEqualityError(RuntimeError):
    """The worker cannot be started; the message says what to install."""


class FreeEquality:
    """Compares expressions, one at a time; an async context manager that starts a worker when first asked, and ends it.

    Args:
        timeout_seconds: for one comparison.
    """

    def __init__(self, timeout_seconds: float = 5.0) -> None:
        self._timeout_seconds = timeout_seconds
        self._worker: Process | None = None
        self._turn = asyncio.Lock()
        self.num_timeouts = 0
        """Comparisons that were given up."""

    async def __aenter__(self) -> Self:
        if importlib.util.find_spec("math_verify") is None:
            raise FreeEqualityError("the equality 'free' needs math-verify: pip install 'gnomon[bench]'")
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._stop()

    async def equal(self, truth: str, claim: str) -> bool | None:
        """Say whether two expressions are equal.

        Args:
            truth: the right one, in LaTeX or plain.
            claim: the other, as written.

        Returns:
            None where one of them cannot be read, or the comparison takes too long (see ``num_timeouts``).
        """
        if max(len(truth), len(claim)) > _LONGEST:
            return None
        async with self._turn:
            worker = self._worker or await self._start()
            try:
                async with asyncio.timeout(self._timeout_seconds):
                    return await _ask(worker, truth, claim)
            except TimeoutError:
                self.num_timeouts += 1
            except (OSError, ValueError):
                pass  # the worker has died of this comparison: the next one starts another
            except asyncio.CancelledError:
                await self._stop()
                raise
            await self._stop()
            return None

    async def _start(self) -> Process:
        worker = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "gnomon.algebra.free_worker", stdin=PIPE, stdout=PIPE, stderr=asyncio.subprocess.DEVNULL
        )
        self._worker = worker
        try:
            async with asyncio.timeout(_START_SECONDS):
                await _ask(worker, "1", "1")
        except (TimeoutError, OSError, ValueError) as error:
            await self._stop()
            raise FreeEqualityError(
                "the process for math-verify does not start: try python -m gnomon.algebra.free_worker"
            ) from error
        return worker

    async def _stop(self) -> None:
        worker, self._worker = self._worker, None
        if worker is None:
            return
        if worker.returncode is None:
            worker.kill()
        if worker.stdin is not None:
            worker.stdin.close()
        await worker.wait()


async def _ask(worker: Process, truth: str, claim: str) -> bool | None:
    assert worker.stdin is not None
    assert worker.stdout is not None
    worker.stdin.write(json.dumps([truth, claim]).encode() + b"\n")
    await worker.stdin.drain()
    line = await worker.stdout.readline()
    found = json.loads(line)  # an empty line, from a worker that has ended, is no JSON
    return found if isinstance(found, bool) else None
