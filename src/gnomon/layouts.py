"""Who lays out a figure that has no coordinates: a layout, registered by whoever can, and asked by the reader of problems.

The reader lies below the room that fits figures and must not import it. `gnomon` itself, above all rooms, registers a layout that
loads that room when a problem without coordinates is first read, as `gnomon.notebook` does for drawing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Layout = Callable[[Any], Any]
"""Makes a figure of what is wanted of it; typed loosely, since this module lies below both."""
_layouts: list[Layout] = []


def register_layout(layout: Layout) -> None:
    """Let ``layout`` lay out figures from now on; the one registered last counts."""
    _layouts[:] = [layout]


def laid_out(wanted: object) -> Any:  # noqa: ANN401  # a figure, whose type this module cannot know
    """Return the figure that is laid out as ``wanted``.

    Raises:
        RuntimeError: where nobody is registered, which `import gnomon` does.
        ValueError: where no figure is as wanted; one line says why.
    """
    if not _layouts:
        raise RuntimeError("nobody is registered who lays out figures; import gnomon first")
    return _layouts[0](wanted)
