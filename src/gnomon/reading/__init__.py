"""Pictures of figures: named points, lines, circles, printed labels and marks, with how sure each is; no handwriting.

Strokes of a pen over a drawn figure are read in `gnomon.reading.pen`.
"""

from gnomon.reading.binding import Bound
from gnomon.reading.cleaning import cleaned
from gnomon.reading.errors import PictureError
from gnomon.reading.extra import prepare
from gnomon.reading.figure import axes_of, figure_of
from gnomon.reading.ink import picture_size
from gnomon.reading.matching import Matched, match_points, numbered
from gnomon.reading.picture import ASKING_LIMIT, Circle, Picture, read_picture
from gnomon.reading.shading import Area, Shading, difference, read_shading

__all__ = [
    "ASKING_LIMIT",
    "Area",
    "Bound",
    "Circle",
    "Matched",
    "Picture",
    "PictureError",
    "Shading",
    "axes_of",
    "cleaned",
    "difference",
    "figure_of",
    "match_points",
    "numbered",
    "picture_size",
    "prepare",
    "read_picture",
    "read_shading",
]
