"""Sandbox 1: run a candidate alone and answer calls of its functions. It knows neither the tests nor the verdict's way out.

Everything here may be changed by the candidate while it runs: it only speaks for the candidate, and the other side believes no
more than that. Messages in: ``{"names": [...]}`` and ``{"id", "call", "args", "kwargs"}``; out: what each of them is, or
``{"id", "value", "changed"}``, ``{"id", "raised"}``, ``{"id", "stays"}`` for a value that does not cross.
"""

from __future__ import annotations

import inspect
import sys
import types
from collections.abc import Callable, Mapping

from .channel import Channel, ClosedChannelError
from .values import Json, NotTransferableError, Value, pack, unpack

_NAME = "solution"
_CHANGEABLE = (list, dict, set, bytearray)


def serve(source: str, channel: Channel) -> None:
    """Run the candidate's text, then answer until the other side has ended."""
    module = types.ModuleType(_NAME)
    sys.modules[_NAME] = module  # dataclasses and pickle look their module up
    channel.send(_outcome(lambda: _load(source, module.__dict__)))
    try:
        while True:
            _answer(channel.receive(), channel, module.__dict__)
    except ClosedChannelError:
        return


def _load(source: str, namespace: dict[str, Value]) -> Json:
    exec(compile(source, _NAME, "exec"), namespace)  # noqa: S102  # this is what the sandbox is for
    return {"loaded": True}


def _answer(message: Json, channel: Channel, namespace: Mapping[str, Value]) -> None:
    if "names" in message:
        channel.send({"names": {name: _described(name, namespace) for name in message["names"]}})
        return
    number = {"id": message["id"]}
    try:
        channel.send({**number, **_outcome(lambda: _call(message, namespace))})
    except NotTransferableError as error:  # too long
        channel.send({**number, "stays": str(error)})


def _outcome(action: Callable[[], Json]) -> Json:
    try:
        return action()
    except NotTransferableError as error:
        return {"stays": str(error)}
    except BaseException as error:  # noqa: BLE001  # SystemExit and KeyboardInterrupt too: whatever it raises is its answer
        return {"raised": {"type": type(error).__name__, "known": _known_ancestor(error), "message": _message(error)}}


def _known_ancestor(error: BaseException) -> str:
    """Return the nearest built-in class, which is what a test can name."""
    return next(kind.__name__ for kind in type(error).__mro__ if kind.__module__ == "builtins")


def _message(error: BaseException) -> str:
    try:
        return str(error)[:2000]  # far more than a message needs, far less than the channel takes
    except Exception:  # noqa: BLE001  # the candidate wrote it
        return "(its text could not be made)"


def _call(message: Json, namespace: Mapping[str, Value]) -> Json:
    arguments = unpack(message["args"])
    before = [pack(argument) if type(argument) in _CHANGEABLE else None for argument in arguments]
    value = namespace[message["call"]](*arguments, **{name: unpack(part) for name, part in message["kwargs"].items()})
    changed = _changed(arguments, before) if value is None else {}
    return {"value": pack(value), "changed": changed}


def _changed(arguments: list[Value], before: list[Json]) -> dict[str, Json]:
    """Return what a function that works in place, and so returns None, made of its arguments."""
    after = {place: pack(argument) for place, argument in enumerate(arguments) if type(argument) in _CHANGEABLE}
    return {str(place): packed for place, packed in after.items() if packed != before[place]}


def _described(name: str, namespace: Mapping[str, Value]) -> Json:
    if name not in namespace:
        return {"kind": "missing"}
    value = namespace[name]
    if isinstance(value, types.ModuleType):
        return {"kind": "module", "name": value.__name__}
    if inspect.isclass(value):
        return {"kind": "class"}
    return {"kind": "function"} if callable(value) else {"kind": "value", **_outcome(lambda: {"value": pack(value)})}
