"""Consoles of `rich`: they print past `gnomon.cli.showing`, since colours are escapes, and show the texts' own themselves.

Loading it loads `rich`; commands import it where they print.
"""

from __future__ import annotations

import sys
from typing import Any

from rich.console import Console, ConsoleOptions, ConsoleRenderable, RenderHook, RenderResult

from gnomon.visible import shown


def console(*, stderr: bool = False, **settings: Any) -> Console:  # noqa: ANN401  # as rich has them
    """Return a console on stdout or stderr that shows the control characters of the texts that it prints."""
    stream = sys.stderr if stderr else sys.stdout
    made = Console(file=getattr(stream, "unshown", stream), **settings)
    made.push_render_hook(_ShownTexts())
    return made


class _ShownTexts(RenderHook):
    def process_renderables(self, renderables: list[ConsoleRenderable]) -> list[ConsoleRenderable]:
        return [_Shown(renderable) for renderable in renderables]


class _Shown:
    """A renderable with its texts shown; control segments are rich's own, such as moves of the cursor."""

    def __init__(self, inner: ConsoleRenderable) -> None:
        self._inner = inner

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for segment in console.render(self._inner, options):
            yield segment if segment.control else segment._replace(text=shown(segment.text))
