"""Lines of code by room, without blank lines, comments and docstrings, and the share of comment lines.

Run ``python benchmarks/code_lines.py [FOLDER]``; the folder of another version beside it, such as an unpacked release, gives the
figures to compare with. Formatter and line length must be the same for a fair comparison.
"""

from __future__ import annotations

import ast
import io
import sys
import tokenize
from pathlib import Path
from typing import NamedTuple

_LAYOUT = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}


class Lines(NamedTuple):
    """What some files hold."""

    files: int
    code: int
    comments: int
    """Lines with a comment, beside code or alone; directives such as ``noqa`` without words after them are not counted."""
    explained: int
    """Lines of docstrings under a value, which explain it as a comment would."""


def count(source: str) -> Lines:
    """Count the lines of one file."""
    code: set[int] = set()
    comments = 0
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT and not _is_bare_directive(token.string):
            comments += 1
        if token.type not in _LAYOUT:
            code.update(range(token.start[0], token.end[0] + 1))
    strings, under_values = _docstrings(ast.parse(source))
    return Lines(1, len(code - strings), comments, under_values)


def _is_bare_directive(comment: str) -> bool:
    words = comment.lstrip("# ").split()
    return bool(words) and words[0].rstrip(":") in {"noqa", "type", "fmt"} and len(words) <= 3


def _docstrings(tree: ast.Module) -> tuple[set[int], int]:
    lines: set[int] = set()
    under_values = 0
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        for before, statement in zip([None, *body], body, strict=False) if isinstance(body, list) else ():
            if (
                isinstance(statement, ast.Expr)
                and isinstance(statement.value, ast.Constant)
                and isinstance(statement.value.value, str)
            ):
                here = range(statement.lineno, (statement.end_lineno or statement.lineno) + 1)
                lines.update(here)
                under_values += len(here) if isinstance(before, ast.Assign | ast.AnnAssign) else 0
    return lines, under_values


def of_folder(folder: Path) -> Lines:
    """Count the lines of all Python files below a folder."""
    counted = [count(file.read_text("utf-8")) for file in sorted(folder.rglob("*.py"))]
    return Lines(*(sum(column) for column in zip(*counted, strict=True))) if counted else Lines(0, 0, 0, 0)


def main(folder: Path) -> None:
    """Print a line for each room, and one for all."""
    print(f"{'room':<12}{'files':>7}{'code':>8}{'comments':>10}{'under values':>14}")
    for room in [*sorted(path for path in folder.iterdir() if path.is_dir()), folder]:
        lines = of_folder(room)
        if lines.files:
            name = "all" if room == folder else room.name
            print(f"{name:<12}{lines.files:>7}{lines.code:>8}{lines.comments:>10}{lines.explained:>14}")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parents[1] / "src" / "gnomon")
