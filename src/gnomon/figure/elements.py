"""Names of the parts of a figure, such as ``line:AB`` or ``angle:ABC``, and their canonical forms.

A point is a letter followed by digits or primes (``A``, ``A'``, ``P1``). A name is order-free where the geometry is:
``line:BA`` and ``line:AB`` are one element. A label is a printed text, a point's name, or a drawn mark by what it stands on:
``label:parallel AB``, ``label:equal AB``, ``label:equal ABC``, ``label:right ABC``.

Whether the element is really in a given figure is the figure's business.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from gnomon.algebra import ElementNameError, Quantity, in_order, split_points

ElementKind = Literal["point", "line", "angle", "arc", "circle", "triangle", "polygon", "label"]

MarkKind = Literal["parallel", "equal", "right"]

_MARK = re.compile(
    r"(parallel|equal|right)(?: (?:line|length|side|angle))?(?: (?:mark|marker)s?)?(?: (?:on|of|at))? ((?:[A-Z][0-9'′]*){2,3})",
    re.IGNORECASE,
)
_MARKED: dict[str, dict[int, ElementKind]] = {
    "parallel": {2: "line"},
    "equal": {2: "line", 3: "angle"},
    "right": {3: "angle"},
}
"""What a mark stands on, by the number of points it is named with."""
_POINT_COUNTS: dict[str, tuple[int, int]] = {
    "point": (1, 1),
    "line": (2, 2),
    "angle": (3, 3),
    "arc": (2, 3),
    "circle": (1, 1),
    "triangle": (3, 3),
    "polygon": (3, 99),
}
"""Least and largest number of points that name each kind; 99, more than any figure has, stands for no limit."""


class Element(NamedTuple):
    """One named part of a figure, in canonical form.

    Build it with `Element.of` or `parse_element`; both canonicalise, so equal elements compare equal.
    """

    kind: ElementKind
    """What it is; a ``label`` is a printed text."""
    points: tuple[str, ...]
    """Point names, canonical order. For a ``label`` the one entry is its text, canonical for a mark's name."""

    @classmethod
    def of(cls, kind: ElementKind, *points: str) -> Element:
        """Make the canonical element of ``kind`` on ``points``.

        Raises:
            ElementNameError: for a wrong number of points or a repeated point.
        """
        if kind == "label":
            return cls("label", (canonical_label("".join(points)),))
        low, high = _POINT_COUNTS[kind]
        if not low <= len(points) <= high:
            raise ElementNameError(f"{kind} needs {low if low == high else f'{low} to {high}'} points, got {points!r}")
        if len(set(points)) != len(points):
            raise ElementNameError(f"{kind} names a point twice: {''.join(points)!r}")
        return cls(kind, in_order(kind, points))

    @classmethod
    def measured_by(cls, quantity: Quantity) -> Element:
        """Return the part of the figure that ``quantity`` measures; a sector's is its arc."""
        kind, points = quantity.kind, quantity.points
        if kind == "sector_area":
            return cls.of("arc", points[0], points[2])
        return cls.of(quantity.shape, *points)  # type: ignore[arg-type]  # every shape is a kind of element

    @property
    def name(self) -> str:
        """The points run together, as a highlight list holds them (``ABC``)."""
        return "".join(self.points)

    def __str__(self) -> str:
        return f"{self.kind}:{self.name}"


class MarkName(NamedTuple):
    """A drawn mark as a label names it."""

    kind: MarkKind
    """``parallel``: arrow heads; ``equal``: ticks of a segment, arcs of an angle; ``right``: the square of a right angle."""
    element: Element
    """The segment or angle that bears it."""

    def __str__(self) -> str:
        return f"{self.kind} {self.element.name}"


def mark_name(label: str) -> MarkName | None:
    """Read a label as the name of a mark: ``parallel AB``, also ``Parallel mark on BA``; None for every other text.

    Points are written large here: ``equal to`` is a text.
    """
    match = _MARK.fullmatch(" ".join(label.split()))
    if match is None or match[2] != match[2].upper():
        return None
    kind, points = match[1].lower(), split_points(match[2])
    on = _MARKED[kind].get(len(points))
    if on is None or len(set(points)) != len(points):
        return None
    return MarkName(kind, Element.of(on, *points))  # type: ignore[arg-type]  # one of the three that _MARK lets through


def canonical_label(label: str) -> str:
    """Return a label in its one form: the name of a mark without fillers, its points in canonical order; others as they are."""
    mark = mark_name(label)
    return label if mark is None else str(mark)


def parse_element(name: str) -> Element:
    """Read ``kind:points``, such as ``angle:ABC`` or ``label:35``.

    Raises:
        ElementNameError: for an unknown kind, a wrong number of points or a repeated point.
    """
    kind, colon, rest = name.strip().partition(":")
    kind = kind.strip().lower()
    if kind == "label" and rest.strip():
        return Element.of("label", rest.strip())
    if not colon or kind not in _POINT_COUNTS:
        raise ElementNameError(f"expected KIND:POINTS with KIND one of {', '.join([*_POINT_COUNTS, 'label'])}, got {name!r}")
    return Element.of(kind, *split_points(rest))  # type: ignore[arg-type]  # membership was checked on the line above
