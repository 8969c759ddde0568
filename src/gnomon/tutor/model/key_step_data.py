"""How a key-step tutor is asked, as data: the variants of the input and our own worked examples (``key_step.yaml``).

Personas and the types of later questions are in `gnomon.datasets`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple
from xml.sax.saxutils import escape

from gnomon.models import Image
from gnomon.packaged import packaged_yaml

_LINE_PX = 34
"""From line to line for letters of 20 pixels: as wide as people write on a board."""
_WIDTH_PX = 720
"""Of a picture of written lines: room for the longest line of an example at a size that models read."""


class KeyStepVariant(NamedTuple):
    """One way to ask."""

    id: str
    """Permanent."""
    pictures: bool
    """Whether the work is shown as pictures; else as the text read from them."""
    query: bool
    """Whether the student's question is given."""
    shots: int
    """Number of worked examples before the task."""


class KeyStepExample(NamedTuple):
    """A worked example of our own."""

    frames: tuple[tuple[str, ...], ...]
    """The lines of each picture, the current one last."""
    query: str
    insight: str
    formulation: str
    execution: str

    @property
    def answer(self) -> str:
        """The answer in the form that is asked for."""
        return (
            f"[Insight Discovery]: {self.insight}\n[Operation Formulation]: {self.formulation}\n"
            f"[Operation Execution]: {self.execution}"
        )

    @property
    def texts(self) -> tuple[str, ...]:
        """The frames as text."""
        return tuple("\n".join(frame) for frame in self.frames)


@cache
def key_step_variants() -> Mapping[str, KeyStepVariant]:
    """Return the five variants by id."""
    return MappingProxyType({row["id"]: KeyStepVariant(**row) for row in _table()["variants"]})


@cache
def key_step_examples() -> tuple[KeyStepExample, ...]:
    """Return the worked examples; a variant with k shots takes the first k."""
    return tuple(
        KeyStepExample(**{**row, "frames": tuple(tuple(frame) for frame in row["frames"])}) for row in _table()["examples"]
    )


@cache
def written_picture(lines: tuple[str, ...]) -> Image:
    """Return a picture of ``lines``, as a board would show them."""
    from gnomon.drawing import to_png

    height = _LINE_PX * (len(lines) + 1)
    texts = "".join(
        # 8 pixels below its line's middle a text of 20 has its base line; 24 are a margin.
        f'<text x="24" y="{_LINE_PX * number + 8}" font-size="20" font-family="DejaVu Sans">{escape(line)}</text>'
        for number, line in enumerate(lines, 1)
    )
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH_PX}" height="{height}">'
        f'<rect width="100%" height="100%" fill="white"/>{texts}</svg>'
    )
    return Image(data=to_png(svg))


@cache
def _table() -> dict[str, Any]:
    table: dict[str, Any] = packaged_yaml(__package__, "key_step.yaml")
    return table
