"""Make the recordings that the detector of boundaries is measured on, with their true moments beside them.

    python benchmarks/make_videos.py development --out FOLDER
    python benchmarks/make_videos.py held_out --out FOLDER --only h-tablet-1

``benchmarks/data/videos/development.yaml`` is what the detector was built with. The settings of ``held_out.yaml`` were written
down before there was a detector, and measured once; since then they serve development. Those of ``second_held_out.yaml`` were
written down before the change that followed, and measured once after it; those of ``third_held_out.yaml`` were drawn at random
and measured once when nothing was to be changed any more. ``drawn`` draws fifteen others by ``--seed``, much as those of the
third list: with a seed that nobody has used, nobody has looked at them. The same settings give the same recording. Needs the
extras ``read`` and ``video``.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import yaml

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.recordings.stage import Settings

LISTS = Path(__file__).resolve().parent / "data" / "videos"


def settings_of(name: str) -> list[Settings]:
    """Return the recordings of a list, ``development`` or ``held_out``."""
    return [Settings.read(row) for row in yaml.safe_load((LISTS / f"{name}.yaml").read_text("utf-8"))]


def drawn(seed: int) -> list[Settings]:
    """Return three recordings of each kind with settings drawn at random."""
    rng = np.random.default_rng(seed)
    return [_drawn(rng, kind, number) for kind in _DRAWN for number in (1, 2, 3)]


class _Range(NamedTuple):
    ends: tuple[str, ...]
    disturbances: tuple[str, ...]
    is_dark: float
    """Share of recordings with a dark background."""
    has_camera: bool
    """Whether a camera films a hand, with noise, shake and shadow; else the screen is recorded."""


_DRAWN = {
    "blackboard": _Range(
        ("erase", "page", "similar", "title", "wipe"), ("hand", "light", "body", "pan", "correct"), 1.0, has_camera=True
    ),
    "whiteboard": _Range(
        ("erase", "page", "similar", "title", "wipe"), ("hand", "light", "body", "pan", "correct"), 0.0, has_camera=True
    ),
    "tablet": _Range(
        ("scroll", "similar", "fade", "page", "title", "wipe"),
        ("hand", "scroll_part", "cursor", "undo", "zoom"),
        0.4,
        has_camera=False,
    ),
    "slides": _Range(
        ("page", "similar", "fade", "title"), ("light", "cursor", "inset", "zoom", "popup", "bullet"), 0.5, has_camera=False
    ),
    "screen": _Range(
        ("scroll", "page", "similar", "title"),
        ("bullet", "zoom", "inset", "scroll_part", "popup", "cursor"),
        0.4,
        has_camera=False,
    ),
}
_SIZES = ((640, 360), (640, 360), (854, 480), (1280, 720))


def _drawn(rng: np.random.Generator, kind: str, number: int) -> Settings:
    of = _DRAWN[kind]
    is_dark = bool(rng.random() < of.is_dark)
    dark, light = (10, 62), (200, 256)
    width, height = _SIZES[0] if of.has_camera else _SIZES[rng.integers(len(_SIZES))]
    camera: dict[str, Any] = {
        "hand": tuple(map(int, rng.integers(75, 240, 3))), "noise": float(rng.integers(3, 8)),
        "shake": round(float(rng.uniform(0.1, 1.5)), 1), "vignette": round(float(rng.uniform(0.1, 0.4)), 2),
    }  # fmt: skip
    return Settings(
        id=f"r-{kind}-{number}", kind=kind, seed=int(rng.integers(100_000)),
        ends=tuple(map(str, rng.choice(of.ends, 5))), disturbances=tuple(map(str, rng.permutation(of.disturbances)[:4])),
        background=_colour(rng, *(dark if is_dark else light)),
        inks=tuple(_colour(rng, *(light if is_dark else (0, 76))) for _ in range(rng.integers(1, 3))),
        fps=int(rng.choice((12, 15, 20, 24, 25, 30))), letter=float(rng.integers(14, 23)), width=width, height=height,
        end_seconds=round(float(rng.uniform(0.7, 2.0)), 1), page_seconds=float(rng.integers(7, 13)),
        **(camera if of.has_camera else {}),
    )  # fmt: skip


def _colour(rng: np.random.Generator, low: int, high: int) -> tuple[int, int, int]:
    red, green, blue = map(int, rng.integers(low, high, 3))
    return red, green, blue


def main() -> None:
    """Make recordings that are not there yet."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("list", choices=["development", "held_out", "second_held_out", "third_held_out", "drawn"])
    parser.add_argument("--seed", type=int, default=0, help="of ``drawn``")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--only", nargs="*", help="ids; all without it")
    chosen = parser.parse_args()
    from benchmarks.recordings.film import record

    chosen.out.mkdir(parents=True, exist_ok=True)
    for settings in drawn(chosen.seed) if chosen.list == "drawn" else settings_of(chosen.list):
        if (chosen.only and settings.id not in chosen.only) or (chosen.out / f"{settings.id}.json").exists():
            continue
        truth = record(settings, chosen.out)
        print(f"{settings.id:20} {truth['length']:6.1f} s  {len(truth['seconds'])} boundaries", flush=True)


if __name__ == "__main__":
    main()
