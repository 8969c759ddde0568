"""Compute every figure of a report a second time, from the rows alone and with other libraries, and compare.

Uses scikit-learn, sacrebleu, rouge-score and scipy in place of gnomon's metrics; from gnomon it takes the report's tables only.
Values must agree to 1e-9. An end of an interval comes from other random numbers: it must lie where the second resampling puts
the neighbourhood of its quantile, three standard errors wide (.025: from .001 to .06; .975: from .94 to .999).

    python benchmarks/recompute.py RESULTS_FOLDER...        # of runs of one benchmark
    python benchmarks/recompute.py --samples                # runs every benchmark on its sample against a fake server first
"""

from __future__ import annotations

import argparse
import importlib
import json
import math
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.recomputing.cells import Found, end_ranges
from benchmarks.recomputing.sampling import sample_runs
from gnomon.benchmark.reporting import report_of
from gnomon.pages import Cell

VALUE_TOLERANCE = 1e-9


def main() -> int:
    """Compare and print one line a table; 1 when a figure differs or is not recomputed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--samples", action="store_true", help="run every benchmark on its sample first")
    options = parser.parse_args()
    groups = sample_runs() if options.samples else [options.folders]
    return max(compare(folders) for folders in groups)


def compare(folders: list[Path]) -> int:
    """Compare the report of runs of one benchmark with its second computation."""
    report = report_of(folders)
    rows = [[json.loads(line) for line in (folder / "rows.jsonl").read_text("utf-8").splitlines()] for folder in folders]
    task = json.loads((folders[0] / "run.json").read_text("utf-8"))["config"]["task"]
    module = importlib.import_module(f"benchmarks.recomputing.{task}")
    names = [run.name for run in report.runs]
    found: dict[tuple[str, str, str], Found] = module.figures(dict(zip(names, rows, strict=True)))
    worst = 0
    for table in report.tables:
        ours = [row for row in table.rows if not row.is_published]
        cells = [(row.name, column, cell) for row in ours for column, cell in zip(table.columns, row.cells, strict=True)]
        bad = [
            f"{name} / {column}: {why}"
            for name, column, cell in cells
            if (why := differs(cell, found.get((table.id, name, column))))
        ]
        print(f"{task:24} {table.id:44} {len(cells):4} figures, {len(bad)} differ")
        for line in bad:
            print(f"    {line}")
        worst = max(worst, int(bool(bad)))
    return worst


def differs(cell: Cell, found: Found | None) -> str:
    """Say how a cell and its second computation differ; empty when they agree."""
    if found is None:
        return "not computed a second time" if cell.value is not None else ""
    if cell.value is None or found.value is None:
        return "" if cell.value is None and found.value is None else f"report {cell.value}, second {found.value}"
    if isinstance(cell.value, str) or isinstance(found.value, str):
        return "" if cell.value == found.value else f"report {cell.value!r}, second {found.value!r}"
    if not math.isclose(cell.value, found.value, rel_tol=0, abs_tol=VALUE_TOLERANCE):
        return f"report {cell.value}, second {found.value}"
    if cell.low is None or cell.high is None or found.resampled is None:
        return ""
    low_from, low_to, high_from, high_to = end_ranges(found.resampled)
    if low_from <= cell.low <= low_to and high_from <= cell.high <= high_to:
        return ""
    expected = f"second {low_from:.4f}..{low_to:.4f} to {high_from:.4f}..{high_to:.4f}"
    return f"report {cell.low:.4f} to {cell.high:.4f}, {expected}"


if __name__ == "__main__":
    sys.exit(main())
