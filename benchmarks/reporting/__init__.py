"""How a benchmark reports: the machine and the date it ran on, shares with their counts, tables, a JSON file.

Standard library only, so that a benchmark which must not import gnomon can use it.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import math
import os
import platform
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

__all__ = [
    "Goal",
    "Share",
    "arguments",
    "data_folder",
    "machine",
    "percentile",
    "print_goals",
    "print_table",
    "report_json",
    "share",
]


@dataclass(frozen=True)
class Share:
    """A part of a whole."""

    count: int
    total: int

    @property
    def value(self) -> float | None:
        """The share from 0 to 1; None of nothing."""
        return self.count / self.total if self.total else None

    def interval(self) -> tuple[float, float] | None:
        """Return Wilson's 95 % interval, taking the cases as independent; None of nothing (Wilson 1927)."""
        if not self.total:
            return None
        z = 1.959964
        share, n = self.count / self.total, self.total
        middle = (share + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
        return max(0.0, middle - half), min(1.0, middle + half)

    def __str__(self) -> str:
        return f"{100 * self.count / self.total:.1f} % ({self.count}/{self.total})" if self.total else "none to count"

    def as_json(self) -> dict[str, Any]:
        """Return count, total and share."""
        return {"count": self.count, "total": self.total, "share": self.value}


class Goal(NamedTuple):
    """A figure beside what it should be."""

    name: str
    got: str
    wanted: str
    is_met: bool | None
    """None where there is nothing to reach."""


def share(facts: Iterable[bool]) -> Share:
    """Count the true ones."""
    listed = list(facts)
    return Share(sum(listed), len(listed))


def percentile(values: Sequence[float], percent: float) -> float | None:
    """Return the smallest value that at least ``percent`` per cent of the values do not exceed; None of nothing."""
    if not values:
        return None
    return sorted(values)[max(0, math.ceil(percent / 100 * len(values)) - 1)]


def machine() -> dict[str, Any]:
    """Return when and on what this runs: date, cores, memory in GiB, Python, system."""
    return {
        "date": dt.datetime.now(tz=dt.UTC).date().isoformat(),
        "cores": os.cpu_count(),
        "memory_gib": _memory_gib(),
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
    }


def _memory_gib() -> float | None:
    try:
        return round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30, 1)
    except (AttributeError, OSError, ValueError):
        return None


def data_folder() -> Path:
    """Return the folder of public data sets: ``GNOMON_DATA``, else ``../shared/data`` beside the checkout."""
    return Path(os.environ.get("GNOMON_DATA") or Path(__file__).resolve().parents[3] / "shared" / "data")


def arguments(description: str | None) -> argparse.ArgumentParser:
    """Return a parser with the options that every benchmark has."""
    parser = argparse.ArgumentParser(description=(description or "").partition("\n")[0])
    parser.add_argument("--limit", type=int, help="only so many problems (default: all)")
    parser.add_argument("--seed", type=int, default=0, help="default 0")
    parser.add_argument("--jobs", type=int, default=2, help="processes (default 2)")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write the figures as JSON too")
    return parser


def print_table(title: str, header: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print a table with its columns aligned; nothing without rows."""
    if not rows:
        return
    cells = [[str(cell) for cell in row] for row in (header, *rows)]
    widths = [max(len(row[i]) for row in cells) for i in range(len(header))]
    print(f"\n{title}")
    for number, row in enumerate(cells):
        print("  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
        if number == 0:
            print("  " + "  ".join("-" * width for width in widths))


def print_goals(title: str, goals: Sequence[Goal]) -> None:
    """Print figures beside their goals, and the machine they were measured on."""
    size = machine()
    parts = (
        size["date"],
        f"{size['cores']} cores",
        f"{size['memory_gib']} GiB memory",
        f"Python {size['python']}",
        size["system"],
    )
    print(f"{title}\n{', '.join(parts)}")
    marks = {True: "met", False: "NOT MET", None: ""}
    print_table("Figures", ("figure", "got", "goal", ""), [(g.name, g.got, g.wanted, marks[g.is_met]) for g in goals])


def report_json(path: Path | None, figures: dict[str, Any]) -> None:
    """Write the figures with the machine and the command line, when a path is given."""
    if path is None:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps({"machine": machine(), "arguments": sys.argv[1:], **figures}, ensure_ascii=False, indent=1)
    path.write_text(text + "\n", encoding="utf-8")
    print(f"\nwritten: {path}")
