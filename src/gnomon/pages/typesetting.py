"""Tables for a paper or a wiki: LaTeX with booktabs, and Markdown. Published rows stand below ours, marked by their own names."""

from __future__ import annotations

import re
from typing import Any

from gnomon.pages.report import cell_text
from gnomon.pages.tables import Cell, Column, Table, TableRow
from gnomon.visible import shown

_LATEX = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    '"': r"\textquotedbl{}",
    "–": "--",
    "—": "---",
    "−": "$-$",
    "×": r"$\times$",
    "→": r"$\to$",
    "≥": r"$\geq$",
    "≤": r"$\leq$",
    "∠": r"$\angle$",
    "°": r"$^\circ$",
    "…": r"\ldots{}",
    "“": "``",
    "”": "''",
    "’": "'",
}
_SPECIAL = re.compile("|".join(map(re.escape, _LATEX)))
_ARROWS = {"higher": ("$\\uparrow$", "↑"), "lower": ("$\\downarrow$", "↓"), "": ("", "")}
_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>|#~$])")


def latex_text(text: str) -> str:
    r"""Return a text as LaTeX prints it: nothing in it is a command.

    >>> print(latex_text("a_b & 5 % of {x}"))
    a\_b \& 5 \% of \{x\}
    """
    return _SPECIAL.sub(lambda found: _LATEX[found[0]], " ".join(shown(text).split()))


def latex_table(table: Table) -> str:
    r"""Return a table as a float for ``\usepackage{booktabs}``: figures with intervals, our rows, then published ones."""
    heads = [_latex_head(head, table) for head in table.heads]
    ours = [_latex_row(row) for row in table.ours]
    published = ["\\midrule", *map(_latex_row, table.published)] if table.published else []
    note = " ".join(latex_text(part) for part in (*_counts(table), table.note, table.warning) if part)
    lines = [
        f"% {' '.join(shown(table.id).split())}",
        "\\begin{table}",
        "\\centering",
        f"\\caption{{{latex_text(_title(table))}}}",
        f"\\label{{tab:{re.sub('[^A-Za-z0-9.-]', '-', table.id)}}}",
        f"\\begin{{tabular}}{{l{'r' * len(table.heads)}}}",
        "\\toprule",
        f"{' & '.join(['', *heads])} \\\\",
        "\\midrule",
        *ours,
        *published,
        "\\bottomrule",
        "\\end{tabular}",
        *([f"\\par\\smallskip\\begin{{minipage}}{{\\linewidth}}\\footnotesize {note}\\end{{minipage}}"] if note else []),
        "\\end{table}",
    ]
    return "\n".join(lines) + "\n"


def markdown_table(table: Table) -> str:
    """Return a table as Markdown with its title, notes and published rows."""
    heads = [_markdown_text(f"{_heading(head, table)} {_ARROWS[head.better][1]}".strip()) for head in table.heads]
    lines = [
        f"### {_markdown_text(_title(table))}",
        "",
        f"| {' | '.join([' ', *heads])} |",
        f"|{'|'.join(['---', *['---:'] * len(heads)])}|",
        *(_markdown_row(row) for row in (*table.ours, *table.published)),
        "",
        *(f"{_markdown_text(part)}\n" for part in (*_counts(table), table.note, table.warning) if part),
    ]
    return "\n".join(lines)


def _title(table: Table) -> str:
    return f"{table.title} ({table.unit})" if table.unit else table.title


def _heading(head: Column[Any], table: Table) -> str:
    return f"{head.heading} ({head.unit})" if head.unit and head.unit != table.unit else head.heading


def _latex_head(head: Column[Any], table: Table) -> str:
    return f"{latex_text(_heading(head, table))} {_ARROWS[head.better][0]}".strip()


def _latex_row(row: TableRow) -> str:
    return f"{' & '.join([latex_text(row.name), *(latex_text(_figure(cell, '–')) for cell in row.cells)])} \\\\"


def _markdown_row(row: TableRow) -> str:
    return f"| {' | '.join([_markdown_text(row.name), *(_markdown_text(_figure(cell, ' to ')) for cell in row.cells)])} |"


def _figure(cell: Cell, between: str) -> str:
    text = cell_text(cell)
    if cell.low is None or cell.high is None:
        return text
    return f"{text} ({cell.low:.{cell.digits}f}{between}{cell.high:.{cell.digits}f})"


def _counts(table: Table) -> list[str]:
    """Say of each run what could not be read, once for all columns."""
    return [f"{row.name}: {row.counts}." for row in table.ours if row.counts]


def _markdown_text(text: str) -> str:
    return _MARKDOWN.sub(r"\\\1", " ".join(shown(text).split()))
