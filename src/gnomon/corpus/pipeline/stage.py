"""The kinds of stages: what each is given and what it gives back.

A stage is a plain function with typed parameters. It says of every item what becomes of it: the item, changed or not; several
items in its place; or `Dropped` with a reason that is counted. It never drops in silence: an empty list is an error.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

from pydantic import BaseModel, ConfigDict

from gnomon.corpus.pipeline.item import Item
from gnomon.judge import Material
from gnomon.models import ResponseSchema

ParamsT = TypeVar("ParamsT", bound="Params")


class Params(BaseModel):
    """What a recipe sets of a stage; a stage's own parameters inherit from it. Unknown keys are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Dropped(NamedTuple):
    """An item goes no further."""

    reason: str
    """A word of the stage's reasons, such as ``no_point_labels``: what is counted."""
    detail: str = ""
    """About this item, one line."""


class Unreadable(NamedTuple):
    """A model's answer that cannot be used; it is asked again, and in the end the item is dropped."""

    detail: str
    reason: str = "reply_unreadable"
    """For which it is dropped in the end."""


Result = Item | Sequence[Item] | Dropped
"""What becomes of an item."""


class Context(NamedTuple):
    """Where a stage works."""

    folder: Path
    """Of the pipeline: pictures that a stage makes go below it, and are named relative to it."""
    seed: int
    """Of the recipe."""

    def path(self, name: str) -> Path:
        """Return where a file lies that an item names."""
        return self.folder / name  # an absolute name stays as it is


class Reply(NamedTuple):
    """One sample of one model."""

    model: str
    """By its name, without the address."""
    text: str


class Unread(NamedTuple):
    """A row of a source that is no item; it counts as dropped."""

    id: str
    reason: str
    detail: str = ""


@dataclass(frozen=True)
class SourceStage(Generic[ParamsT]):
    """Where items come from; the first stage of a recipe, and only the first."""

    what: str
    """One line for people."""
    params: type[ParamsT]
    load: Callable[[ParamsT], Iterable[Item | Unread]]
    """Yield items, the same ones in the same order each time."""
    files: Callable[[ParamsT], Iterable[Path]]
    """What they are made from: when one changes, it is another run."""


@dataclass(frozen=True)
class CodeStage(Generic[ParamsT]):
    """A pure function of one item, plain or asynchronous."""

    what: str
    params: type[ParamsT]
    work: Callable[[Item, ParamsT, Context], Result | Awaitable[Result]]


@dataclass(frozen=True)
class BatchStage(Generic[ParamsT]):
    """A pure function of all items together, such as the search for near-duplicates."""

    what: str
    params: type[ParamsT]
    work: Callable[[Sequence[Item], ParamsT, Context], Iterable[Result]]
    """Yield what becomes of each, in their order."""


@dataclass(frozen=True)
class ModelStage(Generic[ParamsT]):
    """Asks one model or several about each item."""

    what: str
    params: type[ParamsT]
    prompt: str
    """Name of a prompt file; a recipe may set a file of its own with the same gaps."""
    ask: Callable[[Item, ParamsT, Context], Material | Result]
    """Return what fills the prompt's gaps, with the pictures; or what becomes of the item where no model is needed."""
    read: Callable[[Item, Sequence[Reply], ParamsT], Result | Unreadable]
    """Return what becomes of the item; `Unreadable` asks once more, with another seed, as often as the recipe says."""
    schema: ResponseSchema | None = None
    """Of the answer, where it is a JSON object."""


class PersonParams(Params):
    """What a person is asked about each item."""

    ask: str
    """The question, one line."""
    show: tuple[str, ...] = ()
    """Fields to read, in order."""
    pictures: tuple[str, ...] = ()
    """Fields that name a picture, or a list of them."""
    edit: tuple[str, ...] = ()
    """Fields whose texts may be corrected, nested ones too."""
    reasons: dict[str, str] = {}
    """Why an item may be dropped: words by reason."""
    blind_share: float = 0.0
    """Share of the items that two people decide, neither seeing the other; where they differ, somebody settles it."""


@dataclass(frozen=True)
class PersonStage:
    """A person keeps or drops each item, and may correct it."""

    what: str = "a person decides"
    params: type[PersonParams] = PersonParams


Stage = SourceStage[Any] | CodeStage[Any] | BatchStage[Any] | ModelStage[Any] | PersonStage
Registry = Mapping[str, Stage]
"""Stages by the name that recipes use."""
