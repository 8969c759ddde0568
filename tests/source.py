"""The package's own source, read and parsed once for all tests that look at how it is written."""

import ast
from functools import cache
from pathlib import Path

import gnomon

SOURCE = Path(gnomon.__file__).parent


@cache
def texts() -> dict[str, str]:
    """Return the text of every module by its path below the package."""
    return {path.relative_to(SOURCE).as_posix(): path.read_text("utf-8") for path in sorted(SOURCE.rglob("*.py"))}


@cache
def tree(path: str) -> ast.Module:
    """Return the syntax tree of a module by its path below the package; not to be changed, since others read it too."""
    return ast.parse(texts()[path])


def trees() -> dict[str, ast.Module]:
    """Return the syntax tree of every module, which takes seconds."""
    return {path: tree(path) for path in texts()}
