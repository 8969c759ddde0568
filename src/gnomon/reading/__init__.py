"""Pictures of figures: named points, lines, circles, printed labels and marks, with how sure each is; no handwriting."""

from gnomon.reading.binding import Bound
from gnomon.reading.errors import PictureError
from gnomon.reading.extra import prepare
from gnomon.reading.ink import picture_size
from gnomon.reading.picture import ASKING_LIMIT, Picture, read_picture

__all__ = ["ASKING_LIMIT", "Bound", "Picture", "PictureError", "picture_size", "prepare", "read_picture"]
