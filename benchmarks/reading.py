"""How well pictures are read: points, lines, labels, by style of drawing.

    python benchmarks/reading.py FOLDER [--photo] [--names]

``FOLDER`` holds PNG pictures and ``truth.jsonl``, as `tools.pictures.development` draws them, or as ``math_figures`` is annotated.
A point is right where it has the truth's name and lies within 8 pixels or 2 % of the diagonal.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from collections import defaultdict
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.reporting import print_table
from gnomon.reading import PictureError, picture_size, read_picture

_NEAR = (8.0, 0.02)
"""Pixels, and share of the diagonal, that a point may be off."""
_LABEL_NEAR = (20.0, 0.05)
"""The same for the middle of a label, whose glyphs set its box."""


class Score(NamedTuple):
    """Counts of one picture."""

    style: str
    points: tuple[int, int, int]
    """Right, read, true."""
    lines: tuple[int, int, int]
    labels: tuple[int, int, int]
    stray: int
    """Read names that the truth does not have."""
    sure: int
    """Points above the asking limit."""
    sure_wrong: int
    seconds: float
    name: str
    wrong: str
    """What is missing or wrong, for whoever looks."""


def score(row: dict[str, Any], picture: Path, *, told: bool) -> Score:
    """Read a picture and compare."""
    began = time.process_time()
    names = list(row["points"]) if told else None
    try:
        found = read_picture(picture, names).to_json()
    except PictureError:
        found = {"points": {}, "lines": [], "labels": [], "unsure": []}
    seconds = time.process_time() - began
    diagonal = math.hypot(*picture_size(picture))
    near = max(_NEAR[0], _NEAR[1] * diagonal)
    right = {name for name, xy in found["points"].items() if name in row["points"] and math.dist(xy, row["points"][name]) <= near}
    drawn, true = ({frozenset(_pair(line)) for line in lines} for lines in (found["lines"], row["lines"]))
    sure = set(found["points"]) - set(found["unsure"])
    wrong = sorted(set(row["points"]) - right), sorted(set(found["points"]) - right)
    labels = _label_matches(found["labels"], row["labels"], max(_LABEL_NEAR[0], _LABEL_NEAR[1] * diagonal))
    return Score(
        row.get("style", "all"),
        (len(right), len(found["points"]), len(row["points"])),
        (len(drawn & true), len(drawn), len(true)),
        (labels, len(found["labels"]), len(row["labels"])),
        len(set(found["points"]) - set(row["points"])),
        len(sure),
        len(sure - right),
        seconds,
        row["id"],
        f"missing {' '.join(wrong[0])}; wrong {' '.join(wrong[1])}; lines -{_shown(true - drawn)} +{_shown(drawn - true)}; "
        f"labels {[label['text'] for label in found['labels']]} for {[label['text'] for label in row['labels']]}",
    )


def _shown(pairs: set[frozenset[str]]) -> str:
    return " ".join(sorted("".join(sorted(pair)) for pair in pairs))


def _pair(line: str) -> list[str]:
    """Return the two points of a line's name; a prime or digit belongs to the letter before it."""
    names: list[str] = []
    for character in line:
        if character.isalpha():
            names.append(character)
        else:
            names[-1] += character
    return names


def _label_matches(found: list[dict[str, Any]], true: list[dict[str, Any]], near: float) -> int:
    left = list(found)
    count = 0
    for label in true:
        match = next((one for one in left if _plain(one["text"]) == _plain(label["text"]) and math.dist(one["xy"], label["xy"]) <= near), None)
        if match:
            left.remove(match)
            count += 1
    return count


def _plain(text: str) -> str:
    """Return a label without spaces and without the choice between two signs for one thing."""
    return text.replace(" ", "").replace("-", "−").replace("–", "−").replace("^\\circ", "°").replace("$", "").replace("\\", "")


def f1(counts: list[tuple[int, int, int]]) -> float:
    """Return F1 in percent over counts of right, read and true."""
    right, read, true = (sum(part) for part in zip(*counts, strict=True))
    return 100 * 2 * right / max(read + true, 1)


def main() -> None:
    """Print a table with a row for each style."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--truth", type=Path, help="file of truths, where it does not lie with the pictures")
    parser.add_argument("--names", action="store_true", help="tell the names, as the problem's text would")
    parser.add_argument("--limit", type=int, help="only so many pictures of each style")
    parser.add_argument("--show", action="store_true", help="print what is missing or wrong in each picture")
    chosen = parser.parse_args()
    truth = chosen.truth or chosen.folder / "truth.jsonl"
    rows = [json.loads(line) for line in truth.read_text("utf-8").splitlines()]
    rows = [row for style in dict.fromkeys(row.get("style") for row in rows) for row in [r for r in rows if r.get("style") == style][: chosen.limit]]
    scores = [score(row, chosen.folder / f"{row['id']}.png", told=chosen.names) for row in rows if row.get("plane", True)]
    by_style = defaultdict(list)
    for one in scores:
        by_style[one.style].append(one)
        by_style["all pictures"].append(one)
    table = []
    for style, group in sorted(by_style.items(), key=lambda pair: (pair[0] == "all pictures", pair[0])):
        read = sum(one.points[1] for one in group)
        table.append(
            [
                style, str(len(group)), f"{f1([one.points for one in group]):.1f}", f"{f1([one.lines for one in group]):.1f}",
                f"{f1([one.labels for one in group]):.1f}", f"{100 * sum(one.stray for one in group) / max(read, 1):.1f}",
                f"{100 * (1 - sum(one.sure for one in group) / max(read, 1)):.1f}",
                f"{100 * sum(one.sure_wrong for one in group) / max(sum(one.sure for one in group), 1):.1f}",
                f"{100 * sum(one.points[0] == one.points[1] == one.points[2] and one.lines[0] == one.lines[1] == one.lines[2] for one in group) / len(group):.0f}",
                f"{sum(one.seconds for one in group) / len(group):.3f}",
            ]
        )  # fmt: skip
    head = ["style", "pictures", "points F1", "lines F1", "labels F1", "stray %", "asked %", "sure but wrong %", "whole %", "seconds"]
    print_table(f"{chosen.folder.name}", head, table)
    if chosen.show:
        for one in scores:
            if one.points[0] < max(one.points[1:]) or one.lines[0] < max(one.lines[1:]) or one.labels[0] < max(one.labels[1:]):
                print(one.name, one.wrong)


if __name__ == "__main__":
    main()
