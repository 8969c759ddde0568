"""What stands in the candidate's place among the tests: functions that send their arguments over and wait for the answer.

Nothing of the candidate runs here. Its values arrive as new values of built-in types; its exceptions as built-in ones of the same
name, others as `CandidateError`. What no test may take for an answer, such as the end of the candidate's process, is a `Refusal`;
it is kept too, so that a test that catches everything does not lose it.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Sequence
from typing import NamedTuple

from .channel import Channel, ClosedChannelError
from .values import Json, MalformedValueError, NotTransferableError, Value, pack, unpack

_ENDS_A_LOOP = {"StopIteration", "StopAsyncIteration"}
"""Raised inside ``map`` of a test, they would end it early and leave the rest of the tests out."""

_NO_PROTOCOL = (MalformedValueError, LookupError, TypeError, ValueError, AttributeError, RecursionError)


class Said(NamedTuple):
    """A verdict and its reason. Besides the verdicts there is ``gone``: how the candidate's process ended says the host."""

    verdict: str
    reason: str


class CandidateError(Exception):
    """The candidate raised an exception of a class of its own."""


class Refusal(BaseException):  # it carries a verdict, not an error
    """There is no answer that the tests could judge. No Exception, so that no test takes it for one that it expects."""

    def __init__(self, verdict: str, reason: str) -> None:
        super().__init__(reason)
        self.said = Said(verdict, reason)


class Candidate:
    """The other side.

    Args:
        channel: to the candidate's process.
    """

    refused: Refusal | None = None
    """The first refusal."""
    raised: Exception | None = None
    """The last exception that came from the candidate."""
    ran_out_of_memory = False
    """Whether it has said so."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._calls = 0

    def wait_until_loaded(self) -> None:
        """Wait until the candidate's text has run; raises what it raised."""
        if "loaded" not in self._receive():
            raise self._refuse("failed", "the candidate's answer is not to the protocol")

    def describe(self, names: Sequence[str]) -> dict[str, dict[str, Value]]:
        """Ask what each name is: a dictionary with its ``kind`` as ``candidate`` says it."""
        self._channel.send({"names": names})
        said = self._receive().get("names")
        if not isinstance(said, dict) or any(not isinstance(said.get(name), dict) for name in names):
            raise self._refuse("failed", "the candidate's answer is not to the protocol")
        return said

    def function(self, name: str) -> Callable[..., Value]:
        """Return a function that calls the candidate's function of that name."""

        def call(*arguments: Value, **named: Value) -> Value:
            self._send_call(name, arguments, named)
            answer = self._receive()
            try:
                return self._read(answer, arguments)
            except _NO_PROTOCOL as error:
                raise self._refuse("failed", f"the candidate's answer is not to the protocol: {error!s:.200}") from None

        call.__name__ = call.__qualname__ = name
        return call

    def _send_call(self, name: str, arguments: tuple[Value, ...], named: dict[str, Value]) -> None:
        self._calls += 1
        try:
            packed = {
                "args": [pack(argument) for argument in arguments],
                "kwargs": {key: pack(part) for key, part in named.items()},
            }
            self._channel.send({"id": self._calls, "call": name, **packed})
        except NotTransferableError as error:
            raise self._refuse("not transferable", f"the tests pass {error} to {name!r}") from None
        except ClosedChannelError:
            raise self._refuse("gone", "the candidate's process ended") from None

    def _read(self, answer: dict[str, Json], arguments: tuple[Value, ...]) -> Value:
        if answer["id"] != self._calls:
            raise MalformedValueError(f"expected the answer of call {self._calls}")
        value = unpack(answer["value"])
        if value is None:
            _change(arguments, answer["changed"])
        return value

    def _receive(self) -> dict[str, Json]:
        """Wait for an answer; raises what the candidate raised."""
        try:
            answer = self._channel.receive()
        except ClosedChannelError:
            raise self._refuse("gone", "the candidate's process ended") from None
        except MalformedValueError as error:
            raise self._refuse("failed", f"the candidate's answer is not to the protocol: {error!s:.200}") from None
        if not isinstance(answer, dict):
            raise self._refuse("failed", "the candidate's answer is not to the protocol")
        if "stays" in answer:
            raise self._refuse("not transferable", f"the candidate returns {answer['stays']!s:.200}")
        if isinstance(answer.get("raised"), dict):
            self.raised = self._exception(answer["raised"])
            raise self.raised
        return answer

    def _refuse(self, verdict: str, reason: str) -> Refusal:
        refusal = Refusal(verdict, reason)
        self.refused = self.refused or refusal
        return refusal

    def _exception(self, said: dict[str, Json]) -> Exception:
        name, message = f"{said.get('known')}", f"{said.get('message')!s:.2000}"
        self.ran_out_of_memory |= name == "MemoryError"
        kind = getattr(builtins, name, None)
        if not (isinstance(kind, type) and issubclass(kind, Exception)):
            raise self._refuse("failed", f"the candidate raised {said.get('type')!s:.100}")
        if name in _ENDS_A_LOOP or (kind is Exception and said.get("type") != name):
            return CandidateError(f"{said.get('type')!s:.100}: {message}")
        return _built(kind, message)


def _built(kind: type[Exception], message: str) -> Exception:
    try:
        return kind(message)
    except TypeError:  # such as UnicodeDecodeError, which wants five arguments
        return CandidateError(f"{kind.__name__}: {message}")


def _change(arguments: tuple[Value, ...], changed: dict[str, Json]) -> None:
    """Make of the arguments what a function that works in place made of them."""
    for place, packed in changed.items():
        argument, after = arguments[int(place)], unpack(packed)
        if type(argument) is not type(after):
            raise MalformedValueError(f"expected a changed {type(argument).__name__}, got {type(after).__name__}")
        if isinstance(argument, list | bytearray):
            argument[:] = after
        elif isinstance(argument, dict | set):
            argument.clear()
            argument.update(after)
