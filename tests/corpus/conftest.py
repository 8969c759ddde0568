"""A corpus small enough to count by hand, and a function that reads changed rows of it."""

import copy
import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from gnomon.corpus import load_entries_of

TRIANGLE: dict[str, Any] = {"points": {"A": [0, 0], "B": [4, 0], "C": [0, 3]}, "lines": [["A", "B"], ["B", "C"], ["C", "A"]]}


def said(subact: str, act: str = "Focus", **fields: Any) -> dict[str, Any]:
    """Return a tutor turn as a row writes it."""
    return {"role": "teacher", "act": act, "subact": subact, "utterance": "Well.", "feedback": "none", "highlights": {}} | fields


def answered(**fields: Any) -> dict[str, Any]:
    """Return a student's message as a row writes it."""
    return {"role": "student", "utterance": "I see."} | fields


def row(name: str, *turns: dict[str, Any], problem: str = "p1", figure: Any = TRIANGLE, **fields: Any) -> dict[str, Any]:
    """Return a dialogue in GeoDial's form; without turns, a short clean one."""
    talk = list(turns) or [said("Introduce", "Generic"), answered(), said("Farewell", "Generic")]
    about = {"id": problem, "text": "Find x."} | ({} if figure is None else {"figure": figure})
    return copy.deepcopy({"id": name, "problem": about, "turns": talk, "student_solution": "x = 1"} | fields)


Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path) -> Write:
    """Return a function that writes rows, or lines as they are, and gives the path."""

    def write_rows(rows: Iterable[Any], name: str = "rows.jsonl") -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(f"{each if isinstance(each, str) else json.dumps(each)}\n" for each in rows), "utf-8")
        return path

    return write_rows


@pytest.fixture
def load(write):
    """Return a function that reads rows as a corpus."""
    return lambda *rows: load_entries_of([str(write(rows))])
