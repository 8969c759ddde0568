"""Make the recordings that the detector of boundaries is measured on, with their true moments beside them.

    python benchmarks/make_videos.py development --out FOLDER
    python benchmarks/make_videos.py held_out --out FOLDER --only h-tablet-1

``benchmarks/data/videos/development.yaml`` is what the detector was built with. The settings of ``held_out.yaml`` were written
down before there was a detector, and measured once; since then they serve development. Those of ``second_held_out.yaml`` were
written down before the change that followed, and measured once after it; those of ``third_held_out.yaml`` were drawn at random
and measured once when nothing was to be changed any more. The same settings give the same recording. Needs the extras ``read``
and ``video``.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import yaml

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.recordings.stage import Settings

LISTS = Path(__file__).resolve().parent / "data" / "videos"


def settings_of(name: str) -> list[Settings]:
    """Return the recordings of a list, ``development`` or ``held_out``."""
    return [Settings.read(row) for row in yaml.safe_load((LISTS / f"{name}.yaml").read_text("utf-8"))]


def main() -> None:
    """Make recordings that are not there yet."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("list", choices=["development", "held_out", "second_held_out", "third_held_out"])
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--only", nargs="*", help="ids; all without it")
    chosen = parser.parse_args()
    from benchmarks.recordings.film import record

    chosen.out.mkdir(parents=True, exist_ok=True)
    for settings in settings_of(chosen.list):
        if (chosen.only and settings.id not in chosen.only) or (chosen.out / f"{settings.id}.json").exists():
            continue
        truth = record(settings, chosen.out)
        print(f"{settings.id:20} {truth['length']:6.1f} s  {len(truth['seconds'])} boundaries", flush=True)


if __name__ == "__main__":
    main()
