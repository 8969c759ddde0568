"""MMTutorBench's later turns."""

from __future__ import annotations

from pathlib import Path

from benchmarks.recomputing.agreement import agreement_tables
from benchmarks.recomputing.cells import Figures, Runs
from benchmarks.recomputing.keysteps import Line, group, lines_of, marks_table, persona_table, texts_table, zeros_table

__all__ = ["figures"]

NAME = "mmtutorbench_multiturn"
TURNS = {"2": "turn 2", "3": "turn 3"}
KINDS = {kind: kind for kind in ("Progressive", "Exploratory", "Introspective")}


def figures(runs: Runs, data: Path) -> Figures:
    """Return every figure of the report by table, line and column."""
    del data
    lines = lines_of(runs)
    by_turn = marks_table(f"{NAME}.turn", _parts(lines, "turn", TURNS))
    return {
        **marks_table(f"{NAME}.main", lines),
        **by_turn,
        **marks_table(f"{NAME}.type", _parts(lines, "type", KINDS)),
        **persona_table(f"{NAME}.persona", lines),
        **zeros_table(f"{NAME}.zeros", lines),
        **agreement_tables(NAME, runs),
        **texts_table(f"{NAME}.texts", lines),
        **_plots(lines, by_turn),
    }


def _parts(lines: list[Line], name: str, shown: dict[str, str]) -> list[Line]:
    return [Line(f"{line.name}, {title}", group(line.rows, name, value)) for line in lines for value, title in shown.items()]


def _plots(lines: list[Line], by_turn: Figures) -> Figures:
    columns = {"total": "Tot.", "scope": "Scope"}
    return {
        (f"plot {NAME}.{plot}", line.name, turn): by_turn[f"{NAME}.turn", f"{line.name}, {title}", column]
        for plot, column in columns.items()
        for line in lines
        for turn, title in TURNS.items()
    }
