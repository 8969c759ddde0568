"""How well pictures are read: points, lines, labels and what is asked, by style of drawing.

``python benchmarks/reading.py FOLDER`` reads the PNG pictures of a folder and compares with its ``truth.jsonl``, as
`tools.pictures.development` draws them; ``--truth FILE`` names another, such as the annotated ``math_figures``. ``--wear photo``
photographs each page askew first. A point is right where it has the truth's name and lies within 8 pixels or 2 % of the diagonal
of the picture as it was drawn; a label where its text is the same and its middle lies within 20 pixels or 5 %.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.reporting import print_table
from gnomon.reading import PictureError, picture_size, read_picture

_POINT_NEAR = (8.0, 0.02)
_LABEL_NEAR = (20.0, 0.05)
_NOTHING: dict[str, Any] = {"points": {}, "lines": [], "labels": [], "unsure": []}
_HEAD = (
    "style", "pictures", "points F1", "lines F1", "highlights %", "labels F1", "stray %", "asked %", "sure, wrong %", "whole %",
    "s",
)  # fmt: skip


class Counts(NamedTuple):
    """What was right, read and true."""

    right: int
    read: int
    true: int


class Score(NamedTuple):
    """One picture."""

    id: str
    style: str
    points: Counts
    lines: Counts
    labels: Counts
    highlights: float | None
    """Share of the true lines and angles all of whose points are right."""
    stray: int
    """Read names that the truth does not have."""
    sure: int
    """Points above the asking limit."""
    sure_wrong: int
    seconds: float
    wrong: str
    """What is missing or wrong, for whoever looks."""

    @property
    def is_whole(self) -> bool:
        """Return whether every point and line is right and no other was read."""
        return all(counts.right == counts.read == counts.true for counts in (self.points, self.lines))


def score(row: dict[str, Any], picture: Path, names: Sequence[str] | None) -> Score:
    """Read a picture and compare it with its row of the truth."""
    began = time.process_time()
    try:
        found = read_picture(picture, names).to_json()
    except PictureError:
        found = _NOTHING
    seconds = time.process_time() - began
    diagonal = row.get("diagonal") or math.hypot(*picture_size(picture))
    true = row["points"]
    right = {
        name for name, xy in found["points"].items() if name in true and math.dist(xy, true[name]) <= _near(_POINT_NEAR, diagonal)
    }
    drawn, lines = ({frozenset(pair(line)) for line in each["lines"]} for each in (found, row))
    sure = set(found["points"]) - set(found["unsure"])
    labels = _same_labels(found["labels"], row["labels"], _near(_LABEL_NEAR, diagonal))
    parts = [*lines, *angles(lines, true)]
    return Score(
        row["id"],
        row.get("style", "all"),
        Counts(len(right), len(found["points"]), len(true)),
        Counts(len(drawn & lines), len(drawn), len(lines)),
        Counts(labels, len(found["labels"]), len(row["labels"])),
        sum(part <= right for part in parts) / len(parts) if parts else None,
        len(set(found["points"]) - set(true)),
        len(sure),
        len(sure - right),
        seconds,
        f"missing {_listed(set(true) - right)}; wrong {_listed(set(found['points']) - right)}; "
        f"lines -{_listed(map(_joined, lines - drawn))} +{_listed(map(_joined, drawn - lines))}; "
        f"labels {_listed(label['text'] for label in found['labels'])} for {_listed(label['text'] for label in row['labels'])}",
    )


def _near(limits: tuple[float, float], diagonal: float) -> float:
    return max(limits[0], limits[1] * diagonal)


def _joined(line: frozenset[str]) -> str:
    return "".join(sorted(line))


def _listed(names: Any) -> str:  # noqa: ANN401  # whatever is iterable
    return " ".join(sorted(names))


def pair(line: str) -> list[str]:
    """Return the two points of a line's name; a prime or digit belongs to the letter before it."""
    names: list[str] = []
    for character in line:
        if character.isalpha():
            names.append(character)
        else:
            names[-1] += character
    return names


def angles(lines: set[frozenset[str]], points: dict[str, Any]) -> Iterator[frozenset[str]]:
    """Yield the points of each angle between two drawn lines from one point, straight ones left out."""
    for one, other in combinations(sorted(lines, key=sorted), 2):
        if len(one & other) == 1:
            (x0, y0), (x1, y1), (x2, y2) = (points[name] for name in (*(one & other), *(one ^ other)))
            turn = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)
            # 0.05 radians: points of one line, as precisely as they are known.
            if abs(turn) > 0.05 * math.dist((x0, y0), (x1, y1)) * math.dist((x0, y0), (x2, y2)):
                yield one | other


