"""A draft as one self-contained page: the picture with what was read over it, the sentences, questions, the proof."""

from __future__ import annotations

from pathlib import Path

from gnomon.drafting import Draft, view_of
from gnomon.drawing import Raster
from gnomon.pages.rendering import render


def draft_page(draft: Draft, picture: Path | None) -> str:
    """Write what came of a picture and a text as one HTML document.

    Args:
        draft: what came of them.
        picture: its file; None where there is only a text.
    """
    return render("draft.html.jinja", title="Draft of a problem", shown=view_of(draft), picture=_embedded(draft, picture))


def _embedded(draft: Draft, picture: Path | None) -> Raster | None:
    return None if picture is None or draft.picture is None else Raster.read(picture)
