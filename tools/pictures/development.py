"""Draw the development pictures: ``python -m tools.pictures.development --fonts FOLDER --out FOLDER --data DATA``.

Needs the programs `asy`, `pdflatex` (with TikZ), `gs` and `pdftoppm`; where one is missing its style is left out and said. Writes
one PNG a scene and ``truth.jsonl``: ``{"id", "style", "points", "lines", "circles", "labels", "marks"}`` in pixels.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import resvg_py
from fontTools.ttLib import TTFont

from tools.letters.fonts import HELD_OUT, LEARNT, Face, fetch
from tools.pictures.scene import Scene, figures, lay_out
from tools.pictures.typeset import TIKZ_FONTS, asymptote, tikz, tikz_preamble, vector

RESOLUTIONS = (110, 130, 160, 160, 200, 240)  # dots per inch of a screenshot, a web page, a scan


def truth(scene: Scene, scale: float, offset: tuple[float, float] = (0.0, 0.0)) -> dict[str, Any]:
    """Return what is in the picture, in its pixels.

    Args:
        scene: what was drawn.
        scale: pixels for a big point.
        offset: big points from the picture's left and lower edges to the scene's.
    """
    height = scene.size[1] + 2 * offset[1]

    def pixel(spot: tuple[float, float]) -> list[float]:
        return [round(scale * (spot[0] + offset[0]), 2), round(scale * (height - offset[1] - spot[1]), 2)]

    pairs = sorted({"|".join(sorted(pair)) for line in scene.lines for pair in combinations(line, 2)})
    return {
        "points": {name: pixel(spot) for name, spot in scene.points.items()},
        "lines": [pair.replace("|", "") for pair in pairs],
        "circles": [
            {"center": ring.centre, "xy": pixel(scene.points[ring.centre]), "r": scale * ring.radius} for ring in scene.rings
        ],
        "labels": [{"text": text.text, "xy": pixel(text.at), "part": text.part} for text in scene.labels],
        "marks": {"right": scene.right_angles, "ticks": scene.ticks, "arcs": scene.arcs, "arrows": scene.arrows},
    }


def scenes(data: Path | None, count: int, rng: random.Random, *, development: bool) -> Iterator[tuple[str, Scene]]:
    """Yield scenes of the layouts that are kept for development, or of the others."""
    held = list(figures(data, development=development))
    rng.shuffle(held)
    made = 0
    while made < count:
        for name, figure in held:
            scene = lay_out(figure, rng)
            if scene and made < count:
                made += 1
                yield name, scene


def draw_asymptote(picked: list[tuple[str, Scene]], out: Path, rng: random.Random) -> Iterator[dict[str, Any]]:
    """Run `asy` once for all scenes, and `gs` for each."""
    blocks = [asymptote(scene, f"asy{index:03}", rng) for index, (_, scene) in enumerate(picked)]
    (out / "all.asy").write_text("unitsize(1bp);\n" + "\n".join(blocks), "utf-8")
    subprocess.run(["asy", "-f", "eps", "all.asy"], cwd=out, check=True)
    for index, (name, scene) in enumerate(picked):
        dpi = rng.choice(RESOLUTIONS)
        source = out / f"asy{index:03}.eps"
        head = source.read_text("latin-1")[:2000]
        box, fine = _numbers_after("%%BoundingBox:", head), _numbers_after("%%HiResBoundingBox:", head)
        inset = ((fine[2] - fine[0] - scene.size[0]) / 2, (fine[3] - fine[1] - scene.size[1]) / 2)
        subprocess.run(
            [
                "gs",
                "-q",
                "-dEPSCrop",
                "-sDEVICE=png16m",
                f"-r{dpi}",
                "-dTextAlphaBits=4",
                "-dGraphicsAlphaBits=4",
                "-o",
                f"asy{index:03}.png",
                source.name,
            ],
            cwd=out,
            check=True,
        )
        found = truth(scene, dpi / 72)
        dx, dy = fine[0] + inset[0] - box[0], box[3] - (fine[3] - inset[1])
        yield {"id": f"asy{index:03}", "source": name, "style": "asymptote", **_shifted(found, dx * dpi / 72, dy * dpi / 72)}
        source.unlink()


def _numbers_after(key: str, head: str) -> list[float]:
    return [float(number) for number in head.partition(key)[2].splitlines()[0].split()]


def _shifted(found: dict[str, Any], dx: float, dy: float) -> dict[str, Any]:
    def move(xy: list[float]) -> list[float]:
        return [xy[0] + dx, xy[1] + dy]

    return {
        **found,
        "points": {name: move(xy) for name, xy in found["points"].items()},
        "circles": [{**circle, "xy": move(circle["xy"])} for circle in found["circles"]],
        "labels": [{**label, "xy": move(label["xy"])} for label in found["labels"]],
    }


def draw_tikz(picked: list[tuple[str, Scene]], out: Path, rng: random.Random) -> Iterator[dict[str, Any]]:
    """Run `pdflatex` for each of the fonts, and `pdftoppm` for each page."""
    groups = len(TIKZ_FONTS)
    for font in range(groups):
        mine = [(index, pair) for index, pair in enumerate(picked) if index % groups == font]
        source = out / f"tikz{font}.tex"
        pages = "".join(tikz(scene, rng) for _, (_, scene) in mine)
        source.write_text(tikz_preamble(font) + pages + "\\end{document}\n", "utf-8")
        made = subprocess.run(["pdflatex", "-interaction=nonstopmode", source.name], cwd=out, check=False, capture_output=True)
        if made.returncode and not source.with_suffix(".pdf").exists():
            print(f"font {font} of TikZ left out: {made.stdout[-300:]!r}", file=sys.stderr)
            continue
        for page, (index, (name, scene)) in enumerate(mine, 1):
            dpi = rng.choice(RESOLUTIONS)
            subprocess.run(
                [
                    "pdftoppm",
                    "-png",
                    "-r",
                    str(dpi),
                    "-f",
                    str(page),
                    "-l",
                    str(page),
                    "-singlefile",
                    f"tikz{font}.pdf",
                    f"tikz{index:03}",
                ],
                cwd=out,
                check=True,
            )
            yield {"id": f"tikz{index:03}", "source": name, "style": "tikz", **truth(scene, dpi / 72)}


def draw_vector(
    picked: list[tuple[str, Scene]], out: Path, faces: list[Face], rng: random.Random, *, plain: float = 0.0
) -> Iterator[dict[str, Any]]:
    """Render SVG with fonts of our own choice; a share of the scenes is ``plain``."""
    files = list(_truetype(faces))
    for index, (name, scene) in enumerate(picked):
        face = rng.choice(files)
        family = TTFont(face)["name"].getDebugName(1)
        scale = rng.choice(RESOLUTIONS) / 72
        drawn = resvg_py.svg_to_bytes(
            svg_string=vector(scene, family, rng, plain=rng.random() < plain),
            width=math.ceil(scene.size[0] * scale),
            skip_system_fonts=True,
            font_files=[str(face), "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"],
        )
        (out / f"ggb{index:03}.png").write_bytes(bytes(drawn))
        yield {
            "id": f"ggb{index:03}",
            "source": name,
            "style": "geogebra",
            **truth(scene, math.ceil(scene.size[0] * scale) / scene.size[0]),
        }


def _truetype(faces: list[Face]) -> Iterator[Path]:
    """Yield fonts as files that the renderer of SVG reads."""
    for face in sorted({face.path for face in faces}):
        path = Path(face).with_suffix(".ttf")
        if not path.exists():
            font = TTFont(face)
            font.flavor = None
            font.save(path)
        yield path


def main() -> None:
    """Draw every style whose programs are there."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fonts", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--count", type=int, default=100, help="pictures a style")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--training", action="store_true", help="layouts and fonts for training, as SVG alone")
    chosen = parser.parse_args()
    rng = random.Random(chosen.seed)
    chosen.out.mkdir(parents=True, exist_ok=True)
    if chosen.training:
        picked = list(scenes(chosen.data, chosen.count, rng, development=False))
        _write(list(draw_vector(picked, chosen.out, fetch(LEARNT, chosen.fonts), rng, plain=0.65)), chosen.out)
        return
    picked = list(scenes(chosen.data, 3 * chosen.count, rng, development=True))
    parts = [picked[index::3] for index in range(3)]
    rows: list[dict[str, Any]] = list(draw_vector(parts[0], chosen.out, fetch(HELD_OUT, chosen.fonts), rng))
    if shutil.which("pdflatex") and shutil.which("pdftoppm"):
        rows += draw_tikz(parts[1], chosen.out, rng)
    if shutil.which("asy") and shutil.which("gs"):
        rows += draw_asymptote(parts[2], chosen.out, rng)
    _write(rows, chosen.out)


def _write(rows: list[dict[str, Any]], out: Path) -> None:
    (out / "truth.jsonl").write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")
    print(f"{len(rows)} pictures in {out}")


if __name__ == "__main__":
    main()