def _same_labels(found: list[dict[str, Any]], true: list[dict[str, Any]], near: float) -> int:
    left = list(found)
    for label in true:
        same = (one for one in left if plain(one["text"]) == plain(label["text"]) and math.dist(one["xy"], label["xy"]) <= near)
        match = next(same, None)
        if match is not None:
            left.remove(match)
    return len(found) - len(left)


def plain(text: str) -> str:
    """Return a label without spaces, with one sign for minus."""
    return text.replace(" ", "").replace("-", "−").replace("–", "−").replace("′", "'")


def f1(counts: list[Counts]) -> float:
    """Return F1 in percent."""
    return 100 * 2 * sum(one.right for one in counts) / max(sum(one.read + one.true for one in counts), 1)


def worn(row: dict[str, Any], picture: Path, kind: str, seed: int, folder: Path) -> tuple[dict[str, Any], Path]:
    """Photograph or scan a picture; the truth moves with it. Tolerances stay those of the drawing, enlarged as the photo is."""
    import cv2

    from tools.pictures import wear

    pixels = np.asarray(cv2.imread(str(picture), cv2.IMREAD_COLOR), np.uint8)
    seen, there = getattr(wear, kind)(pixels, np.random.default_rng(seed))
    out = folder / f"{row['id']}.png"
    cv2.imwrite(str(out), seen)

    def moved(xy: Sequence[float]) -> list[float]:
        x, y, w = there @ np.array([xy[0], xy[1], 1.0])
        return [float(x / w), float(y / w)]

    rows, columns = pixels.shape[:2]
    return {
        **row,
        "style": row.get("style", "all"),
        "points": {name: moved(xy) for name, xy in row["points"].items()},
        "labels": [{**label, "xy": moved(label["xy"])} for label in row["labels"]],
        "diagonal": math.dist(moved((0, 0)), moved((columns, rows))),
    }, out


def table_row(style: str, group: list[Score]) -> list[str]:
    """Return the figures of one style."""
    read, sure = sum(one.points.read for one in group), sum(one.sure for one in group)
    highlights = [one.highlights for one in group if one.highlights is not None]
    percents = [
        f1([one.points for one in group]),
        f1([one.lines for one in group]),
        100 * sum(highlights) / max(len(highlights), 1),
        f1([one.labels for one in group]),
        100 * sum(one.stray for one in group) / max(read, 1),
        100 * (read - sure) / max(read, 1),
        100 * sum(one.sure_wrong for one in group) / max(sure, 1),
        100 * sum(one.is_whole for one in group) / len(group),
    ]
    return [
        style,
        str(len(group)),
        *(f"{value:.1f}" for value in percents),
        f"{sum(one.seconds for one in group) / len(group):.3f}",
    ]


def main() -> None:
    """Print a table with a row for each style."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--truth", type=Path, help="file of truths, where it does not lie with the pictures")
    parser.add_argument("--names", action="store_true", help="tell the names, as the problem's text would")
    parser.add_argument("--wear", choices=["photo", "scan"], help="photograph or scan each picture first")
    parser.add_argument("--limit", type=int, help="only so many pictures of each style")
    parser.add_argument("--show", action="store_true", help="print what is missing or wrong in each picture")
    chosen = parser.parse_args()
    truth = chosen.truth or chosen.folder / "truth.jsonl"
    by_style: dict[str, list[Score]] = defaultdict(list)
    with TemporaryDirectory() as folder:
        for seed, line in enumerate(truth.read_text("utf-8").splitlines()):
            row = json.loads(line)
            if not row.get("plane", True) or (chosen.limit and len(by_style[row.get("style", "all")]) >= chosen.limit):
                continue
            picture = chosen.folder / f"{row['id']}.png"
            if chosen.wear:
                row, picture = worn(row, picture, chosen.wear, seed, Path(folder))
            one = score(row, picture, list(row["points"]) if chosen.names else None)
            by_style[one.style].append(one)
    everything = [one for group in by_style.values() for one in group]
    rows = [table_row(style, group) for style, group in sorted(by_style.items())]
    print_table(str(chosen.folder), _HEAD, [*rows, *([table_row("together", everything)] if len(rows) > 1 else [])])
    for one in everything if chosen.show else ():
        if not one.is_whole or one.labels.right < max(one.labels.read, one.labels.true):
            print(one.id, one.wrong)


if __name__ == "__main__":
    main()
