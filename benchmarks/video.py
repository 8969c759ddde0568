"""How well the moments are found at which a board is wiped or a page replaced: ours, the paper's rule, a general scene detector.

    python benchmarks/video.py FOLDER [--json FILE]

FOLDER is what `benchmarks/make_videos.py` makes. A hit lies within 1.0 s of a true moment, one to one; what is left over is
false. Speed is the length of the recordings by processor time of one core. The scene detector is PySceneDetect's content detector
with its defaults: ``pip install --no-deps scenedetect``, for its wheel asks for opencv-python, which stands in the way of the
opencv-python-headless of the extra ``read``; without it its column stays empty. Needs the extras ``read`` and ``video``.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.reporting import machine, print_table
from gnomon.corpus.video.boundaries import video_boundaries
from gnomon.corpus.video.scenes import video_scenes

NEAR_SECONDS = 1.0


class Counts(NamedTuple):
    """Of one detector over some recordings."""

    hits: int = 0
    true: int = 0
    false: int = 0
    processor_seconds: float = 0.0
    length_seconds: float = 0.0

    def plus(self, other: Counts) -> Counts:
        """Return the sum."""
        return Counts(
            self.hits + other.hits,
            self.true + other.true,
            self.false + other.false,
            self.processor_seconds + other.processor_seconds,
            self.length_seconds + other.length_seconds,
        )


def hits(true: Sequence[float], found: Sequence[float]) -> int:
    """Return how many true moments have a found one near them, each used once; both ascending.

    The earliest moment takes the earliest that is near: no other pairing has more.
    """
    count, at = 0, 0
    for moment in true:
        while at < len(found) and found[at] < moment - NEAR_SECONDS:
            at += 1
        if at < len(found) and found[at] <= moment + NEAR_SECONDS:
            count, at = count + 1, at + 1
    return count


def scene_detector(path: Path) -> list[float]:
    """Return the cuts that PySceneDetect finds."""
    import scenedetect

    scenes = scenedetect.detect(str(path), scenedetect.ContentDetector())
    return [start.get_seconds() for start, _ in scenes[1:]]


def detectors() -> dict[str, Callable[[Path], list[float]]]:
    """Return what is compared, by name."""
    found: dict[str, Callable[[Path], list[float]]] = {
        "ours": lambda path: [at / 1000 for at in video_boundaries(path)],
        "paper's rule": lambda path: [at / 1000 for at in video_scenes(path)],
    }
    if find_spec("scenedetect") is not None:
        found["scene detector"] = scene_detector
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args()
    totals: dict[tuple[str, str], Counts] = defaultdict(Counts)
    for path in sorted(chosen.folder.glob("*.json")):
        truth = json.loads(path.read_text("utf-8"))
        for name, detect in detectors().items():
            began = time.process_time()
            found = detect(path.with_suffix(".mp4"))
            spent = time.process_time() - began
            hit = hits(truth["seconds"], found)
            counts = Counts(hit, len(truth["seconds"]), len(found) - hit, spent, truth["length"])
            totals[truth["kind"], name] = totals[truth["kind"], name].plus(counts)
            totals["all", name] = totals["all", name].plus(counts)
            print(f"{truth['id']:16} {name:24} {hit} of {counts.true}, {counts.false} false {found}", file=sys.stderr, flush=True)
    rows = [
        (kind, name, f"{each.hits} of {each.true}", each.false, f"{each.length_seconds / each.processor_seconds:.0f}")
        for (kind, name), each in sorted(totals.items(), key=lambda item: (item[0][0] == "all", item[0][0]))
    ]
    print_table("Boundaries by kind of recording", ("kind", "detector", "found", "false", "times real time"), rows)
    if chosen.json:
        results = {f"{kind}: {name}": each._asdict() for (kind, name), each in totals.items()}
        chosen.json.write_text(json.dumps({"machine": machine(), "results": results}, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
