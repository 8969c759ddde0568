"""SVG to PNG, always with the shipped font: a picture looks the same on every machine.

The one module that knows ``resvg_py``. System fonts are off; without a font file it would drop all text silently.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import resources

from gnomon.drawing.font import font_file

_FAMILY = "DejaVu Sans"
_MOST_KEPT = 64
"""Pictures kept: a model is shown the figure of its problem at every turn. One has some 30 kB."""


def to_png(svg: str, *, width_px: int | None = None) -> bytes:
    """Render ``svg`` as PNG.

    Args:
        svg: a whole SVG document.
        width_px: width of the picture in pixels, the height follows; None: the size that the document gives.

    Raises:
        ValueError: when ``svg`` is not readable as SVG, or ``width_px`` is not positive.
    """
    if width_px is not None and width_px <= 0:
        raise ValueError(f"expected a width of at least 1 pixel, got {width_px!r}")
    return _rendered(svg, width_px)


@lru_cache(maxsize=_MOST_KEPT)
def _rendered(svg: str, width_px: int | None) -> bytes:
    import resvg_py  # loaded only by those who want pixels

    with resources.as_file(font_file()) as font:
        return bytes(
            resvg_py.svg_to_bytes(
                svg_string=svg,
                width=width_px,
                skip_system_fonts=True,
                font_files=[str(font)],
                font_family=_FAMILY,
                sans_serif_family=_FAMILY,
            )
        )
