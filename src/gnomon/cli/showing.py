"""What reaches the terminal: text of files and models with its control characters made visible (`gnomon.visible`).

Everything that a command prints goes through `shown_output`; only the consoles of `gnomon.cli.console` print past it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from typing import Any, TextIO, cast

from gnomon.visible import shown


def number_of(count: int, noun: str) -> str:
    """Return a count with its noun, with an s where there are several.

    >>> number_of(1, "table"), number_of(0, "table")
    ('1 table', '0 tables')
    """
    return f"{count} {noun}{'' if count == 1 else 's'}"


class _ShownStream:
    """A text stream that shows control characters instead of writing them."""

    def __init__(self, unshown: TextIO) -> None:
        self.unshown = unshown

    def write(self, text: str) -> int:
        self.unshown.write(shown(text))
        return len(text)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  # whatever the stream has
        return getattr(self.unshown, name)


@contextmanager
def shown_output() -> Iterator[None]:
    """Show control characters in all that is written to stdout and stderr meanwhile."""
    out, err = cast("TextIO", _ShownStream(sys.stdout)), cast("TextIO", _ShownStream(sys.stderr))
    with redirect_stdout(out), redirect_stderr(err):
        yield
