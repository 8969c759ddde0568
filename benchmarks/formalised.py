"""Solve the problems of ``math_figures`` that are formalised by hand: the share proved, and why the others are not.

``formal.yaml`` holds a problem for each id that the format can express, in words and coordinates of our own; the data gives the
key. A proof that the checker rejects is none. What is drawn but not stated is not read off (``last_resorts=False``), since
all that the picture marks is written down as a fact. Why a problem has no proof is written beside it, by hand.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

import yaml

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.reporting import arguments, data_folder, machine, percentile, print_table, report_json, share
from gnomon.algebra import compare, equal
from gnomon.geometry import Solution, solve
from gnomon.problem import ProblemError, problem_of

FORMAL = Path(__file__).parent / "data" / "math_figures" / "formal.yaml"
_OWN = ("asks", "line", "reason", "status")
"""Keys of an entry that are no part of a problem."""
NOT_EXPRESSIBLE = "not expressible"
PROVED = "proved"


class Row(NamedTuple):
    """What came of one entry."""

    id: str
    status: str
    """``proved``, ``wrong``, ``no proof`` or ``not expressible``."""
    steps: int = 0
    seconds: float = 0.0
    """Of the processor, the layout of the figure included."""
    reason: str = ""
    """Written by hand; empty for what is proved."""
    told: str = ""
    """What the engine says itself, or the two answers where they differ."""
    helped: str = ""
    """What else gives a proof of the right answer: ``one line drawn``, ``as the figure shows``."""


def entries() -> list[dict[str, Any]]:
    """Return the entries as they are written."""
    loaded: list[dict[str, Any]] = yaml.safe_load(FORMAL.read_text("utf-8"))
    return loaded


def judged(entry: dict[str, Any], key: str | None) -> Row:
    """Solve one entry and compare it with the data's answer, and with the file's own.

    Args:
        entry: as it is written.
        key: the data's answer in LaTeX; None without the data.
    """
    if entry.get("status") == NOT_EXPRESSIBLE:
        return Row(entry["id"], NOT_EXPRESSIBLE, reason=entry["reason"])
    began = time.process_time()
    solution = solved(entry)
    seconds = time.process_time() - began
    if isinstance(solution, str) or solution.proof is None:
        told = solution if isinstance(solution, str) else f"{solution.status}: {solution.reason}"
        return Row(entry["id"], "no proof", 0, seconds, entry.get("reason", ""), told, _helped(entry, key))
    fault = _fault(solution, entry, key)
    return Row(entry["id"], "wrong" if fault else PROVED, len(solution.proof.steps), seconds, entry.get("reason", ""), fault)


def solved(entry: dict[str, Any], *, line: str | None = None, last_resorts: bool = False) -> Solution | str:
    """Solve one entry, with a further ``line`` drawn where one is named; say why where it is no problem."""
    written = {name: value for name, value in entry.items() if name not in _OWN}
    try:
        problem = problem_of(written | {"facts": [*entry["facts"], *([line] if line else [])]})
    except ProblemError as error:
        return str(error)
    return solve(problem, last_resorts=last_resorts)


def _helped(entry: dict[str, Any], key: str | None) -> str:
    """Say what else would give a proof of the right answer."""
    tries = {"as the figure shows": solved(entry, last_resorts=True)}
    if "line" in entry:
        tries = {"one line drawn": solved(entry, line=entry["line"])} | tries
    found = ((name, each) for name, each in tries.items() if isinstance(each, Solution) and each.proof is not None)
    return next((name for name, each in found if not _fault(each, entry, key)), "")


def _fault(solution: Solution, entry: dict[str, Any], key: str | None) -> str:
    """Say what is wrong with an answer; empty where nothing is."""
    if equal(solution.answer, entry.get("exact") or entry["answer"], "textbook") is not True:
        return f"{solution.answer} for {entry['answer']} of the file"
    if key is not None and "asks" not in entry and not compare(solution.answer, key).is_right:
        return f"{solution.answer} for {key} of the data"
    return ""


def main() -> None:
    """Print the shares and the reasons; with ``--show`` a line for every problem."""
    parser = arguments(__doc__)
    parser.add_argument("--show", action="store_true", help="print a line for every problem")
    parser.add_argument("--only", nargs="*", help="only these ids")
    options = parser.parse_args()
    keys = json.loads((data_folder() / "math_figures" / "problems.json").read_text("utf-8"))
    rows = []
    for entry in [each for each in entries() if not options.only or each["id"] in options.only][: options.limit]:
        row = judged(entry, keys[entry["id"]]["answer"])
        rows.append(row)
        if options.show:
            print(f"{row.id}: {row.status}, {row.steps} steps, {row.seconds:.1f} s. {row.told} [{row.reason}]", flush=True)
    tell(rows, options.json)


def tell(rows: list[Row], out: Path | None) -> None:
    """Print the tables."""
    formal = [row for row in rows if row.status != NOT_EXPRESSIBLE]
    counts = Counter(row.status for row in rows)
    size = machine()
    print(f"{size['date']}, {size['cores']} cores, {size['memory_gib']} GiB memory, Python {size['python']}")
    print(f"{len(rows)} problems, {len(formal)} formalised; proved and right: {share(row.status == PROVED for row in formal)}")
    print_table(
        "Outcome", ("outcome", "problems"), [(kind, counts[kind]) for kind in (PROVED, "wrong", "no proof", NOT_EXPRESSIBLE)]
    )
    for status in ("no proof", NOT_EXPRESSIBLE):
        reasons = Counter(row.reason.partition(":")[0] or "no reason written" for row in rows if row.status == status)
        print_table(f"Reasons: {status}", ("reason", "problems"), reasons.most_common())
    helped = Counter(row.helped for row in rows if row.helped)
    print_table("Proved after all with", ("help", "problems"), helped.most_common())
    stale = [(row.id, row.reason) for row in rows if row.status == PROVED and row.reason]
    print_table("Proved by now, although a reason is written", ("problem", "reason"), stale)
    print_table("Wrong", ("problem", "told"), [(row.id, row.told) for row in rows if row.status == "wrong"])
    seconds, steps = [row.seconds for row in formal], [row.steps for row in formal if row.status == PROVED]
    print(f"\nprocessor seconds: median {percentile(seconds, 50) or 0:.2f}, most {max(seconds, default=0):.1f}")
    print(f"steps of a proof: median {percentile(steps, 50) or 0:.0f}, most {max(steps, default=0)}")
    report_json(out, {"rows": [row._asdict() for row in rows], "stale": stale, **counts})


if __name__ == "__main__":
    main()
