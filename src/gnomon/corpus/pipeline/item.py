"""What goes through a pipeline: an item, frozen, with all that is known of where it comes from.

An item's data are plain JSON, so that every stage reads what every other has written. Paths of pictures are relative to the
pipeline's folder where a stage has made them, else absolute.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict

_FROZEN = ConfigDict(frozen=True, extra="forbid")
Decider = Literal["code", "model", "person"]


class Event(BaseModel):
    """Something that was done to an item, or decided about it."""

    model_config = _FROZEN

    stage: str
    """Name of the stage in its recipe."""
    kind: Decider
    by: str
    """A person's name, a model's, or gnomon with its version."""
    at: AwareDatetime | None = None
    """When a person decided, as told; a run repeats what code and models do, so that their time says nothing."""
    prompt_sha256: str = ""
    """Of what a model was asked."""
    changed: tuple[str, ...] = ()
    """Fields that are new or different since."""
    note: str = ""


class Provenance(BaseModel):
    """Where an item comes from and what has become of it."""

    model_config = _FROZEN

    source: str
    """A file, a data set or an address, in words."""
    licence: str = ""
    """Of the source; empty where nobody has told it."""
    events: tuple[Event, ...] = ()


class Item(BaseModel):
    """One thing on its way: a problem, a video, a key step, a draft."""

    model_config = _FROZEN

    id: str
    data: dict[str, Any]
    """Plain JSON."""
    provenance: Provenance

    def changed(self, **fields: Any) -> Item:  # noqa: ANN401 - plain JSON
        """Return the item with more or other data."""
        return self.model_copy(update={"data": {**self.data, **fields}})

    def part(self, name: str, **fields: Any) -> Item:  # noqa: ANN401 - plain JSON
        """Return a part of the item, such as a segment of a video: an item with the name behind its id, and more data."""
        return self.changed(**fields).model_copy(update={"id": f"{self.id}/{name}"})

    def noted(self, event: Event) -> Item:
        """Return the item with one more event."""
        kept = self.provenance.model_copy(update={"events": (*self.provenance.events, event)})
        return self.model_copy(update={"provenance": kept})


def changed_fields(before: Mapping[str, Any], after: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the names of fields that are new or other than before."""
    return tuple(name for name in after if name not in before or before[name] != after[name])


def leaves(value: Any, path: str) -> Iterator[tuple[str, Any]]:  # noqa: ANN401 - plain JSON
    """Yield what stands at the ends of a value, each with its dotted path, such as ``reference.operation_execution``."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from leaves(inner, f"{path}.{name}")
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from leaves(inner, f"{path}.{number}")
    else:
        yield path, value


def replaced(value: Any, path: str, new: Any) -> Any:  # noqa: ANN401 - plain JSON
    """Return a value with another one at the end of a dotted path.

    Raises:
        KeyError: when nothing stands there.
    """
    if not path:
        return new
    name, _, rest = path.partition(".")
    if isinstance(value, dict) and name in value:
        return {**value, name: replaced(value[name], rest, new)}
    if isinstance(value, list) and name.isdigit() and int(name) < len(value):
        return [replaced(inner, rest, new) if number == int(name) else inner for number, inner in enumerate(value)]
    raise KeyError(path)
