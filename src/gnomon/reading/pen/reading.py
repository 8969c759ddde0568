"""What strokes may mean: elements with a cost, comparable over all kinds of strokes."""

from __future__ import annotations

from typing import NamedTuple

from gnomon.figure import Element

Cost = float
"""Half the sum of squared misfits, each in units of what a hand misses by: minus the logarithm of a likelihood."""


class Reading(NamedTuple):
    """One meaning of a group of strokes."""

    elements: frozenset[Element]
    """Lines, angles, arcs, circles and labels that are highlighted together."""
    cost: Cost


def misfit(off: float, unit: float) -> Cost:
    """Return the cost of missing by ``off`` where a hand usually misses by ``unit``."""
    return (off / unit) ** 2 / 2
