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

import asyncio
import difflib
import importlib
import inspect
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal, NamedTuple, cast

from gnomon.dialogue import TutorTurn
from gnomon.models import Model
from gnomon.tutor.asking import Sampling
from gnomon.tutor.model.composer import ComposedTutor
from gnomon.tutor.model.ear import ModelEar
from gnomon.tutor.model.explainer import ModelExplainer, SymbolicExplainer
from gnomon.tutor.model.focused import FocusedTutor
from gnomon.tutor.model.key_step import ModelKeyStepTutor, SymbolicKeyStepTutor
from gnomon.tutor.model.tutor import ModelTutor, Notes
from gnomon.tutor.model.voice import VoicedTutor
from gnomon.tutor.protocol import Explainer, KeyStepTutor, Tutor, TutorContext
from gnomon.tutor.replied import TutorReply, said_turn
from gnomon.tutor.symbolic.tutor import SymbolicTutor

_EXPECTED = "expected `symbolic`, `module:factory`, a URL or MODEL@URL, the last two also after `grounded+` or `focused+`"
_HELP = "see docs/tutors.md"
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


def open_tutor(
    spec: str,
    models: ModelOpener,
    *,
    seed: int = 0,
    reader: Model | None = None,
    voice: Model | None = None,
    composer: Model | None = None,
) -> Tutor:
    """Open a tutor.

    Args:
        spec: see the module.
        models: gives the model of an address, with the caller's cache and ledger; the caller closes it.
        seed: of the symbolic tutor's words, and of a model where its server knows seeds.
        reader: reads for the symbolic tutor what is told in words; None: the grammar alone.
        voice: rephrases the symbolic tutor's turns; None: its own words.
        composer: writes them anew under its verdicts, in place of a voice.

    Raises:
        TutorSpecError: when nothing can be opened by that name, or a reader, voice or composer is given to another tutor.
    """
    read = _read(spec)
    sampling = Sampling(seed=seed)
    if read.kind == "symbolic":
        symbolic = SymbolicTutor(seed=seed, ear=None if reader is None else ModelEar(reader, sampling))
        if voice is not None and composer is not None:
            raise TutorSpecError("--voice and --composer both choose the words of a turn; leave one of them out")
        if composer is not None:
            return ComposedTutor(symbolic, composer, sampling)
        return symbolic if voice is None else VoicedTutor(symbolic, voice, sampling)
    if any(model is not None for model in (reader, voice, composer)):
        raise TutorSpecError(f"--reader, --voice and --composer are for the symbolic tutor; leave them out with {spec!r}")
    if read.kind == "own":
        return _OwnTutor(_own(read.place, "reply"), read.place)
    model = models(read.place)
    if read.pipeline == "focused":
        return FocusedTutor(model, sampling=sampling, adapts=True)
    notes: Notes = "proof" if read.pipeline == "grounded" else "none"
    return ModelTutor(model, notes=notes, sampling=sampling, adapts=True)


def open_key_step_tutor(spec: str, models: ModelOpener, *, variant: str = "zero_shot", seed: int = 0) -> KeyStepTutor:
    """Open a key-step tutor.

    Args:
        spec: see the module, without the pipelines.
        models: as in `open_tutor`.
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


class _OwnTutor:
    """A user's object with ``reply``, asynchronous or not, that gives a `TutorTurn` or a `TutorReply`."""

    def __init__(self, own: Any, place: str) -> None:  # noqa: ANN401  # whatever the user's factory returns
        self._own = own
        self._place = place

    @property
    def name(self) -> str:
        """The user's name for it; without one, where it is."""
        return str(getattr(self._own, "name", self._place))

    async def reply(self, context: TutorContext) -> TutorReply:
        """Return the next turn; errors are the tutor's own, and `TutorSpecError` for what is no turn."""
        if inspect.iscoroutinefunction(self._own.reply):
            said = await self._own.reply(context)
        else:
            said = await asyncio.to_thread(self._own.reply, context)  # it may wait for something
        if isinstance(said, TutorTurn):
            return said_turn(said)
        if isinstance(said, TutorReply):
            return said
        raise TutorSpecError(f"{self._place}: expected `reply` to give a TutorTurn, got {type(said).__name__!r}; {_HELP}")


def _own(place: str, *methods: str) -> Any:  # noqa: ANN401  # whatever the user's factory returns
    module_name, _, name = place.partition(":")
    with _current_folder_first():
        try:
            module = importlib.import_module(module_name)
        except ModuleNotFoundError as error:
            raise TutorSpecError(
                f"{place}: no module {error.name!r}; start gnomon in its folder, or install it into this environment"
            ) from error
        except (Exception, SystemExit) as error:  # whatever a user's module raises when it is imported
            raise TutorSpecError(f"{place}: importing {module_name!r} failed: {_described(error)}") from error
    factory = getattr(module, name, None)
    if factory is None:
        near = difflib.get_close_matches(name, vars(module), n=3)
        hint = f"; did you mean {', '.join(near)}?" if near else ""
        raise TutorSpecError(f"{place}: module {module_name!r} has no {name!r}{hint}")
    tutor = _called(factory, place) if callable(factory) else factory
    missing = [method for method in methods if not callable(getattr(tutor, method, None))]
    if missing:
        raise TutorSpecError(f"{place}: expected a tutor with `{missing[0]}`, got {type(tutor).__name__!r}; {_HELP}")
    return tutor


def _called(factory: Callable[..., object], place: str) -> object:
    try:
        inspect.signature(factory).bind()
    except TypeError as error:
        raise TutorSpecError(f"{place}: expected a factory that takes no arguments ({error}); {_HELP}") from error
    except ValueError:  # some built-in functions do not say what they take: they are called all the same
        pass
    try:
        return factory()
    except (Exception, SystemExit) as error:  # whatever a user's factory raises
        raise TutorSpecError(f"{place}: the factory failed: {_described(error)}") from error


def _described(error: BaseException) -> str:
    message = " ".join(str(error).split())
    return f"{type(error).__name__}{': ' if message else ''}{message}; {_HELP}"


@contextmanager
def _current_folder_first() -> Iterator[None]:
    """Let modules of the current folder be found, as ``python -m`` does."""
    folder = str(Path.cwd())
    sys.path.insert(0, folder)
    try:
        yield
    finally:
        sys.path.remove(folder)
