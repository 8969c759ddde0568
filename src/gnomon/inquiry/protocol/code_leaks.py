"""Finding a complete function body in a teacher's words: what a coding teacher must not give (ODQS F.1).

A function counts whose body does more than a docstring, ``pass``, ``...`` or ``raise NotImplementedError``, whatever its name;
and so do statements with a ``return`` in a block of code, and a name bound to a ``lambda``. One call, an expression or an example
value in a sentence is no body.
"""

from __future__ import annotations

import ast
import re
import textwrap

from gnomon.inquiry.protocol.answer_reading import code_blocks

_HEAD = re.compile(r"^([ \t]*)(?:>>> |\d+[.:)]? |[-*] )?(?=(?:async\s+)?def\s+\w+\s*\()", re.MULTILINE)
_LONGEST = 64_000  # characters: far above any reply that is read, and each head in a text is parsed with all that follows


def find_function_body(text: str) -> str | None:
    """Return the first line of a complete function body in a text; None where there is none."""
    text = text[:_LONGEST]
    for block in code_blocks(text):
        found = _in_block(textwrap.dedent(block))
        if found is not None:
            return found
    for head in _HEAD.finditer(text):
        found = _from_head(text[head.end() :], len(head.group(1)))
        if found is not None:
            return found
    return None


def _in_block(block: str) -> str | None:
    tree = _parse(block)
    if tree is None:
        return None
    returns = any(isinstance(node, ast.Return) and node.value is not None for node in ast.walk(tree))
    return _first_body(tree) or ("return ..." if returns else None)


def _from_head(text: str, indent: int) -> str | None:
    """Read the function that begins the text, as far as its lines are indented further than its head."""
    lines = text.replace("`", " ").split("\n")
    end = next(
        (n for n, line in enumerate(lines[1:], 1) if line.strip() and len(line) - len(line.lstrip()) <= indent), len(lines)
    )
    body = textwrap.dedent("\n".join(lines[1:end]))
    tree = _parse(lines[0] + "\n" + textwrap.indent(body, "    "))
    return None if tree is None else _first_body(tree)


def _first_body(tree: ast.Module) -> str | None:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and _is_complete(node.body):
            return f"{node.name}()"
        if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Lambda):
            return ast.unparse(node)[:80]  # as much as says which
    return None


def _is_complete(body: list[ast.stmt]) -> bool:
    return any(not _is_stub(statement) for statement in body)


def _is_stub(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.Pass):
        return True
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
        return True
    return isinstance(statement, ast.Raise) and "NotImplemented" in ast.unparse(statement)


def _parse(source: str) -> ast.Module | None:
    try:
        return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
