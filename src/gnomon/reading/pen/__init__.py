"""Pen strokes over a drawn figure as highlights: what each group of strokes points at, how sure that is, and what is asked."""

from gnomon.reading.pen.choice import Asked, Found, Marked, highlights_of

__all__ = ["Asked", "Found", "Marked", "highlights_of"]
