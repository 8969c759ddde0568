"""The figures as Markdown, written into a page between the comments that mark their places."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.engine_checks.figures import goals_of
from benchmarks.reporting import Share, machine

__all__ = ["with_figures", "write_figures"]

_PLACE = re.compile(r"(<!-- figures: benchmarks/engine.py -->\n).*?(<!-- end of figures -->)", re.DOTALL)
_ROW = re.compile(r"^(\| \*\*gnomon\*\* <!-- figures: benchmarks/engine.py -->) \|.*$", re.MULTILINE)
"""The line of the table beside other systems."""
_KINDS_HEADER = ("goal", "problems", "proofs", "accepted proofs", "exact of the key", "precision")


def write_figures(page: Path, found: Mapping[str, Any]) -> None:
    """Write the figures of a run into a page."""
    page.write_text(with_figures(page.read_text(encoding="utf-8"), found), encoding="utf-8")


def with_figures(text: str, found: Mapping[str, Any]) -> str:
    """Return the text of a page with the figures of a run in their places; the rest stays as it is."""
    tables = f"{_tables(found)}\n"
    return _ROW.sub(lambda line: f"{line[1]} {_row(found)}", _PLACE.sub(lambda place: f"{place[1]}{tables}{place[2]}", text))


def _tables(found: Mapping[str, Any]) -> str:
    size = machine()
    where = f"{size['date']}, {size['cores']} cores, {size['memory_gib']} GiB memory, Python {size['python']}, {size['system']}."
    goals = [(goal.name.strip(), goal.got, goal.wanted) for goal in goals_of(found, found["fifteen"])]
    unlike = _table(("problem", "engine", "key", "part of the key"), found["disagreements"]) or "None."
    parts = (
        where,
        _table(("figure", "value", "wanted"), goals),
        "By kind of goal:",
        _table(_KINDS_HEADER, found["by_kind"]),
        "Answers unlike the key:",
        unlike,
    )
    return "\n\n".join(parts)


def _table(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [f"| {' | '.join(map(str, row))} |" for row in rows]
    return "\n".join([f"| {' | '.join(header)} |", f"|{'---|' * len(header)}", *lines]) if lines else ""


def _row(found: Mapping[str, Any]) -> str:
    whole, seconds, steps = found["whole"], found["seconds"], found["steps"]
    pace = f"{seconds['p50']:.2g} / {seconds['p90']:.2g}"
    return f"| {_percent(whole.accepted)} | {_percent(whole.precision)} | {pace} | named and checked, median {steps['p50']} |"


def _percent(of: Share) -> str:
    return "none to count" if of.value is None else f"{100 * of.value:.1f} %"
