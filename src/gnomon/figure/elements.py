"""Names of the parts of a figure, such as ``line:AB`` or ``angle:ABC``, and their canonical forms.

A point is a letter followed by digits or primes (``A``, ``A'``, ``P1``). A name is order-free where the geometry is:
``line:BA`` and ``line:AB`` are one element. Whether the element is really in a given figure is the figure's business.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from gnomon.algebra import ElementNameError, Quantity, in_order, split_points

ElementKind = Literal["point", "line", "angle", "arc", "circle", "triangle", "polygon", "label"]

_POINT_COUNTS: dict[str, tuple[int, int]] = {
    "point": (1, 1),
    "line": (2, 2),
    "angle": (3, 3),
    "arc": (2, 3),
    "circle": (1, 1),
    "triangle": (3, 3),
    "polygon": (3, 99),
}


class Element(NamedTuple):
    """One named part of a figure, in canonical form.

    Build it with `Element.of` or `parse_element`; both canonicalise, so equal elements compare equal.
    """

    kind: ElementKind
    """What it is; a ``label`` is a printed text."""
    points: tuple[str, ...]
    """Point names, canonical order. For a ``label`` the one entry is its text."""

    @classmethod
    def of(cls, kind: ElementKind, *points: str) -> Element:
        """Make the canonical element of ``kind`` on ``points``.

        Raises:
            ElementNameError: for a wrong number of points or a repeated point.
        """
        if kind == "label":
            return cls("label", ("".join(points),))
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


def parse_element(name: str) -> Element:
    """Read ``kind:points``, such as ``angle:ABC`` or ``label:35``.

    Raises:
        ElementNameError: for an unknown kind, a wrong number of points or a repeated point.
    """
    kind, colon, rest = name.strip().partition(":")
    kind = kind.strip().lower()
    if kind == "label" and rest.strip():
        return Element("label", (rest.strip(),))
    if not colon or kind not in _POINT_COUNTS:
        raise ElementNameError(f"expected KIND:POINTS with KIND one of {', '.join([*_POINT_COUNTS, 'label'])}, got {name!r}")
    return Element.of(kind, *split_points(rest))  # type: ignore[arg-type]  # membership was checked on the line above
