"""Turns and elements in words, for pages and terminals alike: what a pen points at, how a conversation ended.

Markup and colours are left to whoever shows them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from gnomon.dialogue import Feedback, Outcome, TutorTurn
from gnomon.drawing import THEME
from gnomon.figure import Element, Figure, Highlights

OUTCOMES: dict[Outcome, str] = {
    "solved_untold": "Solved, and the tutor never gave the answer away.",
    "solved_told": "Solved, after the tutor had revealed much of it.",
    "not_solved": "Not solved in this conversation.",
}
FEEDBACK: dict[Feedback, str] = {"positive": "positive feedback", "negative": "negative feedback", "none": ""}
_PREFIXES = {"line": "", "polygon": "", "angle": "∠", "triangle": "△"}


class LegendLine(NamedTuple):
    """What one pen points at."""

    pen: str
    """Name of the pen, such as ``green``."""
    text: str


def legend(turn: TutorTurn, figure: Figure | None) -> Iterator[LegendLine]:
    """Yield one line for each pen that ``turn`` uses on ``figure``; nothing without a figure.

    Names that the figure does not have are left out, as in the drawing.
    """
    if figure is None:
        return
    for pen, highlights in zip(THEME.pens, (turn.highlights, turn.highlights2), strict=True):
        names = names_in(highlights or Highlights(), figure)
        if names:
            yield LegendLine(pen.name, ", ".join(names))


def names_in(highlights: Highlights, figure: Figure) -> list[str]:
    """Name what is highlighted on ``figure``; what the figure does not have is left out, as in the drawing."""
    return [element_in_words(element, figure) for element in highlights.elements() if figure.has(element)]


def element_in_words(element: Element, figure: Figure | None = None) -> str:
    """Name an element as a school book does: ``∠ABC``, ``AB``, ``circle O``; a label of a point of ``figure`` as the point."""
    named = figure.label_kind(element.name) if figure is not None and element.kind == "label" else "text"
    kind = {"point": "point", "parallel": "mark", "equal": "mark"}.get(named, element.kind)
    return f"{_PREFIXES.get(kind, f'{kind} ')}{element.name}"
