"""What reaches the terminal: text of files and models with its control characters made visible.

A title may hold an escape that recolours, renames or rewrites the terminal, or a bidirectional override that shows another
text than is there. Everything that a command prints goes through `shown_output`; only the consoles of `gnomon.cli.console`
print past it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from typing import Any, TextIO, cast

# C0 but tab and line feed, DEL, C1, and what turns the direction of writing; the marks of single characters (200E, 200F) stay,
# since Hebrew and Arabic texts need them.
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def shown(text: str) -> str:
    r"""Return ``text`` with every control character as its code.

    >>> print(shown("red \x1b[31m"))
    red \u001b[31m
    """
    return _CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", text)  # as JSON has it: JSON on stdout means the same


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
