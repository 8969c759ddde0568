"""The fonts that letters are learnt from, and those that are held out: fetched, never committed.

All come from the npm registry as packages under permissive licences or the SIL Open Font License: `npm pack` brings each into a
folder of the user's. KaTeX carries Computer Modern, in which LaTeX and Asymptote label their figures.
"""

from __future__ import annotations

import subprocess
import tarfile
from functools import cache
from pathlib import Path
from typing import NamedTuple

from fontTools.ttLib import TTFont
from PIL import ImageFont

LEARNT = (
    "katex",
    "@fontsource/stix-two-text",
    "@fontsource/open-sans",
    "@fontsource/roboto",
    "@fontsource/libre-baskerville",
    "@fontsource/eb-garamond",
    "@fontsource/lato",
    "@fontsource/crimson-pro",
    "@fontsource/noto-serif",
    "@fontsource/nunito",
    "@fontsource/inter",
    "@fontsource/tinos",
    "@fontsource/arimo",
    "@fontsource/fira-sans",
    "@fontsource/cardo",
    "@fontsource/comic-neue",
)
"""Packages whose fonts the letters are drawn in."""
HELD_OUT = (
    "@fontsource/source-serif-4",
    "@fontsource/pt-serif",
    "@fontsource/merriweather",
    "@fontsource/gelasio",
    "@fontsource/ibm-plex-serif",
    "@fontsource/bitter",
)
"""Packages that only the development figures and the held-out crops use."""
_FACES = (
    "latin-400-normal.woff",
    "latin-400-italic.woff",
    "latin-700-normal.woff",
    "KaTeX_Main-Regular.ttf",
    "KaTeX_Main-Italic.ttf",
    "KaTeX_Main-Bold.ttf",
    "KaTeX_Math-Italic.ttf",
    "KaTeX_SansSerif-Regular.ttf",
    "KaTeX_SansSerif-Italic.ttf",
)
_WEIGHT_OF_KATEX = 6  # times as often as another package: it is what LaTeX prints
_REFERENCE = 200  # pixels: size at which proportions are measured


class Face(NamedTuple):
    """One font file."""

    path: str
    characters: frozenset[str]
    cap_height: float
    """Height of H as a share of the size."""

    def at(self, cap_height: float) -> ImageFont.FreeTypeFont:
        """Return the font at the size where its capitals are ``cap_height`` pixels high."""
        return _font(self.path, max(4, round(2 * cap_height / self.cap_height)) / 2)


@cache
def _font(path: str, size: float) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(path, size)


def fetch(packages: tuple[str, ...], folder: Path) -> list[Face]:
    """Return the faces of ``packages``, fetched with `npm` into ``folder`` where they are not there yet.

    Raises:
        subprocess.CalledProcessError: when a package cannot be fetched.
    """
    folder.mkdir(parents=True, exist_ok=True)
    faces = []
    for package in packages:
        place = folder / package.lstrip("@").replace("/", "-")
        if not place.is_dir():
            packed = subprocess.run(["npm", "pack", "--silent", package], cwd=folder, check=True, capture_output=True, text=True)
            with tarfile.open(folder / packed.stdout.split()[-1]) as archive:
                archive.extractall(place, filter="data")
        found = sorted(path for path in place.rglob("*") if path.name.endswith(_FACES))
        faces += [_face(path) for path in found] * (_WEIGHT_OF_KATEX if package == "katex" else 1)
    return faces


@cache
def _face(path: Path) -> Face:
    codes = frozenset(map(chr, TTFont(path).getBestCmap()))
    _, top, _, bottom = _font(str(path), _REFERENCE).getbbox("H" if "H" in codes else "0", anchor="ls")
    return Face(str(path), codes, (bottom - top) / _REFERENCE)
