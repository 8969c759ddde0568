"""Verdicts on HumanEval programs beside those of the official harness, and what a verdict costs.

    python benchmarks/sandbox.py [--level bubblewrap] [--timeout 3] [--repeats 3]

Reads ``HumanEval.jsonl.gz`` and ``official_verdicts.jsonl`` from ``$GNOMON_DATA/humaneval``: 164 canonical solutions, 164 empty
ones and 164 mutants with the verdict that the official harness, which isolates nothing, gave each. One worker; *cold* is the
first pass over the canonical ones with starting and probing the sandbox, *warm* the median of later passes. Exit code 1 when a
verdict differs.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import statistics
import sys
import time
from pathlib import Path
from typing import Any

from gnomon.sandbox import Sandbox, open_sandbox, probe_levels, read_problem


def _lines(path: Path) -> list[dict[str, Any]]:
    text = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    return [json.loads(line) for line in text.splitlines()]


def _pass(sandbox: Sandbox, problems: dict[str, Any], rows: list[dict[str, Any]], timeout: float) -> tuple[float, list[str]]:
    """Return wall seconds and the rows whose verdict differs."""
    started, differing = time.perf_counter(), []
    for row in rows:
        result = sandbox.check(problems[row["task_id"]], row["completion"], timeout_seconds=timeout)
        if (result.verdict == "passed") != (row["official"] == "passed"):
            differing.append(
                f"{row['task_id']} {row['kind']}: official {row['official']}, here {result.verdict} ({result.reason})"
            )
    return time.perf_counter() - started, differing


def _measure(level: str, folder: Path, timeout: float, repeats: int) -> list[str]:
    problems = {row["task_id"]: read_problem(row) for row in _lines(folder / "HumanEval.jsonl.gz")}
    rows = _lines(folder / "official_verdicts.jsonl")
    canonical = [row for row in rows if row["kind"] == "canonical"]
    started = time.perf_counter()
    with open_sandbox(level) as sandbox:
        _pass(sandbox, problems, canonical, timeout)
        cold = time.perf_counter() - started
        warm = [_pass(sandbox, problems, canonical, timeout)[0] for _ in range(repeats)]
        whole, differing = _pass(sandbox, problems, rows, timeout)
    middle = statistics.median(warm)
    agreeing = f"{len(rows) - len(differing)}/{len(rows)}"
    print(f"{level:12}{cold:9.2f}{middle:9.2f}{1000 * middle / len(canonical):12.1f}{whole:10.2f}{agreeing:>13}")
    return differing


def main() -> None:
    """Print one row a level that is safe here, or the row of one level."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--level", help="only this one; `none` is measured only by its name")
    parser.add_argument("--timeout", type=float, default=3.0, help="seconds for one program, as in the official harness")
    parser.add_argument("--repeats", type=int, default=3)
    arguments = parser.parse_args()
    folder = Path(os.environ.get("GNOMON_DATA") or Path(__file__).resolve().parents[2] / "shared" / "data") / "humaneval"
    levels = [arguments.level] if arguments.level else [row.level for row in probe_levels() if row.state == "safe"]
    print(f"{'level':12}{'cold s':>9}{'warm s':>9}{'ms/verdict':>12}{'492 s':>10}{'as official':>13}")
    differing = [line for level in levels for line in _measure(level, folder, arguments.timeout, arguments.repeats)]
    for line in differing:
        print(line, file=sys.stderr)
    sys.exit(1 if differing or not levels else 0)


if __name__ == "__main__":
    main()
