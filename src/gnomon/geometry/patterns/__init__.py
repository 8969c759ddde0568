"""Patterns: the places of a figure where a rule may apply, as tuples of points in the order the rule names them.

A pattern knows incidences and drawn positions only; whether a rule's premises are given or proved is the deduction's
business. One family a file; this index lists them all by name.
"""

from collections.abc import Callable, Iterator

from gnomon.geometry.diagram import Diagram
from gnomon.geometry.patterns import circles, composite, lines, named, polygons
from gnomon.geometry.patterns.composite import parts_of

__all__ = ["PATTERNS", "Pattern", "parts_of"]

Pattern = Callable[[Diagram], Iterator[tuple[str, ...]]]

PATTERNS: dict[str, Pattern] = {
    **lines.PATTERNS, **polygons.PATTERNS, **circles.PATTERNS, **named.PATTERNS, **composite.PATTERNS,
}  # fmt: skip
"""Every pattern by the name that rules use."""
