"""Reading the answer of a sample: the number on its last line, or the program in its block of code.

A sample is asked for its answer alone; one that reasons all the same is read too. Only what it marks as its answer is read, or a
sample that is nothing else: an answer that would have to be picked from the reasoning is none, and what stands in ``<think>`` is
reasoning.
"""

from __future__ import annotations

import ast
import re

from gnomon.algebra import ReadNumber, read_number, read_numbers
from gnomon.replies import split_thinking

_MARK = re.compile(r"\banswer\b(?: is)?[ \t*_]*[:=]?[ \t*_]*", re.IGNORECASE)
_BOXED = re.compile(r"\\boxed\s*\{((?:[^{}]|\{[^{}]*\})*)\}")
_BLOCK = re.compile(r"^[ \t]*```[^\n]*\n(.*?)(?:^[ \t]*```|\Z)", re.DOTALL | re.MULTILINE)
_LONGEST = 64_000
"""Characters of a sample that are looked at, from its end."""


def show_final_answer(text: str) -> str | None:
    r"""Return what a sample gives as its final answer, as written: after its last ``Answer:``, else in its last ``\boxed{}``.

    Returns:
        None where neither is there; the sample itself where it is one number.
    """
    text = split_thinking(text).said[-_LONGEST:].strip()
    marks = [match for line in _lines(text) for match in list(_MARK.finditer(line))[-1:] if line[match.end() :].strip(" *_.")]
    if marks:
        return marks[-1].string[marks[-1].end() :].strip(" *_")
    boxes = _BOXED.findall(text)
    if boxes:
        return str(boxes[-1]).strip()
    return text if read_number(text) is not None else None


def read_final_answer(text: str) -> ReadNumber | None:
    """Return the number that a sample gives as its final answer.

    Where the words after the mark are a calculation, its result counts; where they hold one number among other words, that one.

    Returns:
        None where no answer is marked, or several numbers stand where it should be.

    Example:
        >>> read_final_answer("4 + 8 = 12. Answer: 12 eggs").value
        12.0
    """
    shown = show_final_answer(text)
    if shown is None:
        return None
    result = shown.rpartition("=")[2].strip() or shown
    whole = read_number(result) or read_number(result.strip("$ \\()[]."))
    if whole is not None:
        return whole
    numbers = read_numbers(result)
    return numbers[0] if len(numbers) == 1 else None


def code_blocks(text: str) -> list[str]:
    """Return the contents of the blocks between three backticks; one that is not closed goes to the end."""
    return [match.group(1) for match in _BLOCK.finditer(text)]


def read_program(text: str, entry_point: str) -> str | None:
    """Return the program of a sample: its last block that defines the function, else its last, else itself if code.

    Args:
        text: the sample.
        entry_point: name of the function asked for.
    """
    text = split_thinking(text).said
    blocks = code_blocks(text)
    defining = [
        block for block in blocks if re.search(rf"^\s*(?:async\s+)?def\s+{re.escape(entry_point)}\b", block, re.MULTILINE)
    ]
    if blocks:
        return (defining or blocks)[-1]
    return text if _is_code(text) else None


def _lines(text: str) -> list[str]:
    return [line for line in text.split("\n") if line.strip()]


def _is_code(text: str) -> bool:
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return any(isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) for node in tree.body)
