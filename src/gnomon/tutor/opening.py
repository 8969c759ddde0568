"""Opening a tutor by its name on the command line: ``symbolic``, an own one, or a model of a compatible server.

=========================  ================================================================
``symbolic``               the symbolic tutor; no model
``module:factory``         an own tutor: what ``factory()`` of the importable ``module`` returns
``URL``, ``MODEL@URL``     a model of a compatible server, one call a turn
``grounded+MODEL@URL``     the same, with the engine's proof as private notes
``focused+MODEL@URL``      the focused pipeline
=========================  ================================================================
"""

from __future__ import annotations

import difflib
import importlib
import inspect
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal, NamedTuple, cast

from gnomon.models import Model
from gnomon.tutor.addressed import AddressedModel
from gnomon.tutor.asking import Sampling
from gnomon.tutor.bridging import AwaitableTutor, BlockingTutor
from gnomon.tutor.model.explainer import ModelExplainer, SymbolicExplainer
from gnomon.tutor.model.focused import FocusedTutor
from gnomon.tutor.model.key_step import ModelKeyStepTutor, SymbolicKeyStepTutor
from gnomon.tutor.model.tutor import ModelTutor
from gnomon.tutor.protocol import AsyncTutor, Explainer, KeyStepTutor, Tutor
from gnomon.tutor.symbolic.tutor import SymbolicTutor

_EXPECTED = "expected `symbolic`, `module:factory`, a URL or MODEL@URL, the last two also after `grounded+` or `focused+`"
Pipeline = Literal["model", "grounded", "focused"]
_PREFIXED: tuple[Pipeline, ...] = ("grounded", "focused")
ModelOpener = Callable[[str], Model]
"""Gives the model of an address: ``MODEL@URL`` or a URL."""


class TutorSpecError(ValueError):
    """No tutor can be opened by this name; the message says why and what is expected."""


class _Spec(NamedTuple):
    kind: Literal["symbolic", "own", "model"]
    pipeline: Pipeline
    place: str
    """``module:factory``, or the model's address."""


def open_tutor(spec: str, *, seed: int = 0) -> Tutor:
    """Open a tutor for a session; one that asks a model comes as a `BlockingTutor`, to be closed.

    Args:
        spec: see the module.
        seed: of the symbolic tutor's words, and of a model where its server knows seeds.

    Raises:
        TutorSpecError: when nothing can be opened by that name.
        ModelAddressError: when the address of a model cannot be read.
    """
    read = _read(spec)
    if read.kind == "symbolic":
        return SymbolicTutor(seed=seed)
    if read.kind == "own":
        own = _own(read.place, "reply")
        return BlockingTutor(own) if inspect.iscoroutinefunction(own.reply) else cast("Tutor", own)
    model = AddressedModel(read.place)
    return BlockingTutor(_model_tutor(read, model, seed), model.aclose)


def open_async_tutor(spec: str, models: ModelOpener, *, seed: int = 0) -> AsyncTutor:
    """Open a tutor for a benchmark, where many turns are asked for at once.

    Args:
        spec: see the module.
        models: gives the model of an address, with the caller's cache and ledger; the caller closes it.
        seed: as in `open_tutor`.

    Raises:
        TutorSpecError: when nothing can be opened by that name.
    """
    read = _read(spec)
    if read.kind == "symbolic":
        return AwaitableTutor(SymbolicTutor(seed=seed), "symbolic")
    if read.kind == "own":
        own = _own(read.place, "reply")
        return cast("AsyncTutor", own) if inspect.iscoroutinefunction(own.reply) else AwaitableTutor(own, read.place)
    return _model_tutor(read, models(read.place), seed)


def open_key_step_tutor(spec: str, models: ModelOpener, *, variant: str = "zero_shot", seed: int = 0) -> KeyStepTutor:
    """Open a key-step tutor.

    Args:
        spec: see the module, without the pipelines.
        models: as in `open_async_tutor`.
        variant: how a model is asked; see `key_step_variants`.
        seed: of a model.

    Raises:
        TutorSpecError: when nothing can be opened by that name.
        ValueError: for an unknown variant.
    """
    read = _plain(spec)
    if read.kind == "symbolic":
        return SymbolicKeyStepTutor()
    if read.kind == "own":
        return cast("KeyStepTutor", _own(read.place, "guide"))
    return ModelKeyStepTutor(models(read.place), variant, Sampling(seed=seed))


def open_explainer(spec: str, models: ModelOpener, *, seed: int = 0) -> Explainer:
    """Open an explainer; arguments and errors as `open_key_step_tutor`."""
    read = _plain(spec)
    if read.kind == "symbolic":
        return SymbolicExplainer()
    if read.kind == "own":
        return cast("Explainer", _own(read.place, "identify", "explain", "answer"))
    return ModelExplainer(models(read.place), Sampling(seed=seed))


def _read(spec: str) -> _Spec:
    text = spec.strip()
    if text == "symbolic":
        return _Spec("symbolic", "model", "")
    if "://" in text:
        for pipeline in _PREFIXED:
            if text.startswith(f"{pipeline}+"):
                return _Spec("model", pipeline, text.removeprefix(f"{pipeline}+"))
        return _Spec("model", "model", text)
    module, colon, factory = text.partition(":")
    if colon and factory.isidentifier() and all(part.isidentifier() for part in module.split(".")):
        return _Spec("own", "model", text)
    raise TutorSpecError(f"no tutor {spec!r}: {_EXPECTED}")


def _plain(spec: str) -> _Spec:
    read = _read(spec)
    if read.pipeline != "model":
        raise TutorSpecError(f"{read.pipeline}+ is for tutors that give turns; leave it out of {spec!r}")
    return read


def _model_tutor(read: _Spec, model: Model, seed: int) -> AsyncTutor:
    sampling = Sampling(seed=seed)
    if read.pipeline == "focused":
        return FocusedTutor(model, sampling=sampling)
    return ModelTutor(model, notes="proof" if read.pipeline == "grounded" else "none", sampling=sampling)


def _own(place: str, *methods: str) -> Any:  # noqa: ANN401  # whatever the user's factory returns
    module_name, _, name = place.partition(":")
    with _current_folder_first():
        try:
            module = importlib.import_module(module_name)
        except ModuleNotFoundError as error:
            raise TutorSpecError(
                f"{place}: no module {error.name!r}; start gnomon in its folder, or install it into this environment"
            ) from error
    factory = getattr(module, name, None)
    if factory is None:
        near = difflib.get_close_matches(name, vars(module), n=3)
        hint = f"; did you mean {', '.join(near)}?" if near else ""
        raise TutorSpecError(f"{place}: module {module_name!r} has no {name!r}{hint}")
    tutor = factory() if callable(factory) else factory
    missing = [method for method in methods if not callable(getattr(tutor, method, None))]
    if missing:
        raise TutorSpecError(f"{place}: expected a tutor with `{missing[0]}`, got {type(tutor).__name__!r}; see docs/tutors.md")
    return tutor


@contextmanager
def _current_folder_first() -> Iterator[None]:
    """Let modules of the current folder be found, as ``python -m`` does."""
    folder = str(Path.cwd())
    sys.path.insert(0, folder)
    try:
        yield
    finally:
        sys.path.remove(folder)
