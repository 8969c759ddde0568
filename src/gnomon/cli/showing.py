"""What reaches the terminal: text of files and models with its control characters made visible (`gnomon.visible`).

Everything that a command prints goes through `shown_output`; only the consoles of `gnomon.cli.console` print past it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from typing import TYPE_CHECKING, Any, TextIO, cast

from gnomon.visible import shown

if TYPE_CHECKING:
    from gnomon.pages import Cell, Table, TableRow


def number_of(count: int, noun: str) -> str:
    """Return a count with its noun, with an s where there are several.

    >>> number_of(1, "table"), number_of(0, "table")
    ('1 table', '0 tables')
    """
    return f"{count} {noun}{'' if count == 1 else 's'}"


def table_as_json(table: Table) -> list[dict[str, object]]:
    """Return the rows of a table by heading; a figure with an interval as value and ends, one that is missing as None."""
    return [
        {
            "name": row.name,
            "published": row.is_published,
            **({"counts": row.counts._asdict()} if row.counts else {}),
            **{
                column: cell.value if cell.low is None else [cell.value, cell.low, cell.high]
                for column, cell in zip(table.columns, row.cells, strict=True)
            },
        }
        for row in table.rows
    ]


def table_as_text(table: Table, *, with_intervals: bool = False) -> str:
    """Return a table of our own rows with aligned columns; printed figures are in the report and the JSON.

    Args:
        table: to be shown.
        with_intervals: whether ends of intervals stand behind the figures.
    """
    lines = [["", *table.columns], *(_line(row, with_intervals=with_intervals) for row in table.ours)]
    widths = [max(len(line[place]) for line in lines) for place in range(len(lines[0]))]
    texts = ["  ".join(text.ljust(width) for text, width in zip(line, widths, strict=True)).rstrip() for line in lines]
    return "\n".join([f"{table.title} ({table.unit})", *texts, *filter(None, [table.warning]), ""])


def _line(row: TableRow, *, with_intervals: bool) -> list[str]:
    from gnomon.pages.report import cell_text

    def told(cell: Cell) -> str:
        text = cell_text(cell)
        if not with_intervals or cell.low is None or cell.high is None:
            return text
        return f"{text} ({cell.low:.{cell.digits}f} to {cell.high:.{cell.digits}f})"

    return [f"{row.name} ({row.counts})" if row.counts else row.name, *map(told, row.cells)]


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
