"""Answers on disk, one small file a sample, under the hash of all that was asked.

A file is written beside its place and then moved there, so that a reader, a kill or another process never meets half of one. One
file a sample was chosen over one SQLite file: 0.06 to 0.09 ms against 0.03 ms a write, little beside the call itself, and in
return it works on network file systems, needs no lock between processes, and damage costs one answer. Equal requests that are
under way in one process are asked once; between processes they are not coordinated, and the last one written stays.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import os
import secrets
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from gnomon.models.errors import ModelError
from gnomon.models.messages import Request, Sample

_VERSION = 1
"""Part of every key; raised when what a key stands for changes."""

_log = logging.getLogger(__name__)
Arrived = Callable[[str, Sample], None]
Ask = Callable[[Sequence[str], Arrived], Awaitable[None]]


def sample_keys(server: str, model: str, request: Request) -> list[str]:
    """Return the cache key of each sample of a request.

    A key stands for the server, the model, the messages with their pictures, all settings and the sample's number: not for how
    many samples were asked.
    """
    messages = [
        [message.role, message.text, [[image.media_type, image.sha256] for image in message.images]]
        for message in request.messages
    ]
    schema = request.response_schema
    described = None if schema is None else [schema.name, schema.json_schema]
    settings: list[object] = [request.temperature, request.max_tokens, request.seed, described]
    later = {"top_p": request.top_p, "reasoning_effort": request.reasoning_effort}
    settings += [each for each in later.items() if each[1] is not None]  # without either the key is what it was before them
    content = json.dumps([_VERSION, server, model, messages, settings], sort_keys=True, separators=(",", ":"))
    whole = hashlib.sha256(content.encode())
    return [_with(whole, index) for index in range(request.num_samples)]


def _with(whole: hashlib._Hash, index: int) -> str:
    digest = whole.copy()
    digest.update(f"#{index}".encode())
    return digest.hexdigest()


class Cache:
    """A cache in a folder; several clients and processes may share the folder.

    Args:
        folder: made when the first answer is kept.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.num_hits = 0
        self.num_corrupt = 0
        """Files that could not be read as an answer; each is asked anew and replaced."""
        self.num_unwritten = 0
        """Answers that could not be kept, because the disk is full for example."""
        self._under_way: dict[str, asyncio.Future[Sample]] = {}

    def get(self, key: str) -> Sample | None:
        """Return the answer kept under a key; None where there is none, or a damaged one."""
        try:
            content = self._path(key).read_bytes()
        except OSError:
            return None
        sample = _read(content)
        if sample is None:
            self.num_corrupt += 1
            _log.warning("the cached answer %s is damaged; it is asked anew", self._path(key))
            return None
        self.num_hits += 1
        return sample

    def put(self, key: str, sample: Sample) -> None:
        """Keep an answer; when it cannot be kept, say so in the log and go on: the run is worth more."""
        try:
            self._write(self._path(key), _written(sample))
        except OSError as error:
            if not self.num_unwritten:
                _log.warning("answers cannot be kept in %s: %s", self.folder, error.strerror)
            self.num_unwritten += 1

    async def collect(self, keys: Sequence[str], ask: Ask) -> list[Sample]:
        """Return the samples of these keys: kept ones, ones that another task is asking for now, and the rest by asking.

        Args:
            keys: all different.
            ask: gets the keys to ask for, and a function to call with each key and its sample as it arrives; each is kept at
                once.

        Raises:
            ModelError: from ``ask``, in this task or in the one that was asking. When that other task was cancelled, this one
                asks in its place.
        """
        found: dict[str, Sample] = {}
        while missing := [key for key in keys if not self._look(key, found)]:
            mine = [key for key in missing if not self._is_under_way(key)]
            if mine:
                await self._lead(mine, ask, found)
            else:
                await self._follow(missing, found)
        return [found[key] for key in keys]

    def _look(self, key: str, found: dict[str, Sample]) -> bool:
        if key in found:
            return True
        sample = None if self._is_under_way(key) else self.get(key)
        if sample is not None:
            found[key] = sample
        return sample is not None

    def _is_under_way(self, key: str) -> bool:
        """Tell whether a task of this event loop is asking; one of another loop cannot be waited for."""
        future = self._under_way.get(key)
        return future is not None and future.get_loop() is asyncio.get_running_loop()

    async def _lead(self, keys: Sequence[str], ask: Ask, found: dict[str, Sample]) -> None:
        loop = asyncio.get_running_loop()
        futures = {key: loop.create_future() for key in keys}
        self._under_way.update(futures)
        failure: ModelError | None = None

        def arrived(key: str, sample: Sample) -> None:
            found[key] = sample
            self.put(key, sample)
            futures[key].set_result(sample)

        try:
            await ask(keys, arrived)
        except ModelError as error:
            failure = error
            raise
        finally:
            for key, future in futures.items():
                if self._under_way.get(key) is future:
                    del self._under_way[key]
                _end(future, failure)

    async def _follow(self, keys: Sequence[str], found: dict[str, Sample]) -> None:
        """Wait for other tasks; a key whose task was cancelled stays missing."""
        futures = {key: self._under_way[key] for key in keys}
        await asyncio.wait(futures.values())
        for key, future in futures.items():
            if future.cancelled():
                continue
            if (error := future.exception()) is not None:
                raise type(error)(*error.args)  # each task raises one of its own: a traceback belongs to one task
            found[key] = future.result()

    def _path(self, key: str) -> Path:
        return self.folder / key[:2] / f"{key[2:]}.json"

    def _write(self, path: Path, content: bytes) -> None:
        # Not by `gnomon.files`: places under a hash are ours alone, and asking each time about links, devices and permissions
        # takes as long again as the writing (0.11 and 0.23 ms of processor time).
        draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}.part")
        # Permissions: less the umask, as open() gives them
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
        try:
            file = os.open(draft, flags, 0o666)
        except FileNotFoundError:
            path.parent.mkdir(parents=True, exist_ok=True)
            file = os.open(draft, flags, 0o666)
        try:
            with open(file, "wb", buffering=0) as stream:  # noqa: PTH123  # a descriptor, not a path
                stream.write(content)
            draft.replace(path)
        except OSError:
            draft.unlink(missing_ok=True)
            raise


def _end(future: asyncio.Future[Sample], failure: ModelError | None) -> None:
    if future.done():
        return
    if failure is None:
        future.cancel()
        return
    future.set_exception(failure)
    future.exception()  # asyncio complains of one that nobody has looked at


def _written(sample: Sample) -> bytes:
    content = json.dumps({"text": sample.text, "finish_reason": sample.finish_reason}).encode()
    return hashlib.sha256(content).hexdigest().encode() + b"\n" + content


def _read(content: bytes) -> Sample | None:
    digest, _, body = content.partition(b"\n")
    if hashlib.sha256(body).hexdigest().encode() != digest:
        return None
    return Sample(**json.loads(body))
