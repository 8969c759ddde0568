"""One page over several benchmarks of a model: a tile a run, each figure with its interval, the controls and what was printed."""

from __future__ import annotations

from typing import NamedTuple

from gnomon.pages.rendering import render
from gnomon.pages.report import cell_text, unit_text
from gnomon.pages.tables import Better, Cell, Counts


class BesideView(NamedTuple):
    """A figure that stands beside one of ours."""

    name: str
    cell: Cell


class FigureView(NamedTuple):
    """One figure of a run."""

    called: str
    unit: str
    better: Better
    cell: Cell
    controls: tuple[BesideView, ...]
    best: BesideView | None
    """The best published one; None where none was printed."""


class TileView(NamedTuple):
    """One run."""

    title: str
    """Of its benchmark."""
    details: str
    """Judge and settings, in words."""
    folder: str
    counts: Counts
    figures: tuple[FigureView, ...]


class ModelView(NamedTuple):
    """One model with its runs."""

    name: str
    tiles: tuple[TileView, ...]


class OverviewView(NamedTuple):
    """All that the page shows."""

    models: tuple[ModelView, ...]
    notes: tuple[str, ...] = ()


def overview_page(view: OverviewView) -> str:
    """Write an overview as one HTML document without scripts or other files; texts of data are escaped."""
    title = f"Overview: {', '.join(model.name for model in view.models)}"
    return render("overview.html.jinja", view=view, title=title, cell_text=cell_text, unit_text=unit_text)
