"""Figures as SVG, PNG, TikZ and GeoGebra: lines, marks, well-placed labels; highlights and keypoints, on pictures too."""

from gnomon.drawing.draw import Handles, draw, handles, highlight_markup, unplaced_texts
from gnomon.drawing.geogebra import to_geogebra
from gnomon.drawing.geogebra_reading import GeoGebraError, GeoGebraFigure, read_geogebra
from gnomon.drawing.highlighting import undrawable
from gnomon.drawing.keypoints import Drawing, Step, Undrawn, draw_keypoints, resolve_keypoints
from gnomon.drawing.png import to_png
from gnomon.drawing.raster import Raster, RasterError
from gnomon.drawing.theme import THEME, Pen, Theme
from gnomon.drawing.tikz import tikz

__all__ = [
    "THEME",
    "Drawing",
    "GeoGebraError",
    "GeoGebraFigure",
    "Handles",
    "Pen",
    "Raster",
    "RasterError",
    "Step",
    "Theme",
    "Undrawn",
    "draw",
    "draw_keypoints",
    "handles",
    "highlight_markup",
    "read_geogebra",
    "resolve_keypoints",
    "tikz",
    "to_geogebra",
    "to_png",
    "undrawable",
    "unplaced_texts",
]
