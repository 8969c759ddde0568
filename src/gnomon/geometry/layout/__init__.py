"""Laying out a figure without coordinates, from the facts alone."""

from gnomon.geometry.layout.search import lay_out
from gnomon.geometry.layout.skeleton import LayoutError, OpenLayoutError

__all__ = ["LayoutError", "OpenLayoutError", "lay_out"]
