"""Raw replies of a run, and models that say them again: no server is asked.

A reply is found by all that was asked: role, messages, hashes of pictures, settings and its number among the samples. Where a
prompt, an item or an earlier reply is another one, so is the request, and there is no reply to it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from gnomon.benchmark.bundle.secrets import bare_address
from gnomon.models import Cache, Model, ModelError, Request, Response, Sample, parse_address
from gnomon.models.cache import sample_keys


class MissingReplyError(ModelError):
    """A reply that is not there."""


class Reply(NamedTuple):
    """One raw reply."""

    role: str
    sample: Sample

    def as_json(self, key: str, row: str) -> dict[str, Any]:
        """Return it as plain JSON.

        Args:
            key: what it is found by.
            row: the first row that asked for it.
        """
        return {"key": key, "row": row, "role": self.role, "text": self.sample.text, "finish_reason": self.sample.finish_reason}


class Replayed(Model):
    """A model that says what was said.

    Args:
        role: such as ``judge``.
        name: the model's.
        replies: by key.
    """

    def __init__(self, role: str, name: str, replies: Mapping[str, Reply]) -> None:
        self._role = role
        self._name = name
        self._replies = replies
        self.used: set[str] = set()
        """Keys of the replies that were asked for."""

    @property
    def name(self) -> str:
        """The model's name."""
        return self._name

    async def respond(self, request: Request) -> Response:
        """Return the recorded samples.

        Raises:
            MissingReplyError: when one is not there.
        """
        keys = sample_keys("", self._role, request)
        missing = [key for key in keys if key not in self._replies]
        if missing:
            raise MissingReplyError(f"no reply of the {self._role} to what is asked here")
        self.used.update(keys)
        return Response(samples=tuple(self._replies[key].sample for key in keys), num_cached=len(keys))


class CachedModel(Model):
    """A model that says what lies in a run's cache, and remembers what it was asked for.

    Args:
        role: such as ``judge``.
        name: the model's.
        spec: its address, as the run had it.
        cache: of the run.

    Raises:
        ModelAddressError: when the address is none, such as that of a trained model that the run served itself.
    """

    def __init__(self, role: str, name: str, spec: str, cache: Cache) -> None:
        self._role = role
        self._name = name
        self._base_url = parse_address(bare_address(spec)).base_url
        self._cache = cache
        self.found: dict[str, Reply] = {}
        """By key, as `Replayed` looks for them."""

    @property
    def name(self) -> str:
        """The model's name."""
        return self._name

    async def respond(self, request: Request) -> Response:
        """Return the samples of the cache; errors as of `Replayed`."""
        samples = [self._cache.get(key) for key in sample_keys(self._base_url, self._name, request)]
        found = [sample for sample in samples if sample is not None]
        if len(found) < len(samples):
            raise MissingReplyError(f"the run's cache has no reply of the {self._role} to what is asked here")
        keys = sample_keys("", self._role, request)
        self.found |= {key: Reply(self._role, sample) for key, sample in zip(keys, found, strict=True)}
        return Response(samples=tuple(found), num_cached=len(found))
