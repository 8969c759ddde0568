"""Figures as SVG and PNG: lines, marks, well-placed labels, and highlights or keypoints on a drawing or on a picture."""

from gnomon.drawing.draw import draw, unplaced_texts
from gnomon.drawing.highlighting import undrawable
from gnomon.drawing.keypoints import Drawing, Step, Undrawn, draw_keypoints, resolve_keypoints
from gnomon.drawing.png import to_png
from gnomon.drawing.raster import Raster, RasterError
from gnomon.drawing.theme import THEME, Pen, Theme

__all__ = [
    "THEME",
    "Drawing",
    "Pen",
    "Raster",
    "RasterError",
    "Step",
    "Theme",
    "Undrawn",
    "draw",
    "draw_keypoints",
    "resolve_keypoints",
    "to_png",
    "undrawable",
    "unplaced_texts",
]
