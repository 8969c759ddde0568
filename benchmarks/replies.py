"""How long reading a reply takes: texts of 8, 32 and 64 k, well formed and built to hurt, through every parser.

Reading is linear when the time from 8 k to 64 k grows about as the length does, 8 times. Start-up of a call makes the growth a
little less, caches of the machine a little more; a quadratic reader would show about 64. Times are the least of several runs.

    python benchmarks/replies.py [--json OUT] [--repeats N]
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.reporting import Goal, arguments, print_goals, print_table, report_json
from gnomon.replies import Reading, parse_keypoints, parse_label, parse_rating, parse_rubric, parse_turn

PARSERS: Mapping[str, Callable[[str], Reading]] = {
    "turn": parse_turn,
    "rubric": parse_rubric,
    "label": parse_label,
    "rating": parse_rating,
    "keypoints": parse_keypoints,
}
SIZES = (8_000, 32_000, 64_000)
MOST_GROWTH = 16.0
"""Twice the growth of the length from the smallest size to the largest."""
MOST_MILLISECONDS = 500.0
UNITS = {
    "prose": "Look at side AB, then at angle ABC. ",
    "open braces": "{",
    "open brackets": "[",
    "double brackets": "[[",
    "braces and quotes": '{"',
    "braces and single quotes": "{'",
    "nested keys": '{"a":',
    "broken objects": '{"a":x',
    "closed broken objects": '{"a":x}',
    "empty objects": "{}",
    "objects": '{"a":1} ',
    "lists of objects": '{"a":[{},',
    "comments": "{/*",
    "line comments": "{//\n",
    "quotes": '"',
    "backslashes": "\\",
    "escapes": "\\b\\u",
    "openings of thinking": "<think>",
    "ends of thinking": "</think>",
    "answers": "<answer>",
    "angle brackets and space": "<  ",
    "ratings": "Rating: [[1, 2, 3, 1]] ",
    "open ratings": "Rating: [[1, ",
    "lines of keypoints": "1. Line AB: drawn\n",
    "long elements": "- Point (a,",
}
FRAMES = {
    "in a string": ('{"utterance": "', '"}', "\\frac{1}{2} \\nu \\n"),
    "in spaces": ("{", "}", " "),
    "in a list": ('{"a": [', "1]}", "1,"),
}


class Row(NamedTuple):
    """One parser on one text."""

    parser: str
    text: str
    milliseconds: tuple[float, ...]
    """By size."""

    @property
    def last(self) -> float:
        """The time at the largest size."""
        return self.milliseconds[-1]

    @property
    def growth(self) -> float:
        """How many times the time at the smallest size that is."""
        return self.last / self.milliseconds[0]

    def __str__(self) -> str:
        return f"{self.last:.1f} ms, {self.growth:.1f} times ({self.parser}, {self.text})"

    def cells(self) -> tuple[str, ...]:
        """Return the row of a table."""
        return (self.parser, self.text, *(f"{each:.2f}" for each in self.milliseconds), f"{self.growth:.1f}")


def texts(size: int) -> dict[str, str]:
    """Return every text, of ``size`` characters or a few less, by name."""
    repeated = {name: unit * (size // len(unit)) for name, unit in UNITS.items()}
    framed = {name: head + unit * ((size - 40) // len(unit)) + tail for name, (head, tail, unit) in FRAMES.items()}
    return {**repeated, **framed, "a valid turn": _turn(size)}


def _turn(size: int) -> str:
    turn = {"act": "Focus", "subact": "Guide", "highlights": {"lines": ["AB"]}, "feedback": "none"}
    return json.dumps(turn | {"utterance": "x" * (size - len(json.dumps(turn | {"utterance": ""})))})


def milliseconds(parse: Callable[[str], Reading], text: str, repeats: int) -> float:
    """Return the least processor time of ``repeats`` runs: other work on the machine counts less."""
    times = []
    for _ in range(repeats):
        start = time.process_time()
        parse(text)
        times.append(time.process_time() - start)
    return 1000 * min(times)


def measure(sizes: tuple[int, ...], repeats: int) -> list[Row]:
    """Time every parser on every text; one row for each, with the growth from the first size to the last."""
    by_size = [texts(size) for size in sizes]
    rows: list[Row] = []
    for name, parse in PARSERS.items():
        for text_name in by_size[0]:
            times = tuple(milliseconds(parse, group[text_name], repeats) for group in by_size)
            rows.append(Row(name, text_name, times))
    return rows


def main() -> None:
    """Measure and report."""
    parser = arguments(__doc__)
    parser.add_argument("--repeats", type=int, default=5, help="runs of which the least time counts (default 5)")
    chosen = parser.parse_args()
    rows = measure(SIZES, chosen.repeats)
    slowest = max(rows, key=lambda row: row.last)
    # Under a tenth of a millisecond the clock and the start of a call are most of what is measured.
    steepest = max((row for row in rows if row.last >= 0.1), key=lambda row: row.growth)
    print_goals(
        "Reading replies",
        [
            Goal("slowest text of 64 k", str(slowest), f"under {MOST_MILLISECONDS:.0f} ms", slowest.last < MOST_MILLISECONDS),
            Goal("steepest growth", str(steepest), f"under {MOST_GROWTH:.0f} times", steepest.growth < MOST_GROWTH),
        ],
    )
    header = ("parser", "text", *(f"{size // 1000} k, ms" for size in SIZES), "growth")
    print_table("Slowest", header, [row.cells() for row in sorted(rows, key=lambda row: -row.last)[:25]])
    report_json(chosen.json, {"rows": [{**row._asdict(), "growth": row.growth} for row in rows]})


if __name__ == "__main__":
    main()
