"""Make the worked examples of the bank's problems anew, beside the tutor that shows them.

Writes ``src/gnomon/tutor/symbolic/examples.jsonl``: for each problem the proof of a sibling that `sibling_example` finds, without
steps where there is none; then those of ``data/siblings.yaml``, for theorems whose problems have no sibling. Run it after a
change to the bank, the rules or the words of proofs. Four minutes on one core.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
from pathlib import Path

from gnomon.geometry import solution_of
from gnomon.problem import bank, problem_of
from gnomon.problem.bank import load_entries
from gnomon.tutor.symbolic.example import ExampleStep, sibling_example

SIBLINGS = Path(__file__).parent / "data" / "siblings.yaml"
OUT = Path(__file__).parents[1] / "src" / "gnomon" / "tutor" / "symbolic" / "examples.jsonl"
TRIES = 24
"""Seeds tried for each problem: with half of the alphabet in use there is hardly a sibling of quite other letters."""


def row_of(name: str) -> str:
    """Return the line of a problem."""
    steps = [step._asdict() for step in sibling_example(bank()[name], TRIES)]
    return json.dumps({"problem": name, "steps": steps}, ensure_ascii=False)


def rows_by_hand() -> list[str]:
    """Return the lines of the problems that are examples only."""
    rows = []
    for entry in load_entries(SIBLINGS):
        solution = solution_of(problem_of(entry))
        assert solution.proof is not None, f"{entry['id']} has no proof"
        steps = [ExampleStep.of(step)._asdict() for step in solution.proof.steps]
        rows.append(json.dumps({"problem": entry["id"], "steps": steps}, ensure_ascii=False))
    return rows


def main() -> int:
    """Write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--missing", action="store_true", help="make only those that the file does not have")
    options = parser.parse_args()
    kept = {json.loads(row)["problem"]: row for row in OUT.read_text("utf-8").splitlines()} if options.missing else {}
    names = [name for name in bank() if name not in kept]
    with multiprocessing.get_context("spawn").Pool(options.jobs) as workers:
        made = dict(zip(names, workers.map(row_of, names, chunksize=1), strict=True))
    rows = [row for name, row in sorted({**kept, **made}.items()) if name in bank()]
    OUT.write_text("\n".join([*rows, *rows_by_hand()]) + "\n", encoding="utf-8")
    without = [json.loads(row)["problem"] for row in rows if not json.loads(row)["steps"]]
    print(f"{len(rows)} problems, {len(without)} without an example: {', '.join(without)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
