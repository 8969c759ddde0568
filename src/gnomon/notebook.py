"""Who shows a value of ours in a notebook: a renderer, registered by whoever can draw and asked by the value.

A figure lies below the room that draws it and must not import it. `gnomon` itself, above all rooms, registers a renderer that
loads that room when a notebook first asks; so importing the package stays light, and the import linter sees who needs whom.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Renderer = Callable[[Any], str]
"""Draws a figure as SVG; typed loosely, since this module lies below the figure too."""
_renderers: list[Renderer] = []


def register_renderer(renderer: Renderer) -> None:
    """Let ``renderer`` draw from now on; the one registered last counts."""
    _renderers[:] = [renderer]


def rendered(value: object) -> str | None:
    """Return the value as SVG; None where nobody is registered who draws."""
    return _renderers[0](value) if _renderers else None
